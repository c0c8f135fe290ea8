// Calls to an adapter that hangs: they must not keep payers waiting, nor take the room in which recovery
// works for everybody else.

import { type BreakerState, createBreaker } from '../../platform/breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CallOutcome, ProviderCaller } from './caller.ts'

type GuardOptions = {
  readonly clock: Clock
  readonly onChange: (state: BreakerState) => void
  readonly random?: () => number
}

/**
 * As with links to acquirers: after several calls in a row of which nothing was heard, nothing is sent for a
 * while, whoever asks, and then one call is tried. A confirmation of a merchant, who cannot ask a second
 * time, is always sent. And recovery has only so many calls under way at a time.
 */
export function guardCaller<Caller extends Pick<ProviderCaller, 'call'>>(
  caller: Caller,
  { clock, onChange, random = Math.random }: GuardOptions,
): Caller & { readonly breaker: () => BreakerState } {
  const breaker = createBreaker({ clock, random, onChange, ...breakerLimits })
  let backlog = 0
  return {
    ...caller,
    breaker: breaker.state,
    async call(call, deadline, options = {}) {
      const { isBacklog = false } = options
      if (breaker.isDue()) breaker.tryLive()
      const isAlwaysSent = call.call === 'confirm' && !isBacklog
      if (!isAlwaysSent && !breaker.admits()) return unsent('BREAKER_OPEN')
      if (isBacklog && backlog >= backlogMax) return unsent('QUEUE_FULL')
      breaker.trying()
      if (isBacklog) backlog += 1
      try {
        const outcome = await caller.call(call, deadline, options)
        if (isHeard(outcome)) breaker.success()
        else breaker.failure()
        return outcome
      } catch (fault) {
        breaker.untried()
        throw fault
      } finally {
        if (isBacklog) backlog -= 1
      }
    },
  }
}

const unsent = (reason: string): CallOutcome => ({ outcome: 'unsent', reason })

/** Also an answer that does not count says that somebody is there. */
const isHeard = (outcome: CallOutcome): boolean =>
  outcome.outcome === 'silent' ? outcome.isUnheard !== true : outcome.outcome !== 'unsent'

/** As links have them. */
const breakerLimits = { failuresMax: 8, pauseMs: 2_000, longestPauseMs: 30_000 }

/** Half of what recovery works on at the same time. */
const backlogMax = 16
