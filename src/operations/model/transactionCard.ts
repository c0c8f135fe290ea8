// Which card a transaction is about, and decrypting it.

import { effectiveTransactions } from '../../orders/totals.ts'
import { isCharge } from '../../orders/transaction.ts'
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

/** Decrypts the card that was stored with a transaction of the order; undefined where none was. */
export async function revealedCard(
  { vault }: { readonly vault: Pick<Vault, 'revealCard'> },
  { merchantId, orderId }: OrderKey,
  { transactions, id }: { readonly transactions: readonly RecordedTransaction[]; readonly id: string },
): Promise<KeptCard | undefined> {
  const sealed = transactions.find(one => one.id === id)?.card
  return sealed && (await vault.revealCard(merchantId, cardIdentity(orderId, id), sealed))
}
