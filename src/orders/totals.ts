import {
  effectiveAmount,
  isCharge,
  isVoid,
  type Transaction,
  type TransactionType,
  tookEffect,
} from './transaction.ts'

/** What stands of an order's money, in minor units: what took effect and was not voided since. */
export type Totals = { readonly authorized: bigint; readonly captured: bigint; readonly refunded: bigint }

/** Totals are always computed, never kept: a stored total is an index over this. */
export function totalsOf(transactions: readonly Transaction[]): Totals {
  const voided = voidedIds(transactions)
  let totals: Totals = { authorized: 0n, captured: 0n, refunded: 0n }
  for (const transaction of transactions) {
    if (!tookEffect(transaction) || voided.has(transaction.id)) continue
    totals = effects[transaction.type](totals, effectiveAmount(transaction))
  }
  return totals
}

/**
 * What the order is for: what succeeded tells, however late; before that a merchant may try again with
 * another amount, and the newest attempt tells.
 */
export function orderAmountOf(transactions: readonly Transaction[]): bigint | undefined {
  const attempts = transactions.filter(isCharge)
  const told = attempts.findLast(tookEffect) ?? attempts.at(-1)
  if (told?.wholeAmount !== undefined) return told.wholeAmount
  // Before anything was attempted, the payer may have been authenticated for it.
  return (told ?? transactions.findLast(one => one.type === 'AUTHENTICATION' && one.amount > 0n))?.amount
}

/** What took effect and was not undone since. */
export function standing<T extends Transaction>(transactions: readonly T[]): readonly T[] {
  const voided = voidedIds(transactions)
  return transactions.filter(one => tookEffect(one) && !voided.has(one.id))
}

/**
 * What totals exceed their bounds by: captures the authorization, refunds the captures. A refund that stands
 * alone is all excess.
 */
export function excessOf({ authorized, captured, refunded }: Totals): bigint {
  const excess = captured - authorized > refunded - captured ? captured - authorized : refunded - captured
  return excess > 0n ? excess : 0n
}

/** The transactions that a successful void has undone. */
export function voidedIds(transactions: readonly Transaction[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const { type, result, targetId } of transactions) {
    if (isVoid(type) && result === 'SUCCESS' && targetId !== undefined) ids.add(targetId)
  }
  return ids
}

type Effect = (totals: Totals, amount: bigint) => Totals

const nothing: Effect = totals => totals

/** What a transaction that stands does to the totals. A void acts through its target, which has fallen. */
const effects = {
  AUTHORIZATION: (totals, amount) => ({ ...totals, authorized: totals.authorized + amount }),
  // An update replaces what is held; once the authorization is voided there is nothing left to replace.
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
  CHARGEBACK: nothing,
  FEE: nothing,
  VERIFICATION: nothing,
  VOID_AUTHORIZATION: nothing,
  VOID_CAPTURE: nothing,
  VOID_PAYMENT: nothing,
  VOID_REFUND: nothing,
} as const satisfies Record<TransactionType, Effect>
