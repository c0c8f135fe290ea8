import { type Clock, systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import { isWebOrigin } from '../standards/url.ts'

type PublicAddressMonitor = {
  /**
   * Somebody says, in the name of a session, that a browser has loaded a page from here under this address,
   * and it is not the gateway's.
   */
  readonly onElsewhere: (origin: string, sessionId: string) => Promise<void>
  /** Whether that happened lately. */
  readonly isAddressUnfit: () => boolean
}

export type PublicAddressMonitorDependencies = {
  readonly log: Log
  /** Where payers' browsers should reach this gateway. */
  readonly origin: () => string
  /** Whether a merchant has made such a session: only payers know its name. */
  readonly isSession: (sessionId: string) => Promise<boolean>
  readonly clock?: Clock
}

/** A report of a browser is logged rarely, and as unverified: any payer can send one. */
export function monitorPublicAddress(parts: PublicAddressMonitorDependencies): PublicAddressMonitor {
  const { log, origin: own, isSession, clock = systemClock } = parts
  let seenAtMs = Number.NEGATIVE_INFINITY
  let asking = 0
  const toldAtMs = new Map<string, number>()
  const tell = (origin: string) => {
    const nowMs = clock.monotonicMs()
    seenAtMs = nowMs
    for (const [place, atMs] of toldAtMs) if (nowMs - atMs >= tellMs) toldAtMs.delete(place)
    const place = holdsCardData(origin) ? 'another address' : origin
    if (toldAtMs.has(place) || toldAtMs.size >= toldMax) return
    toldAtMs.set(place, nowMs)
    const reason =
      `A payer's browser may have reached this gateway at ${place}, and TOLLGATE_PUBLIC_URL says ` +
      `${own()}: nobody can pay there.`
    log.warn('address', { reason })
  }
  return {
    async onElsewhere(origin, sessionId) {
      if (!isWebOrigin(origin) || origin.length > originMax || asking >= askingMax) return
      asking++
      // Where that cannot be known, others say why.
      const isTrue = await isSession(sessionId).catch(() => false)
      asking--
      if (isTrue) tell(origin)
    },
    isAddressUnfit: () => clock.monotonicMs() - seenAtMs < unfitMs,
  }
}

const originMax = 300
/** Nobody waits for the answer, so nothing else bounds what is asked. */
const askingMax = 4
/** Different addresses, so that none keeps the true one from being told. */
const toldMax = 8
const tellMs = 10 * 60_000
const unfitMs = 60 * 60_000
