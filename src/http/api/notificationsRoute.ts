import type { FeedCursor, NotificationFeed, WantedFeedPage } from '../../notifications/feed.ts'
import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import { isRefusal } from '../transport/refusals.ts'
import { readQueryNumber } from './path.ts'
import { ownerOf, type Route } from './routes.ts'

/** Lets a merchant poll its notifications. Not part of the contract: the same at every version. */
export const notificationsRoute = (feed: NotificationFeed): Route => ({
  method: 'GET',
  path: '/merchant/{merchantId}/notifications',
  access: 'merchant',
  query: ['after', 'last', 'limit', 'wait'],
  isLongPolling: true,
  async handler(call) {
    const wanted = readWanted(call.query)
    if (isRejection(wanted)) return wanted
    const page = await feed.read(ownerOf(call), wanted, call.refusalNow)
    if (isRejection(page) || isRefusal(page)) return page
    const bringsNews = page.notifications.length > 0
    return { status: 200, body: page, ...(bringsNews && { bringsNews }) }
  },
})

const pageMax = 100
const waitSecondsMax = 25

/** An empty parameter counts as absent. */
function readWanted(query: Readonly<Record<string, string>>): WantedFeedPage | Rejection {
  const from = readCursor(query)
  if (isRejection(from)) return from
  const limit = readQueryNumber(query, { name: 'limit', min: 1, max: pageMax }) ?? pageMax
  if (isRejection(limit)) return limit
  const wait = readQueryNumber(query, { name: 'wait', min: 0, max: waitSecondsMax }) ?? 0
  return isRejection(wait) ? wait : { from, limit, waitMs: wait * 1_000 }
}

function readCursor(query: Readonly<Record<string, string>>): FeedCursor | Rejection {
  const { after = '' } = query
  const last = readQueryNumber(query, { name: 'last', min: 0, max: pageMax })
  if (isRejection(last)) return last
  if (last !== undefined && after !== '') return invalid('last', 'It cannot be given together with after.')
  if (last !== undefined) return { kind: 'last', count: last }
  if (after === 'now') return { kind: 'last', count: 0 }
  if (after === '' || after === 'start') return { kind: 'start' }
  const why = "It must be the 'next' of an earlier answer, a notification's id, 'start' or 'now'."
  return idForm.test(after)
    ? { kind: 'after', notificationId: after.toLowerCase() }
    : invalid('after', why, after)
}

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
