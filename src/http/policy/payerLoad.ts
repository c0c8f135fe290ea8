import { networkOf } from '../../standards/network.ts'
import type { Refusal } from '../api/refusal.ts'
import type { Limits } from './limits.ts'
import { createPlaces, type Load, overLoad, type Places } from './load.ts'

/**
 * Callers without a password share what one merchant may have of the load, and none of them takes it from the
 * others: neither by sending slowly nor by asking from one address again and again.
 */
export type PayerLoad = {
  /** Waits for what is on its way: that costs memory, but no place in the load. */
  readonly receive: Bounded
  readonly work: Bounded
}

type Bounded = <Result>(source: string, act: () => Promise<Result>) => Promise<Result | Refusal>

export function createPayerLoad(load: Load, limits: Limits): PayerLoad {
  const arriving = createPlaces(limits.arrivingMax, limits.arrivingPerSourceMax)
  const working = createPlaces(limits.requestsMax, limits.payersPerSourceMax)
  return {
    receive: (source, act) => within(arriving, networkOf(source), act),
    work: (source, act) =>
      within(working, networkOf(source), async () => {
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

async function within<Result>(
  places: Places,
  name: string,
  act: () => Promise<Result>,
): Promise<Result | Refusal> {
  if (!places.take(name)) return overLoad()
  try {
    return await act()
  } finally {
    places.giveBack(name)
  }
}
