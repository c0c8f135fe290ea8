// Settling by hand what is owed to acquirers, for operators' commands.

import type { Administration } from '../administration/administration.ts'
import type { OperatorRecords } from '../commands/context.ts'
import { settleForOperator } from '../operations/recovery/operatorSettlement.ts'
import { isRejection } from '../orders/rejection.ts'
import { systemClock } from '../platform/clock.ts'
import type { Store } from '../store/open.ts'

type SettlementDependencies = {
  readonly administration: Administration
  /** How long nodes wait for an acquirer. */
  readonly patienceMs: number
}

export function openSettlement(
  { journal }: Pick<Store, 'journal'>,
  { administration, patienceMs }: SettlementDependencies,
): OperatorRecords['settleObligation'] {
  return async ({ merchantId, orderId, transactionId, isDone, reason }) => {
    const merchant = await administration.merchants.show(merchantId)
    if (isRejection(merchant)) return merchant
    const action = isDone ? 'SETTLE_AS_DONE' : 'SETTLE_AS_NOT_DONE'
    return settleForOperator(
      {
        ...{ journal, patienceMs, clock: systemClock },
        note: obligation =>
          administration.audit.note(
            'payment.act',
            { action, orderId, transactionId, obligation, reason },
            merchantId,
          ),
      },
      { key: { cell: merchant.cell, merchantId, orderId }, transactionId, isDone },
    )
  }
}
