// Whether adapters answer, and what they say they support: asked now and then, so that an operator hears of
// one that is away before payers do.

import type { BreakerState } from '../../platform/breaker.ts'
import type { TimedClock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { ProtocolAbility } from '../protocol/declaration.ts'
import type { ProviderCaller } from './caller.ts'

export type ProviderPresence = {
  readonly name: string
  /** Since when its adapter has not described itself, by the wall clock; absent while it does. */
  readonly awaySince?: Date
}

export type ProviderStatus = ProviderPresence & { readonly breaker: BreakerState }

export type ObservedProvider = {
  readonly status: () => ProviderPresence
  /** Undefined until the adapter was heard. */
  readonly supports: () => readonly ProtocolAbility[] | undefined
  /** Asks now. */
  readonly look: () => Promise<void>
  readonly stop: () => Promise<void>
}

type ObservationOptions = {
  readonly name: string
  readonly caller: Pick<ProviderCaller, 'describe'>
  readonly clock: TimedClock
  readonly log: Pick<Log, 'info' | 'warn'>
}

export function observeProvider({ name, caller, clock, log }: ObservationOptions): ObservedProvider {
  let supports: readonly ProtocolAbility[] | undefined
  let awaySince: Date | undefined
  const look = async () => {
    const described = await caller.describe(clock.deadline(patienceMs))
    if (described) supports = described.supports
    if (described && awaySince) log.info('provider', { name, reason: 'It answers again.' })
    if (!described && !awaySince) log.warn('provider', { name, reason: 'Its adapter does not answer.' })
    awaySince = described ? undefined : (awaySince ?? clock.now())
  }
  let last: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    last = look()
  }, everyMs).unref()
  return {
    status: () => ({ name, ...(awaySince && { awaySince }) }),
    supports: () => supports,
    look,
    async stop() {
      clearInterval(timer)
      await last
    },
  }
}

const everyMs = 30_000
const patienceMs = 3_000
