import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Sessions } from '../../sessions/sessions.ts'

type Kept = Pick<Sessions, 'create' | 'update'>

/**
 * What is kept takes its time, what is only played would not: so it waits for as long as the same has lately
 * taken in earnest, or how long an answer takes would tell which it was.
 */
export function createDecoyTiming(clock: Pick<Clock, 'monotonicMs'>) {
  const usualMs = { create: firstGuessMs, update: firstGuessMs }
  async function timed<Result>(kind: keyof Kept, work: () => Promise<Result>): Promise<Result> {
    const startedMs = clock.monotonicMs()
    const result = await work()
    usualMs[kind] += (clock.monotonicMs() - startedMs - usualMs[kind]) / weight
    return result
  }
  async function delayed<Result>(kind: keyof Kept, work: () => Promise<Result>): Promise<Result> {
    const startedMs = clock.monotonicMs()
    const result = await work()
    const wantedMs = Math.min(usualMs[kind], longestMs) * (1 + (Math.random() - 0.5) / 2)
    const leftMs = wantedMs - (clock.monotonicMs() - startedMs)
    if (leftMs > 0) await pause(leftMs)
    return result
  }
  const around = (sessions: Kept, pace: typeof timed): Kept => ({
    create: call => pace('create', () => sessions.create(call)),
    update: (call, sessionId) => pace('update', () => sessions.update(call, sessionId)),
  })
  return {
    inEarnest: (sessions: Kept) => around(sessions, timed),
    played: (sessions: Kept) => around(sessions, delayed),
  }
}

const firstGuessMs = 3
/** One that was slow once says little. */
const weight = 8
const longestMs = 1_000
