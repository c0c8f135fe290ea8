// Detects that the gateway's public address is not the one at which payers' browsers reach it.

import { type Clock, systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import { isWebOrigin } from '../standards/url.ts'

type PublicAddressMonitor = {
  /**
   * Called with a report, in the name of a session, that a browser has loaded a page from this gateway under
   * an address that is not the gateway's.
   */
  readonly onElsewhere: (origin: string, sessionId: string) => Promise<void>
  /** Whether that happened recently. */
  readonly isAddressUnfit: () => boolean
}

export type PublicAddressMonitorDependencies = {
  readonly log: Log
  /** The address at which payers' browsers should reach this gateway. */
  readonly origin: () => string
  /** Whether such a session exists: only its payer has its id. */
  readonly isSession: (sessionId: string) => Promise<boolean>
  readonly clock?: Clock
}

/** A report of a browser is logged rarely, and as unverified: any payer can send one. */
export function monitorPublicAddress(dependencies: PublicAddressMonitorDependencies): PublicAddressMonitor {
  const { log, origin: own, isSession, clock = systemClock } = dependencies
  let seenAtMs = Number.NEGATIVE_INFINITY
  let asking = 0
  const loggedAtMs = new Map<string, number>()
  const logAddress = (origin: string) => {
    const nowMs = clock.monotonicMs()
    seenAtMs = nowMs
    for (const [address, atMs] of loggedAtMs) if (nowMs - atMs >= logEveryMs) loggedAtMs.delete(address)
    const address = holdsCardData(origin) ? 'another address' : origin
    if (loggedAtMs.has(address) || loggedAtMs.size >= loggedMax) return
    loggedAtMs.set(address, nowMs)
    const reason =
      `A payer's browser may have reached this gateway at ${address}, and TOLLGATE_PUBLIC_URL says ` +
      `${own()}: nobody can pay there.`
    log.warn('address', { reason })
  }
  return {
    async onElsewhere(origin, sessionId) {
      if (!isWebOrigin(origin) || origin.length > originMax || asking >= askingMax) return
      asking++
      // When that cannot be looked up, other parts report why.
      const isTrue = await isSession(sessionId).catch(() => false)
      asking--
      if (isTrue) logAddress(origin)
    },
    isAddressUnfit: () => clock.monotonicMs() - seenAtMs < unfitMs,
  }
}

const originMax = 300
/** No request waits for this look-up, so nothing else limits how many run. */
const askingMax = 4
/**
 * How many different addresses are logged, so that a false one cannot keep the true one from being logged.
 */
const loggedMax = 8
const logEveryMs = 10 * 60_000
const unfitMs = 60 * 60_000
