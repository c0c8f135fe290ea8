import { newestModel, requestText, StoredRequest } from '../../../src/operations/model/documents.ts'
import type {
  BeginResult,
  CloseResult,
  Closing,
  Intent,
  LoadedOrder,
  OrderKey,
  RecordedTransaction,
  Retracing,
  StuckObligations,
} from '../../../src/operations/model/journal.ts'
import { foldSteps } from '../../../src/operations/model/steps.ts'
import type { AuditableJournal, AuditedOrder } from '../../simulation/audit.ts'
import { countAttempts, type MemoryCounters } from './memoryCounters.ts'
import {
  amend,
  claimDue,
  claimStuck,
  hasten,
  hastenThese,
  lookAgain,
  note,
  postpone,
  postponeUnsent,
  release,
  takeOver,
  traceOf,
} from './memoryJournalRecovery.ts'
import {
  ConstraintViolated,
  checkMoney,
  type Guards,
  nameOf,
  type OrderRow,
  recordOutcome,
  type Tables,
  type TransactionRow,
  writtenBefore,
} from './memoryJournalTables.ts'

/**
 * The journal in memory, as a model of the store: the rules of the statements on PostgreSQL, each call one
 * commit, nothing lost that was committed. It simulates no faults: tests inject those in front of it.
 */
export function createMemoryJournal(parts: MemoryParts): AuditableJournal & StuckObligations {
  const orders = new Map<string, OrderRow>()
  const counters: MemoryCounters = new Map()
  const tables: Tables = { guards: { version: true, fence: true }, ...parts, orders, counters }
  return {
    load: async key => load(tables, key),
    begin: async intent => begin(tables, intent),
    retrace: async wanted => retrace(tables, wanted),
    close: async closing => close(tables, closing),
    takeOver: async wanted => takeOver(tables, wanted),
    claimDue: async wanted => claimDue(tables, wanted),
    postpone: async (due, byMs) => postpone(tables, due, byMs),
    lookAgain: async (due, atMs) => lookAgain(tables, due, atMs),
    postponeUnsent: async (due, how) => postponeUnsent(tables, due, how),
    release: async due => release(tables, due),
    hasten: async () => hasten(tables),
    claimStuck: async (owed, quietMs) => claimStuck(tables, owed, quietMs),
    hastenThese: async (key, ids) => hastenThese(tables, key, ids),
    amend: async amendment => amend(tables, amendment),
    note: async exchange => note(tables, exchange),
    traceOf: async (key, transactionId) => traceOf(tables, key, transactionId),
    audit: async () => [...orders.values()].map(audited),
  }
}

export type MemoryParts = {
  readonly nowMs: () => number
  readonly leaseMs: number
  readonly guards?: Guards
}

function load({ orders, nowMs }: Tables, key: OrderKey): LoadedOrder | undefined {
  const row = orders.get(nameOf(key))
  if (!row) return undefined
  const { version, openId, currency, amount, createdAtMs, stands, transactions } = row
  return {
    version,
    ...(openId !== undefined && { openId }),
    currency,
    amount,
    totals: stands.totals,
    excess: stands.excess,
    createdAtMs,
    loadedAtMs: Math.floor(nowMs()),
    transactions: foldSteps([...transactions.values()].map(recorded)),
  }
}

function recorded(transaction: TransactionRow): RecordedTransaction {
  const { intent, trace, startedAtMs, outcomes } = transaction
  const last = newest(outcomes)
  const isOtherAmount = last !== undefined && last.transactionAmount !== intent.transactionAmount
  return {
    id: intent.transactionId,
    type: intent.type,
    result: last?.result ?? 'PENDING',
    gatewayCode: last?.gatewayCode ?? 'PENDING',
    amount: intent.transactionAmount,
    ...(isOtherAmount && { approvedAmount: last.transactionAmount }),
    currency: intent.currency,
    ...(intent.targetId !== undefined && { targetId: intent.targetId }),
    operation: intent.operation,
    apiVersion: intent.apiVersion,
    fingerprint: intent.fingerprint,
    request: intent.request,
    ...(last && { outcome: last.outcome }),
    ...(intent.card && { card: intent.card }),
    ...(trace !== undefined && { trace }),
    ...owedOf(transaction),
    startedAtMs,
  }
}

function owedOf({ owed }: TransactionRow): Pick<RecordedTransaction, 'owed'> {
  const last = newest(owed)
  if (!last) return {}
  const { obligation, status, unsent, lastAttemptAtMs } = last
  const attempts = last.attempts - unsent
  const tried = { ...(lastAttemptAtMs !== undefined && { lastAttemptAtMs }) }
  return { owed: { obligation, status, attempts, ...tried } }
}

const newest = <Row extends { readonly fence: number }>(rows: readonly Row[]): Row | undefined =>
  rows.reduce<Row | undefined>((best, row) => (best && best.fence > row.fence ? best : row), undefined)

/** Starts only on the version that was planned on, and only while nothing runs on the order. */
function begin(tables: Tables, intent: Intent): BeginResult {
  const { orders, guards } = tables
  const { key, transactionId, seen } = intent
  const row = orders.get(nameOf(key))
  if (!row && seen > 0) throw new ConstraintViolated('A begin on an order that is not there')
  if (row && !((row.version === seen || !guards.version) && row.openId === undefined)) {
    if (row.transactions.has(transactionId)) return { state: 'known' }
    return row.openId === undefined ? { state: 'stale' } : { state: 'busy', openId: row.openId }
  }
  if (row?.transactions.has(transactionId)) throw new ConstraintViolated('A transaction id begun twice')
  return start(tables, row ?? newOrder(tables, intent), intent)
}

function newOrder({ orders, nowMs }: Tables, { key, currency, orderAmount }: Intent): OrderRow {
  const row: OrderRow = {
    key,
    version: 0,
    openId: undefined,
    isKeptBusy: false,
    currency,
    amount: orderAmount,
    createdAtMs: Math.floor(nowMs()),
    sequence: 0,
    stands: { totals: { authorized: 0n, captured: 0n, refunded: 0n }, excess: 0n, status: 'NEW' },
    transactions: new Map(),
    outbox: [],
    exchanges: [],
  }
  orders.set(nameOf(key), row)
  return row
}

function start({ nowMs, leaseMs, counters }: Tables, row: OrderRow, intent: Intent): BeginResult {
  row.version += 1
  row.openId = intent.transactionId
  const startedAtMs = Math.floor(nowMs())
  const nothingYet = { outcomes: [], owed: [] }
  const leaseUntilMs = nowMs() + leaseMs
  const request = new StoredRequest(requestText(intent.request, newestModel))
  const recordedIntent = { ...intent, request }
  row.transactions.set(intent.transactionId, {
    intent: recordedIntent,
    trace: intent.trace,
    startedAtMs,
    leaseUntilMs,
    ...nothingYet,
  })
  const begun = { fence: row.version, orderCreatedAtMs: row.createdAtMs, startedAtMs }
  return { state: 'started', ...begun, ...countAttempts(counters, intent, startedAtMs) }
}

function retrace({ orders }: Tables, { key, transactionId, fence, trace }: Retracing): boolean {
  const row = orders.get(nameOf(key))
  const transaction = row?.transactions.get(transactionId)
  const isOurs = row?.version === fence && row.openId === transactionId && !row.isKeptBusy
  if (!transaction || !isOurs) return false
  transaction.trace = trace
  return true
}

/** Counts only while nobody took over. */
function close(tables: Tables, closing: Closing): CloseResult {
  const { key, transactionId, fence } = closing
  const row = tables.orders.get(nameOf(key))
  if (!row) throw new ConstraintViolated('A close on an order that is not there')
  checkMoney(closing)
  const transaction = row.transactions.get(transactionId)
  const isOurs = row.version === fence && row.openId === transactionId
  if (!transaction || !(isOurs || !tables.guards.fence)) {
    const before = writtenBefore(transaction, closing)
    return before ? { state: 'closed', sequence: before.sequence } : { state: 'takenOver' }
  }
  return { state: 'closed', sequence: recordOutcome(tables, { row, transaction }, closing) }
}

function audited(row: OrderRow): AuditedOrder {
  const { key, version, openId, stands, sequence, outbox, transactions } = row
  return {
    key,
    version,
    ...(openId !== undefined && { openId }),
    ...stands,
    sequence,
    outbox: outbox.map(({ sequence: numbered, transactionId }) => `${numbered} ${transactionId}`),
    outcomes: [...transactions.values()]
      .flatMap(({ intent, outcomes }) =>
        outcomes.map(one => ({ ...one, transactionId: intent.transactionId })),
      )
      .sort((one, other) => one.sequence - other.sequence)
      .map(({ sequence: numbered, transactionId }) => `${numbered} ${transactionId}`),
  }
}
