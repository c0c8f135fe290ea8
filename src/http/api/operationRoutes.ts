// The routes of the API: from the operations of the contract to the use cases that serve them.

import { catalogue } from '../../contract/catalogue.ts'
import { dispatch, isOperation } from '../../contract/dispatch.ts'
import { modelField, readRequest, showRecord } from '../../contract/kit/atVersion.ts'
import { type Content, isObject } from '../../contract/kit/content.ts'
import type { CallerPrivileges, Operation } from '../../contract/kit/operation.ts'
import { unknownField, validate } from '../../contract/kit/validate.ts'
import type { RetrievedOrderRecord, TransactionRecord } from '../../contract/model.ts'
import { transactionPath } from '../../contract/operations/paths.ts'
import { type Gateway, type RetrievedForm, wantsUnmasked } from '../../operations/gateway.ts'
import type { Accounts } from '../../operations/inquiries/accounts.ts'
import type { OrderKey } from '../../operations/model/journal.ts'
import type { Enrolments } from '../../operations/payerAuthentication/enrolments.ts'
import type { ExecutionResult, OrderCaller } from '../../operations/pipeline/execution.ts'
import { isRejection, type Rejection, rejectionOf } from '../../orders/rejection.ts'
import { refusedWithoutOrder } from '../../orders/standing.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { admitBrowser, isForBrowsers, narrowForBrowser } from '../authentication/browserSession.ts'
import { type PlainAddressPolicy, refusePlainAddresses } from '../policy/plainAddresses.ts'
import { notAvailableReply } from '../transport/refusals.ts'
import { type HttpReply, keepText } from '../transport/reply.ts'
import { merchantOf, ownerOf, type Route, type RouteCall, type RouteHandler } from './routes.ts'

/** The use cases that serve the API. */
export type ApiDependencies = {
  readonly gateway: Gateway
  readonly sessions: Sessions
  readonly accounts: Accounts
  readonly enrolments: Enrolments
  readonly isPlainAddressAllowed: PlainAddressPolicy
}

/** The API's routes, built from the catalogue: a method and a path may serve several operations. */
export function apiRoutes(dependencies: ApiDependencies): readonly Route[] {
  const operationsByRoute = new Map<string, [Operation, ...Operation[]]>()
  for (const operation of catalogue.filter(({ access }) => access === 'merchant')) {
    const route = `${operation.method} ${operation.path}`
    const others = operationsByRoute.get(route)
    if (others) others.push(operation)
    else operationsByRoute.set(route, [operation])
  }
  return [
    ...[...operationsByRoute.values()].map(operations => routeOf(operations, dependencies)),
    explainRoute(dependencies),
  ]
}

function routeOf(operations: readonly [Operation, ...Operation[]], dependencies: ApiDependencies): Route {
  const [{ method, path, access }] = operations
  const serve = async (operation: Operation, call: RouteCall) => {
    const { standing } = merchantOf(call).profile
    // Transactions are asked about in the pipeline, after replays.
    const refused = operation.role ? undefined : refusedWithoutOrder(standing, operation.name)
    if (refused) return refused
    const server = servers.get(operation.name) ?? serveOther
    const plain = await refusePlainAddresses(operation, call, dependencies.isPlainAddressAllowed)
    if (!plain || operation.role) return await server(operation, call, dependencies, plain)
    const { version, body = {} } = call
    const unknown = unknownField(operation, version, readRequest(operation, version, body))
    return unknown ? rejectionOf(unknown) : plain
  }
  const handler: RouteHandler = async call => {
    const operation = dispatch(operations, call.version, call.body ?? {})
    const { session: sessionId } = call
    if (sessionId === undefined)
      return isOperation(operation) ? await serve(operation, call) : rejectionOf(operation)
    const browser = await admitBrowser(operation, browserRequest(call, sessionId), dependencies.sessions)
    if ('kind' in browser) return browser
    if (!isOperation(operation)) return rejectionOf(operation)
    const reply = await serve(operation, { ...call, body: browser.body })
    return isRejection(reply) ? reply : narrowForBrowser(reply)
  }
  const sessions = operations.some(isForBrowsers) && { isSessionOpen: dependencies.sessions.isOpen }
  return { method, path, access, handler, ...sessions }
}

const browserRequest = (call: RouteCall, sessionId: string) => ({
  ...{ owner: ownerOf(call), sessionId, orderId: call.params.orderid, body: call.body },
  headers: { accept: call.accept, acceptLanguage: call.acceptLanguage },
})

/** Not part of the contract: its text is for people, and the same at every version. */
const explainRoute = ({ gateway }: ApiDependencies): Route => ({
  method: 'GET',
  path: `${transactionPath}/explain`,
  access: 'merchant',
  async handler(call) {
    const story = await gateway.explain(keyOf(call), call.params.transactionid ?? '')
    return isRejection(story) ? story : { status: 200, body: story }
  },
})

type OperationServer = (
  operation: Operation,
  call: RouteCall,
  dependencies: ApiDependencies,
  objection?: Rejection,
) => Promise<HttpReply | Rejection>

const serveTransaction: OperationServer = async (operation, call, { gateway }, objection) => {
  const { orderid: orderId = '', transactionid: transactionId = '' } = call.params
  const submission = {
    ...{ operation, version: call.version, orderId, transactionId, body: call.body ?? {} },
    requestId: call.requestId,
    ...privilegesOf(call),
    ...(objection && { objection: asModelled(operation, call.version, objection) }),
  }
  return replyTo(operation, call, await gateway.submit(callerOf(call), submission))
}

const asModelled = (operation: Operation, version: number, objection: Rejection): Rejection => ({
  ...objection,
  ...(objection.field !== undefined && { field: modelField(operation, version, objection.field) }),
})

const serveRetrievedTransaction: OperationServer = (operation, call, { gateway }) =>
  retrievedReply<TransactionRecord>(operation, call, form =>
    gateway.answerTransaction(keyOf(call), call.params.transactionid ?? '', form),
  )

const serveRetrievedOrder: OperationServer = (operation, call, { gateway }) =>
  retrievedReply<RetrievedOrderRecord>(operation, call, form => gateway.answerOrder(keyOf(call), form))

const serveSession: OperationServer = async (operation, call, { sessions }) =>
  projectedReply(operation, call, await sessions.create(askedBy(call)), 201)

const serveCheckout: OperationServer = async (operation, call, { sessions }) =>
  projectedReply(operation, call, await sessions.createCheckout(askedBy(call)), 201)

/** When a checkout is moved to another order, the remainder of the first order will not be paid any more. */
const serveUpdatedSession: OperationServer = async (operation, call, { sessions, gateway }) => {
  const left = await orderLeft(operation, call, sessions)
  const updated = await sessions.update(askedBy(call), call.params.sessionId ?? '')
  if (left !== undefined && !isRejection(updated))
    await gateway.giveUpRemainder({ ...ownerOf(call), orderId: left })
  return projectedReply(operation, call, updated)
}

/** The order this checkout was for until now, where the update names another. */
async function orderLeft(
  operation: Operation,
  call: RouteCall,
  sessions: Sessions,
): Promise<string | undefined> {
  const { order } = readRequest(operation, call.version, call.body ?? {})
  // The update is not validated yet.
  const wanted = isObject(order) && typeof order.id === 'string' ? order.id : undefined
  const session = wanted === undefined ? undefined : await sessions.opened(call.params.sessionId ?? '')
  const before = session?.stored.kind === 'checkout' ? session.contents.values.order?.id : undefined
  return before === wanted ? undefined : before
}

const serveRetrievedSession: OperationServer = async (operation, call, { sessions }) =>
  projectedReply(operation, call, await sessions.retrieve(ownerOf(call), call.params.sessionId ?? ''))

const serveToken: OperationServer = async (operation, call, { accounts }) =>
  projectedReply(operation, call, await accounts.createToken(askedBy(call)), 201)

/** Saving a token under a new name creates it: 201. */
const serveSavedToken: OperationServer = async (operation, call, { accounts }) => {
  const saved = await accounts.saveToken(askedBy(call), call.params.tokenid ?? '')
  return isRejection(saved) ? saved : projectedReply(operation, call, saved.record, saved.isNew ? 201 : 200)
}

const serveRetrievedToken: OperationServer = async (operation, call, { accounts }) =>
  projectedReply(operation, call, await accounts.retrieveToken(ownerOf(call), call.params.tokenid ?? ''))

const serveDeletedToken: OperationServer = async (operation, call, { accounts }) =>
  projectedReply(operation, call, await accounts.deleteToken(ownerOf(call), call.params.tokenid ?? ''))

const serveBalance: OperationServer = async (operation, call, { accounts }) =>
  projectedReply(operation, call, await accounts.inquireBalance(askedBy(call)))

const serveOptions: OperationServer = async (operation, call, { accounts }) =>
  projectedReply(operation, call, await accounts.paymentOptions(operation, askedBy(call)))

const serveEnrolmentCheck: OperationServer = async (operation, call, { enrolments }) =>
  projectedReply(operation, call, await enrolments.check(askedBy(call), call.params['3DSecureId'] ?? ''))

const serveIssuerResult: OperationServer = async (operation, call, { enrolments }) =>
  projectedReply(operation, call, await enrolments.process(askedBy(call), call.params['3DSecureId'] ?? ''))

/** Validated by its contract, then answered as not available: never a made-up success. */
const serveOther: OperationServer = async (operation, call) => {
  const content = readRequest(operation, call.version, call.body ?? {})
  const finding = validate(operation, call.version, content)
  return finding ? rejectionOf(finding) : notAvailableReply(operation.name, call.correlationId)
}

const servers: ReadonlyMap<string, OperationServer> = new Map([
  ...catalogue.filter(({ role }) => role !== undefined).map(({ name }) => [name, serveTransaction] as const),
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

function replyTo(
  operation: Operation,
  call: RouteCall,
  outcome: ExecutionResult | Rejection,
): HttpReply | Rejection {
  if (isRejection(outcome)) return outcome
  return {
    status: statusOf[outcome.kind],
    body: projectRecord(operation, call, outcome.record),
    ...(outcome.kind === 'replayed' && { headers: { 'Idempotent-Replayed': 'true' } }),
  }
}

const statusOf = { recorded: 201, replayed: 200, waiting: 200 } as const satisfies Record<
  ExecutionResult['kind'],
  number
>

/** A record as the version of this call shows it. */
const projectedReply = (
  operation: Operation,
  call: RouteCall,
  found: Content | Rejection,
  status: 200 | 201 = 200,
): HttpReply | Rejection =>
  isRejection(found) ? found : { status, body: projectRecord(operation, call, found) }

/** What is retrieved again and again, and does not change, is projected and written once for each version. */
async function retrievedReply<Record extends Content>(
  operation: Operation,
  { version }: RouteCall,
  retrieve: (form: RetrievedForm<Record>) => Promise<object | Rejection>,
): Promise<HttpReply | Rejection> {
  let isNew = false
  const body = await retrieve({
    name: `${operation.name} ${version}`,
    answerOf(record) {
      isNew = true
      return projectAt(operation, version, record)
    },
  })
  if (isRejection(body)) return body
  if (!isNew) keepText(body)
  return { status: 200, body }
}

/** A record at the version of this call, with the fields that belong to this call alone. */
function projectRecord(operation: Operation, call: RouteCall, record: Content): object {
  const { correlationId, version } = call
  const isUnmasked = privilegesOf(call).mayUnmask === true && wantsUnmasked({ body: call.body ?? {} })
  const own = correlationId === undefined ? record : { ...record, correlationId }
  return projectAt(operation, version, own, isUnmasked)
}

/** A record as a version shows it to anybody. */
function projectAt(operation: Operation, number: number, record: Content, isUnmasked = false): object {
  const version = String(number)
  const inner = Array.isArray(record.transaction) && {
    transaction: record.transaction.map(each => ({ ...each, version })),
  }
  return showRecord(operation, number, { ...record, ...inner, version }, isUnmasked)
}

/** What sessions and accounts need of a call. */
const askedBy = (call: RouteCall) => ({
  ...{ owner: ownerOf(call), version: call.version, body: call.body ?? {} },
  ...privilegesOf(call),
})

/** Whole card numbers need both: the merchant's profile, and the certificate of this very connection. */
function privilegesOf({ merchant, session }: RouteCall): CallerPrivileges {
  const mayUnmask = merchant?.profile.unmasking && merchant.isCertified && session === undefined
  return mayUnmask ? { mayUnmask } : {}
}

const keyOf = (call: RouteCall): OrderKey => ({ ...ownerOf(call), orderId: call.params.orderid ?? '' })

const callerOf = (call: RouteCall): OrderCaller => ({
  key: keyOf(call),
  profile: merchantOf(call).profile,
  ...(call.session !== undefined && { sessionId: call.session }),
})
