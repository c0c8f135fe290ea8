import type { Intent } from '../../../src/operations/model/journal.ts'
import type { VelocityCount } from '../../../src/risk/facts.ts'

/** Counters of risk rules as the store has them, as a list of attempts: the slots are computed from it. */
export type MemoryCounters = Map<string, { newest: number; readonly attempts: CountedSlot[] }>
type CountedSlot = { readonly slot: number; readonly amount: bigint }

/** Counts what an intent counts; what it says is of thirteen slots, its own included. */
export function countAttempts(
  counters: MemoryCounters,
  { key: { cell, merchantId }, counts }: Intent,
  nowMs: number,
): { readonly counts?: readonly VelocityCount[] } {
  if (!counts) return {}
  return {
    counts: counts.map(({ key, slotMs, amount }) => {
      const name = `${cell}/${merchantId}/${key.toString('hex')}`
      const slot = Math.floor(nowMs / slotMs)
      const known = counters.get(name) ?? { newest: slot, attempts: [] }
      counters.set(name, known)
      known.newest = Math.max(known.newest, slot)
      known.attempts.push({ slot: known.newest, amount })
      const within = known.attempts.filter(one => one.slot > known.newest - 13)
      return { attempts: within.length, amount: within.reduce((sum, one) => sum + one.amount, 0n) }
    }),
  }
}
