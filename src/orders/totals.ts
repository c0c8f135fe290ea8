import { effectiveAmount, isVoid, type Transaction, type TransactionType, tookEffect } from './transaction.ts'

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

/** What the order is for: a merchant may try again with another amount, and the newest attempt tells. */
export function orderAmountOf(transactions: readonly Transaction[]): bigint | undefined {
  return transactions.findLast(({ type }) => type === 'AUTHORIZATION' || type === 'PAYMENT')?.amount
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
