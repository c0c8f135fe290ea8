/** The merchant that something belongs to, and the cell it lives in. */
export type Owner = { readonly cell: number; readonly merchantId: string }
