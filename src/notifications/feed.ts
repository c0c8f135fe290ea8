import type { Owner } from '../orders/merchant.ts'
import { busy, type Rejection } from '../orders/rejection.ts'
import type { TimedClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { envelopeOf } from './envelope.ts'
import type { FeedStore, Kept, NotificationState } from './port.ts'
import { keyText, readBodies, type Written } from './reading.ts'
import type { KnownSecrets, Secrets } from './secrets.ts'
import { createTurnstile } from './turnstile.ts'
import { createWaiters } from './waiters.ts'

/** What happened to a merchant's orders, for those who would rather ask than be told. */
export interface Feed {
  read(owner: Owner, wanted: WantedFeed): Promise<FeedPage | Rejection>
  /** There is something new: who waits looks again. */
  wake(): void
  /** Who waits is answered now with what there is; once closed, nobody waits any more. */
  letGo(options?: { readonly isClosing?: boolean }): void
}

export type WantedFeed = {
  readonly from: Cursor
  readonly limit: number
  /** How long to wait for something, if there is nothing. */
  readonly waitMs: number
}

/** Where to begin: with all there is, after one notification, at the end, or so many before the end. */
export type Cursor =
  | { readonly kind: 'start' }
  | { readonly kind: 'after'; readonly notificationId: string }
  | { readonly kind: 'last'; readonly count: number }

export type FeedPage = {
  readonly notifications: readonly ShownNotification[]
  /** Where this page began, to read it once more. */
  readonly previous: string
  /** Where the next page begins: the id of the last one that was read, or 'start' while there is none. */
  readonly next: string
}

export type ShownNotification = {
  readonly id: string
  readonly sequence: number
  readonly orderId: string
  readonly transactionId: string
  readonly time: string
  readonly state: NotificationState
  readonly attempts: number
  /** Missing where the gateway could not put it into words. */
  readonly version?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export type FeedParts = {
  readonly store: FeedStore
  readonly secrets: Secrets
  readonly clock: TimedClock
  readonly log: Log
  /** Whether no money moves here: notifications say so. */
  readonly isTest?: boolean | undefined
}

export function createFeed(parts: FeedParts): Feed {
  const { store, clock } = parts
  const waiters = createWaiters()
  // Nobody has a place of the gateway's while it waits, so what reading costs is bounded here.
  const inTurn = createTurnstile(readingLimits)
  return {
    async read(owner, { from, limit, waitMs }) {
      const place = await inTurn(owner.merchantId, () => placeOf(store, owner, from))
      if (place === 'full') return tooMany()
      const untilMs = clock.monotonicMs() + waitMs
      const waiter = waitMs > 0 ? waiters.enter(owner.merchantId) : undefined
      try {
        for (;;) {
          const page = await inTurn(owner.merchantId, () => readPage(parts, owner, { place, limit }))
          const leftMs = untilMs - clock.monotonicMs()
          if (page === 'full') return tooMany()
          if (page.notifications.length > 0) return page
          if (!waiter || waiter.isLetGo() || leftMs <= 0) return page
          await waiter.wait(Math.min(leftMs, lookAgainMs))
        }
      } finally {
        waiter?.leave()
      }
    },
    wake: waiters.wake,
    letGo: waiters.letGo,
  }
}

const tooMany = (): Rejection => busy('Too many read their notifications just now.', 1)

/** Few more than the store has sessions for it: who waits for one of those waits in no fair order. */
const readingLimits = { insideMax: 4, insidePerName: 2, queuePerName: 32 }

/** Another node may have taken in what somebody waits for here. */
const lookAgainMs = 500

type Place = { readonly feedNo: number; readonly name: string }
const beginning: Place = { feedNo: 0, name: 'start' }

/** One that is not known was forgotten: rather all over again than anything missed. */
async function placeOf(store: FeedStore, owner: Owner, from: Cursor): Promise<Place> {
  if (from.kind === 'start') return beginning
  if (from.kind === 'after') return placed(await store.find(owner, from.notificationId))
  const { merchantId } = owner
  const newest = await store.list({ merchantId, limit: from.count + 1 })
  return placed(newest[from.count])
}

const placed = (kept: Kept | undefined): Place =>
  kept ? { feedNo: kept.feedNo, name: kept.notificationId } : beginning

type Wanted = { readonly place: Place; readonly limit: number }

async function readPage(parts: FeedParts, owner: Owner, { place, limit }: Wanted): Promise<FeedPage> {
  const found = await parts.store.feed(owner, { after: place.feedNo, limit })
  if (found.length === 0) return { notifications: [], previous: place.name, next: place.name }
  const secrets = await parts.secrets.find(owner)
  const bodies = await readBodies(parts, found, pageLengthMax)
  const at = parts.clock.now()
  const notifications: ShownNotification[] = []
  let length = 0
  for (const kept of found) {
    const written = bodies.get(keyText(kept))
    length += written?.body.length ?? 0
    if (length > pageLengthMax && notifications.length > 0) break
    notifications.push(shown(kept, { written, secrets, at, isTest: parts.isTest }))
  }
  return { notifications, previous: place.name, next: notifications.at(-1)?.id ?? place.name }
}

/** What does not fit is on the next page. */
const pageLengthMax = 1_024 * 1_024

type Telling = {
  readonly written: Written | undefined
  readonly secrets: KnownSecrets
  readonly at: Date
  readonly isTest: boolean | undefined
}

function shown(kept: Kept, { written, ...more }: Telling): ShownNotification {
  const { notificationId, sequence, orderId, transactionId, changedAtMs, state, attempts } = kept
  const time = new Date(changedAtMs).toISOString()
  const head = { id: notificationId, sequence, orderId, transactionId, time, state, attempts }
  if (!written) return head
  const attempt = Math.max(1, attempts)
  const { headers, body } = envelopeOf({ ...kept, attempt }, { body: written.body, ...more })
  return { ...head, version: String(written.version), headers, body }
}
