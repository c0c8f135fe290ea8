// Entering chargebacks and fees: recorded like any operation, audited before anything is done.

import { operationNamed } from '../../contract/catalogue.ts'
import { versions } from '../../contract/kit/versions.ts'
import { isRejection } from '../../orders/rejection.ts'
import type { disputeCalls } from '../api/disputes.ts'
import { actorOf } from '../users/userEntries.ts'
import type { ActDependencies } from './actOnOrder.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { merchantOf } from './merchantOf.ts'

export function createDisputeHandlers({ findMerchant, gateway, audit }: ActDependencies) {
  return {
    async enterTransaction({ input, signedIn: { user } }) {
      const merchant = await merchantOf(findMerchant, input.merchantId)
      if (isRejection(merchant)) return merchant
      const { operation, orderId, transactionId, merchantId: _, ...transaction } = input
      const { amount, currency, targetTransactionId } = transaction
      const actor = actorOf(user)
      await audit(actor, merchant.merchantId, {
        ...{ action: operation, orderId, transactionId, amount, currency },
        ...(targetTransactionId !== undefined && { targetTransactionId }),
      })
      const { cell, merchantId, profile } = merchant
      const body = { apiOperation: operation, transaction, initiator: { userId: actor } }
      const outcome = await gateway.submit(
        { key: { cell, merchantId, orderId }, profile, entryPoint: 'MERCHANT_ADMINISTRATION' },
        { operation: operationNamed(operation), version: versions.last, orderId, transactionId, body },
      )
      if (isRejection(outcome)) return outcome
      const { result = 'UNKNOWN', response, order } = outcome.record
      const { amount: charged, currency: of } = order?.chargeback ?? {}
      return {
        ...{ kind: outcome.kind, result },
        ...(response?.gatewayCode !== undefined && { gatewayCode: response.gatewayCode }),
        ...(order?.status !== undefined && { status: order.status }),
        ...(charged !== undefined && of !== undefined && { chargeback: { amount: charged, currency: of } }),
      }
    },
  } satisfies Pick<ConsoleHandlers, keyof typeof disputeCalls>
}
