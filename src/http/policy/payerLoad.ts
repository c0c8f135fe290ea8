import { networkOf } from '../../standards/network.ts'
import type { HttpRefusal } from '../api/refusal.ts'
import type { HttpLimits } from '../transport/limits.ts'
import { type ConcurrencyLimit, createConcurrencyLimit, overLoad, type RequestLoad } from './load.ts'

/**
 * Callers without a password share what one merchant may have of the load, and none of them takes it from the
 * others: neither by sending slowly nor by asking from one address again and again.
 */
export type PayerLoad = {
  /** Waits for what is on its way: that costs memory, but no place in the load. */
  readonly receive: BoundedWork
  readonly work: BoundedWork
}

type BoundedWork = <Result>(source: string, act: () => Promise<Result>) => Promise<Result | HttpRefusal>

export function createPayerLoad(load: RequestLoad, limits: HttpLimits): PayerLoad {
  const arriving = createConcurrencyLimit(limits.arrivingMax, limits.arrivingPerSourceMax)
  const working = createConcurrencyLimit(limits.requestsMax, limits.payersPerSourceMax)
  return {
    receive: (source, act) => withinLimit(arriving, networkOf(source), act),
    work: (source, act) =>
      withinLimit(working, networkOf(source), async () => {
        const overload = load.enter(payers)
        if (overload !== undefined) return overload
        try {
          return await act()
        } finally {
          load.leave(payers)
        }
      }),
  }
}

/** A name that no merchant can have. */
const payers = ' payers'

async function withinLimit<Result>(
  places: ConcurrencyLimit,
  name: string,
  act: () => Promise<Result>,
): Promise<Result | HttpRefusal> {
  if (!places.acquire(name)) return overLoad()
  try {
    return await act()
  } finally {
    places.release(name)
  }
}
