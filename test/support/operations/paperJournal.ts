import type {
  Amendment,
  AmendResult,
  BeginResult,
  CloseResult,
  Conclusion,
  DueObligation,
  DueQuery,
  Intent,
  Journal,
  LoadedOrder,
  Obligation,
  OrderKey,
  OwedObligation,
  RecordedExchange,
  RecordedTransaction,
  RecoveryJournal,
  TakenOverTransaction,
  TransactionTrace,
} from '../../../src/operations/model/journal.ts'
import { foldSteps } from '../../../src/operations/model/steps.ts'

/** A journal in memory, for tests of what is built on one. Its clock moves only when it is told to. */
export class PaperJournal implements Journal, RecoveryJournal {
  nowMs = startMs
  readonly exchanges: (RecordedExchange & { readonly atMs: number })[] = []
  readonly #orders = new Map<string, PaperOrder>()

  async load(key: OrderKey): Promise<LoadedOrder | undefined> {
    return loaded(this.#find(key), this.nowMs)
  }

  async begin(intent: Intent): Promise<BeginResult> {
    const { key, transactionId, seen } = intent
    const order = this.#find(key) ?? opened(intent, this.nowMs)
    if (order.transactions.some(known => known.intent.transactionId === transactionId))
      return { state: 'known' }
    if (order.version !== seen) return { state: 'stale' }
    if (order.openId !== undefined) return { state: 'busy', openId: order.openId }
    this.#orders.set(nameOf(key), order)
    order.version += 1
    order.openId = transactionId
    order.transactions.push({ intent, startedAtMs: this.nowMs, outcomes: [] })
    const { version: fence, createdAtMs: orderCreatedAtMs } = order
    return { state: 'started', fence, orderCreatedAtMs, startedAtMs: this.nowMs }
  }

  async close(conclusion: Conclusion): Promise<CloseResult> {
    const { key, transactionId, fence, obligation, keepsOrderBusy } = conclusion
    const order = this.#find(key)
    if (order?.version !== fence || order.openId !== transactionId) return { state: 'takenOver' }
    const sequence = settled(order, conclusion, this.nowMs)
    owe(order, transactionId, obligation, this.nowMs)
    order.openId = keepsOrderBusy ? transactionId : undefined
    return { state: 'closed', sequence }
  }

  async takeOver({ all }: { readonly all: boolean }): Promise<readonly TakenOverTransaction[]> {
    const open = [...this.#orders.values()].filter(({ openId }) => openId !== undefined)
    return open.flatMap(order => {
      const known = order.transactions.find(({ intent }) => intent.transactionId === order.openId)
      if (!known || known.outcomes.length > 0) return []
      if (!all && this.nowMs < known.startedAtMs + leaseMs) return []
      order.version += 1
      const { key, transactionId } = known.intent
      return [{ key, transactionId, fence: order.version }]
    })
  }

  async claimDue(wanted: DueQuery): Promise<readonly DueObligation[]> {
    const dueByMs = Math.min(this.nowMs, wanted.dueByMs ?? this.nowMs)
    const isDue = ({ owed }: PaperTransaction) =>
      owed?.status === 'PENDING' && owed.nextAtMs <= dueByMs && !(wanted.untried && owed.attempts > 0)
    const due = this.#known().filter(isDue).slice(0, wanted.limit)
    return due.flatMap(each => claimed(each, this.nowMs, wanted.patienceMs))
  }

  async postpone({ key, transactionId }: DueObligation, byMs = Number.POSITIVE_INFINITY): Promise<void> {
    const owed = this.#find(key)?.transactions.find(named(transactionId))?.owed
    if (!owed) return
    owed.silences += 1
    owed.nextAtMs = Math.min(this.nowMs + backOffMs(owed.silences), byMs)
  }

  async lookAgain({ key, transactionId }: DueObligation, atMs: number): Promise<void> {
    const owed = this.#find(key)?.transactions.find(named(transactionId))?.owed
    if (owed) owed.nextAtMs = atMs
  }

  async release({ key, transactionId }: OwedObligation): Promise<void> {
    const owed = this.#find(key)?.transactions.find(named(transactionId))?.owed
    if (owed) owed.status = 'ACKNOWLEDGED'
  }

  async hasten(): Promise<void> {
    for (const { owed } of this.#known())
      if (owed && owed.nextAtMs > this.nowMs + 60_000) owed.nextAtMs = this.nowMs
  }

  async amend(amendment: Amendment): Promise<AmendResult> {
    const { key, transactionId, seen, obligation, keepsOrderBusy } = amendment
    const order = this.#find(key)
    const isBusy = order?.openId !== undefined && order.openId !== transactionId
    if (order?.version !== seen || isBusy) return { state: 'stale' }
    const sequence = settled(order, amendment, this.nowMs)
    const owed = order.transactions.find(named(transactionId))?.owed
    if (owed) owed.status = 'ACKNOWLEDGED'
    owe(order, transactionId, obligation, this.nowMs)
    order.openId = obligation && keepsOrderBusy ? transactionId : undefined
    return { state: 'amended', sequence }
  }

  async note(exchange: RecordedExchange): Promise<void> {
    this.exchanges.push({ ...exchange, atMs: this.nowMs })
  }

  async traceOf(key: OrderKey, transactionId: string): Promise<TransactionTrace> {
    const outcomes = this.#find(key)?.transactions.find(named(transactionId))?.outcomes ?? []
    return {
      outcomes,
      exchanges: this.exchanges.filter(exchange => exchange.transactionId === transactionId),
      notifications: outcomes.map(noticeOf),
    }
  }

  #known(): readonly PaperTransaction[] {
    return [...this.#orders.values()].flatMap(({ transactions }) => transactions)
  }

  #find(key: OrderKey): PaperOrder | undefined {
    return this.#orders.get(nameOf(key))
  }
}

const nameOf = ({ merchantId, orderId }: OrderKey): string => `${merchantId}\n${orderId}`
const named =
  (transactionId: string) =>
  ({ intent }: PaperTransaction): boolean =>
    intent.transactionId === transactionId

const startMs = 1_800_000_000_000
const leaseMs = 90_000
const backOffMs = (silences: number): number => ([1, 2, 5, 15, 60, 300][silences - 1] ?? 900) * 1_000

type PaperTransaction = {
  readonly intent: Intent
  readonly startedAtMs: number
  readonly outcomes: (TransactionTrace['outcomes'][number] & Pick<Conclusion, 'transactionAmount'>)[]
  owed?: {
    readonly obligation: Obligation
    status: 'ACKNOWLEDGED' | 'PENDING'
    attempts: number
    silences: number
    lastAttemptAtMs?: number
    readonly owedAtMs: number
    nextAtMs: number
  }
}
type PaperOrder = {
  version: number
  openId: string | undefined
  sequence: number
  excess: bigint
  totals: LoadedOrder['totals']
  readonly currency: string
  readonly amount: bigint
  readonly createdAtMs: number
  readonly transactions: PaperTransaction[]
}

const opened = ({ currency, orderAmount }: Intent, nowMs: number): PaperOrder => ({
  version: 0,
  openId: undefined,
  sequence: 0,
  excess: 0n,
  totals: { authorized: 0n, captured: 0n, refunded: 0n },
  currency,
  amount: orderAmount,
  createdAtMs: nowMs,
  transactions: [],
})

function settled(order: PaperOrder, conclusion: Conclusion | Amendment, nowMs: number): number {
  const { transactionId, result, gatewayCode, outcome, transactionAmount, totals, excess } = conclusion
  const { authorized, captured, refunded } = totals
  if (captured > authorized + excess || refunded > captured + excess) throw new Error('Beyond the bounds')
  order.version += 1
  order.sequence += 1
  order.totals = totals
  order.excess = excess
  const known = order.transactions.find(named(transactionId))
  const { sequence } = order
  known?.outcomes.push({ sequence, result, gatewayCode, outcome, transactionAmount, recordedAtMs: nowMs })
  return sequence
}

function owe(
  order: PaperOrder,
  transactionId: string,
  obligation: Obligation | undefined,
  owedAtMs: number,
): void {
  const known = order.transactions.find(named(transactionId))
  const fresh = { status: 'PENDING', attempts: 0, silences: 0, owedAtMs, nextAtMs: owedAtMs } as const
  if (known && obligation) known.owed = { obligation, ...fresh }
}

function claimed(
  { intent, owed, startedAtMs }: PaperTransaction,
  nowMs: number,
  patienceMs: number,
): DueObligation[] {
  if (!owed) return []
  owed.attempts += 1
  owed.lastAttemptAtMs = nowMs
  owed.nextAtMs = nowMs + patienceMs + backOffMs(1)
  const { key, transactionId } = intent
  const { obligation, attempts: attempt, owedAtMs } = owed
  return [{ key, transactionId, obligation, attempt, startedAtMs, owedAtMs, nowMs }]
}

function loaded(order: PaperOrder | undefined, nowMs: number): LoadedOrder | undefined {
  if (!order) return undefined
  const { openId, transactions, sequence: _, ...rest } = order
  return {
    ...rest,
    ...(openId !== undefined && { openId }),
    loadedAtMs: nowMs,
    transactions: foldSteps(transactions.map(recordedOf)),
  }
}

function recordedOf({ intent, startedAtMs, outcomes, owed }: PaperTransaction): RecordedTransaction {
  const { transactionId: id, transactionAmount: amount, key: _, seen: __, orderAmount: ___, ...rest } = intent
  const newest = outcomes.at(-1)
  const approvedAmount = newest?.transactionAmount
  const { nextAtMs: ____, owedAtMs: _____, ...pursuit } = owed ?? { nextAtMs: 0, owedAtMs: 0 }
  return {
    ...rest,
    id,
    amount,
    startedAtMs,
    result: newest?.result ?? 'PENDING',
    gatewayCode: newest?.gatewayCode ?? 'PENDING',
    ...(newest && { outcome: newest.outcome }),
    ...(approvedAmount !== undefined && approvedAmount !== amount && { approvedAmount }),
    ...('obligation' in pursuit && { owed: { ...pursuit } }),
  }
}

/** Nobody is told on paper. */
const noticeOf = ({ sequence, recordedAtMs: dueAtMs }: TransactionTrace['outcomes'][number]) => ({
  sequence,
  dueAtMs,
  attempts: [],
})
