// What is told of each call of a merchant once it is answered, for the merchant's request log.

import type { Owner } from '../../orders/merchant.ts'
import { isRejection, type Rejection } from '../../orders/rejection.ts'
import { isToolAgent } from '../../platform/toolAgent.ts'
import type { MerchantAdmission } from '../authentication/credentials.ts'
import type { JsonObject } from '../transport/json.ts'
import type { HttpRefusal } from '../transport/refusals.ts'
import type { HttpReply } from '../transport/reply.ts'
import type { RouteMatch } from './routes.ts'

export type MerchantCall = {
  readonly owner: Owner
  readonly method: string
  /** The path of the route, with the names of its parameters. */
  readonly template: string
  readonly version: number
  readonly orderId: string | undefined
  readonly transactionId: string | undefined
  /** As it was sent: who keeps anything of it masks it first. */
  readonly body: JsonObject | undefined
  /** Whether a payer's browser called, with a session in place of the password. */
  readonly isOfBrowser: boolean
  /** Whether a tool of Tollgate called, in the place of a merchant's server. */
  readonly isOfTool: boolean
  readonly correlationId: string | undefined
  readonly requestId: string
  readonly status: number
  readonly ms: number
  /** Why it was refused. */
  readonly rejection: Rejection | undefined
  readonly supportCode: string | undefined
  /** What was answered. */
  readonly reply: unknown
}

type AnsweredRequest = Pick<MerchantCall, 'body' | 'correlationId' | 'ms' | 'requestId'> & {
  readonly agent: string | undefined
  readonly method: string | undefined
  readonly match: RouteMatch
  readonly merchant: MerchantAdmission | undefined
}

/** Undefined for what waits for news and gets none: it would be most of the log. */
export function merchantCallOf(
  { method = '', agent, match, merchant, body, correlationId, requestId, ms }: AnsweredRequest,
  reply: HttpReply,
  error: HttpRefusal | Rejection | undefined,
): MerchantCall | undefined {
  if (!merchant || (match.route.isLongPolling && !reply.bringsNews)) return undefined
  const { cell, merchantId, sessionId } = merchant
  return {
    owner: { cell, merchantId },
    ...{ method, template: match.template, version: match.version },
    orderId: match.params.orderid,
    transactionId: match.params.transactionid,
    ...{ body, isOfBrowser: sessionId !== undefined, isOfTool: isToolAgent(agent) },
    ...{ correlationId, requestId, status: reply.status, ms },
    rejection: error && (isRejection(error) ? error : error.rejection),
    supportCode: reply.supportCode,
    reply: reply.body,
  }
}
