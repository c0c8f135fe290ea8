import { type Clock, systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import { isWebOrigin } from '../standards/webOrigin.ts'

export type AddressWatch = {
  /** A payer's browser has loaded a page from here under this address, and it is not the gateway's. */
  readonly onElsewhere: (origin: string) => void
  /** Whether that happened lately. */
  readonly isAddressUnfit: () => boolean
}

export type AddressParts = {
  readonly log: Log
  /** Where payers' browsers should reach this gateway. */
  readonly origin: () => string
  readonly clock?: Clock
}

/** What a browser says is told now and then, not each time: anybody can say it. */
export function watchAddress({ log, origin: own, clock = systemClock }: AddressParts): AddressWatch {
  let seenAtMs = Number.NEGATIVE_INFINITY
  let toldAtMs = Number.NEGATIVE_INFINITY
  return {
    onElsewhere(origin) {
      if (!isWebOrigin(origin) || origin.length > originMax) return
      seenAtMs = clock.monotonicMs()
      if (seenAtMs - toldAtMs < tellMs) return
      toldAtMs = seenAtMs
      const place = holdsCardData(origin) ? 'another address' : origin
      const reason =
        `A payer's browser reached this gateway at ${place}, and TOLLGATE_PUBLIC_URL says ${own()}: ` +
        'nobody can pay there.'
      log.warn('address', { reason })
    },
    isAddressUnfit: () => clock.monotonicMs() - seenAtMs < unfitMs,
  }
}

const originMax = 300
const tellMs = 10 * 60_000
const unfitMs = 60 * 60_000
