import type { TransactionRecord } from '../../src/contract/model.ts'
import type { Profile } from '../../src/orders/merchant.ts'
import { isRejection } from '../../src/orders/rejection.ts'
import { StoreUnavailable } from '../../src/platform/errors.ts'
import type { Answered, Heard } from './clientLog.ts'
import { type ConnectionParts, isInjected, overConnection } from './connection.ts'
import type { Node, Running } from './node.ts'
import type { Request } from './workload.ts'

/** Calls a gateway as merchants do. */
export async function callGateway(node: Node, call: Call, parts: CallerParts): Promise<Heard> {
  const heard = await overConnection(node, parts, ({ gateway }) => hearing(gateway, call, parts))
  return heard ?? { kind: 'nothing' }
}

export type CallerParts = ConnectionParts & {
  readonly merchantId: string
  readonly profile: Profile
  /** A fault that nobody injected. */
  readonly onFault: (fault: unknown) => void
}

export type Call = { readonly request: Request; readonly isLook: boolean }

/** A replay may come at another version than the request. */
const apiVersions = [100, 100, 80] as const

type Gateway = Running['gateway']

async function hearing(gateway: Gateway, call: Call, parts: CallerParts): Promise<Heard> {
  try {
    return await (call.isLook ? look : submit)(gateway, call.request, parts)
  } catch (error) {
    if (!isInjected(error)) parts.onFault(error)
    return { kind: error instanceof StoreUnavailable ? 'unavailable' : 'fault' }
  }
}

async function submit(
  gateway: Gateway,
  request: Request,
  { merchantId, profile, random }: CallerParts,
): Promise<Heard> {
  const { orderId, transactionId, operation, body } = request
  const caller = { key: { cell: 0, merchantId, orderId }, profile }
  const version = random.pick(apiVersions)
  const said = await gateway.submit(caller, { operation, version, orderId, transactionId, body })
  if (isRejection(said)) return { kind: 'rejection', rejection: said }
  return { kind: 'answer', how: said.kind, answer: answered(said.record) }
}

async function look(gateway: Gateway, request: Request, { merchantId }: CallerParts): Promise<Heard> {
  const { orderId, transactionId } = request
  const key = { cell: 0, merchantId, orderId }
  const seen = await gateway.retrieveTransaction(key, transactionId)
  if (isRejection(seen)) return { kind: 'rejection', rejection: seen }
  const story = await gateway.explain(key, transactionId)
  if (isRejection(story)) return { kind: 'rejection', rejection: story }
  return { kind: 'answer', how: 'seen', answer: answered(seen) }
}

/** Without what may be added to a final answer: how a reversal gets on, and when the payer came back. */
function answered(record: TransactionRecord): Answered {
  const { response, transaction, browserPayment, ...rest } = record
  const { reversal: _, ...shown } = transaction ?? {}
  const gatewayCode = String(response?.gatewayCode)
  const paid = browserPayment && { browserPayment: withoutReturn(browserPayment) }
  const document = JSON.stringify({ ...rest, response, transaction: shown, ...paid })
  return { result: String(record.result), gatewayCode, document }
}

function withoutReturn(browserPayment: NonNullable<TransactionRecord['browserPayment']>) {
  const { timeReturned: _, ...interaction } = browserPayment.interaction ?? {}
  return { ...browserPayment, interaction }
}
