import type { OrderKey, RecordedTransaction } from '../../src/operations/model/journal.ts'
import { nameOfRecord, stepsOf } from '../../src/operations/model/steps.ts'
import { statusOf } from '../../src/orders/status.ts'
import { orderAmountOf, totalsOf } from '../../src/orders/totals.ts'
import { effectiveAmount, tookEffect } from '../../src/orders/transaction.ts'
import type { BookEntry } from '../../src/sandbox/acquirer/books.ts'
import { type GatewayTransaction, reconcileWithBooks } from '../../src/sandbox/acquirer/reconciliation.ts'
import type { SeenOrder } from './audit.ts'
import { referenceOf, type WireLedger } from './wireLedger.ts'

/** Nothing is open, the totals are the sum of the transactions, and changes are numbered without gaps. */
export function checkOrders(orders: readonly SeenOrder[], endless: ReadonlySet<string>): readonly string[] {
  return orders.flatMap(order =>
    [...checkOrder(order, endless)].map(violation => `order ${order.audited.key.orderId}: ${violation}`),
  )
}

function* checkOrder({ audited, loaded }: SeenOrder, endless: ReadonlySet<string>): Iterable<string> {
  const { transactions } = loaded
  if (audited.openId !== undefined) yield `is still busy with ${audited.openId}`
  for (const transaction of transactions) {
    const isEndless = endless.has(referenceOf(audited.key.orderId, transaction.id))
    const isOnTheWay = transaction.gatewayCode === 'SUBMITTED'
    if (isOnTheWay && !isEndless) yield `${transaction.id}: the payer is still waited for`
    if (!isOnTheWay || !isEndless) for (const step of stepsOf(transaction)) yield* checkStep(step)
  }
  const paid = transactions.filter(one => isPayment(one) && tookEffect(one))
  if (paid.length > 1) yield `is paid by ${paid.map(({ id }) => id)}`
  const totals = totalsOf(transactions)
  for (const name of ['authorized', 'captured', 'refunded'] as const) {
    if (totals[name] !== audited.totals[name])
      yield `${name} is ${audited.totals[name]}, its transactions say ${totals[name]}`
  }
  const amount = orderAmountOf(transactions) ?? loaded.amount
  if (amount !== loaded.amount) yield `the amount is ${loaded.amount}, its transactions say ${amount}`
  if (totals.captured > totals.authorized + audited.excess) yield 'more is captured than authorized'
  if (totals.refunded > totals.captured + audited.excess) yield 'more is refunded than captured'
  if (statusOf(transactions) !== audited.status) yield `the status is ${audited.status}`
  yield* checkNumbers(audited)
}

/** Which of two requests it was, its name tells. */
function* checkStep(step: RecordedTransaction): Iterable<string> {
  const { outcome, result, owed: pursuit } = step
  const name = JSON.stringify(nameOfRecord(step))
  if (outcome === undefined) yield `${name} is still open`
  else if (result === 'PENDING' || result === 'UNKNOWN') yield `${name} is still ${result}`
  if (pursuit?.status === 'PENDING') yield `${name}: the ${pursuit.obligation} is still owed`
}

const isPayment = ({ type }: RecordedTransaction): boolean => type === 'AUTHORIZATION' || type === 'PAYMENT'

function* checkNumbers({ sequence, outbox, outcomes }: SeenOrder['audited']): Iterable<string> {
  if (outbox.join() !== outcomes.join()) yield `outcomes ${outcomes.join()}, but notified ${outbox.join()}`
  const numbers = outbox.map(notice => Number.parseInt(notice, 10))
  if (numbers.length !== sequence || numbers.some((number, index) => number !== index + 1))
    yield `notifications are numbered ${numbers.join()} up to ${sequence}`
}

/** Nothing was sent twice, and what the gateway says of the acquirer is what the acquirer said. */
export function checkWire(orders: readonly SeenOrder[], ledger: WireLedger): readonly string[] {
  const violations: string[] = []
  const recorded = new Map(
    orders.flatMap(({ audited, loaded }) =>
      loaded.transactions.map(one => [referenceOf(audited.key.orderId, one.id), one] as const),
    ),
  )
  for (const reference of ledger.references()) {
    const note = ledger.noteOn(reference)
    const transaction = recorded.get(reference)
    if (note && note.originals > 1) violations.push(`${reference} was sent ${note.originals} times`)
    if (!transaction) violations.push(`${reference} was sent, and nobody knows of it`)
    else if (note && note.originals > 0 && transaction.type !== 'VERIFICATION')
      violations.push(...checkApproval(reference, transaction, note.approved))
  }
  return violations
}

function* checkApproval(
  reference: string,
  transaction: RecordedTransaction,
  approved: bigint | undefined,
): Iterable<string> {
  if (transaction.result === 'FAILURE' && approved !== undefined)
    yield `${reference} failed, but the acquirer approved ${approved}`
  if (transaction.result === 'SUCCESS' && approved !== effectiveAmount(transaction))
    yield `${reference} succeeded with ${effectiveAmount(transaction)}, but the acquirer approved ${approved}`
}

/** The gateway's ledger against the acquirer's. */
export function checkBooks(orders: readonly SeenOrder[], books: readonly BookEntry[]): readonly string[] {
  const recorded = orders.flatMap(({ audited, loaded }) =>
    loaded.transactions
      // Whoever is still on the way has not paid.
      .filter(({ gatewayCode }) => gatewayCode !== 'SUBMITTED')
      .map(transaction => asReconciled(audited.key, transaction)),
  )
  return reconcileWithBooks(recorded, books).map(
    ({ type, orderId, transactionId }) => `${referenceOf(orderId, transactionId)}: ${type} in the books`,
  )
}

function asReconciled(
  { merchantId, orderId }: OrderKey,
  transaction: RecordedTransaction,
): GatewayTransaction {
  const { id, type, result, currency, targetId, outcome, owed: pursuit } = transaction
  return {
    merchantId,
    orderId,
    transactionId: id,
    type,
    result,
    amount: effectiveAmount(transaction),
    currency,
    ...(targetId !== undefined && { targetId }),
    isOpen: outcome === undefined,
    ...(pursuit?.status === 'PENDING' && { owed: pursuit.obligation }),
  }
}
