// Load that does not wait: a slow answer delays nobody else's request.

import { systemClock } from '../src/platform/clock.ts'

type Arrivals<Connection> = {
  readonly perSecond: number
  readonly isOver: () => boolean
  /** Whether it was served; else it was refused. */
  readonly arrive: (connection: Connection) => Promise<boolean>
}

/**
 * Requests arrive at random moments, on average so many a second, until it is over; whoever finds no free
 * connection waits for one. Resolves with the milliseconds from each one's own moment to its answer.
 */
export async function receiveArrivals<Connection>(
  connections: readonly Connection[],
  { perSecond, isOver, arrive }: Arrivals<Connection>,
): Promise<ArrivalsReport> {
  const free = [...connections]
  const waiting: number[] = []
  const served: number[] = []
  const refused: number[] = []
  const underWay = new Set<Promise<void>>()
  const serve = async (connection: Connection) => {
    for (let dueAtMs = waiting.shift(); dueAtMs !== undefined; dueAtMs = waiting.shift()) {
      const latencies = (await arrive(connection)) ? served : refused
      latencies.push(systemClock.monotonicMs() - dueAtMs)
    }
    free.push(connection)
  }
  let nextAtMs = systemClock.monotonicMs()
  while (!isOver()) {
    for (; nextAtMs <= systemClock.monotonicMs(); nextAtMs += pauseMs(perSecond)) waiting.push(nextAtMs)
    for (let left = waiting.length; left > 0 && free.length > 0; left -= 1) {
      // In turn: the server closes those that are not used.
      const connection = free.shift()
      if (connection === undefined) break
      const serving = serve(connection).finally(() => underWay.delete(serving))
      underWay.add(serving)
    }
    await systemClock.sleep(1)
  }
  await Promise.all(underWay)
  return { served, refused }
}

type ArrivalsReport = { readonly served: readonly number[]; readonly refused: readonly number[] }

/** Between arrivals that know nothing of each other. */
const pauseMs = (perSecond: number): number => (-Math.log(1 - Math.random()) * 1_000) / perSecond
