// The feed: a merchant's notifications for polling, with long polling and a fair share of reads for each
// merchant.

import type { Owner } from '../orders/merchant.ts'
import { busy, type Rejection } from '../orders/rejection.ts'
import type { TimedClock } from '../platform/clock.ts'
import { createFairConcurrencyLimit } from '../platform/limits/fairConcurrencyLimit.ts'
import type { Log } from '../platform/log.ts'
import { createWakeUpSignal, type WakeUpSignal } from '../platform/wakeUpSignal.ts'
import { envelopeOf, type NotificationText, notificationKeyText, readBodies } from './envelope.ts'
import type { FeedStore, KeptNotification, NotificationState } from './port.ts'
import type { KnownSecrets, NotificationSecrets } from './secrets.ts'

/** A merchant's notifications, for polling instead of receiving them. */
export interface NotificationFeed {
  /** Whoever waits is asked about again before each look: may it still read? */
  read<Refusal = never>(
    owner: Owner,
    wanted: WantedFeedPage,
    refusalNow?: () => Promise<Refusal | undefined>,
  ): Promise<FeedPage | Rejection | Refusal>
  /** New notifications have arrived: waiting readers read again. */
  wake(): void
  /** Answers waiting readers at once; with `isClosing`, later ones do not wait either. */
  releaseWaiters(options?: { readonly isClosing?: boolean }): void
}

export type WantedFeedPage = {
  readonly from: FeedCursor
  readonly limit: number
  /** How long to wait when there is nothing new. */
  readonly waitMs: number
}

/**
 * Where to begin: with the oldest, after one notification, at the end, or a number of them before the end.
 */
export type FeedCursor =
  | { readonly kind: 'start' }
  | { readonly kind: 'after'; readonly notificationId: string }
  | { readonly kind: 'last'; readonly count: number }

export type FeedPage = {
  readonly notifications: readonly ShownNotification[]
  /** The position at which this page began, to read it again. */
  readonly previous: string
  /**
   * The position of the next page: the id of the last notification that was read, or 'start' while there is
   * none.
   */
  readonly next: string
}

type ShownNotification = {
  readonly id: string
  readonly sequence: number
  readonly orderId: string
  readonly transactionId: string
  readonly time: string
  readonly state: NotificationState
  readonly attempts: number
  /** Missing where the body could not be rendered. */
  readonly version?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

type FeedDependencies = {
  readonly store: FeedStore
  readonly secrets: NotificationSecrets
  readonly clock: TimedClock
  readonly log: Log
  /** Whether no money moves here: notifications say so. */
  readonly isTest?: boolean | undefined
}

export function createNotificationFeed(dependencies: FeedDependencies): NotificationFeed {
  const { store, clock } = dependencies
  const waiters = createFeedWaiters()
  // Long polling does not count in the gateway's load, so the cost of reading is limited here.
  const inTurn = createFairConcurrencyLimit(readingLimits)
  return {
    async read(owner, { from, limit, waitMs }, refusalNow) {
      const place = await inTurn(owner.merchantId, () => positionOf(store, owner, from))
      if (place === 'full') return tooMany()
      const untilMs = clock.monotonicMs() + waitMs
      const waiter = waitMs > 0 ? waiters.enter(owner.merchantId) : undefined
      try {
        for (;;) {
          const page = await inTurn(owner.merchantId, () =>
            readPage(dependencies, owner, { position: place, limit }),
          )
          const leftMs = untilMs - clock.monotonicMs()
          if (page === 'full') return tooMany()
          if (page.notifications.length > 0) return page
          if (!waiter || waiter.isReleased() || leftMs <= 0) return page
          await waiter.wait(Math.min(leftMs, lookAgainMs))
          const refusal = await refusalNow?.()
          if (refusal !== undefined) return refusal
        }
      } finally {
        waiter?.leave()
      }
    },
    wake: waiters.wake,
    releaseWaiters: waiters.release,
  }
}

const tooMany = (): Rejection => busy('Too many read their notifications just now.', 1)

/** Slightly more than the store has sessions for it: waiting for a session is not in a fair order. */
const readingLimits = { insideMax: 4, insidePerName: 2, queuePerName: 32 }

/** Another node may have taken in the notifications that a reader waits for here. */
const lookAgainMs = 500

type FeedPosition = { readonly feedNo: number; readonly name: string }
const beginning: FeedPosition = { feedNo: 0, name: 'start' }

/** An unknown id belongs to a deleted notification: reading begins at the oldest, so that none is missed. */
async function positionOf(store: FeedStore, owner: Owner, from: FeedCursor): Promise<FeedPosition> {
  if (from.kind === 'start') return beginning
  if (from.kind === 'after') return positionAt(await store.find(owner, from.notificationId))
  const { merchantId } = owner
  const newest = await store.list({ merchantId, limit: from.count + 1 })
  return positionAt(newest[from.count])
}

const positionAt = (kept: KeptNotification | undefined): FeedPosition =>
  kept ? { feedNo: kept.feedNo, name: kept.notificationId } : beginning

type WantedEntries = { readonly position: FeedPosition; readonly limit: number }

async function readPage(
  dependencies: FeedDependencies,
  owner: Owner,
  { position: place, limit }: WantedEntries,
): Promise<FeedPage> {
  const found = await dependencies.store.feed(owner, { after: place.feedNo, limit })
  if (found.length === 0) return { notifications: [], previous: place.name, next: place.name }
  const secrets = await dependencies.secrets.find(owner)
  const bodies = await readBodies(dependencies, found, pageLengthMax)
  const at = dependencies.clock.now()
  const notifications: ShownNotification[] = []
  let length = 0
  for (const kept of found) {
    const written = bodies.get(notificationKeyText(kept))
    length += written?.body.length ?? 0
    if (length > pageLengthMax && notifications.length > 0) break
    notifications.push(shownNotification(kept, { written, secrets, at, isTest: dependencies.isTest }))
  }
  return { notifications, previous: place.name, next: notifications.at(-1)?.id ?? place.name }
}

/** The rest is on the next page. */
const pageLengthMax = 1_024 * 1_024

type ShownContent = {
  readonly written: NotificationText | undefined
  readonly secrets: KnownSecrets
  readonly at: Date
  readonly isTest: boolean | undefined
}

function shownNotification(kept: KeptNotification, { written, ...more }: ShownContent): ShownNotification {
  const { notificationId, sequence, orderId, transactionId, changedAtMs, state, attempts } = kept
  const time = new Date(changedAtMs).toISOString()
  const head = { id: notificationId, sequence, orderId, transactionId, time, state, attempts }
  if (!written) return head
  const attempt = Math.max(1, attempts)
  const { headers, body } = envelopeOf({ ...kept, attempt }, { body: written.body, ...more })
  return { ...head, version: String(written.version), headers, body }
}

/** Readers that wait for new notifications: a few per merchant, a bounded number in all. */
type FeedWaiters = {
  readonly enter: (merchantId: string) => FeedWaiter
  readonly wake: () => void
  readonly release: (options?: { readonly isClosing?: boolean }) => void
}

type FeedWaiter = {
  readonly wait: (timeoutMs: number) => Promise<void>
  /** Whether the reader must stop waiting. */
  readonly isReleased: () => boolean
  readonly leave: () => void
}

const perMerchantMax = 4
const waitersMax = 128
/** Readers are woken at most once in this interval, however often notifications arrive. */
const wakeEveryMs = 250

type WaitingReader = { readonly signal: WakeUpSignal; readonly merchantId: string; isReleased: boolean }

/**
 * When all places are taken, a new reader replaces the longest waiting one, which is answered without new
 * notifications: readers that have disconnected are not noticed, and must not block others.
 */
function createFeedWaiters(): FeedWaiters {
  const waiting = new Set<WaitingReader>()
  let isClosed = false
  const sendHome = (waiter: WaitingReader | undefined) => {
    if (!waiter) return
    waiting.delete(waiter)
    waiter.isReleased = true
    waiter.signal.wake()
  }
  return {
    enter(merchantId) {
      const own = [...waiting].filter(waiter => waiter.merchantId === merchantId)
      if (own.length >= perMerchantMax) sendHome(own[0])
      else if (waiting.size >= waitersMax) sendHome([...waiting][0])
      const waiter: WaitingReader = { signal: createWakeUpSignal(), merchantId, isReleased: isClosed }
      waiting.add(waiter)
      return {
        wait: waiter.signal.wait,
        isReleased: () => waiter.isReleased,
        leave: () => waiting.delete(waiter),
      }
    },
    wake: throttled(() => {
      for (const { signal } of waiting) signal.wake()
    }),
    release({ isClosing = false } = {}) {
      isClosed ||= isClosing
      for (const waiter of [...waiting]) sendHome(waiter)
    },
  }
}

/** Runs at once, and then not again for a while; calls in between are combined into one at its end. */
function throttled(act: () => void): () => void {
  let isResting = false
  let isAsked = false
  const go = () => {
    isAsked = false
    isResting = true
    act()
    setTimeout(() => {
      isResting = false
      if (isAsked) go()
    }, wakeEveryMs).unref()
  }
  return () => {
    isAsked = true
    if (!isResting) go()
  }
}
