import { systemClock, type TimedClock } from '../../platform/clock.ts'
import type { BookPosting, PostingResult } from '../acquirer/books.ts'

/**
 * A commit that does not wait for the disk is lost when the server dies the next moment, and the gateway may
 * have heard of it: its own commit is then made again after the server is back. So what is younger than that
 * moment is posted again whenever a session was lost. What was not lost is a duplicate, and changes nothing.
 */
export function rememberRecent(post: PostEntry, clock: TimedClock = systemClock): RecentPostings {
  const recent = createRecentPostings(clock)
  let repeating: Promise<void> | undefined
  return {
    async post(posting) {
      // A follow-up would not find its original before that is back in the books.
      while (repeating) await repeating
      const posted = await post(posting)
      if (posted.verdict === 'posted') recent.add(posting)
      return posted
    },
    repeat() {
      // Answers that the server gave before it died may still come in on other sessions: each counts.
      const mine = (repeating ?? Promise.resolve())
        .then(() => postAgain(post, recent.all(), clock))
        .finally(() => {
          if (repeating === mine) repeating = undefined
        })
      repeating = mine
    },
    forget: recent.forget,
  }
}

export type RecentPostings = {
  readonly post: PostEntry
  /** A session was lost, and perhaps what was posted last. */
  readonly repeat: () => void
  /** It is gone on purpose. */
  readonly forget: () => void
}

type PostEntry = (posting: BookPosting) => Promise<PostingResult>

/** A server writes such commits within three times its `wal_writer_delay`, which is 200 ms. */
const recentMs = 3_000

/** Two heaps that take turns: nothing is looked at twice, and nothing is kept longer than twice the time. */
function createRecentPostings(clock: TimedClock) {
  let older: BookPosting[] = []
  let newer: BookPosting[] = []
  let turnAtMs = 0
  return {
    add(posting: BookPosting): void {
      const nowMs = clock.monotonicMs()
      if (nowMs > turnAtMs) {
        older = nowMs > turnAtMs + recentMs ? [] : newer
        newer = []
        turnAtMs = nowMs + recentMs
      }
      newer.push(posting)
    },
    all: (): readonly BookPosting[] => [...older, ...newer],
    forget(): void {
      older = []
      newer = []
    },
  }
}

const triesMax = 300
const pauseMs = 200
const atOnceMax = 1_000

/** Until the server is back, or for a minute; in the order they were posted in. */
async function postAgain(
  post: PostEntry,
  postings: readonly BookPosting[],
  clock: TimedClock,
): Promise<void> {
  for (let at = 0, tries = 0; at < postings.length && tries < triesMax; ) {
    try {
      await postInTurn(post, postings.slice(at, at + atOnceMax))
      at += atOnceMax
    } catch {
      tries++
      await clock.sleep(pauseMs)
    }
  }
}

/** Those of one order one after the other, those of several together. */
async function postInTurn(post: PostEntry, postings: readonly BookPosting[]): Promise<void> {
  const orders = new Map<string, Promise<unknown>>()
  for (const posting of postings) {
    const order = `${posting.merchantId} ${posting.orderId}`
    const before = orders.get(order) ?? Promise.resolve()
    orders.set(
      order,
      before.then(() => post(posting)),
    )
  }
  await Promise.all(orders.values())
}
