import type { TimedClock } from '../../platform/clock.ts'

/** Waits that grow from 2 to 50 ms and end together at one deadline: polling cannot lose a wake-up. */
export interface Pauses {
  /** Waits a little; false when the time is over instead. */
  pause(): Promise<boolean>
  /** Whether the time is over, for what is tried again without a wait; it runs from when first asked. */
  isOver(): boolean
  /** Since when first asked; nothing for who never had to wait. */
  spentMs(): number
}

/** How long an amendment is tried again while others change the order: as a request waits, by default. */
export const amendmentWaitMs = 5_000

const shortestMs = 2
const longestMs = 50

export function createPauses(clock: TimedClock, patienceMs: number): Pauses {
  let untilMs: number | undefined
  let lengthMs = shortestMs
  const leftMs = () => {
    const nowMs = clock.monotonicMs()
    untilMs ??= nowMs + patienceMs
    return untilMs - nowMs
  }
  return {
    async pause() {
      const waitMs = Math.min(lengthMs, leftMs())
      if (waitMs <= 0) return false
      await clock.sleep(waitMs)
      lengthMs = Math.min(lengthMs * 2, longestMs)
      return true
    },
    isOver() {
      const isFirst = untilMs === undefined
      return leftMs() <= 0 && !isFirst
    },
    spentMs: () => (untilMs === undefined ? 0 : Math.round(patienceMs - leftMs())),
  }
}
