import { type CallerParts, callGateway } from './caller.ts'
import { type Heard, inWords, type LogEntry, nameOfRequest } from './clientLog.ts'
import { afterHearing, type OrderView, unknownOrder } from './knowledge.ts'
import type { Node } from './node.ts'
import type { Settings } from './settings.ts'
import { altered, nextRequest, type Request } from './workload.ts'

/**
 * Merchants' systems: they ask, lose patience, ask again elsewhere, ask twice at once, and mix up their own
 * ids. What they heard they write down.
 */
export class Clients {
  readonly log: LogEntry[] = []
  readonly #parts: ClientsParts
  readonly #views = new Map<string, OrderView>()
  readonly #sent: Request[] = []
  readonly #nextIds = new Map<string, number>()
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
    const entry = { request, askedAtMs, heardAtMs: world.nowMs(), heard }
    this.log.push(entry)
    tell(() => `client hears of ${nameOfRequest(request)}: ${inWords(entry)}`)
    if (heard.kind === 'answer' && !isLook) this.#learn(request, heard.answer.document)
    return heard
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
        return await this.#insist(this.#newRequest())
      case 'twice': {
        const request = this.#newRequest()
        await Promise.all([this.#insist(request), this.#insist(request)])
        return
      }
      case 'again':
        return known && (await this.#insist(known))
      case 'look':
        return void (known && (await this.call(random.pick(this.#parts.nodes), known, true)))
      case 'reused':
        return known && (await this.#insist(this.#remember(altered(random, known))))
    }
  }

  /** Until there is an answer, or no hope: a retry is always safe. */
  async #insist(request: Request): Promise<void> {
    const { random } = this.#parts
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const heard = await this.call(random.pick(this.#parts.nodes), request)
      const isAnswered = heard.kind === 'answer' && heard.answer.gatewayCode !== 'LOCK_FAILURE'
      if (isAnswered || heard.kind === 'rejection') return
      await this.#think(4_000)
    }
  }

  #newRequest(): Request {
    const { random } = this.#parts
    if (random.chance(0.12)) this.#meet(`o${this.#views.size + 1}`)
    const order = this.#chooseOrder()
    const id = this.#nextIds.get(order.orderId) ?? 1
    this.#nextIds.set(order.orderId, id + 1)
    return this.#remember(nextRequest(random, order, String(id)))
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
    return request
  }

  #meet(orderId: string): void {
    this.#views.set(orderId, unknownOrder(orderId))
  }

  #learn({ orderId }: Request, document: string): void {
    const view = this.#views.get(orderId) ?? unknownOrder(orderId)
    this.#views.set(orderId, afterHearing(view, JSON.parse(document)))
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
  readonly tell: (event: () => string) => void
}
