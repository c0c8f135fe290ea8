import type { TransactionType } from '../../orders/transaction.ts'
import type { BusinessDate } from './businessDate.ts'
import type { MovementTotals, StatedTotals } from './totals.ts'

/**
 * What reconciliation reads of the journal, and what it records: which business dates a host has had, and
 * what was said about their totals. The store implements it.
 */
export interface ReconciliationStore {
  /**
   * Transactions over a link that move money, or tried to: those that had their outcome in the period, and
   * those that are running or owed; of one moment, in no order. Only a few of them are in memory at once.
   */
  transactions(wanted: LinkPeriod): AsyncIterable<LinkTransaction>
  /**
   * The host has begun to use a date, so those before it are over, and due when what was under way has
   * settled. Does nothing when it is known.
   */
  noteDate(link: string, date: BusinessDate, settlingMs: number): Promise<void>
  /** The host said that dates before this one are over, without naming the one that begins. */
  noteCutOver(link: string, begins: BusinessDate, settlingMs: number): Promise<void>
  /** The currencies in which totals of the link were sent in the weeks before a date. */
  usualCurrencies(link: string, date: BusinessDate): Promise<readonly string[]>
  /** An operator wants a date to be reconciled now, or again. */
  request(link: string, date: BusinessDate, actor: string): Promise<void>
  /** A date whose totals are to be sent, for one node; until the lease ends, nobody else gets it. */
  claim(links: readonly string[], leaseMs: number): Promise<DueReconciliation | undefined>
  /** Still at it: the lease begins anew. False once somebody else has claimed it. */
  renew(due: DueReconciliation, leaseMs: number): Promise<boolean>
  /**
   * All its totals are answered; with a time, it is tried again then. What an operator has asked for since
   * the claim is due at once in either case.
   */
  release(due: DueReconciliation, againMs?: number): Promise<void>
  /** The newest exchange of each currency. */
  exchanges(link: string, date: BusinessDate): Promise<readonly ReconciliationExchange[]>
  /**
   * Before anything is sent. Of a repeat, under the number of the first. False, and nothing is recorded, once
   * somebody else has claimed the date: then it must not be sent.
   */
  recordAsked(exchange: AskedExchange, due: DueReconciliation): Promise<boolean>
  /** An answer that was recorded stays. */
  recordAnswer(exchange: AskedExchange, answer: ExchangeAnswer): Promise<void>
  /** The newest dates first, those of one day by link. */
  list(wanted: WantedDates): Promise<readonly ReconciledDate[]>
  /** Dates of the last week that an operator should look at. */
  warnings(links: readonly string[]): Promise<ReconciliationWarnings>
}

export type WantedDates = {
  readonly link?: string
  /** Where the page before ended. */
  readonly after?: { readonly date: BusinessDate; readonly link: string }
  readonly limit: number
}

export type LinkPeriod = {
  readonly link: string
  readonly fromMs: number
  readonly toMs: number
  /** Only those that the host gave this date, beside those that failed or are open. */
  readonly date?: BusinessDate
  /** Of what is running or owed, only what began before this date ended. */
  readonly openOn?: BusinessDate
  /**
   * Waits for its turn, however many wait, until this is aborted; then nothing more is read, and it fails
   * with the reason. Without it, it is refused where several wait.
   */
  readonly patience?: AbortSignal
}

export type LinkTransaction = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly type: TransactionType
  readonly currency: string
  /** What was approved, in minor units; else what was asked for. */
  readonly amount: bigint
  readonly trace: string
  /** `PENDING` where it has no outcome yet. */
  readonly result: string
  /** As the answer gave it: MMDD. */
  readonly hostDate?: string
  readonly owed?: string
  readonly startedAtMs: number
}

export type DueReconciliation = {
  readonly link: string
  readonly date: BusinessDate
  /** 1 for the first. */
  readonly attempt: number
  /** Who asked for it, and when; absent: the host ended the date. */
  readonly requested?: { readonly by: string; readonly atMs: number }
  readonly nowMs: number
}

export type AskedExchange = {
  readonly link: string
  readonly date: BusinessDate
  readonly currency: string
  /** Counts the exchanges about this date and currency, from 1. */
  readonly number: number
  readonly askedBy: string
  readonly askedAtMs: number
  readonly traceNumber: string
  /** How often it was sent again. */
  readonly repeats: number
  readonly totals: MovementTotals
}

/**
 * `NET_IN_BALANCE`: gateway and host differ only in what was booked and reversed within the date.
 * `UNSENT`: not one byte was sent. `ASKED`: it was sent, and nobody has answered.
 */
export const exchangeStates = [
  ...(['ASKED', 'UNSENT', 'IN_BALANCE', 'NET_IN_BALANCE', 'OUT_OF_BALANCE', 'REFUSED'] as const),
] as const
export type ExchangeState = (typeof exchangeStates)[number]

export type ExchangeAnswer = {
  readonly state: ExchangeState
  /** The host's code, or why nothing was sent. */
  readonly code?: string
  readonly hostTotals?: StatedTotals
}

export type ReconciliationExchange = Omit<AskedExchange, 'totals'> &
  ExchangeAnswer & { readonly totals: StatedTotals; readonly answeredAtMs?: number }

export type ReconciledDate = {
  readonly link: string
  readonly date: BusinessDate
  readonly firstSeenAtMs: number
  /** `open`: the host has not ended it yet. `due`: its totals are to be sent, or were not answered. */
  readonly state: 'open' | 'due' | 'done'
  readonly attempts: number
  /** A node is at it, and renews this while it lives. */
  readonly leasedUntilMs?: number
  readonly exchanges: readonly ReconciliationExchange[]
}

export type ReconciliationWarnings = {
  /** Totals that the host has otherwise, or refused. */
  readonly outOfBalance: number
  /** Dates that ended more than a day ago, and whose totals nobody has answered. */
  readonly late: number
}
