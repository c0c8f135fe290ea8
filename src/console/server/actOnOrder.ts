// Capture, refund, void and update of an authorization by a user of the console: the same operations as over
// the API, with the same rules and the same answers.

import { operationNamed } from '../../contract/catalogue.ts'
import type { Content } from '../../contract/kit/content.ts'
import { versions } from '../../contract/kit/versions.ts'
import type { Gateway } from '../../operations/gateway.ts'
import { isRejection } from '../../orders/rejection.ts'
import type { OrderAction } from '../api/payments.ts'
import { actorOf } from '../users/userEntries.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { type FindMerchant, merchantOf } from './merchantOf.ts'

export type ActDependencies = {
  readonly findMerchant: FindMerchant
  readonly gateway: Pick<Gateway, 'submit'>
  /** Written before anything is done, in the name of the user. */
  readonly audit: (
    actor: string,
    merchantId: string,
    details: Readonly<Record<string, unknown>>,
  ) => Promise<void>
}

export function createActOnOrder({
  findMerchant,
  gateway,
  audit,
}: ActDependencies): ConsoleHandlers['actOnOrder'] {
  return async ({ input, signedIn: { user } }) => {
    const merchant = await merchantOf(findMerchant, input.merchantId)
    if (isRejection(merchant)) return merchant
    const { action, orderId, transactionId, merchantId: _, ...asked } = input
    const actor = actorOf(user)
    await audit(actor, merchant.merchantId, { action, orderId, transactionId, ...amountOf(asked) })
    const { cell, merchantId, profile } = merchant
    const outcome = await gateway.submit(
      { key: { cell, merchantId, orderId }, profile, entryPoint: 'MERCHANT_ADMINISTRATION' },
      {
        operation: operationNamed(action),
        version: versions.last,
        ...{ orderId, transactionId, body: bodyOf(action, asked, actor) },
      },
    )
    if (isRejection(outcome)) return outcome
    const { result = 'UNKNOWN', response, order } = outcome.record
    return {
      ...{ kind: outcome.kind, result },
      ...(response?.gatewayCode !== undefined && { gatewayCode: response.gatewayCode }),
      ...(response?.acquirerMessage !== undefined && { acquirerMessage: response.acquirerMessage }),
      ...(order?.status !== undefined && { status: order.status }),
    }
  }
}

type AskedAction = {
  readonly amount?: string
  readonly currency?: string
  readonly targetTransactionId?: string
  readonly reference?: string
  readonly merchantNote?: string
}

const amountOf = ({ amount, currency, targetTransactionId }: AskedAction) => ({
  ...(amount !== undefined && { amount }),
  ...(currency !== undefined && { currency }),
  ...(targetTransactionId !== undefined && { targetTransactionId }),
})

/** The user is named where the operation has a field for that. */
function bodyOf(action: OrderAction, asked: AskedAction, userId: string): Content {
  const transaction = { ...asked }
  const body = Object.keys(transaction).length === 0 ? {} : { transaction }
  const by = action === 'UPDATE_AUTHORIZATION' ? { userId } : { initiator: { userId } }
  return { apiOperation: action, ...body, ...by }
}
