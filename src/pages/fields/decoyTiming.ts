// Makes calls to decoy sessions take as long as calls to real ones.

import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Sessions } from '../../sessions/sessions.ts'

type SessionCalls = Pick<Sessions, 'create' | 'update'>

/**
 * Storing a session takes time, storing a decoy (sessions/decoys.ts) does not: so calls to decoys wait about
 * as long as the same calls to real sessions have recently taken. Otherwise the response time would reveal
 * whether a merchant exists.
 */
export function createDecoyTiming(clock: Pick<Clock, 'monotonicMs'>) {
  const usualMs = { create: firstGuessMs, update: firstGuessMs }
  async function timed<Result>(kind: keyof SessionCalls, work: () => Promise<Result>): Promise<Result> {
    const startedMs = clock.monotonicMs()
    const result = await work()
    usualMs[kind] += (clock.monotonicMs() - startedMs - usualMs[kind]) / weight
    return result
  }
  async function padded<Result>(kind: keyof SessionCalls, work: () => Promise<Result>): Promise<Result> {
    const startedMs = clock.monotonicMs()
    const result = await work()
    const wantedMs = Math.min(usualMs[kind], longestMs) * (1 + (Math.random() - 0.5) / 2)
    const leftMs = wantedMs - (clock.monotonicMs() - startedMs)
    if (leftMs > 0) await pause(leftMs)
    return result
  }
  const around = (sessions: SessionCalls, pace: typeof timed): SessionCalls => ({
    create: call => pace('create', () => sessions.create(call)),
    update: (call, sessionId) => pace('update', () => sessions.update(call, sessionId)),
  })
  return {
    measured: (sessions: SessionCalls) => around(sessions, timed),
    delayed: (sessions: SessionCalls) => around(sessions, padded),
  }
}

const firstGuessMs = 3
/** The weight of earlier calls in the moving average: a single slow call changes little. */
const weight = 8
const longestMs = 1_000
