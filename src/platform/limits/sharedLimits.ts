// Limits that hold for several processes together: what each of them asks for, and the keeper who counts.

import type { Clock } from '../clock.ts'
import { createRecentCounts } from './recentCounts.ts'
import { createTokenBuckets } from './tokenBuckets.ts'

/** The limits of all processes together, as one of them sees them. */
export type SharedLimits = {
  /** How many processes share them. */
  readonly processes: number
  /** Borrows up to `wanted` of the slots that no process has for itself; answers how many it got. */
  readonly borrow: (slots: string, order: SlotOrder) => Promise<number>
  readonly giveBack: (slots: string, count: number) => void
  /** Takes one of so many a second; otherwise the seconds until there is one again. */
  readonly takeToken: (name: string, perSecond: number) => Promise<number | undefined>
  /** Counts a failed login, and tells how many of its name there were lately. */
  readonly countFailedLogin: (name: string) => Promise<number>
}

export type SlotOrder = {
  /** How many there are to be borrowed by all processes together. */
  readonly pool: number
  readonly wanted: number
}

/** The same, as the process that keeps the counts sees it: each borrower has a number. */
export type LimitsKeeper = {
  readonly borrow: (borrower: number, slots: string, order: SlotOrder) => number
  readonly giveBack: (borrower: number, slots: string, count: number) => void
  readonly takeToken: (name: string, perSecond: number) => number | undefined
  readonly countFailedLogin: (name: string) => number
  /** A process has ended: what it had borrowed is there again. */
  readonly forget: (borrower: number) => void
}

export function createLimitsKeeper(clock: Pick<Clock, 'monotonicMs'>): LimitsKeeper {
  /** Of what is borrowed now: how many, by slots and borrower. */
  const lent = new Map<string, Map<number, number>>()
  const buckets = createTokenBuckets(clock, bucketsMax)
  const giveBack: LimitsKeeper['giveBack'] = (borrower, slots, count) => {
    const borrowers = lent.get(slots)
    const left = (borrowers?.get(borrower) ?? 0) - count
    if (left > 0) borrowers?.set(borrower, left)
    else borrowers?.delete(borrower)
    if (borrowers?.size === 0) lent.delete(slots)
  }
  return {
    borrow(borrower, slots, { pool, wanted }) {
      const borrowers = lent.get(slots) ?? new Map<number, number>()
      const taken = [...borrowers.values()].reduce((sum, count) => sum + count, 0)
      const count = Math.min(wanted, pool - taken)
      if (count <= 0) return 0
      lent.set(slots, borrowers.set(borrower, (borrowers.get(borrower) ?? 0) + count))
      return count
    },
    giveBack,
    takeToken: buckets.take,
    countFailedLogin: createRecentCounts({ clock, ...failedLoginMemory }),
    forget(borrower) {
      for (const slots of [...lent.keys()]) giveBack(borrower, slots, Number.POSITIVE_INFINITY)
    },
  }
}

export const bucketsMax = 100_000
/** Pairs of network and merchant whose failures are remembered. */
export const failedLoginMemory = { namesMax: 10_000, windowMs: 60_000 } as const
