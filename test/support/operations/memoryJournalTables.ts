import { newestModel, outcomeText, StoredOutcome } from '../../../src/operations/model/documents.ts'
import type {
  Closing,
  Intent,
  Obligation,
  OrderKey,
  RecordedExchange,
} from '../../../src/operations/model/journal.ts'
import type { MemoryCounters } from './memoryCounters.ts'

/** The tables of the model: rows as PostgreSQL has them, and the constraints on them. */
export type Tables = {
  readonly orders: Map<string, OrderRow>
  readonly counters: MemoryCounters
  readonly nowMs: () => number
  readonly leaseMs: number
  /** Which checks are made; a breakage leaves one out. */
  readonly guards: Guards
}
export type Guards = { readonly version: boolean; readonly fence: boolean }

export type OrderRow = {
  readonly key: OrderKey
  version: number
  openId: string | undefined
  /** The open transaction is answered, and admits nothing else until what is owed about it is settled. */
  isKeptBusy: boolean
  readonly currency: string
  amount: bigint
  readonly createdAtMs: number
  sequence: number
  stands: Pick<Closing, 'totals' | 'excess'> & { readonly status: string }
  /** In the order of their fences. */
  readonly transactions: Map<string, TransactionRow>
  readonly outbox: NoticeRow[]
  readonly exchanges: (RecordedExchange & { readonly recordedAtMs: number })[]
}

export type TransactionRow = {
  readonly intent: Intent
  trace: string | undefined
  readonly startedAtMs: number
  leaseUntilMs: number
  /** Never changed; the one with the newest fence is the answer. */
  readonly outcomes: OutcomeRow[]
  /** The last one is what is or was owed. */
  readonly owed: OwedRow[]
}

export type OutcomeRow = Pick<Closing, 'fence' | 'result' | 'gatewayCode' | 'transactionAmount'> & {
  readonly outcome: StoredOutcome
  readonly sequence: number
  readonly recordedAtMs: number
}

export type OwedRow = {
  readonly fence: number
  readonly obligation: Obligation
  status: 'PENDING' | 'ACKNOWLEDGED'
  attempts: number
  unsent: number
  silences: number
  lastAttemptAtMs: number | undefined
  readonly owedAtMs: number
  nextAtMs: number
}

export type NoticeRow = {
  readonly sequence: number
  readonly transactionId: string
  readonly dueAtMs: number
}

/** What PostgreSQL refuses to store: a fault of ours, never an answer. */
export class ConstraintViolated extends Error {}

export const nameOf = ({ cell, merchantId, orderId }: OrderKey): string => `${cell}/${merchantId}/${orderId}`

/** What close and amend write in one commit. */
export function recordOutcome(
  { nowMs }: Tables,
  { row, transaction }: { readonly row: OrderRow; readonly transaction: TransactionRow },
  outcome: Omit<Closing, 'key'>,
): number {
  const { orderAmount, totals, excess, status, fence, transactionId, obligation } = outcome
  if (transaction.outcomes.some(one => one.fence === fence))
    throw new ConstraintViolated('A fence used twice')
  row.version += 1
  row.sequence += 1
  row.amount = orderAmount
  row.stands = { totals, excess, status }
  row.isKeptBusy = outcome.keepsOrderBusy === true && obligation !== undefined
  row.openId = row.isKeptBusy ? transactionId : undefined
  const { sequence } = row
  const recordedAtMs = Math.floor(nowMs())
  const { result, gatewayCode, transactionAmount } = outcome
  const written = { fence, sequence, recordedAtMs, result, gatewayCode, transactionAmount }
  transaction.outcomes.push({ ...written, outcome: new StoredOutcome(textOf(outcome)) })
  row.outbox.push({ sequence, transactionId, dueAtMs: recordedAtMs })
  const untried = { attempts: 0, unsent: 0, silences: 0, lastAttemptAtMs: undefined }
  const debt = { fence, ...untried, owedAtMs: nowMs(), nextAtMs: nowMs() }
  if (obligation) transaction.owed.push({ ...debt, obligation, status: 'PENDING' })
  return sequence
}

/** Judged before anything else: what is proposed must be sound even where it turns out to be too late. */
export function checkMoney({ orderAmount, totals, excess }: SettledMoney): void {
  const { authorized, captured, refunded } = totals
  if ([orderAmount, authorized, captured, refunded, excess].some(amount => amount < 0n))
    throw new ConstraintViolated('An amount below zero')
  if (captured > authorized + excess) throw new ConstraintViolated('More captured than authorized')
  if (refunded > captured + excess) throw new ConstraintViolated('More refunded than captured')
}

type SettledMoney = Pick<Closing, 'excess' | 'orderAmount' | 'totals'>

/** The same commit once more, or the same words under another number? Only the former is ours. */
export function writtenBefore(
  transaction: TransactionRow | undefined,
  { fence, result, gatewayCode, outcome }: Pick<Closing, 'fence' | 'gatewayCode' | 'outcome' | 'result'>,
): OutcomeRow | undefined {
  const found = transaction?.outcomes.find(one => one.fence === fence)
  const isSame =
    found?.result === result &&
    found.gatewayCode === gatewayCode &&
    found.outcome.text === textOf({ outcome })
  return isSame ? found : undefined
}

const textOf = ({ outcome }: Pick<Closing, 'outcome'>): string => outcomeText(outcome, newestModel)
