// Pages that wait for something to happen: a few for each session, a bounded number in all.

import type { Clock } from '../../platform/clock.ts'
import { createWakeUpSignal, type WakeUpSignal } from '../../platform/wakeUpSignal.ts'

export interface ChangeWaiters {
  /**
   * Looks until there is something, or until it was waited for long enough: then undefined. 'replaced':
   * another one needed the place.
   */
  wait<Found>(
    sessionId: string,
    look: () => Promise<Found | undefined>,
  ): Promise<Found | 'replaced' | undefined>
  /** Something was taken in. */
  wake(): void
  /** Answers everybody who waits; with `isClosing`, later ones do not wait either. */
  release(options?: { readonly isClosing?: boolean }): void
}

/** Less than what proxies and browsers wait for an answer. */
const waitMaxMs = 25_000
/** Another node may have taken in what is waited for. */
const lookAgainMs = 1_000
const perSessionMax = 4
const waitersMax = 256

type Waiter = {
  readonly sessionId: string
  readonly signal: WakeUpSignal
  isReleased: boolean
  isReplaced: boolean
}

/**
 * When all places are taken, a new one replaces the one that waits longest, which is told so: whoever has
 * left is not noticed, and must not keep others out.
 */
export function createChangeWaiters(clock: Pick<Clock, 'monotonicMs'>): ChangeWaiters {
  const waiting = new Set<Waiter>()
  let isClosed = false
  const release = (waiter: Waiter | undefined, isReplaced = false) => {
    if (!waiter) return
    waiter.isReplaced = isReplaced
    waiting.delete(waiter)
    waiter.isReleased = true
    waiter.signal.wake()
  }
  const enter = (sessionId: string): Waiter => {
    const own = [...waiting].filter(waiter => waiter.sessionId === sessionId)
    if (own.length >= perSessionMax) release(own[0], true)
    else if (waiting.size >= waitersMax) release([...waiting][0], true)
    const waiter: Waiter = {
      ...{ sessionId, signal: createWakeUpSignal() },
      ...{ isReleased: isClosed, isReplaced: false },
    }
    waiting.add(waiter)
    return waiter
  }
  return {
    async wait(sessionId, look) {
      const untilMs = clock.monotonicMs() + waitMaxMs
      const waiter = enter(sessionId)
      try {
        for (;;) {
          const found = await look()
          const leftMs = untilMs - clock.monotonicMs()
          if (found === undefined && waiter.isReplaced) return 'replaced'
          if (found !== undefined || waiter.isReleased || leftMs <= 0) return found
          await waiter.signal.wait(Math.min(leftMs, lookAgainMs))
        }
      } finally {
        waiting.delete(waiter)
      }
    },
    wake() {
      for (const { signal } of waiting) signal.wake()
    },
    release({ isClosing = false } = {}) {
      isClosed ||= isClosing
      for (const waiter of [...waiting]) release(waiter)
    },
  }
}
