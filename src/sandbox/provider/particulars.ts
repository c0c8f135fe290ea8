import type { VisitedPayment } from './desk.ts'

/** What the merchant told the provider for the payer's eyes, read with care: any of it may be missing. */
export type ShownPaymentDetails = {
  readonly merchantName: string
  readonly description?: string
  readonly items: readonly ShownItem[]
  /** How many more there are than are shown. */
  readonly itemsLeft: number
  readonly subTotals: readonly ShownSubTotal[]
}

export type ShownItem = { readonly name: string; readonly quantity: string; readonly unitPrice: string }
export type ShownSubTotal = { readonly of: keyof typeof subTotalPaths; readonly amount: string }

const itemsShown = 20

export function shownDetailsOf({ merchantId, particulars }: VisitedPayment): ShownPaymentDetails {
  const order = partOf(particulars, 'order')
  const items = partOf(order, 'item')
  const list: readonly unknown[] = Array.isArray(items) ? items : []
  const description = textAt(order, 'description')
  return {
    merchantName: textAt(particulars, 'merchant', 'name') ?? merchantId,
    ...(description !== undefined && { description }),
    items: list.slice(0, itemsShown).map(item => ({
      name: textAt(item, 'name') ?? '',
      quantity: textAt(item, 'quantity') ?? '1',
      unitPrice: textAt(item, 'unitPrice') ?? '',
    })),
    itemsLeft: Math.max(0, list.length - itemsShown),
    subTotals: subTotalNames.flatMap(of => {
      const amount = textAt(order, ...subTotalPaths[of])
      return amount === undefined || !/[1-9]/.test(amount) ? [] : [{ of, amount }]
    }),
  }
}

export function recipientOf({ particulars }: VisitedPayment): string {
  const contact = partOf(partOf(particulars, 'shipping'), 'contact')
  return [textAt(contact, 'firstName'), textAt(contact, 'lastName')].filter(Boolean).join(' ')
}

export function addressOf({ particulars }: VisitedPayment): Readonly<Record<string, string>> {
  const address = partOf(partOf(particulars, 'shipping'), 'address')
  const lines: Record<string, string> = {}
  for (const name of addressNames) {
    const line = textAt(address, name)
    if (line !== undefined) lines[name] = line
  }
  return lines
}

const addressNames = [
  'company',
  'street',
  'street2',
  'postcodeZip',
  'city',
  'stateProvince',
  'country',
] as const

const subTotalPaths = {
  items: ['itemAmount'],
  shipping: ['shippingAndHandlingAmount'],
  tax: ['taxAmount'],
  discount: ['discount', 'amount'],
} as const
const subTotalNames = ['items', 'shipping', 'tax', 'discount'] as const

function partOf(group: unknown, name: string): unknown {
  if (typeof group !== 'object' || group === null || !Object.hasOwn(group, name)) return undefined
  return Object.entries(group).find(([key]) => key === name)?.[1]
}

/** A number may have come with its own text. */
function textAt(group: unknown, ...path: readonly string[]): string | undefined {
  const value = path.reduce(partOf, group)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object')
    return typeof partOf(value, 'text') === 'string' ? textAt(value, 'text') : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
