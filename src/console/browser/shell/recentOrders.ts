// Orders that a user looked at in this tab, for the palette: gone with the tab, and when its user changes.

const key = 'tollgate-console-recent'
const countMax = 8

export function recentOrders(merchantId: string): readonly string[] {
  return (
    readKept()
      ?.orders.filter(order => order.merchantId === merchantId)
      .map(({ orderId }) => orderId) ?? []
  )
}

/** Whose they are from now on. A tab keeps them over a page that is loaded again, by whomever. */
export function keepOrdersOf(userId: string): void {
  if (readKept()?.userId !== userId) write({ userId, orders: [] })
}

/** Called by the page of an order. */
export function rememberOrder(merchantId: string, orderId: string): void {
  const kept = readKept()
  if (!kept) return
  const others = kept.orders.filter(order => order.merchantId !== merchantId || order.orderId !== orderId)
  write({ ...kept, orders: [{ merchantId, orderId }, ...others].slice(0, countMax) })
}

export function forgetOrders(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

type RecentOrder = { readonly merchantId: string; readonly orderId: string }
type KeptOrders = { readonly userId: string; readonly orders: readonly RecentOrder[] }

function write(kept: KeptOrders): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // A browser may refuse to keep anything.
  }
}

function readKept(): KeptOrders | undefined {
  try {
    const { userId, orders }: Unread<KeptOrders> = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof userId === 'string' && Array.isArray(orders)
      ? { userId, orders: orders.filter(isRecentOrder) }
      : undefined
  } catch {
    return undefined
  }
}

type Unread<Kept> = { readonly [Name in keyof Kept]?: unknown }

const isRecentOrder = (order: Unread<RecentOrder>): order is RecentOrder =>
  typeof order?.merchantId === 'string' && typeof order.orderId === 'string'
