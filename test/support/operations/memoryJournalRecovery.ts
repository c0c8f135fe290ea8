import {
  type Amendment,
  type AmendResult,
  type DueObligation,
  type DueQuery,
  type OrderKey,
  type OwedObligation,
  type RecordedExchange,
  type RecoveryJournal,
  type TakenOverTransaction,
  type TransactionTrace,
  worryingAttempts,
} from '../../../src/operations/model/journal.ts'
import {
  checkMoney,
  nameOf,
  type OrderRow,
  recordOutcome,
  type Tables,
  type TransactionRow,
  writtenBefore,
} from './memoryJournalTables.ts'

/** What the model does for recovery; see memoryJournal.ts. */

/** What was begun, has no outcome and no lease any more gets a new fence and a new lease. */
export function takeOver(
  { orders, nowMs, leaseMs }: Tables,
  { limit, all }: Wanted,
): readonly TakenOverTransaction[] {
  const left = [...orders.values()].flatMap((row, place) => {
    const open = row.openId === undefined ? undefined : row.transactions.get(row.openId)
    if (!open || row.isKeptBusy || open.outcomes.length > 0) return []
    return all || open.leaseUntilMs <= nowMs() ? [{ row, open, place }] : []
  })
  const first = left.sort((one, other) => one.open.leaseUntilMs - other.open.leaseUntilMs).slice(0, limit)
  return first
    .sort((one, other) => one.place - other.place)
    .map(({ row, open }) => {
      row.version += 1
      open.leaseUntilMs = nowMs() + leaseMs
      return { key: row.key, transactionId: open.intent.transactionId, fence: row.version }
    })
}
type Wanted = Parameters<RecoveryJournal['takeOver']>[0]

/** The attempt is counted and the next one set before anything is sent. */
export function claimDue({ orders, nowMs }: Tables, wanted: DueQuery): readonly DueObligation[] {
  const { limit, patienceMs, dueByMs = Number.POSITIVE_INFINITY, untried = false } = wanted
  const due = [...orders.values()]
    .flatMap(row => [...row.transactions.values()].map(transaction => ({ row, transaction })))
    .flatMap(({ row, transaction }) => transaction.owed.map(owed => ({ row, transaction, owed })))
    .filter(({ owed }) => owed.status === 'PENDING' && owed.nextAtMs <= Math.min(nowMs(), dueByMs))
    .filter(({ owed }) => owed.attempts === 0 || !untried)
    .sort((one, other) => one.owed.nextAtMs - other.owed.nextAtMs)
  return due.slice(0, limit).map(({ row, transaction, owed }) => {
    owed.attempts += 1
    owed.lastAttemptAtMs = Math.floor(nowMs())
    owed.nextAtMs = nowMs() + patienceMs + backOffMs(1)
    return {
      key: row.key,
      transactionId: transaction.intent.transactionId,
      obligation: owed.obligation,
      attempt: owed.attempts,
      unsent: owed.unsent,
      startedAtMs: transaction.startedAtMs,
      owedAtMs: Math.floor(owed.owedAtMs),
      nowMs: Math.floor(nowMs()),
    }
  })
}

/** Nothing to do when another attempt has been claimed since. */
export function postpone(
  tables: Tables,
  { key, transactionId, obligation, attempt }: DueObligation,
  byMs = Number.POSITIVE_INFINITY,
): void {
  const owed = findTransaction(tables, key, transactionId)?.owed ?? []
  for (const one of owed) {
    if (one.obligation !== obligation || one.attempts !== attempt) continue
    one.silences += 1
    one.nextAtMs = Math.min(tables.nowMs() + backOffMs(one.silences), byMs)
  }
}

/** The same, and nobody was silent. */
export function lookAgain(
  tables: Tables,
  { key, transactionId, obligation, attempt }: DueObligation,
  atMs: number,
): void {
  const owed = findTransaction(tables, key, transactionId)?.owed ?? []
  for (const one of owed) if (one.obligation === obligation && one.attempts === attempt) one.nextAtMs = atMs
}

/** Not one byte was sent. */
export function postponeUnsent(
  tables: Tables,
  { key, transactionId, obligation, attempt, unsent }: DueObligation,
  how: 'alarm' | 'soon',
): void {
  const owed = findTransaction(tables, key, transactionId)?.owed ?? []
  for (const one of owed) {
    if (one.obligation !== obligation || one.attempts !== attempt) continue
    one.unsent = unsent + 1
    if (how === 'alarm') one.silences = Math.max(one.silences, 6)
    const pauseMs = how === 'alarm' ? backOffMs(one.silences + 1) : 1_000 * (pauseSeconds[unsent] ?? 30)
    one.nextAtMs = tables.nowMs() + pauseMs
  }
}

/** Nothing is owed any more. */
export function release(tables: Tables, { key, transactionId, obligation, attempt }: OwedObligation): void {
  const owed = findTransaction(tables, key, transactionId)?.owed ?? []
  for (const one of owed)
    if (one.obligation === obligation && one.attempts === attempt) one.status = 'ACKNOWLEDGED'
}

/** What backed off from silences for more than a minute is due at once. */
export function hasten({ orders, nowMs }: Tables): void {
  const owed = [...orders.values()]
    .flatMap(({ transactions }) => [...transactions.values()])
    .flatMap(transaction => transaction.owed)
  for (const one of owed) {
    const hasBackedOff = one.silences >= 6 && one.silences <= one.attempts - one.unsent
    if (one.status === 'PENDING' && hasBackedOff && one.nextAtMs > nowMs() + 60_000) one.nextAtMs = nowMs()
  }
}

/** What is owed about these is due at once; whoever is under way no longer has the newest attempt. */
export function hastenThese(tables: Tables, key: OrderKey, transactionIds: readonly string[]): void {
  for (const one of transactionIds.flatMap(id => findTransaction(tables, key, id)?.owed ?? [])) {
    if (one.status !== 'PENDING') continue
    one.attempts += 1
    one.unsent += 1
    one.silences = 0
    one.nextAtMs = tables.nowMs()
  }
}

/** What recovery repeats in vain is left to people for a minute. */
export function claimStuck(
  tables: Tables,
  { key, transactionId, obligation }: Omit<OwedObligation, 'attempt'>,
  quietMs: number,
): 'claimed' | 'heldBack' | undefined {
  const owed = findTransaction(tables, key, transactionId)?.owed ?? []
  const stuck = owed.find(
    one =>
      one.obligation === obligation &&
      one.status === 'PENDING' &&
      Math.max(one.attempts - one.unsent, one.silences) >= worryingAttempts,
  )
  if (!stuck) return undefined
  const isQuiet = (stuck.lastAttemptAtMs ?? 0) <= tables.nowMs() - quietMs
  stuck.attempts += 1
  stuck.unsent += 1
  stuck.nextAtMs = tables.nowMs() + 60_000 + (isQuiet ? 0 : quietMs)
  return isQuiet ? 'claimed' : 'heldBack'
}

/** Settles what is owed, only on the order that was seen and with nothing else running on it. */
export function amend(tables: Tables, amendment: Amendment): AmendResult {
  const { key, transactionId, seen, isRemark } = amendment
  const row = tables.orders.get(nameOf(key))
  const transaction = row?.transactions.get(transactionId)
  const owed = transaction?.owed.findLast(({ status }) => status === 'PENDING')
  const fence = seen + 1
  const isAllowed = (owed !== undefined) !== (isRemark === true)
  if (isAllowed) checkMoney(amendment)
  if (row && transaction && isAllowed && isAsSeen(row, amendment)) {
    const sequence = recordOutcome(tables, { row, transaction }, { ...amendment, fence })
    if (owed) owed.status = 'ACKNOWLEDGED'
    return { state: 'amended', sequence }
  }
  const before = writtenBefore(transaction, { ...amendment, fence })
  return before ? { state: 'amended', sequence: before.sequence } : { state: 'stale' }
}

const isAsSeen = ({ version, openId }: OrderRow, { seen, transactionId }: Amendment): boolean =>
  version === seen && (openId === undefined || openId === transactionId)

export function note({ orders, nowMs }: Tables, exchange: RecordedExchange): void {
  const recordedAtMs = Math.floor(nowMs())
  orders.get(nameOf(exchange.key))?.exchanges.push({ ...exchange, recordedAtMs })
}

export function traceOf({ orders }: Tables, key: OrderKey, transactionId: string): TransactionTrace {
  const row = orders.get(nameOf(key))
  const isAboutIt = (one: { readonly transactionId: string }) => one.transactionId === transactionId
  return {
    outcomes: (row?.transactions.get(transactionId)?.outcomes ?? []).map(
      ({ sequence, result, gatewayCode, outcome, recordedAtMs }) => ({
        sequence,
        result,
        gatewayCode,
        outcome,
        recordedAtMs,
      }),
    ),
    exchanges: (row?.exchanges ?? [])
      .filter(isAboutIt)
      .map(({ kind, attempt, content, recordedAtMs }) => ({ kind, attempt, content, atMs: recordedAtMs })),
    notifications: (row?.outbox ?? [])
      .filter(isAboutIt)
      .map(({ sequence, dueAtMs }) => ({ sequence, dueAtMs, attempts: [] })),
  }
}

function findTransaction(
  { orders }: Tables,
  key: OrderKey,
  transactionId: string,
): TransactionRow | undefined {
  return orders.get(nameOf(key))?.transactions.get(transactionId)
}

/** After attempt n; the last one for ever. */
const backOffMs = (silences: number): number => 1_000 * (backOffSeconds[silences - 1] ?? 900)
const backOffSeconds = [1, 2, 5, 15, 60, 300, 900]
const pauseSeconds = [1, 2, 4, 8, 16]
