// What happened to a merchant's orders, page by page, as one iterator.

import type { ApiVersion } from './bodies.ts'
import type { Caller } from './caller.ts'
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

/** The feed was refused, or could not be read until the deadline. Go on after the last id that you have. */
export class FeedInterruption extends Error {
  override readonly name = 'FeedInterruption'
}

/** The longest that the gateway lets one wait, in seconds. */
const waitMax = 25

/** Each page is asked for when the one before is used up. Leaving the loop ends it. */
export async function* readFeed<V extends ApiVersion>(
  caller: Caller,
  { after = 'start', follow = false, signal }: FeedSettings = {},
): AsyncGenerator<FeedNotification<V>, void, void> {
  for (let cursor = after; !signal?.aborted; ) {
    const query = `after=${encodeURIComponent(cursor)}&wait=${follow ? waitMax : 0}`
    const path = `/merchant/{merchantId}/notifications?${query}`
    const reply = replyOf<FeedPageBody>(await caller({ method: 'GET', path }, { signal }))
    if (signal?.aborted) return
    if (reply.kind !== 'answered') throw new FeedInterruption(reply.message)
    const { notifications, next } = reply.answer
    for (const { body, ...told } of notifications)
      if (body !== undefined) yield { ...readNotification<V>(body, told), time: told.time, state: told.state }
    if (notifications.length === 0 && !follow) return
    cursor = next
  }
}
