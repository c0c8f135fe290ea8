import { randomInt } from 'node:crypto'
import { type Refusal, refuseBusy } from './refusal.ts'

/**
 * Bounds how many requests are worked on at once, in all and for one merchant, so that nobody starves the
 * rest.
 */
export type Load = {
  readonly enter: (merchantId: string) => Refusal | undefined
  readonly leave: (merchantId: string) => void
}

export function createLoad(requestsMax: number): Load {
  const perMerchantMax = Math.ceil(requestsMax / 2)
  let total = 0
  const perMerchant = new Map<string, number>()
  return {
    enter(merchantId) {
      const own = perMerchant.get(merchantId) ?? 0
      if (total >= requestsMax || own >= perMerchantMax) return overLoad()
      total++
      perMerchant.set(merchantId, own + 1)
      return undefined
    },
    leave(merchantId) {
      total--
      const own = (perMerchant.get(merchantId) ?? 1) - 1
      if (own === 0) perMerchant.delete(merchantId)
      else perMerchant.set(merchantId, own)
    },
  }
}

/** Spread over a few seconds, or everybody refused now would come back at the same instant. */
function overLoad(): Refusal {
  return refuseBusy(503, 'Too many requests are being worked on. Nothing was done.', randomInt(1, 4))
}
