import { setTimeout as sleep } from 'node:timers/promises'
import { afterHearing, type OrderView, unknownOrder } from '../simulation/knowledge.ts'
import { type Random, randomOf } from '../simulation/random.ts'
import { type Name, type Request, requestFor } from '../simulation/workload.ts'
import { type Heard, put } from './caller.ts'
import type { Nodes } from './nodes.ts'

export type ShoppersOptions = {
  /** Sends a request wherever it likes; undefined where nothing was heard. */
  readonly ask: (random: Random, request: Request) => Promise<Heard | undefined>
  readonly seed: number
  /** How many merchants' systems. */
  readonly atOnce: number
  /** Whether to end, now that so many transactions were answered. */
  readonly isEnough: (done: number) => boolean
}

/** At whichever node lives. */
export const atAnyOf =
  (nodes: Nodes): ShoppersOptions['ask'] =>
  async (random, { orderId, transactionId, body }) => {
    const live = nodes.live()
    const node = live[random.below(live.length)]
    return node && (await put(node.port, `order/${orderId}/transaction/${transactionId}`, body))
  }

/**
 * Merchants' systems that pay, capture in parts, update, refund, void and verify. Where they hear nothing, or
 * that nothing was done, they ask again.
 */
export class Shoppers {
  readonly #options: ShoppersOptions
  readonly results = new Map<string, number>()
  /** How many transactions were answered. */
  done = 0
  #orders = 0

  constructor(options: ShoppersOptions) {
    this.#options = options
  }

  #isEnough(): boolean {
    return this.#options.isEnough(this.done)
  }

  async run(): Promise<void> {
    const { atOnce, seed } = this.#options
    const all = Array.from({ length: atOnce }, (_, index) => this.#work(randomOf(seed * 1_009 + index)))
    await Promise.all(all)
  }

  async #work(random: Random): Promise<void> {
    while (!this.#isEnough()) {
      this.#orders += 1
      await this.#shop(random, unknownOrder(`o${this.#options.seed}-${this.#orders}`, '5123450000000008'))
    }
  }

  /** One order, as far as its merchant takes it. */
  async #shop(random: Random, first: OrderView): Promise<void> {
    let view = first
    const steps = 1 + random.below(7)
    for (let step = 1; step <= steps && !this.#isEnough(); step += 1) {
      const name = random.weighted(sensible(view))
      const { status, body } = await this.#insist(
        random,
        requestFor(random, view, { name, id: String(step) }),
      )
      const isBusy = JSON.stringify(body).includes('"LOCK_FAILURE"')
      const result = isBusy ? 'busy' : status < 300 ? String(body.result) : `refused ${status}`
      this.#note(name, result)
      if (status >= 300 || isBusy) return
      this.done += 1
      view = afterHearing(view, body)
      // Nobody knows yet: most merchants wait for what will be told, some go on at once.
      if (result !== 'SUCCESS' && result !== 'FAILURE' && random.chance(0.7)) return
    }
  }

  #note(name: string, result: string): void {
    const words = `${name} ${result}`
    this.results.set(words, (this.results.get(words) ?? 0) + 1)
  }

  /** A retry is always safe. */
  async #insist(random: Random, request: Request): Promise<Heard> {
    for (let attempt = 0; ; attempt += 1) {
      const heard = await this.#options.ask(random, request)
      if (heard && heard.status !== 503 && heard.status !== 500) return heard
      if (attempt >= attemptsMax)
        throw new Error(`${request.orderId} was not answered: ${JSON.stringify(heard)}`)
      await sleep(100 + random.below(300))
    }
  }
}

const attemptsMax = 300

/** What a merchant may do next. */
function sensible({ status, isReferred }: OrderView): Readonly<Partial<Record<Name, number>>> {
  switch (status) {
    case undefined:
      return { AUTHORIZE: 12, PAY: 7, VERIFY: 1, REFUND: 1 }
    case 'FAILED':
    case 'VERIFIED':
      return { AUTHORIZE: 7, PAY: 6, VERIFY: 1, ...(isReferred && { REFERRAL: 14 }) }
    case 'AUTHORIZED':
      return { CAPTURE: 8, UPDATE_AUTHORIZATION: 6, VOID: 2 }
    case 'PARTIALLY_CAPTURED':
      return { CAPTURE: 6, REFUND: 4, VOID: 3 }
    default:
      return { REFUND: 6, VOID: 4 }
  }
}
