import { catalogue } from '../../contract/catalogue.ts'
import { dispatch, isOperation } from '../../contract/dispatch.ts'
import { type Content, isObject, normalise } from '../../contract/kit/content.ts'
import { type Operation, requestAt } from '../../contract/kit/operation.ts'
import { validate } from '../../contract/kit/validate.ts'
import { transactionPath } from '../../contract/operations/paths.ts'
import { type Gateway, type NotAvailable, notAvailable } from '../../operations/gateway.ts'
import type { Accounts } from '../../operations/inquiries/accounts.ts'
import type { Enrolments } from '../../operations/payerAuthentication/enrolments.ts'
import type { Performed } from '../../operations/pipeline/execution.ts'
import { isRejection, notConnected, type Rejection, rejectionOf } from '../../orders/rejection.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { admitBrowser, isForBrowsers, narrowed } from '../authentication/browserCall.ts'
import { type MayBePlain, refusedPlain } from '../policy/plainAddresses.ts'
import { notAvailable as notAvailableReply } from '../transport/errors.ts'
import type { Call, Handler, Reply } from '../transport/handler.ts'
import type { Route } from './routes.ts'
import { callerOf, keyOf, ownerOf, privilegesOf, shown, shownReply } from './shown.ts'

/** What stands behind the API. */
export type ApiParts = {
  readonly gateway: Gateway
  readonly sessions: Sessions
  readonly accounts: Accounts
  readonly enrolments: Enrolments
  readonly mayBePlain: MayBePlain
}

/**
 * The API's routes, read from the catalogue: a place is a method and a path, and may serve several
 * operations.
 */
export function apiRoutes(parts: ApiParts): readonly Route[] {
  const places = new Map<string, [Operation, ...Operation[]]>()
  for (const operation of catalogue.filter(({ access }) => access === 'merchant')) {
    const place = `${operation.method} ${operation.path}`
    const others = places.get(place)
    if (others) others.push(operation)
    else places.set(place, [operation])
  }
  return [...[...places.values()].map(operations => routeOf(operations, parts)), explainRoute(parts)]
}

function routeOf(operations: readonly [Operation, ...Operation[]], parts: ApiParts): Route {
  const [{ method, path, access }] = operations
  const handler: Handler = async arrived => {
    const operation = dispatch(operations, arrived.version, arrived.body ?? {})
    const { session: sessionId } = arrived
    const call =
      sessionId === undefined
        ? arrived
        : await admitBrowser(operation, { call: arrived, sessionId }, parts.sessions)
    if ('kind' in call) return call
    if (!isOperation(operation)) return rejectionOf(operation)
    const serve = servers.get(operation.name) ?? serveOther
    const plain = await refusedPlain(operation, call, parts.mayBePlain)
    const reply = plain ?? (await serve(operation, call, parts))
    return sessionId === undefined || isRejection(reply) ? reply : narrowed(reply)
  }
  const isOpen = operations.some(isForBrowsers) && { isOpen: parts.sessions.isOpen }
  return { method, path, access, handler, ...isOpen }
}

/** No part of the contract: what it tells is for people, and the same at every version. */
const explainRoute = ({ gateway }: ApiParts): Route => ({
  method: 'GET',
  path: `${transactionPath}/explain`,
  access: 'merchant',
  async handler(call) {
    const story = await gateway.explain(keyOf(call), call.params.transactionid ?? '')
    return isRejection(story) ? story : { status: 200, body: story }
  },
})

type Serve = (operation: Operation, call: Call, parts: ApiParts) => Promise<Reply | Rejection>

const serveTransaction: Serve = async (operation, call, { gateway }) => {
  const { orderid: orderId = '', transactionid: transactionId = '' } = call.params
  const submission = {
    ...{ operation, version: call.version, orderId, transactionId, body: call.body ?? {} },
    ...privilegesOf(call),
  }
  return replyTo(operation, call, await gateway.submit(callerOf(call), submission))
}

const serveRetrievedTransaction: Serve = async (operation, call, { gateway }) =>
  shownReply(operation, call, await gateway.retrieveTransaction(keyOf(call), call.params.transactionid ?? ''))

const serveRetrievedOrder: Serve = async (operation, call, { gateway }) =>
  shownReply(operation, call, await gateway.retrieveOrder(keyOf(call)))

const serveSession: Serve = async (operation, call, { sessions }) =>
  shownReply(operation, call, await sessions.create(askedBy(call)), 201)

const serveCheckout: Serve = async (operation, call, { sessions }) =>
  shownReply(operation, call, await sessions.createCheckout(askedBy(call)), 201)

/** Of an order that its checkout leaves for another, nobody will pay the rest any more. */
const serveUpdatedSession: Serve = async (operation, call, { sessions, gateway }) => {
  const left = await orderLeft(operation, call, sessions)
  const updated = await sessions.update(askedBy(call), call.params.sessionId ?? '')
  if (left !== undefined && !isRejection(updated))
    await gateway.giveUpRest({ ...ownerOf(call), orderId: left })
  return shownReply(operation, call, updated)
}

/** Which order a payer at checkout was sent to pay until now, where this names another. */
async function orderLeft(operation: Operation, call: Call, sessions: Sessions): Promise<string | undefined> {
  const wanted = orderIdIn(normalise(requestAt(operation, call.version), call.body ?? {}))
  const session = wanted === undefined ? undefined : await sessions.opened(call.params.sessionId ?? '')
  const before = session?.stored.kind === 'checkout' ? orderIdIn(session.contents.values) : undefined
  return before === wanted ? undefined : before
}

function orderIdIn({ order }: Content): string | undefined {
  const id = isObject(order) ? order.id : undefined
  return typeof id === 'string' ? id : undefined
}

const serveRetrievedSession: Serve = async (operation, call, { sessions }) =>
  shownReply(operation, call, await sessions.retrieve(ownerOf(call), call.params.sessionId ?? ''))

const serveToken: Serve = async (operation, call, { accounts }) =>
  shownReply(operation, call, await accounts.createToken(askedBy(call)), 201)

/** A token under a new name is something new. */
const serveSavedToken: Serve = async (operation, call, { accounts }) => {
  const saved = await accounts.saveToken(askedBy(call), call.params.tokenid ?? '')
  return isRejection(saved) ? saved : shownReply(operation, call, saved.record, saved.isNew ? 201 : 200)
}

const serveRetrievedToken: Serve = async (operation, call, { accounts }) =>
  shownReply(operation, call, await accounts.retrieveToken(ownerOf(call), call.params.tokenid ?? ''))

const serveDeletedToken: Serve = async (operation, call, { accounts }) =>
  shownReply(operation, call, await accounts.deleteToken(ownerOf(call), call.params.tokenid ?? ''))

const serveBalance: Serve = async (operation, call, { accounts }) =>
  shownReply(operation, call, await accounts.inquireBalance(askedBy(call)))

const serveOptions: Serve = async (operation, call, { accounts }) =>
  shownReply(operation, call, await accounts.paymentOptions(operation, askedBy(call)))

const serveEnrolmentCheck: Serve = async (operation, call, { enrolments }) =>
  shownReply(operation, call, await enrolments.check(askedBy(call), call.params['3DSecureId'] ?? ''))

const serveIssuerResult: Serve = async (operation, call, { enrolments }) =>
  shownReply(operation, call, await enrolments.process(askedBy(call), call.params['3DSecureId'] ?? ''))

/** Judged by its contract, then said to be missing: never a made-up success. */
const serveOther: Serve = async (operation, call) => {
  const content = normalise(requestAt(operation, call.version), call.body ?? {})
  const finding = validate(operation, call.version, content)
  return finding ? rejectionOf(finding) : replyTo(operation, call, notAvailable(operation))
}

const servers: ReadonlyMap<string, Serve> = new Map([
  ...catalogue
    .filter(({ method, path }) => method === 'PUT' && path === transactionPath)
    .map(({ name }) => [name, serveTransaction] as const),
  ['RETRIEVE_TRANSACTION', serveRetrievedTransaction],
  ['RETRIEVE_ORDER', serveRetrievedOrder],
  ['CREATE_SESSION', serveSession],
  ['CREATE_CHECKOUT_SESSION', serveCheckout],
  ['UPDATE_SESSION', serveUpdatedSession],
  ['RETRIEVE_SESSION', serveRetrievedSession],
  ['CREATE_TOKEN', serveToken],
  ['SAVE_TOKEN', serveSavedToken],
  ['RETRIEVE_TOKEN', serveRetrievedToken],
  ['DELETE_TOKEN', serveDeletedToken],
  ['CHECK_3DS_ENROLLMENT', serveEnrolmentCheck],
  ['PROCESS_ACS_RESULT', serveIssuerResult],
  ['BALANCE_INQUIRY', serveBalance],
  ['PAYMENT_OPTIONS_INQUIRY', serveOptions],
  ['POST_PAYMENT_OPTIONS_INQUIRY', serveOptions],
])

const statusOf = { recorded: 201, replayed: 200, waiting: 200 } as const satisfies Record<
  Performed['kind'],
  number
>

function replyTo(
  operation: Operation,
  call: Call,
  outcome: Performed | Rejection | NotAvailable,
): Reply | Rejection {
  if (isRejection(outcome)) return outcome
  if (outcome.kind === 'notAvailable')
    return outcome.why === undefined
      ? notAvailableReply(outcome.operation, call.correlationId)
      : notConnected(outcome.operation, outcome.why)
  return {
    status: statusOf[outcome.kind],
    body: shown(operation, call, outcome.record),
    ...(outcome.kind === 'replayed' && { headers: { 'Idempotent-Replayed': 'true' } }),
  }
}

/** What sessions and accounts need to know of a call. */
const askedBy = (call: Call) => ({
  ...{ owner: ownerOf(call), version: call.version, body: call.body ?? {} },
  ...privilegesOf(call),
})
