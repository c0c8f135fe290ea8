// Where pages are. Apart from the pages themselves, so that they can lead to each other. A merchant's pages
// stand below a segment of their own: a merchant may be called like any other page.

const merchantsPlace = '/console/m'

export const merchantAddress = (merchantId: string, path: string): string =>
  `${merchantsPlace}/${encodeURIComponent(merchantId)}/${path}`
export const gatewayAddress = (path: string): string => `/console/gateway/${path}`
export const ownAddress = (path: string): string => `/console/${path}`
export const orderAddress = (merchantId: string, orderId: string): string =>
  merchantAddress(merchantId, `order/${encodeURIComponent(orderId)}`)

/** For the router: the address of a page of any merchant. */
export const anyMerchantAddress = (path: string): string => `${merchantsPlace}/:merchantId/${path}`

/**
 * What an address says: which merchant (none on pages above merchants and on the user's own), which of its
 * pages, and the id at the end. Of the address itself: the router decodes it, and ids may contain what looks
 * encoded.
 */
export function addressed(pathname: string): Addressed {
  const [, , place, second, third, fourth] = pathname.split('/')
  if (`/console/${place}` !== merchantsPlace) return { page: second, id: decoded(third) ?? '' }
  return { merchantId: decoded(second), page: third, id: decoded(fourth) ?? '' }
}

type Addressed = {
  readonly merchantId?: string | undefined
  readonly page?: string | undefined
  /** Empty where there is none. */
  readonly id: string
}

function decoded(segment: string | undefined): string | undefined {
  try {
    return segment && decodeURIComponent(segment)
  } catch {
    return segment
  }
}
