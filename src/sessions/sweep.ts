const everyMs = 30_000
const batchSize = 200
/** What is left after so many batches waits for the next time: the database has other things to do. */
const batchesMax = 50

/** Where things lie whose life may be over: removes some of those, and tells how many. */
export type ExpiringStore = { removeExpired(limit: number): Promise<number> }

/** Removes what nobody can use any more, in small batches now and then. Returns how to stop it. */
export function sweepExpired(
  stores: readonly ExpiringStore[],
  warn: (reason: string) => void,
): () => Promise<unknown> {
  const stops = stores.map(shelf => sweepStore(shelf, warn))
  return () => Promise.all(stops.map(stop => stop()))
}

function sweepStore(store: ExpiringStore, warn: (reason: string) => void): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const timer = setInterval(() => {
    running = running.then(sweep).catch(error => warn(error instanceof Error ? error.message : String(error)))
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
