// What is kept of one API call. Calls that recorded a transaction are kept without their body, which the
// transaction has; refused ones with theirs, masked, unless their order is archived.

import { catalogue } from '../../contract/catalogue.ts'
import { type Content, isObject } from '../../contract/kit/content.ts'
import { maskedBody } from '../../contract/kit/maskedBody.ts'
import { type Operation, requestAt } from '../../contract/kit/operation.ts'
import type { MerchantCall } from '../../http/api/merchantCall.ts'
import type { Rejection } from '../../orders/rejection.ts'
import { ownText } from '../../platform/ownText.ts'
import { holdsCardData } from '../../standards/cardDataInText.ts'
import type { LoggedCall, LoggedError } from './port.ts'

/** Every call passes here: one object of one form, with few copies. What is undefined is not written. */
export function loggedCall(call: MerchantCall, atMs: number): LoggedCall {
  const { reply, rejection } = call
  const operation = operationOf(call)
  const isRecorded = isObject(reply)
  return {
    atMs,
    method: call.method,
    path: call.template,
    version: call.version,
    operation: operation?.name,
    orderId: harmless(call.orderId),
    transactionId: harmless(call.transactionId),
    status: call.status,
    ms: Math.round(call.ms * 100) / 100,
    result: isRecorded ? textIn(reply.result) : undefined,
    gatewayCode: isRecorded && isObject(reply.response) ? textIn(reply.response.gatewayCode) : undefined,
    correlationId: call.correlationId && harmless(ownText(call.correlationId)),
    requestId: call.requestId,
    isOfBrowser: call.isOfBrowser || undefined,
    isOfTool: call.isOfTool || undefined,
    supportCode: call.supportCode,
    error: rejection && errorOf(rejection),
    body: call.body && mayKeep(rejection) ? bodyOf(call, operation, call.body) : undefined,
  }
}

/** What is recorded has its body already, and what was deleted must not come back. */
const mayKeep = (rejection: Rejection | undefined): boolean =>
  rejection !== undefined && !rejection.keepsNoBody

/** An id that was refused may be anything. */
const harmless = (id: string | undefined): string | undefined =>
  id !== undefined && holdsCardData(id) ? undefined : id

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A cause that its caller is not told of is not told here either. */
function errorOf({ cause, explanation, field, validationType }: Rejection): LoggedError {
  if (cause === 'REQUEST_REJECTED') return { cause }
  return {
    ...{ cause, explanation: explanation.slice(0, 1_000) },
    ...(field !== undefined && { field: field.slice(0, 100) }),
    ...(validationType !== undefined && { validationType }),
  }
}

/** Where it names no operation of its path, it is masked as the first: secrets are the same in all. */
function bodyOf(call: MerchantCall, operation: Operation | undefined, body: Content): object | undefined {
  const shape = operation ?? operationsOf(call)[0]
  const masked = shape ? maskedBody(requestAt(shape, call.version), body) : {}
  // Read again, because its texts point into all that was sent.
  const text = JSON.stringify(masked)
  return text.length > bodyMax ? undefined : JSON.parse(text)
}

/** Longer ones are not kept. Nobody has to read them to see why a call was refused. */
const bodyMax = 8_000

/** The operation that was meant, by path and body; undefined where none of the path's was. */
function operationOf(call: MerchantCall): Operation | undefined {
  const known = operationsOf(call)
  const named = call.body?.apiOperation
  if (named === undefined) return known.length === 1 ? known[0] : undefined
  return known.find(({ name }) => name === named)
}

const operationsOf = ({ method, template }: MerchantCall): readonly Operation[] =>
  byRoute.get(template)?.get(method) ?? []

const apiRoot = '/api/rest/version/{version}'

/** The operations of each path and method. */
const byRoute = new Map<string, Map<string, Operation[]>>()
for (const operation of catalogue) {
  const path = `${apiRoot}${operation.path}`
  const byMethod = byRoute.get(path) ?? new Map<string, Operation[]>()
  byRoute.set(path, byMethod.set(operation.method, [...(byMethod.get(operation.method) ?? []), operation]))
}
