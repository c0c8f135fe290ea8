// Removes expired entries from stores, in the background.

import { errorMessage } from '../platform/errors.ts'

/** A store whose entries expire: removes some expired ones and returns how many. */
export type ExpiringStore = { removeExpired(limit: number): Promise<number> }

/** Removes expired entries in small batches at intervals. Returns a function that stops it. */
export function sweepExpired(
  stores: readonly ExpiringStore[],
  warn: (reason: string) => void,
): () => Promise<unknown> {
  const stops = stores.map(store => sweepStore(store, warn))
  return () => Promise.all(stops.map(stop => stop()))
}

function sweepStore(store: ExpiringStore, warn: (reason: string) => void): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const timer = setInterval(() => {
    running = running.then(sweep).catch(error => warn(errorMessage(error)))
  }, everyMs).unref()

  async function sweep(): Promise<void> {
    for (let batch = 0; batch < batchesMax && !isStopped; batch++)
      if ((await store.removeExpired(batchSize)) < batchSize) return
  }

  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}

const everyMs = 30_000
const batchSize = 200
/** After this many batches the rest waits for the next run, to limit the load on the database. */
const batchesMax = 50
