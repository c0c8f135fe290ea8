// Orders that were looked at in this tab, for the palette; forgotten with the tab, and when its user changes.

const key = 'tollgate-console-recent'
const countMax = 8

export function recentOrders(merchantId: string): readonly string[] {
  return readAll()
    .filter(entry => entry.merchantId === merchantId)
    .map(({ orderId }) => orderId)
}

/** Called by the page of an order. */
export function rememberOrder(merchantId: string, orderId: string): void {
  const others = readAll().filter(entry => entry.merchantId !== merchantId || entry.orderId !== orderId)
  try {
    const kept = [{ merchantId, orderId }, ...others].slice(0, countMax)
    sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // A browser may refuse to keep anything.
  }
}

export function forgetOrders(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

type RecentOrder = { readonly merchantId: string; readonly orderId: string }

function readAll(): readonly RecentOrder[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecentOrder) : []
  } catch {
    return []
  }
}

const isRecentOrder = (entry: Partial<Record<keyof RecentOrder, unknown>>): entry is RecentOrder =>
  typeof entry?.merchantId === 'string' && typeof entry.orderId === 'string'
