// Payers and merchants of a gateway under fire: payments at a provider, decided there or not, and what
// follows them.

import type { Heard } from '../links/caller.ts'
import {
  type Ask,
  insist,
  keepShops,
  type MerchantsOptions,
  requestOf,
  untilDecided,
} from '../links/merchants.ts'
import type { Random } from '../simulation/random.ts'
import type { Request } from '../simulation/workload.ts'

export type PayersOptions = MerchantsOptions & {
  /** Retrieves the transaction, wherever it likes. */
  readonly look: Ask
  /** What the payer does at the provider, now that the merchant has heard this. */
  readonly decide: (random: Random, orderId: string, heard: Heard) => Promise<void>
}

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
    const { seed, isEnough } = this.#options
    await keepShops(
      this.#options,
      () => isEnough(this.done),
      async (random, orderNo) => {
        const orderId = `p${seed}-${orderNo}`
        this.orderIds.push(orderId)
        await this.#shop(random, orderId)
      },
    )
  }

  async #shop(random: Random, orderId: string): Promise<void> {
    const operation = random.pick(['PAY', 'AUTHORIZE'] as const)
    const begun = requestOf(orderId, 'buy', {
      apiOperation: 'INITIATE_BROWSER_PAYMENT',
      browserPayment: { operation, returnUrl: 'https://shop.example/back' },
      order: { amount: '10.00', currency: 'USD' },
      sourceOfFunds: { type: 'BROWSER_PAYMENT', browserPayment: { type: 'WALLET' } },
    })
    await this.#options.decide(random, orderId, await this.#send(random, begun))
    // Merchants that do not wait for the outcome are refused, or come too early: both must be safe.
    if (random.chance(0.8)) await untilDecided(this.#options.look, random, begun)
    for (let step = 1; step <= random.below(4); step += 1) {
      const amount = random.pick(['1.00', '2.50', '10.00'])
      const transaction = { amount, currency: 'USD' }
      const apiOperation = random.pick(followUps[operation])
      await this.#send(random, requestOf(orderId, `f${step}`, { apiOperation, transaction }))
    }
    if (random.chance(0.3)) {
      const targetTransactionId = random.pick(['buy', 'f1', 'f2'])
      const body = { apiOperation: 'VOID', transaction: { targetTransactionId } } as const
      await this.#send(random, requestOf(orderId, 'v', body))
    }
  }

  async #send(random: Random, request: Request): Promise<Heard> {
    const heard = await insist(this.#options.ask, random, request)
    const result = heard.status < 300 ? String(heard.body.result) : `refused ${heard.status}`
    const words = `${request.operation.name} ${result}`
    this.results.set(words, (this.results.get(words) ?? 0) + 1)
    this.done += 1
    return heard
  }
}

const followUps = { PAY: ['REFUND'], AUTHORIZE: ['CAPTURE', 'CAPTURE', 'REFUND'] } as const
