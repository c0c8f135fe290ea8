import { isObject } from '../../src/contract/kit/normalise.ts'
import type { ShownRecord } from '../../src/operations/journey.ts'
import type { Profile } from '../../src/orders/profile.ts'
import { isRejection } from '../../src/orders/rejection.ts'
import { StoreUnavailable } from '../../src/platform/storeUnavailable.ts'
import type { Answered, Heard } from './clientLog.ts'
import type { Climate } from './faults.ts'
import { Injected } from './journalLink.ts'
import type { Node } from './node.ts'
import type { Random } from './random.ts'
import type { Request } from './workload.ts'
import type { World } from './world.ts'

/** Calls a gateway over a connection that breaks when its process dies, or when the client is tired of it. */
export function callGateway(node: Node, call: Call, parts: CallerParts): Promise<Heard> {
  const { world, random, climate } = parts
  return new Promise(resolve => {
    const hear = (heard: Heard) => world.after(random.between(0, 5), () => resolve(heard))
    world.after(random.pick(clientPatiencesMs), () => resolve({ kind: 'nothing' }))
    world.after(random.between(0, 5), () => {
      const running = node.running()
      if (!running) return hear({ kind: 'nothing' })
      const forget = node.onDeath(() => hear({ kind: 'nothing' }))
      running.process.hear(async () => {
        const heard = await hearing(running.gateway, call, parts)
        forget()
        if (!running.process.isAlive()) return
        hear(climate.strikes('client cut off') ? { kind: 'nothing' } : heard)
      })
    })
  })
}

export type CallerParts = {
  readonly world: World
  readonly random: Random
  readonly climate: Climate
  readonly merchantId: string
  readonly profile: Profile
  /** A fault that nobody injected. */
  readonly onFault: (fault: unknown) => void
}

export type Call = { readonly request: Request; readonly isLook: boolean }

const clientPatiencesMs = [30_000, 30_000, 300_000] as const
/** A replay may come at another version than the request. */
const apiVersions = [100, 100, 80] as const

type Gateway = NonNullable<ReturnType<Node['running']>>['gateway']

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
  if (said.kind === 'notAvailable') throw new Error(`${said.operation} is not available`)
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

function answered(record: ShownRecord): Answered {
  const { response, transaction, story: _, ...rest } = record
  const { reversal: __, ...shown } = isObject(transaction) ? transaction : {}
  const gatewayCode = String(isObject(response) ? response.gatewayCode : undefined)
  const document = JSON.stringify({ ...rest, response, transaction: shown })
  return { result: String(record.result), gatewayCode, document }
}

/** Whether the simulation is behind it, however often it was wrapped. */
export function isInjected(error: unknown): boolean {
  if (error instanceof Injected) return true
  return error instanceof Error && error.cause !== undefined && isInjected(error.cause)
}
