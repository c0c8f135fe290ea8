import { hourMs, type Periods, periods } from './periods.ts'
import type { Transaction, TransactionType } from './transaction.ts'

/** Whether the acquirer has closed the batch that moved this money; what is only held is in no batch. */
export function isSettled(
  { type, startedAtMs }: Transaction,
  nowMs: number,
  { settlementHours }: Periods = periods,
): boolean {
  if (!batched.has(type) || startedAtMs === undefined) return false
  return nowMs >= startedAtMs + settlementHours * hourMs
}

const batched: ReadonlySet<TransactionType> = new Set(['CAPTURE', 'PAYMENT', 'REFUND'])
