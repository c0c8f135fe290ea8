import type { TransactionRecord } from '../../src/contract/model.ts'
import { type CallerParts, callGateway } from './caller.ts'
import { type Heard, inWords, isAccepted, type LogEntry, nameOfRequest } from './clientLog.ts'
import { afterHearing, type OrderView, unknownOrder } from './knowledge.ts'
import type { Node } from './node.ts'
import type { Merchant, Payers } from './payers.ts'
import type { Settings } from './settings.ts'
import {
  altered,
  isLaterStep,
  type Name,
  nextRequest,
  payerCards,
  paymentProvenBy,
  type Request,
  requestFor,
} from './workload.ts'

/**
 * Merchants' systems: they ask, lose patience, ask again elsewhere, ask twice at once, and mix up their own
 * ids. What they heard they write down.
 */
export class Clients implements Merchant {
  readonly log: LogEntry[] = []
  readonly #parts: ClientsParts
  readonly #views = new Map<string, OrderView>()
  readonly #sent: Request[] = []
  readonly #nextIds = new Map<string, number>()
  /** What was sent as the second request under the same ids. */
  readonly #laterSteps = new Map<string, Request>()
  #working = 0

  constructor(parts: ClientsParts) {
    this.#parts = parts
    for (let order = 1; order <= 2; order += 1) this.#meet(`o${order}`)
  }

  start(): void {
    const { settings } = this.#parts
    this.#working = settings.clients
    for (let client = 0; client < settings.clients; client += 1) void this.#work()
  }

  areDone(): boolean {
    return this.#working === 0
  }

  /** One call, written down. */
  async call(node: Node, request: Request, isLook = false): Promise<Heard> {
    const { world, tell } = this.#parts
    const askedAtMs = world.nowMs()
    tell(
      () =>
        `client asks ${node.name}: ${isLook ? 'RETRIEVE' : operationOf(request)} ${nameOfRequest(request)}`,
    )
    const heard = await callGateway(node, { request, isLook }, this.#parts)
    const entry = { request, askedAtMs, heardAtMs: world.nowMs(), isLook, heard }
    this.log.push(entry)
    tell(() => `client hears of ${nameOfRequest(request)}: ${inWords(entry)}`)
    if (heard.kind === 'answer' && !isLook) this.#learn(request, heard.answer.document)
    return heard
  }

  async payerIsBack({ orderId, transactionId, operation, body }: Request): Promise<void> {
    const { random, nodes } = this.#parts
    await this.#think(random.pick([200, 5_000]))
    if (operation.name === 'AUTHENTICATE_PAYER') return await this.#payByProof(orderId, transactionId)
    const request = this.#laterStep('CONFIRM_BROWSER_PAYMENT', orderId, transactionId)
    const isAtMerchant = JSON.stringify(body).includes('CONFIRM_AT_MERCHANT')
    if (!isAtMerchant || random.chance(0.1)) await this.call(random.pick(nodes), request, true)
    else await Promise.all([this.#insist(request), random.chance(0.2) && this.#insist(request)])
  }

  async #work(): Promise<void> {
    const { random, settings } = this.#parts
    for (let step = 0; step < settings.stepsPerClient; step += 1) {
      await this.#think(random.pick([0, 300, 3_000, 10_000]))
      await this.#step()
    }
    this.#working -= 1
  }

  async #step(): Promise<void> {
    const { random } = this.#parts
    const [first] = this.#sent
    const known = first && random.pick([first, ...this.#sent.slice(1)])
    const kind = known ? random.weighted({ new: 10, twice: 3, again: 4, reused: 1, look: 2 }) : 'new'
    switch (kind) {
      case 'new':
        return await this.#pursue(this.#newRequest())
      case 'twice': {
        const request = this.#newRequest()
        await Promise.all([this.#insist(request), this.#insist(request)])
        return
      }
      case 'again':
        return void (known && (await this.#insist(known)))
      case 'look':
        return void (known && (await this.call(random.pick(this.#parts.nodes), known, true)))
      case 'reused':
        return void (known && (await this.#insist(this.#remember(altered(random, known)))))
    }
  }

  /** Until there is an answer, or no hope: a retry is always safe. */
  async #insist(request: Request): Promise<Heard> {
    const { random } = this.#parts
    for (let attempt = 0; ; attempt += 1) {
      const heard = await this.call(random.pick(this.#parts.nodes), request)
      if (isAccepted(heard) || heard.kind === 'rejection' || attempt === 3) return heard
      await this.#think(4_000)
    }
  }

  /** A payer who is to be authenticated is not left standing. */
  async #pursue(request: Request): Promise<void> {
    const { random } = this.#parts
    const { orderId, transactionId, operation } = request
    const heard = await this.#insist(request)
    if (!isAccepted(heard) || random.chance(0.1)) return
    if (operation.name === 'INITIATE_AUTHENTICATION') {
      await this.#think(3_000)
      return await this.#pursue(this.#laterStep('AUTHENTICATE_PAYER', orderId, transactionId))
    }
    if (operation.name === 'AUTHENTICATE_PAYER' && heard.answer.result !== 'PENDING')
      await this.#payByProof(orderId, transactionId)
  }

  async #payByProof(orderId: string, proof: string): Promise<void> {
    const { random } = this.#parts
    if (random.chance(0.2)) return
    const request = paymentProvenBy(random, this.#viewOf(orderId), proof)
    await this.#insist(this.#remember(request(this.#nextId(orderId))))
  }

  /** Whoever sends it again sends the same. */
  #laterStep(name: Name, orderId: string, id: string): Request {
    const request = requestFor(this.#parts.random, this.#viewOf(orderId), { name, id })
    return this.#laterSteps.get(nameOfRequest(request)) ?? this.#remember(request)
  }

  #newRequest(): Request {
    const { random, settings } = this.#parts
    const isPayerAsked = settings.issuers === 'schemes'
    if (random.chance(isPayerAsked ? 0.5 : 0.12)) this.#meet(`o${this.#views.size + 1}`)
    const order = this.#chooseOrder()
    const request = nextRequest(random, order, { newId: this.#nextId(order.orderId), isPayerAsked })
    return this.#laterSteps.get(nameOfRequest(request)) ?? this.#remember(request)
  }

  #nextId(orderId: string): string {
    const id = this.#nextIds.get(orderId) ?? 1
    this.#nextIds.set(orderId, id + 1)
    return String(id)
  }

  /** One on which there is something to follow up, rather than one on which there is not. */
  #chooseOrder(): OrderView {
    const { random } = this.#parts
    const [first, ...others] = this.#views.values()
    if (!first) throw new Error('There are always orders')
    const choices = [random.pick([first, ...others]), random.pick([first, ...others])] as const
    return choices.find(({ authorized }) => authorized > 0n) ?? choices[0]
  }

  #remember(request: Request): Request {
    this.#sent.push(request)
    const name = nameOfRequest(request)
    if (isLaterStep(request) && !this.#laterSteps.has(name)) this.#laterSteps.set(name, request)
    return request
  }

  #meet(orderId: string): void {
    this.#views.set(orderId, unknownOrder(orderId, this.#parts.random.weighted(payerCards)))
  }

  #viewOf(orderId: string): OrderView {
    const view = this.#views.get(orderId)
    if (!view) throw new Error('Clients know their orders')
    return view
  }

  #learn(request: Request, document: string): void {
    const { orderId } = request
    const record: TransactionRecord = JSON.parse(document)
    this.#views.set(orderId, afterHearing(this.#viewOf(orderId), record))
    this.#parts.payers.meet(request, record, this)
  }

  #think(upToMs: number): Promise<void> {
    const { world, random } = this.#parts
    return new Promise(resolve => world.after(random.between(0, upToMs), () => resolve()))
  }
}

const operationOf = ({ body }: Request): string => String(body.apiOperation)

export type ClientsParts = CallerParts & {
  readonly settings: Settings
  readonly nodes: readonly [Node, ...Node[]]
  readonly payers: Payers
  readonly tell: (event: () => string) => void
}
