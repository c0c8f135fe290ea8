// Payers and merchants of a gateway under fire: payments at a provider, decided there or not, and what
// follows them.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Heard, put } from '../links/caller.ts'
import type { Nodes } from '../links/nodes.ts'
import { type Random, randomOf } from '../simulation/random.ts'
import type { Adapter } from './adapter.ts'

export type PayersOptions = {
  readonly nodes: Nodes
  readonly adapter: Adapter
  readonly seed: number
  readonly atOnce: number
  readonly isEnough: (done: number) => boolean
}

type Asked = { readonly apiOperation: string; readonly [group: string]: unknown }

export class Payers {
  readonly #options: PayersOptions
  readonly results = new Map<string, number>()
  readonly orderIds: string[] = []
  /** How many transactions were answered. */
  done = 0

  constructor(options: PayersOptions) {
    this.#options = options
  }

  async run(): Promise<void> {
    const { atOnce, seed } = this.#options
    await Promise.all(
      Array.from({ length: atOnce }, (_, index) => this.#work(randomOf(seed * 1_009 + index))),
    )
  }

  async #work(random: Random): Promise<void> {
    while (!this.#options.isEnough(this.done)) {
      const orderId = `p${this.#options.seed}-${this.orderIds.length}`
      this.orderIds.push(orderId)
      await this.#shop(random, orderId)
    }
  }

  async #shop(random: Random, orderId: string): Promise<void> {
    const operation = random.pick(['PAY', 'AUTHORIZE'])
    await this.#send(random, orderId, 'buy', {
      apiOperation: 'INITIATE_BROWSER_PAYMENT',
      browserPayment: { operation, returnUrl: 'https://shop.example/back' },
      order: { amount: '10.00', currency: 'USD' },
      sourceOfFunds: { type: 'BROWSER_PAYMENT', browserPayment: { type: 'WALLET' } },
    })
    await this.#decide(random, orderId)
    // Merchants that do not wait for the outcome are refused, or come too early: both must be safe.
    if (random.chance(0.8)) await this.#isDecided(random, orderId)
    for (let step = 1; step <= random.below(4); step += 1) {
      const amount = random.pick(['1.00', '2.50', '10.00'])
      const transaction = { amount, currency: 'USD' }
      const apiOperation = random.pick(operation === 'PAY' ? ['REFUND'] : ['CAPTURE', 'CAPTURE', 'REFUND'])
      await this.#send(random, orderId, `f${step}`, { apiOperation, transaction })
    }
    if (random.chance(0.3)) {
      const targetTransactionId = random.pick(['buy', 'f1', 'f2'])
      await this.#send(random, orderId, 'v', { apiOperation: 'VOID', transaction: { targetTransactionId } })
    }
  }

  /** As merchants ask for it, for a few seconds. */
  async #isDecided(random: Random, orderId: string): Promise<void> {
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const live = this.#options.nodes.live()
      const shown = await live[random.below(live.length)]
        ?.retrieve(orderId, { transaction: 'buy' })
        .catch(() => undefined)
      const { result, response } = shown?.body ?? {}
      const isOpen = JSON.stringify(response ?? {}).includes('"SUBMITTED"')
      if (result === 'FAILURE' || (result === 'SUCCESS' && !isOpen)) return
      await sleep(500)
    }
  }

  /** In an app also those who never got the page: of whatever the provider has open for the order. */
  async #decide(random: Random, orderId: string): Promise<void> {
    const { adapter, nodes } = this.#options
    for (const [paymentId, { start, state }] of adapter.payments) {
      if (start?.orderId !== orderId || state !== 'open') continue
      const decision = random.weighted({ approved: 7, declined: 1, never: 2 })
      if (decision === 'never') continue
      adapter.decide(paymentId, decision)
      const port = nodes.live()[0]?.port ?? 0
      for (let repeat = random.below(3); repeat > 0; repeat -= 1)
        await adapter.notify(paymentId, { toPort: port }).catch(() => undefined)
    }
  }

  /** A retry is always safe. */
  async #send(random: Random, orderId: string, id: string, body: Asked) {
    let heard: Heard | undefined
    for (let attempt = 0; attempt < 50 && !(heard && heard.status < 500); attempt += 1) {
      const live = this.#options.nodes.live()
      const node = live[random.below(live.length)]
      if (node) heard = await put(node.port, `order/${orderId}/transaction/${id}`, body)
      if (!heard || heard.status >= 500) await sleep(100)
    }
    const result = heard && heard.status < 300 ? String(heard.body.result) : `refused ${heard?.status}`
    const words = `${body.apiOperation} ${result}`
    this.results.set(words, (this.results.get(words) ?? 0) + 1)
    this.done += 1
  }
}
