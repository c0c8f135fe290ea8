import type { TransactionResult, TransactionType } from '../../orders/transaction.ts'
import { type BookEntry, bookKindsByType } from './books.ts'

/**
 * Compares what the gateway recorded with the acquirer's own books, for any number of orders. There is no
 * difference when both say the same and nothing is open.
 */
export function reconcileWithBooks(
  gateway: readonly GatewayTransaction[],
  books: readonly BookEntry[],
): readonly ReconciliationDifference[] {
  const orders = new Map<string, Order>()
  const orderOf = ({ merchantId, orderId }: Pick<ReconciliationDifference, 'merchantId' | 'orderId'>) => {
    const key = `${merchantId} ${orderId}`
    const order = orders.get(key) ?? { transactions: new Map(), entries: new Map() }
    orders.set(key, order)
    return order
  }
  for (const transaction of gateway)
    orderOf(transaction).transactions.set(transaction.transactionId, transaction)
  for (const entry of books) {
    const { entries } = orderOf(entry)
    const others = entries.get(entry.transactionId)
    if (others) others.push(entry)
    else entries.set(entry.transactionId, [entry])
  }
  return [...orders.values()].flatMap(differencesOf)
}

/** One transaction as the gateway recorded it. */
export type GatewayTransaction = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly type: TransactionType
  readonly result: TransactionResult
  /** What the acquirer approved, in minor units. */
  readonly amount: bigint
  readonly currency: string
  /** What a void undoes. */
  readonly targetId?: string
  /** Started, and without an outcome yet. */
  readonly isOpen: boolean
  /** The obligation about it that is not fulfilled yet. */
  readonly owed?: 'reversal' | 'advice' | 'inquiry' | 'rest'
}

export type ReconciliationDifference = {
  readonly type: ReconciliationDifferenceType
  readonly explanation: string
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly gateway?: Pick<GatewayTransaction, 'type' | 'result' | 'amount' | 'currency'>
  readonly books?: Pick<BookEntry, 'kind' | 'state' | 'amount' | 'currency'>
}

type ReconciliationDifferenceType = keyof typeof explanations

const explanations = {
  OPEN_TRANSACTION: 'It has begun, and nothing has come of it yet.',
  PENDING_OBLIGATION:
    'A reversal, an advice or an inquiry has yet to be acknowledged, or the rest of a part to be paid.',
  UNSETTLED: 'The gateway does not know what came of it.',
  MISSING_IN_BOOKS: 'It succeeded at the gateway, and the books know nothing of it.',
  MISSING_AT_GATEWAY: 'The books have it, and the gateway never began it.',
  NOT_UNDONE: 'It failed or was voided at the gateway, and still stands in the books.',
  UNDONE_IN_BOOKS: 'It stands at the gateway, and is undone in the books.',
  BOOKED_TWICE: 'It stands in the books more than once.',
  KIND: 'The books have it as something else.',
  AMOUNT: 'The amounts differ.',
  CURRENCY: 'The currencies differ.',
  TARGET: 'Gateway and books undid different transactions by it.',
} as const

type Order = {
  readonly transactions: Map<string, GatewayTransaction>
  readonly entries: Map<string, BookEntry[]>
}

function differencesOf({ transactions, entries }: Order): readonly ReconciliationDifference[] {
  const voided = new Set<string>()
  for (const { type, result, targetId } of transactions.values())
    if (bookKindsByType[type] === 'void' && result === 'SUCCESS' && targetId !== undefined)
      voided.add(targetId)
  const found: ReconciliationDifference[] = []
  for (const transaction of transactions.values()) {
    const isVoided = voided.has(transaction.transactionId)
    const booked = (entries.get(transaction.transactionId) ?? []).filter(({ kind }) => kind !== 'reversal')
    const finding = findOpen(transaction) ?? findDifference({ transaction, isVoided, booked })
    if (finding) found.push(differenceOf(finding, transaction))
  }
  for (const [transactionId, [entry]] of entries)
    if (entry && !transactions.has(transactionId)) found.push(unknownToGateway(entry))
  return found
}

type ReconciliationFinding = {
  readonly type: ReconciliationDifferenceType
  readonly entry?: BookEntry | undefined
}

/** What is open is not compared: the books may have it or not. */
function findOpen({ isOpen, owed, result, type }: GatewayTransaction): ReconciliationFinding | undefined {
  if (isOpen) return { type: 'OPEN_TRANSACTION' }
  if (owed !== undefined) return { type: 'PENDING_OBLIGATION' }
  const isKnown = result === 'SUCCESS' || result === 'FAILURE' || bookKindsByType[type] === undefined
  return isKnown ? undefined : { type: 'UNSETTLED' }
}

type Compared = {
  readonly transaction: GatewayTransaction
  readonly isVoided: boolean
  readonly booked: readonly BookEntry[]
}

function findDifference({ transaction, isVoided, booked }: Compared): ReconciliationFinding | undefined {
  const kind = bookKindsByType[transaction.type]
  const posted = booked.filter(({ state }) => state === 'posted')
  const otherKind = posted.find(entry => entry.kind !== kind)
  if (otherKind) return { type: 'KIND', entry: otherKind }
  if (kind === undefined) return undefined
  if (transaction.result === 'FAILURE')
    return posted.length === 0 ? undefined : { type: 'NOT_UNDONE', entry: posted[0] }
  const undone = booked.find(entry => entry.state === 'undone' && entry.kind === kind)
  const [entry = undone] = posted
  if (entry === undefined) return { type: 'MISSING_IN_BOOKS' }
  if (posted.length > 1) return { type: 'BOOKED_TWICE', entry }
  if (isVoided && posted.length > 0) return { type: 'NOT_UNDONE', entry }
  if (!isVoided && posted.length === 0) return { type: 'UNDONE_IN_BOOKS', entry }
  const type = findContentDifference(transaction, entry)
  return type && { type, entry }
}

function findContentDifference(
  transaction: GatewayTransaction,
  entry: BookEntry,
): ReconciliationDifferenceType | undefined {
  if (entry.currency !== transaction.currency) return 'CURRENCY'
  if (entry.amount !== transaction.amount) return 'AMOUNT'
  return entry.kind === 'void' && entry.originalId !== transaction.targetId ? 'TARGET' : undefined
}

function differenceOf(
  { type, entry }: ReconciliationFinding,
  transaction: GatewayTransaction,
): ReconciliationDifference {
  const { merchantId, orderId, transactionId, result, amount, currency } = transaction
  const at = { type, explanation: explanations[type], merchantId, orderId, transactionId }
  const gateway = { type: transaction.type, result, amount, currency }
  return { ...at, gateway, ...(entry && { books: shownEntry(entry) }) }
}

function unknownToGateway(entry: BookEntry): ReconciliationDifference {
  const { merchantId, orderId, transactionId } = entry
  const type = 'MISSING_AT_GATEWAY'
  const at = { type, explanation: explanations[type], merchantId, orderId, transactionId } as const
  return { ...at, books: shownEntry(entry) }
}

const shownEntry = ({ kind, state, amount, currency }: BookEntry) => ({ kind, state, amount, currency })
