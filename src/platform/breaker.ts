// The circuit breaker of the way to a counterparty: after several failures in a row nothing is sent for a
// while, so that payers are told at once and nothing is owed. Then one question is tried.

import type { Clock } from './clock.ts'

export const breakerStates = ['closed', 'open', 'halfOpen'] as const
export type BreakerState = (typeof breakerStates)[number]

export type BreakerStatus = {
  readonly state: BreakerState
  readonly since: Date
  /** Failures in a row. */
  readonly failures: number
}

export interface Breaker {
  readonly state: () => BreakerState
  /** Whether a question may be sent now; while half-open, one at a time. */
  readonly admits: () => boolean
  /** A question is about to be written: while half-open, it is the one that is tried. */
  readonly trying: () => void
  /** That one came back unsent: another may be tried. */
  readonly untried: () => void
  /** Whether the pause is over, so that it may be tried whether the host answers. */
  readonly isDue: () => boolean
  /** An echo was answered, or none may be sent: live questions are tried. */
  readonly tryLive: () => void
  /** An echo was not answered: another pause. */
  readonly prolong: () => void
  /** A question was answered: whatever the state, it works. */
  readonly success: () => void
  /** A question without an answer, or no connection at all. */
  readonly failure: () => void
  readonly status: () => BreakerStatus
}

export type BreakerOptions = {
  readonly clock: Clock
  readonly failuresMax: number
  /** The first pause; each that follows without an answer between them is twice as long. */
  readonly pauseMs: number
  readonly longestPauseMs: number
  readonly random: () => number
  readonly onChange: (state: BreakerState) => void
}

export function createBreaker(options: BreakerOptions): Breaker {
  const { clock, failuresMax, pauseMs, longestPauseMs, random, onChange } = options
  let state: BreakerState = 'closed'
  let since = clock.now()
  let failures = 0
  let pauses = 0
  let dueAtMs = 0
  let isTrying = false
  const change = (next: BreakerState) => {
    isTrying = false
    if (state === next) return
    state = next
    since = clock.now()
    onChange(next)
  }
  const open = () => {
    const pause = Math.min(longestPauseMs, pauseMs * 2 ** pauses)
    // Two nodes must not try at the same moment.
    dueAtMs = clock.monotonicMs() + pause * (0.75 + random() / 2)
    pauses += 1
    change('open')
  }
  return {
    state: () => state,
    admits: () => state === 'closed' || (state === 'halfOpen' && !isTrying),
    trying: () => {
      isTrying = state === 'halfOpen'
    },
    untried: () => {
      isTrying = false
    },
    isDue: () => state === 'open' && clock.monotonicMs() >= dueAtMs,
    tryLive: () => state === 'open' && change('halfOpen'),
    prolong: () => state === 'open' && open(),
    success: () => {
      failures = 0
      pauses = 0
      if (state !== 'closed') change('closed')
    },
    failure: () => {
      failures += 1
      // While open, silences of what was sent before say nothing new.
      if (state === 'halfOpen' || (state === 'closed' && failures >= failuresMax)) open()
    },
    status: () => ({ state, since, failures }),
  }
}
