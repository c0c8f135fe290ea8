// A payer's browser that authenticates by a session: which operations it may call, what it may send, what it
// gets back.

import { type Content, isObject } from '../../contract/kit/content.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import type { ValidationFinding } from '../../contract/kit/validateFields.ts'
import type { Owner } from '../../orders/merchant.ts'
import { invalid, isRejection, type Rejection, unsupported } from '../../orders/rejection.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { holdsCardData } from '../../standards/cardDataInText.ts'
import { emptyObject, type JsonObject } from '../transport/json.ts'
import { type HttpRefusal, refuse } from '../transport/refusals.ts'
import type { HttpReply } from '../transport/reply.ts'

/** Whether a payer's browser may call this operation, with the session of its payment as the password. */
export const isForBrowsers = ({ role }: Pick<Operation, 'role'>): boolean => role === 'payerAuthentication'

/** What a browser sent, with the session it gave as its password. */
type BrowserRequest = {
  readonly owner: Owner
  readonly sessionId: string
  /** As the path names it. */
  readonly orderId: string | undefined
  readonly body: JsonObject | undefined
  /** Headers of the browser's own request. */
  readonly headers?: BrowserHeaders
}

type BrowserHeaders = { readonly accept?: string | undefined; readonly acceptLanguage?: string | undefined }

/**
 * Admits a browser that authenticates by a session, and returns its body with that session put into it. For
 * any other operation its credentials count as wrong. Each call is counted against the session's limit.
 */
export async function admitBrowser(
  asked: Operation | ValidationFinding,
  { owner, sessionId, orderId, body = {}, headers = {} }: BrowserRequest,
  sessions: Sessions,
): Promise<{ readonly body: JsonObject } | Rejection | HttpRefusal> {
  if (!('name' in asked) || !isForBrowsers(asked)) return refuse('credentials')
  const held = await sessions.retrieve(owner, sessionId)
  if (isRejection(held)) return refuse('credentials')
  const ownOrderId = held.order?.id
  if (ownOrderId === undefined) return { ...refuse('credentials'), reason: namesNoOrder }
  if (ownOrderId !== orderId) return ofAnotherOrder
  const result = await sessions.authenticate({ ...owner, sessionId }, orderId)
  if (result === 'unknown') return refuse('credentials')
  if (result === 'otherOrder') return ofAnotherOrder
  if (result === 'exceeded') return usedUp(held.session?.authenticationLimit)
  const refused = refusedBy(body, held)
  if (refused) return refused
  const completed = withClient(withHeaders(body, held, headers), sessionId)
  return completed
    ? { body: completed }
    : invalid('session.id', 'It must be the session that is the password.')
}

const usedUp = (limit = 0): Rejection =>
  invalid('session.id', `The session was a password ${limit} times; its authenticationLimit is reached.`)

const ofAnotherOrder = invalid('session.id', 'The session is for another order.')

/**
 * Without an order in it, anyone who holds the session could begin any order of the merchant and read its
 * state.
 */
const namesNoOrder = 'The session names no order, so it is no password: put order.id into it.'

/**
 * The values the merchant put into the session are binding: the payer must not be authenticated for less than
 * they will pay. The browser may repeat them, and add what an authentication needs of a payer. Everything
 * else only the merchant may set, such as where the order's notifications go, or whose card a token means.
 * Nor may the browser ask for 3-D Secure without the payer taking part.
 */
function refusedBy(body: JsonObject, held: Content): Rejection | undefined {
  const { acceptVersions, channel } = isObject(body.authentication) ? body.authentication : {}
  const isWithoutPayer = isGiven(acceptVersions) && !String(acceptVersions).includes('3DS2')
  if (isWithoutPayer) return notForBrowsers('authentication.acceptVersions')
  if (channel === 'MERCHANT_REQUESTED') return notForBrowsers('authentication.channel')
  return foreignTo(held, body)
}

const notForBrowsers = (field: string): Rejection =>
  invalid(field, 'A browser may not say this; the session may hold it.')

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/**
 * A rejection of the first value that differs from the session, or that only the merchant may give and the
 * session lacks.
 */
function foreignTo(held: Content, sent: Content, path = ''): Rejection | undefined {
  for (const [name, value] of Object.entries(sent)) {
    const field = path + name
    if (!isGiven(value) || browserFields.has(field)) continue
    const before = Object.hasOwn(held, name) ? held[name] : undefined
    const refused =
      isObject(value) && (before === undefined || isObject(before))
        ? foreignTo(before ?? {}, value, `${field}.`)
        : refusedValue(field, value, before)
    if (refused) return refused
  }
  return undefined
}

function refusedValue(field: string, value: unknown, before: unknown): Rejection | undefined {
  if (before === undefined) return mayBeAdded(field) ? undefined : unsupported(field)
  return isSame(value, before) ? undefined : notForBrowsers(field)
}

/** Fields about the browser itself and about this call. */
const browserFields: ReadonlySet<string> = new Set(['apiOperation', 'correlationId', 'device', 'session'])

const mayBeAdded = (field: string): boolean =>
  additions.some(each => field === each || field.startsWith(`${each}.`))

/** Fields that threeds.js and a payer at a form send; the ids are those of the path. */
const additions: readonly string[] = [
  ...['acceptVersions', 'channel', 'purpose', 'redirectResponseUrl'].map(name => `authentication.${name}`),
  'billing.address',
  ...['email', 'mobilePhone', 'phone'].map(name => `customer.${name}`),
  ...['amount', 'currency', 'id'].map(name => `order.${name}`),
  ...['expiry', 'nameOnCard', 'number', 'securityCode'].map(name => `sourceOfFunds.provided.card.${name}`),
  'sourceOfFunds.type',
  'transaction.id',
]

/** How a number is written makes no difference. */
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other) ||
  (isScalar(one) && isScalar(other) && amountOf(one) === amountOf(other))

const isScalar = (value: unknown): boolean => typeof value !== 'object'

/** A decimal without insignificant zeros; any other value as its text. */
function amountOf(value: unknown): string {
  const text = String(value)
  return /^\d{1,12}\.\d{1,3}$/.test(text) ? text.replace(/\.?0+$/, '') : text
}

/**
 * Adds what issuers want to know of the browser and its script cannot read: the headers of this very request,
 * unless the page or the merchant said better. Only beside details of the browser: an older version of the
 * API, or a call that has none, takes none. One that looks like a card number would cost the request.
 */
function withHeaders(
  body: JsonObject,
  held: Content,
  { accept, acceptLanguage }: BrowserHeaders,
): JsonObject {
  const { device } = body
  if (!isObject(device) || !isObject(device.browserDetails)) return body
  const known = { ...detailsIn(held), ...device.browserDetails }
  const told = { acceptHeaders: accept, acceptLanguage: acceptLanguage?.slice(0, 1024) }
  const added = Object.entries(told).filter(
    ([name, value]) => value && !isGiven(known[name]) && !holdsCardData(value),
  )
  if (added.length === 0) return body
  const browserDetails = Object.assign(emptyObject(), device.browserDetails, Object.fromEntries(added))
  return Object.assign(emptyObject(), body, {
    device: Object.assign(emptyObject(), device, { browserDetails }),
  })
}

const detailsIn = ({ device }: Content): Content =>
  isObject(device) && isObject(device.browserDetails) ? device.browserDetails : {}

/**
 * Puts the session into the body. Undefined when the body names another one. A value that is not a group is
 * left for the contract to refuse.
 */
function withClient(body: JsonObject, id: string): JsonObject | undefined {
  const { session = null } = body
  if (session !== null && !isObject(session)) return body
  const given = session?.id ?? undefined
  if (given !== undefined && given !== id) return undefined
  return Object.assign(emptyObject(), body, { session: Object.assign(emptyObject(), session, { id }) })
}

/**
 * What a browser gets: the progress of the authentication, and no more of the order than its figures. The
 * proof of authentication is for the merchant's server only.
 */
export function narrowForBrowser(reply: HttpReply): HttpReply {
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
