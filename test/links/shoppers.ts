import { afterHearing, type OrderView, unknownOrder } from '../simulation/knowledge.ts'
import type { Random } from '../simulation/random.ts'
import { type Name, requestFor } from '../simulation/workload.ts'
import { insist, keepShops, type MerchantsOptions } from './merchants.ts'

/**
 * Merchants' systems that pay, capture in parts, update, refund, void and verify. Where they hear nothing, or
 * that nothing was done, they ask again.
 */
export class Shoppers {
  readonly #options: MerchantsOptions
  readonly results = new Map<string, number>()
  /** How many transactions were answered. */
  done = 0

  constructor(options: MerchantsOptions) {
    this.#options = options
  }

  #isEnough(): boolean {
    return this.#options.isEnough(this.done)
  }

  async run(): Promise<void> {
    const { seed } = this.#options
    await keepShops(
      this.#options,
      () => this.#isEnough(),
      (random, orderNo) => this.#shop(random, unknownOrder(`o${seed}-${orderNo}`, '5123450000000008')),
    )
  }

  /** One order, as far as its merchant takes it. */
  async #shop(random: Random, first: OrderView): Promise<void> {
    let view = first
    const steps = 1 + random.below(7)
    for (let step = 1; step <= steps && !this.#isEnough(); step += 1) {
      const name = random.weighted(sensible(view))
      const { status, body } = await insist(
        this.#options.ask,
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
}

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
