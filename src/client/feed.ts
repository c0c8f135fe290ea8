// What happened to a merchant's orders, page by page, as one iterator.

import type { ApiVersion } from './bodies.ts'
import type { Caller } from './caller.ts'
import { sleep } from './clock.ts'
import { type GatewayNotification, readNotification } from './notification.ts'
import { replyOf } from './outcome.ts'

export type FeedSettings = {
  /** Goes on after this one: the `id` of a notification, `'start'` (as without it) or `'now'`. */
  readonly after?: string
  /** Whether to wait for more at the end, until the signal ends it; otherwise the iteration ends there. */
  readonly follow?: boolean
  readonly signal?: AbortSignal
}

/** Its `id` is the cursor: keep it with what you did about it, and go on after it. */
export type FeedNotification<V extends ApiVersion> = GatewayNotification<V> & {
  /** When it happened. */
  readonly time: string
  /** Whether it was delivered to your server too. */
  readonly state: 'DEAD' | 'DELIVERED' | 'GONE' | 'NOWHERE' | 'OFF' | 'WAITING'
}

type FeedPageBody = {
  readonly notifications: readonly {
    readonly id: string
    readonly sequence: number
    readonly time: string
    readonly state: FeedNotification<ApiVersion>['state']
    /** Missing where it can no longer be rendered. */
    readonly body?: string
  }[]
  readonly next: string
}

/** The feed was refused, or could not be read until the deadline. */
export class FeedInterruption extends Error {
  override readonly name = 'FeedInterruption'
  /** Go on after this: everything before it was given to you. */
  readonly after: string

  constructor(message: string, after: string) {
    super(message)
    this.after = after
  }
}

type FeedReader = { readonly caller: Caller; readonly patienceMs: number }

/** Each page is asked for when the one before is used up. Leaving the loop ends it. */
export async function* readFeed<V extends ApiVersion>(
  reader: FeedReader,
  { after = 'start', follow = false, signal }: FeedSettings = {},
): AsyncGenerator<FeedNotification<V>, void, void> {
  const waitSeconds = follow ? waitOf(reader) : 0
  for (let cursor = after; !signal?.aborted; ) {
    // Where that is must be known first: who asks for it again after a lost answer misses what was between.
    const wait = cursor === 'now' ? 0 : waitSeconds
    const query = `after=${encodeURIComponent(cursor)}&wait=${wait}`
    const path = `/merchant/{merchantId}/notifications?${query}`
    const reply = replyOf<FeedPageBody>(await reader.caller({ method: 'GET', path }, { signal }))
    if (signal?.aborted) return
    if (reply.kind !== 'answered') throw new FeedInterruption(reply.message, cursor)
    const { notifications, next } = reply.answer
    for (const { body, ...told } of notifications)
      if (body !== undefined) yield { ...readNotification<V>(body, told), time: told.time, state: told.state }
    if (notifications.length === 0) {
      if (!follow) return
      if (waitSeconds === 0) await sleep(pauseMs, signal)
    }
    cursor = next
  }
}

/** In seconds; as long as the gateway lets one wait, and no longer than the client waits for an answer. */
const waitOf = ({ patienceMs }: FeedReader): number =>
  Math.max(0, Math.min(waitMax, Math.floor((patienceMs - wayMs) / 1_000)))

const waitMax = 25
/** What an answer may take besides. */
const wayMs = 2_000
/** Between calls of who cannot wait. */
const pauseMs = 1_000
