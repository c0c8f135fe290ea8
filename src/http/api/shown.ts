import type { Content } from '../../contract/kit/content.ts'
import { type CallerPrivileges, type Operation, responseAt } from '../../contract/kit/operation.ts'
import { project } from '../../contract/kit/project.ts'
import { wantsUnmasked } from '../../operations/gateway.ts'
import type { OrderKey } from '../../operations/model/journal.ts'
import type { OrderCaller } from '../../operations/pipeline/execution.ts'
import type { Owner } from '../../orders/merchant.ts'
import { isRejection, type Rejection } from '../../orders/rejection.ts'
import type { MerchantAccess } from '../authentication/credentials.ts'
import type { HttpReply, RouteCall } from '../transport/handler.ts'

/** What was found or made, as the version of this call shows it. */
export const projectedReply = (
  operation: Operation,
  call: RouteCall,
  found: Content | Rejection,
  status: 200 | 201 = 200,
): HttpReply | Rejection =>
  isRejection(found) ? found : { status, body: projectRecord(operation, call, found) }

/** What the version of this call shows, with what belongs to this call alone. */
export function projectRecord(operation: Operation, call: RouteCall, record: Content): object {
  const { correlationId } = call
  const version = String(call.version)
  const own = { version, ...(correlationId !== undefined && { correlationId }) }
  const inner = Array.isArray(record.transaction) && {
    transaction: record.transaction.map(each => ({ ...{}, ...each, version })),
  }
  const whole = { ...{}, ...record, ...inner, ...own }
  const isUnmasked = privilegesOf(call).mayUnmask === true && wantsUnmasked({ body: call.body ?? {} })
  return project(responseAt(operation, call.version), whole, isUnmasked) ?? {}
}

/** Whole card numbers need both: the merchant's profile, and the certificate of this very connection. */
export function privilegesOf({ merchant, session }: RouteCall): CallerPrivileges {
  const mayUnmask = merchant?.profile.unmasking && merchant.isCertified && session === undefined
  return mayUnmask ? { mayUnmask } : {}
}

export function ownerOf(call: RouteCall): Owner {
  const { cell, merchantId } = merchantOf(call)
  return { cell, merchantId }
}

export const keyOf = (call: RouteCall): OrderKey => ({ ...ownerOf(call), orderId: call.params.orderid ?? '' })

export const callerOf = (call: RouteCall): OrderCaller => ({
  key: keyOf(call),
  profile: merchantOf(call).profile,
  ...(call.session !== undefined && { sessionId: call.session }),
})

function merchantOf({ merchant }: RouteCall): MerchantAccess {
  if (!merchant) throw new Error('This route needs a merchant')
  return merchant
}
