// Where pages are. Apart from the pages themselves, so that they can lead to each other.

export const merchantAddress = (merchantId: string, path: string): string =>
  `/console/${encodeURIComponent(merchantId)}/${path}`
export const gatewayAddress = (path: string): string => `/console/gateway/${path}`
export const ownAddress = (path: string): string => `/console/${path}`
export const orderAddress = (merchantId: string, orderId: string): string =>
  merchantAddress(merchantId, `order/${encodeURIComponent(orderId)}`)
