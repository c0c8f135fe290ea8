import { catalogue } from '../contract/catalogue.ts'
import { dispatch, isOperation } from '../contract/dispatch.ts'
import { normalise } from '../contract/kit/normalise.ts'
import { type Operation, requestAt, responseAt } from '../contract/kit/operation.ts'
import { project } from '../contract/kit/project.ts'
import { validate } from '../contract/kit/validate.ts'
import { type Gateway, type NotAvailable, notAvailable } from '../operations/gateway.ts'
import type { OrderKey } from '../operations/journal.ts'
import type { Performed, ShownRecord } from '../operations/journey.ts'
import { rejectionOf } from '../operations/prepare.ts'
import { isRejection, type Rejection } from '../orders/rejection.ts'
import { notAvailable as notAvailableReply } from './errors.ts'
import type { Call, Handler, Reply } from './handler.ts'
import type { Route } from './routes.ts'

/**
 * The API's routes, read from the catalogue: a place is a method and a path, and may serve several
 * operations.
 */
export function apiRoutes(gateway: Gateway): readonly Route[] {
  const places = new Map<string, [Operation, ...Operation[]]>()
  for (const operation of catalogue.filter(({ access }) => access === 'merchant')) {
    const place = `${operation.method} ${operation.path}`
    const others = places.get(place)
    if (others) others.push(operation)
    else places.set(place, [operation])
  }
  return [...places.values()].map(operations => routeOf(operations, gateway))
}

function routeOf(operations: readonly [Operation, ...Operation[]], gateway: Gateway): Route {
  const [{ method, path, access }] = operations
  const handler: Handler = async call => {
    const operation = dispatch(operations, call.version, call.body ?? {})
    if (!isOperation(operation)) return rejectionOf(operation)
    const serve = servers.get(operation.name) ?? serveOther
    return await serve(operation, call, gateway)
  }
  return { method, path, access, handler }
}

type Serve = (operation: Operation, call: Call, gateway: Gateway) => Promise<Reply | Rejection>

const serveTransaction: Serve = async (operation, call, gateway) => {
  const { orderid: orderId = '', transactionid: transactionId = '' } = call.params
  const submission = { operation, version: call.version, orderId, transactionId, body: call.body ?? {} }
  return replyTo(operation, call, await gateway.submit(keyOf(call), submission))
}

const serveRetrievedTransaction: Serve = async (operation, call, gateway) =>
  shownReply(operation, call, await gateway.retrieveTransaction(keyOf(call), call.params.transactionid ?? ''))

const serveRetrievedOrder: Serve = async (operation, call, gateway) =>
  shownReply(operation, call, await gateway.retrieveOrder(keyOf(call)))

/** Judged by its contract, then said to be missing: never a made-up success. */
const serveOther: Serve = async (operation, call) => {
  const content = normalise(requestAt(operation, call.version), call.body ?? {})
  const finding = validate(operation, call.version, content)
  return finding ? rejectionOf(finding) : replyTo(operation, call, notAvailable(operation))
}

const servers: ReadonlyMap<string, Serve> = new Map([
  ...catalogue
    .filter(({ method, path }) => method === 'PUT' && path.endsWith('/transaction/{transactionid}'))
    .map(({ name }) => [name, serveTransaction] as const),
  ['RETRIEVE_TRANSACTION', serveRetrievedTransaction],
  ['RETRIEVE_ORDER', serveRetrievedOrder],
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
  if (outcome.kind === 'notAvailable') return notAvailableReply(outcome.operation, call.correlationId)
  return {
    status: statusOf[outcome.kind],
    body: shown(operation, call, outcome.record),
    ...(outcome.kind === 'replayed' && { headers: { 'Idempotent-Replayed': 'true' } }),
  }
}

const shownReply = (operation: Operation, call: Call, found: ShownRecord | Rejection): Reply | Rejection =>
  isRejection(found) ? found : { status: 200, body: shown(operation, call, found) }

/** What the version of this call shows, with what belongs to this call alone. */
function shown(operation: Operation, call: Call, record: ShownRecord): object {
  const { correlationId } = call
  const version = String(call.version)
  const own = { version, ...(correlationId !== undefined && { correlationId }) }
  const inner = Array.isArray(record.transaction) && {
    transaction: record.transaction.map(each => ({ ...{}, ...each, version })),
  }
  const whole = { ...{}, ...record, ...inner, ...own }
  return project(responseAt(operation, call.version), whole) ?? {}
}

function keyOf({ merchant, params }: Call): OrderKey {
  if (!merchant) throw new Error('A route on orders needs a merchant')
  return { cell: merchant.cell, merchantId: merchant.merchantId, orderId: params.orderid ?? '' }
}
