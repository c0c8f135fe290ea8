import type { Finding } from '../contract/kit/judge.ts'
import { type Content, isObject } from '../contract/kit/normalise.ts'
import type { Operation } from '../contract/kit/operation.ts'
import { invalid, isRejection, type Rejection } from '../orders/rejection.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Call, Reply } from './handler.ts'
import { emptyObject, type JsonObject } from './json.ts'
import { type Refusal, refuse } from './refusal.ts'
import { ownerOf } from './shown.ts'

/** What a payer's browser may ask for, with the session of its payment as the password. */
export const isForBrowsers = ({ name }: Pick<Operation, 'name'>): boolean => browserOperations.has(name)

const browserOperations = new Set(['INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER'])

/**
 * The call of a browser that proved itself by a session, with that session as the one it is about. Whatever
 * else it asks for, its credentials are as good as wrong ones; each call counts.
 */
export async function admitBrowser(
  asked: Operation | Finding,
  { call, sessionId }: { readonly call: Call; readonly sessionId: string },
  sessions: Sessions,
): Promise<Call | Rejection | Refusal> {
  if (!('name' in asked) || !isForBrowsers(asked)) return refuse('credentials')
  const owner = ownerOf(call)
  const held = await sessions.retrieve(owner, sessionId)
  const verdict = isRejection(held) ? 'unknown' : await sessions.authenticate({ ...owner, sessionId })
  if (isRejection(held) || verdict === 'unknown') return refuse('credentials')
  if (verdict === 'exceeded') return usedUp(held)
  if (isOfAnotherOrder(held, call)) return invalid('session.id', 'The session is for another order.')
  const stranger = foreignCard(call.body ?? {})
  if (stranger) return invalid(stranger, 'A browser may not name it; the session may hold it.')
  const body = withSession(call.body ?? {}, sessionId)
  return body ? { ...call, body } : invalid('session.id', 'It must be the session that is the password.')
}

function usedUp({ session }: Content): Rejection {
  const limit = isObject(session) ? String(session.authenticationLimit) : ''
  return invalid(
    'session.id',
    `The session was a password ${limit} times; its authenticationLimit is reached.`,
  )
}

function isOfAnotherOrder({ order }: Content, { params }: Call): boolean {
  const orderId = isObject(order) ? order.id : undefined
  return orderId !== undefined && orderId !== params.orderid
}

/** Other payers' cards are what a browser must not be able to point at; the merchant may, in the session. */
function foreignCard({ referenceOrderId, sourceOfFunds }: JsonObject): string | undefined {
  if ((referenceOrderId ?? undefined) !== undefined) return 'referenceOrderId'
  const isToken = isObject(sourceOfFunds) && (sourceOfFunds.token ?? undefined) !== undefined
  return isToken ? 'sourceOfFunds.token' : undefined
}

/** Undefined when it names another session. What is no group at all is left for the contract to refuse. */
function withSession(body: JsonObject, id: string): JsonObject | undefined {
  const { session = null } = body
  if (session !== null && !isObject(session)) return body
  const given = session?.id ?? undefined
  if (given !== undefined && given !== id) return undefined
  return Object.assign(emptyObject(), body, { session: Object.assign(emptyObject(), session, { id }) })
}

/**
 * What a browser is told: how the authentication goes, and no more of the order than its figures. Whoever is
 * at the browser may name any order of the merchant.
 */
export function narrowed(reply: Reply): Reply {
  if (typeof reply.body === 'string' || Buffer.isBuffer(reply.body)) return reply
  const body = pick(reply.body, groupsShown)
  const order = isObject(body.order) && { order: pick(body.order, orderShown) }
  return { ...reply, body: { ...body, ...order } }
}

const pick = (group: object, names: ReadonlySet<string>): Content =>
  Object.fromEntries(Object.entries(group).filter(([name]) => names.has(name)))

const groupsShown = new Set([
  ...[
    'authentication',
    'correlationId',
    'encryptedData',
    'gatewayEntryPoint',
    'merchant',
    'order',
    'response',
  ],
  ...['result', 'sourceOfFunds', 'timeOfLastUpdate', 'timeOfRecord', 'transaction', 'version'],
])
const orderShown = new Set([
  ...[
    'amount',
    'authenticationStatus',
    'creationTime',
    'currency',
    'id',
    'lastUpdatedTime',
    'merchantAmount',
  ],
  ...['merchantCurrency', 'status', 'totalAuthorizedAmount', 'totalCapturedAmount', 'totalDisbursedAmount'],
  ...['totalRefundedAmount'],
])
