import { randomInt } from 'node:crypto'
import { type Refusal, refuseBusy } from './refusal.ts'

/**
 * Bounds how many requests are worked on at once, in all and for one merchant, so that nobody starves the
 * rest.
 */
export type Load = {
  readonly enter: (merchantId: string) => Refusal | undefined
  readonly leave: (merchantId: string) => void
  /** Waits until nothing is being worked on, then works; whoever comes meanwhile is turned away. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result | Refusal>
}

export function createLoad(requestsMax: number, alonePatienceMs = 60_000): Load {
  const perMerchantMax = Math.ceil(requestsMax / 2)
  let total = 0
  const perMerchant = new Map<string, number>()
  let isReserved = false
  let onEmpty: (() => void) | undefined

  /** False when those who were there first did not leave in time. */
  function emptied(): Promise<boolean> {
    if (total === 0) return Promise.resolve(true)
    return new Promise(resolve => {
      const patience = setTimeout(() => resolve(false), alonePatienceMs)
      onEmpty = () => {
        clearTimeout(patience)
        resolve(true)
      }
    })
  }

  return {
    enter(merchantId) {
      if (isReserved) return reserved()
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
      if (total === 0) onEmpty?.()
    },
    async alone(work) {
      if (isReserved) return reserved()
      isReserved = true
      try {
        return (await emptied()) ? await work() : refuseBusy(503, 'Other requests do not come to an end.', 5)
      } finally {
        isReserved = false
        onEmpty = undefined
      }
    },
  }
}

/** Spread over a few seconds, or everybody refused now would come back at the same instant. */
function overLoad(): Refusal {
  return refuseBusy(503, 'Too many requests are being worked on. Nothing was done.', randomInt(1, 4))
}

function reserved(): Refusal {
  return refuseBusy(503, 'The sandbox is being set back to its beginning. Nothing was done.', 1)
}
