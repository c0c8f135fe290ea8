// The totals of an order's transactions, their bounds while some transactions are undecided, and which
// transactions depend on which.

import {
  effectiveAmount,
  isCharge,
  isUnsettled,
  isVoid,
  type Transaction,
  type TransactionType,
  tookEffect,
} from './transaction.ts'

/** An order's money in minor units: what took effect and was not voided. */
export type Totals = {
  readonly authorized: bigint
  readonly captured: bigint
  readonly refunded: bigint
  /** Charged back, less what was reversed of it. Absent where nothing ever was. It decides no status. */
  readonly chargedBack?: bigint
}

/** Totals are always computed from the transactions; a stored total is only an index over this. */
export function totalsOf(transactions: readonly Transaction[]): Totals {
  const voided = voidedIds(transactions)
  let totals: Totals = { authorized: 0n, captured: 0n, refunded: 0n }
  for (const transaction of transactions) {
    if (!tookEffect(transaction) || voided.has(transaction.id)) continue
    const amount = effectiveAmount(transaction)
    totals = effects[transaction.type](
      totals,
      isChargebackReversal(transaction, transactions) ? -amount : amount,
    )
  }
  return totals
}

/** Whether it takes back a chargeback of the order: one that names another as its target. */
export const isChargebackReversal = (
  { type, targetId }: Transaction,
  transactions: readonly Transaction[],
): boolean =>
  type === 'CHARGEBACK' &&
  targetId !== undefined &&
  transactions.some(one => one.id === targetId && one.type === 'CHARGEBACK' && one.result === 'SUCCESS')

/** What stands of one chargeback, or of those that name one capture or payment. */
export function chargedBackOf({ id, type }: Transaction, transactions: readonly Transaction[]): bigint {
  const standing = effectiveTransactions(transactions).filter(one => one.type === 'CHARGEBACK')
  if (type !== 'CHARGEBACK')
    return standing
      .filter(({ targetId }) => targetId === id)
      .reduce((sum, one) => sum + chargedBackOf(one, transactions), 0n)
  const own = standing.find(one => one.id === id)
  return standing
    .filter(({ targetId }) => targetId === id)
    .reduce((sum, one) => sum - effectiveAmount(one), own ? effectiveAmount(own) : 0n)
}

/**
 * The amount of the order: that of the successful charge. Before one succeeded, a merchant may try again with
 * another amount, and the newest attempt or verification that names one decides.
 */
export function orderAmountOf(transactions: readonly Transaction[]): bigint | undefined {
  const charges = transactions.filter(isCharge)
  const successful = charges.findLast(tookEffect)
  if (successful) return amountNamedBy(successful)
  // After the first charge, a payer may be authenticated for a part of the amount: the rest.
  const naming = charges.length > 0 ? transactions.filter(one => !isAuthentication(one)) : transactions
  return naming.map(amountNamedBy).findLast(amount => amount !== undefined)
}

function amountNamedBy(transaction: Transaction): bigint | undefined {
  const { type, amount, wholeAmount } = transaction
  if (isCharge(transaction)) return wholeAmount ?? amount
  if (type === 'VERIFICATION') return wholeAmount
  return isAuthentication(transaction) && amount > 0n ? amount : undefined
}

const isAuthentication = ({ type }: Transaction): boolean => type === 'AUTHENTICATION'

/** The transactions that took effect and were not voided. */
export function effectiveTransactions<T extends Transaction>(transactions: readonly T[]): readonly T[] {
  const voided = voidedIds(transactions)
  return transactions.filter(one => tookEffect(one) && !voided.has(one.id))
}

/**
 * By how much captures exceed the authorization, or refunds the captures. A standalone refund is entirely
 * excess.
 */
export function excessOf({ authorized, captured, refunded }: Totals): bigint {
  const excess = captured - authorized > refunded - captured ? captured - authorized : refunded - captured
  return excess > 0n ? excess : 0n
}

/** The ids of successfully voided transactions. */
export function voidedIds(transactions: readonly Transaction[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const { type, result, targetId } of transactions) {
    if (isVoid(type) && result === 'SUCCESS' && targetId !== undefined) ids.add(targetId)
  }
  return ids
}

type Effect = (totals: Totals, amount: bigint) => Totals

const nothing: Effect = totals => totals

/**
 * How an effective transaction changes the totals. A void has no effect itself: its target no longer counts.
 */
const effects = {
  AUTHORIZATION: (totals, amount) => ({ ...totals, authorized: totals.authorized + amount }),
  // An update replaces the authorized amount; after the authorization is voided there is nothing to replace.
  AUTHORIZATION_UPDATE: (totals, amount) =>
    totals.authorized > 0n ? { ...totals, authorized: amount } : totals,
  CAPTURE: (totals, amount) => ({ ...totals, captured: totals.captured + amount }),
  PAYMENT: (totals, amount) => ({
    ...totals,
    authorized: totals.authorized + amount,
    captured: totals.captured + amount,
  }),
  REFUND: (totals, amount) => ({ ...totals, refunded: totals.refunded + amount }),
  AUTHENTICATION: nothing,
  CHARGEBACK: (totals, amount) => ({
    ...totals,
    chargedBack: larger((totals.chargedBack ?? 0n) + amount, 0n),
  }),
  FEE: nothing,
  VERIFICATION: nothing,
  VOID_AUTHORIZATION: nothing,
  VOID_CAPTURE: nothing,
  VOID_PAYMENT: nothing,
  VOID_REFUND: nothing,
} as const satisfies Record<TransactionType, Effect>

/** The totals will be between these, whatever the outcome of undecided follow-ups. */
type TotalsBounds = { readonly least: Totals; readonly most: Totals }

/**
 * Amount checks use these bounds, so that two transactions that each fit cannot exceed the limit together.
 * First payments without an outcome are left out: an order keeps only one of them.
 */
export function boundsOf(transactions: readonly Transaction[]): TotalsBounds {
  const settled = totalsOf(transactions)
  if (!transactions.some(isUnsettled)) return { least: settled, most: settled }
  const supposing = (...types: readonly TransactionType[]): Totals =>
    totalsOf(transactions.map(one => (types.includes(one.type) && isUnsettled(one) ? succeeded(one) : one)))
  const undone = supposing('VOID_AUTHORIZATION', 'VOID_CAPTURE', 'VOID_PAYMENT', 'VOID_REFUND')
  const done = supposing('CAPTURE', 'REFUND')
  const updates = transactions
    .filter(one => one.type === 'AUTHORIZATION_UPDATE' && isUnsettled(one))
    .map(effectiveAmount)
  return {
    least: { ...undone, authorized: updates.reduce(smaller, undone.authorized) },
    most: { ...done, authorized: updates.reduce(larger, done.authorized) },
  }
}

/** The refunds of one capture or payment, including undecided ones. */
export function mostRefundedOf({ id }: Transaction, transactions: readonly Transaction[]): bigint {
  const voided = voidedIds(transactions)
  return transactions
    .filter(one => one.type === 'REFUND' && one.targetId === id && !voided.has(one.id))
    .filter(one => tookEffect(one) || isUnsettled(one))
    .reduce((sum, one) => sum + effectiveAmount(one), 0n)
}

const succeeded = (transaction: Transaction): Transaction => ({
  ...transaction,
  result: 'SUCCESS',
  gatewayCode: 'APPROVED',
})
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/**
 * What depends on a transaction, so that it cannot be voided first: captures on an authorization, refunds and
 * chargebacks on a capture or payment. They may also depend on it by the totals: the remaining captures must
 * cover them.
 */
export function dependentsOf(
  target: Transaction,
  transactions: readonly Transaction[],
): 'captures' | 'chargebacks' | 'refunds' | undefined {
  const { least, most } = boundsOf(transactions)
  if (target.type === 'AUTHORIZATION') return most.captured > 0n ? 'captures' : undefined
  if (target.type !== 'CAPTURE' && target.type !== 'PAYMENT') return undefined
  const rest = least.captured - effectiveAmount(target)
  if (most.refunded > rest || mostRefundedOf(target, transactions) > 0n) return 'refunds'
  if (most.chargedBack === undefined) return undefined
  return most.chargedBack > rest || chargedBackOf(target, transactions) > 0n ? 'chargebacks' : undefined
}
