import type { ChallengeEnd } from '../../src/directoryServer/verdicts.ts'
import { device, fundsOf } from '../journeys/requests.ts'
import { valueAt } from '../journeys/whole.ts'
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
import { payerCards, type Request } from '../simulation/workload.ts'

export type AuthenticatingPayersOptions = MerchantsOptions & {
  /** Retrieves the transaction, wherever it likes. */
  readonly look: Ask
  /** The payer answers the challenge; done when its result was delivered, or lost. */
  readonly decide: (random: Random, acsTransactionId: string, end: ChallengeEnd) => Promise<void>
}

/**
 * Merchants who have their payers authenticated and pay with what comes of it; some do not wait for it. Each
 * order has the authentication `auth` and the payment `pay`.
 */
export class AuthenticatingPayers {
  readonly #options: AuthenticatingPayersOptions
  readonly orderIds: string[] = []
  /** How many transactions were answered. */
  done = 0

  constructor(options: AuthenticatingPayersOptions) {
    this.#options = options
  }

  async run(): Promise<void> {
    const { seed, isEnough } = this.#options
    await keepShops(
      this.#options,
      () => isEnough(this.done),
      async (random, orderNo) => {
        const orderId = `a${seed}-${orderNo}`
        this.orderIds.push(orderId)
        await this.#shop(random, orderId)
      },
    )
  }

  async #shop(random: Random, orderId: string): Promise<void> {
    const sourceOfFunds = fundsOf({ number: random.weighted(payerCards) })
    const begun = await this.#send(
      random,
      requestOf(orderId, 'auth', {
        ...{ apiOperation: 'INITIATE_AUTHENTICATION', authentication: { channel: 'PAYER_BROWSER' } },
        ...{ order, sourceOfFunds },
      }),
    )
    if (begun.status >= 300) return
    const asked = requestOf(orderId, 'auth', { apiOperation: 'AUTHENTICATE_PAYER', order, device })
    await this.#answer(random, await this.#send(random, asked))
    // Merchants that do not wait for the outcome are refused, or pay without a proof: both must be safe.
    if (random.chance(0.9)) await untilDecided(this.#options.look, random, asked)
    const apiOperation = random.pick(['PAY', 'AUTHORIZE'] as const)
    const authentication = { transactionId: 'auth' }
    await this.#send(
      random,
      requestOf(orderId, 'pay', { apiOperation, order, sourceOfFunds, authentication }),
    )
  }

  /** Where the payer is challenged. */
  async #answer(random: Random, { body }: Heard): Promise<void> {
    const id = valueAt(body, 'authentication.3ds2.acsTransactionId')
    const end = random.weighted({ Y: 12, N: 2, R: 3, cancelled: 1, never: 1 })
    if (body.result !== 'PENDING' || typeof id !== 'string' || end === 'never') return
    await this.#options.decide(random, id, end)
  }

  async #send(random: Random, request: Request): Promise<Heard> {
    const heard = await insist(this.#options.ask, random, request)
    this.done += 1
    return heard
  }
}

const order = { amount: '10.00', currency: 'USD' }
