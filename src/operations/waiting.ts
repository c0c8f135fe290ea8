import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'

/** Waits that grow from 2 to 50 ms and end together at one deadline: polling cannot lose a wake-up. */
export interface Pauses {
  /** Waits a little; false when the time is over instead. */
  pause(): Promise<boolean>
}

const shortestMs = 2
const longestMs = 50

export function createPauses(clock: Clock, patienceMs: number): Pauses {
  let untilMs: number | undefined
  let lengthMs = shortestMs
  return {
    async pause() {
      const nowMs = clock.monotonicMs()
      untilMs ??= nowMs + patienceMs
      if (nowMs >= untilMs) return false
      await sleep(Math.min(lengthMs, untilMs - nowMs))
      lengthMs = Math.min(lengthMs * 2, longestMs)
      return true
    },
  }
}
