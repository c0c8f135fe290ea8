import type { TimedClock } from '../platform/clock.ts'
import { StoreUnavailable } from '../platform/errors.ts'
import { createBatcher } from '../platform/queues.ts'
import type { Attempt, NotificationStore } from './port.ts'

/** Writes down what came of an attempt. */
export type Recorder = (attempt: Attempt, stop: AbortSignal) => Promise<void>

/**
 * What ends at the same time is written together. While the database is away it is waited for: nobody can
 * claim anything meanwhile, and a success that was not written down would be sent again.
 */
export function createRecorder({ store, clock }: RecorderParts): Recorder {
  const batcher = createBatcher<Attempt, undefined>({
    keyOf: ({ merchantId, feedNo, attempt }) => `${merchantId} ${feedNo} ${attempt}`,
    async write(attempts) {
      await store.record(attempts)
      return attempts.map(() => undefined)
    },
    sizeMax: 64,
    inFlightMax: 2,
    waitingMax: 10_000,
  })
  return async (attempt, stop) => {
    for (;;) {
      try {
        await batcher.submit(attempt)
        return
      } catch (fault) {
        // Another one of the group may be at fault.
        if (!(fault instanceof StoreUnavailable)) return store.record([attempt])
        if (stop.aborted) throw fault
        await clock.sleep(pauseMs)
      }
    }
  }
}

type RecorderParts = { readonly store: NotificationStore; readonly clock: TimedClock }

const pauseMs = 500
