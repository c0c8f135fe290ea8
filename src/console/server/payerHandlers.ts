// Erasing a payer: what that would change, and doing it part by part.

import type { PayerAdministration } from '../../administration/payers.ts'
import type { KnownErasure, PayerOrder } from '../../administration/port.ts'
import { toDecimal } from '../../orders/money.ts'
import { isRejection } from '../../orders/rejection.ts'
import type { PayersOrder, payerCalls, ShownErasure } from '../api/payers.ts'
import { actorOf } from '../users/userEntries.ts'
import type { ConsoleHandlers } from './consoleApi.ts'

const pageSize = 50

export function createPayerHandlers({ payersOf, flushRequestLog }: PayerHandlerOptions) {
  return {
    async findPayer({ input: { merchantId, after, ...payer }, signedIn: { user } }) {
      const found = await payersOf(actorOf(user)).find(merchantId, payer, { after, limit: pageSize })
      if (isRejection(found)) return found
      const { orders, next, traces } = found
      return {
        orders: orders.map(payersOrder),
        ...(next !== undefined && { after: next }),
        ...(traces && { traces }),
      }
    },
    async erasePayer({ input: { merchantId, after, ...payer }, signedIn: { user } }) {
      // A call that this node has just refused is erased with the others.
      await flushRequestLog()
      const part = await payersOf(actorOf(user)).erase(merchantId, payer, after)
      if (isRejection(part)) return part
      const { next, ...done } = part
      return { ...done, ...(next !== undefined && { after: next }) }
    },
  } satisfies Pick<ConsoleHandlers, keyof typeof payerCalls>
}

type PayerHandlerOptions = {
  /** In the name of one user. */
  readonly payersOf: (actor: string) => Pick<PayerAdministration, 'erase' | 'find'>
  readonly flushRequestLog: () => Promise<void>
}

function payersOrder({ createdAtMs, amount, currency, erasure, ...order }: PayerOrder): PayersOrder {
  return {
    ...{ ...order, currency, createdAt: new Date(createdAtMs).toISOString() },
    amount: toDecimal(amount, currency),
    ...(erasure && { erased: shownErasure(erasure) }),
  }
}

export const shownErasure = ({ atMs, by }: KnownErasure): ShownErasure => ({
  at: new Date(atMs).toISOString(),
  by,
})
