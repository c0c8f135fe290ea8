// Receipts by e-mail as explanations of payments tell them.

import type { ReceiptTraces } from '../../operations/model/journal.ts'
import { markOfPayment } from '../checkout/attempts.ts'
import type { ReceiptStore } from './port.ts'

/** Told with the last payment of its checkout. Where nothing was paid, there is nothing to tell. */
export const createReceiptTraces = (store: Pick<ReceiptStore, 'list'>): ReceiptTraces => ({
  async find(key, transactionId, idsOfOrder) {
    const mark = markOfPayment(transactionId)
    const last = mark && idsOfOrder.findLast(id => markOfPayment(id) === mark)
    if (last !== transactionId) return undefined
    const receipt = (await store.list(key)).find(({ checkout }) => checkout === mark)
    if (!receipt || receipt.state === 'NOT_OWED') return undefined
    const { state, tries: attempts, promisedAtMs, endedAtMs: atMs = promisedAtMs, nextAtMs, reason } = receipt
    return {
      ...{ state, attempts, atMs },
      ...(nextAtMs !== undefined && { nextAtMs }),
      ...(reason !== undefined && { reason }),
    }
  },
})
