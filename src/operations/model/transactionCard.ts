// Which card a transaction is about, and decrypting it.

import { effectiveTransactions } from '../../orders/totals.ts'
import { isCharge, tookEffect } from '../../orders/transaction.ts'
import { cardIdentity, type KeptCard, type Vault } from '../../vault/port.ts'
import type { OrderKey, RecordedTransaction } from './journal.ts'

/** The id of the transaction whose card this one uses: its own, the one it follows, or the one referred. */
export function cardOf(transactions: readonly RecordedTransaction[], recorded: RecordedTransaction): string {
  if (recorded.card) return recorded.id
  if (isCharge(recorded)) {
    if (recorded.operation !== 'REFERRAL') return recorded.id
    const before = transactions.slice(0, transactions.indexOf(recorded))
    return before.findLast(one => isCharge(one) && one.card)?.id ?? recorded.id
  }
  const target = transactions.find(({ id }) => id === recorded.targetId)
  if (target && target !== recorded) return cardOf(transactions, target)
  const payment = effectiveTransactions(transactions).find(isCharge)
  return payment ? cardOf(transactions, payment) : recorded.id
}

/**
 * The transaction with the card that an order was paid with, for who refers to the order: that of the first
 * payment that succeeded. Where nothing was paid, the first that was verified or refunded to, else the first
 * that was tried. Never another card of an order that was paid otherwise: who paid so did not agree to it.
 */
export function cardPaidWith(transactions: readonly RecordedTransaction[]): RecordedTransaction | undefined {
  const paid = transactions.filter(one => isCharge(one) && tookEffect(one))
  const withCards = transactions.filter(({ card }) => card !== undefined)
  const used = paid.map(one => withCards.find(({ id }) => id === cardOf(transactions, one)))
  if (paid.length > 0) return used.find(one => one !== undefined)
  const taken = withCards.filter(({ type }) => type !== 'AUTHENTICATION')
  return taken.find(tookEffect) ?? taken.find(isCharge) ?? taken[0] ?? withCards[0]
}

/** Decrypts the card that was stored with a transaction of the order; undefined where none was. */
export async function revealedCard(
  { vault }: { readonly vault: Pick<Vault, 'revealCard'> },
  { merchantId, orderId }: OrderKey,
  { transactions, id }: { readonly transactions: readonly RecordedTransaction[]; readonly id: string },
): Promise<KeptCard | undefined> {
  const sealed = transactions.find(one => one.id === id)?.card
  return sealed && (await vault.revealCard(merchantId, cardIdentity(orderId, id), sealed))
}
