import { systemClock, type TimedClock } from '../platform/clock.ts'
import type { Pending } from './port.ts'

/** What waits in the database, asked for every few seconds at most, however many want to know. */
export interface PendingView {
  /** As far as it is known; what is older is asked for, but not waited for. */
  latest(): Pending | undefined
  /** Waits a little for what is newer. */
  fresh(): Promise<Pending | undefined>
}

const askedEveryMs = 5_000
const waitMaxMs = 1_000
/** After that nobody knows any more. */
const forgottenMs = 60_000

export function createPendingView(
  read: () => Promise<Pending>,
  clock: TimedClock = systemClock,
): PendingView {
  let known: { readonly pending: Pending; readonly atMs: number } | undefined
  let asking: Promise<unknown> | undefined
  let askedAtMs = Number.NEGATIVE_INFINITY
  const ask = async () => {
    const pending = await read()
    known = { pending, atMs: clock.monotonicMs() }
  }
  const askAgain = () => {
    const nowMs = clock.monotonicMs()
    if (asking === undefined && nowMs - askedAtMs >= askedEveryMs) {
      askedAtMs = nowMs
      // That the database is away is told by those who need it for more than this.
      asking = ask()
        .catch(() => undefined)
        .finally(() => {
          asking = undefined
        })
    }
    return asking
  }
  const latest = () => {
    void askAgain()
    return known && clock.monotonicMs() - known.atMs < forgottenMs ? known.pending : undefined
  }
  return {
    latest,
    async fresh() {
      const asked = askAgain()
      if (asked) await Promise.race([asked, clock.sleep(waitMaxMs)])
      return latest()
    },
  }
}
