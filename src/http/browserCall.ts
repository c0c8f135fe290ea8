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
  if (isRejection(held)) return refuse('credentials')
  if (isOfAnotherOrder(held, call)) return ofAnotherOrder
  const verdict = await sessions.authenticate({ ...owner, sessionId }, call.params.orderid ?? '')
  if (verdict === 'unknown') return refuse('credentials')
  if (verdict === 'otherOrder') return ofAnotherOrder
  if (verdict === 'exceeded') return usedUp(held)
  const stranger = foreignTo(call.body ?? {}, held)
  if (stranger) return invalid(stranger, 'A browser may not say this; the session may hold it.')
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

const ofAnotherOrder = invalid('session.id', 'The session is for another order.')

function isOfAnotherOrder({ order }: Content, { params }: Call): boolean {
  const orderId = isObject(order) ? order.id : undefined
  return orderId !== undefined && orderId !== params.orderid
}

/**
 * What the merchant put into the session holds: the browser's word may add to it, and repeat it, but whoever
 * is at the browser must not be authenticated for less than they will pay. Nor may it point at other payers'
 * cards, or ask for a 3-D Secure that nobody takes part in.
 */
function foreignTo(body: JsonObject, held: Content): string | undefined {
  const { referenceOrderId, sourceOfFunds, authentication } = body
  if (isGiven(referenceOrderId)) return 'referenceOrderId'
  if (isObject(sourceOfFunds) && isGiven(sourceOfFunds.token)) return 'sourceOfFunds.token'
  const accepted = isObject(authentication) ? authentication.acceptVersions : undefined
  if (isGiven(accepted) && !String(accepted).includes('3DS2')) return 'authentication.acceptVersions'
  return contradiction(body, held)
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** The first value that the session has otherwise. How a number is written makes no difference. */
function contradiction(body: Content, held: Content, path = ''): string | undefined {
  for (const [name, value] of Object.entries(body)) {
    const before = held[name]
    if (!isGiven(value) || before === undefined || ownWords.has(path + name)) continue
    const inner =
      isObject(value) && isObject(before) ? contradiction(value, before, `${path}${name}.`) : undefined
    if (inner !== undefined) return inner
    if (!isObject(value) && !isSame(value, before)) return path + name
  }
  return undefined
}

/** Of the browser itself and of this call. */
const ownWords: ReadonlySet<string> = new Set(['apiOperation', 'correlationId', 'device', 'session'])

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other) || amountOf(one) === amountOf(other)

/** A decimal without the zeros that say nothing; anything else is itself. */
function amountOf(value: unknown): string {
  const text = String(value)
  return /^\d{1,12}\.\d{1,3}$/.test(text) ? text.replace(/\.?0+$/, '') : text
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
 * What a browser is told: how the authentication goes, and no more of the order than its figures. The proof
 * is for the merchant's server.
 */
export function narrowed(reply: Reply): Reply {
  if (typeof reply.body === 'string' || Buffer.isBuffer(reply.body)) return reply
  const body = pick(reply.body, groupsShown)
  const order = isObject(body.order) && { order: pick(body.order, orderShown) }
  const { authentication } = body
  const { '3ds': _, ...shown } = isObject(authentication) ? authentication : {}
  return { ...reply, body: { ...body, ...order, ...(isObject(authentication) && { authentication: shown }) } }
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
  ...['result', 'timeOfLastUpdate', 'timeOfRecord', 'transaction', 'version'],
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
