import { operationNamed } from '../../src/contract/catalogue.ts'
import type { Content } from '../../src/contract/kit/normalise.ts'
import type { Operation } from '../../src/contract/kit/operation.ts'
import { toDecimal } from '../../src/orders/money.ts'
import type { OrderView } from './knowledge.ts'
import type { Random } from './random.ts'

/** What a client sends; sent again it is the same object. */
export type Request = {
  readonly orderId: string
  readonly transactionId: string
  readonly operation: Operation
  readonly body: Content
}

export const operationsSimulated = [
  'AUTHORIZE',
  'PAY',
  'CAPTURE',
  'REFUND',
  'VOID',
  'VERIFY',
  'UPDATE_AUTHORIZATION',
  'REFERRAL',
] as const
type Name = (typeof operationsSimulated)[number]

/** Something that mostly makes sense on the order as the client knows it, and now and then does not. */
export function nextRequest(random: Random, order: OrderView, transactionId: string): Request {
  const name = random.chance(0.06) ? random.pick(operationsSimulated) : random.weighted(sensible(order))
  const body = { apiOperation: name, ...bodies[name](random, order) }
  return { orderId: order.orderId, transactionId, operation: operationNamed(name), body }
}

/** Another content under the same ids. */
export function altered(random: Random, request: Request): Request {
  const reference = `other-${random.below(1_000)}`
  const { transaction } = request.body
  return { ...request, body: { ...request.body, transaction: { ...Object(transaction), reference } } }
}

/** How likely each operation is, by the status the client last heard of. */
function sensible({ status, isReferred }: OrderView): Readonly<Partial<Record<Name, number>>> {
  switch (status) {
    case undefined:
      return { AUTHORIZE: 10, PAY: 8, VERIFY: 1, REFUND: 1 }
    case 'FAILED':
    case 'VERIFIED':
      return { AUTHORIZE: 6, PAY: 5, VERIFY: 1, ...(isReferred && { REFERRAL: 12 }) }
    case 'AUTHORIZED':
      return { CAPTURE: 8, UPDATE_AUTHORIZATION: 5, VOID: 2 }
    case 'PARTIALLY_CAPTURED':
      return { CAPTURE: 5, REFUND: 4, VOID: 4 }
    default:
      return { REFUND: 6, VOID: 4 }
  }
}

type Body = (random: Random, order: OrderView) => Content

const bodies = {
  AUTHORIZE: payment,
  PAY: payment,
  VERIFY: random => ({ order: { currency }, sourceOfFunds: funds(random) }),
  CAPTURE: (random, { authorized, captured }) => moved(random, authorized - captured),
  REFUND: (random, { status, captured, refunded }) => ({
    ...moved(random, status === undefined ? 5_000n : captured - refunded),
    ...(status === undefined && { sourceOfFunds: funds(random) }),
  }),
  VOID: (random, { voidable }) => ({
    transaction: { targetTransactionId: random.pick(['1', ...voidable, ...voidable.slice(-1)]) },
  }),
  UPDATE_AUTHORIZATION: (random, { authorized }) => ({
    transaction: { amount: amountText(authorized + BigInt(random.below(4) - 1) * 500n), currency },
  }),
  REFERRAL: random => ({ transaction: { authorizationCode: `R${random.below(100_000)}` } }),
} as const satisfies Record<Name, Body>

function payment(random: Random): Content {
  const amount = amountText(BigInt(1_000 + 100 * random.below(90)))
  const acceptPartialAmount = random.chance(0.5)
  return {
    order: { amount, currency, ...(acceptPartialAmount && { acceptPartialAmount }) },
    sourceOfFunds: funds(random),
  }
}

/** Part of what is left, all of it, or a little more than that. */
function moved(random: Random, left: bigint): Content {
  const share = random.pick([left / 3n, left / 2n, left, left, left + 100n])
  return { transaction: { amount: amountText(share > 0n ? share : 700n), currency } }
}

/** The date on a card tells the simulated acquirer what to do with it. */
function funds(random: Random): Content {
  const [month = '', year = ''] = random.weighted(expiries).split('/')
  const number = random.pick(['5123450000000008', '4508750015741019', '2223000000000007'])
  return { type: 'CARD', provided: { card: { number, expiry: { month, year } } } }
}

const expiries = {
  '01/39': 70, // approved
  '05/39': 6, // declined
  '03/39': 8, // referred
  '04/39': 6, // approved in part
  '08/39': 8, // pending, then approved
  '05/37': 6, // the acquirer does not know
  '11/39': 4, // silence
} as const

const currency = 'USD'
const amountText = (minor: bigint): string => toDecimal(minor > 0n ? minor : 100n, currency)
