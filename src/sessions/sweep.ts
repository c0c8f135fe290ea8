import type { SessionStore } from './port.ts'

const everyMs = 30_000
const batchSize = 200
/** What is left after so many batches waits for the next time: the database has other things to do. */
const batchesMax = 50

/** Removes sessions whose life is over, in small batches now and then. Returns how to stop it. */
export function sweepSessions(store: SessionStore, warn: (reason: string) => void): () => Promise<void> {
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
