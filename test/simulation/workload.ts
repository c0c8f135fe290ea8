import { operationNamed } from '../../src/contract/catalogue.ts'
import type { Content } from '../../src/contract/kit/content.ts'
import type { Operation } from '../../src/contract/kit/operation.ts'
import { toDecimal } from '../../src/orders/money.ts'
import type { OrderView } from './knowledge.ts'
import { endlessReference } from './payerLedger.ts'
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
  'INITIATE_BROWSER_PAYMENT',
  'CONFIRM_BROWSER_PAYMENT',
  'INITIATE_AUTHENTICATION',
  'AUTHENTICATE_PAYER',
] as const
export type Name = (typeof operationsSimulated)[number]

/** A request that mostly makes sense in the order's state as the client knows it, and sometimes does not. */
export function nextRequest(
  random: Random,
  order: OrderView,
  { newId, isPayerAsked }: { readonly newId: string; readonly isPayerAsked: boolean },
): Request {
  const likely = sensible(order, isPayerAsked ? carefulBeginnings : beginnings)
  const name = random.chance(0.06) ? random.pick(operationsSimulated) : random.weighted(likely)
  return requestFor(random, order, { name, id: continuedBy(random, name, order) ?? newId })
}

export function requestFor(
  random: Random,
  order: OrderView,
  { name, id }: { readonly name: Name; readonly id: string },
): Request {
  const body = { apiOperation: name, ...bodies[name](random, order) }
  return { orderId: order.orderId, transactionId: id, operation: operationNamed(name), body }
}

/** A payment that names an authentication of the order as its proof. */
export function paymentProvenBy(random: Random, order: OrderView, transactionId: string) {
  const name = random.pick(['AUTHORIZE', 'PAY'])
  return (id: string): Request => {
    const body = { apiOperation: name, ...proven(random, order, transactionId) }
    return { orderId: order.orderId, transactionId: id, operation: operationNamed(name), body }
  }
}

/** Another content under the same ids. */
export function altered(random: Random, request: Request): Request {
  const reference = `other-${random.below(1_000)}`
  const { transaction } = request.body
  return { ...request, body: { ...request.body, transaction: { ...Object(transaction), reference } } }
}

/** Whether it takes an earlier request's transaction further, under the same ids. */
export const isLaterStep = ({ operation: { name } }: Request): boolean =>
  name === 'CONFIRM_BROWSER_PAYMENT' || name === 'AUTHENTICATE_PAYER'

/** Under which id it is taken further, where there is something to take further. */
function continuedBy(random: Random, name: Name, order: OrderView): string | undefined {
  const [first, ...others] =
    name === 'CONFIRM_BROWSER_PAYMENT' ? order.announced : name === 'AUTHENTICATE_PAYER' ? order.payers : []
  return first === undefined ? undefined : random.pick([first, ...others])
}

const beginnings = { AUTHORIZE: 7, PAY: 6, INITIATE_BROWSER_PAYMENT: 7, INITIATE_AUTHENTICATION: 4 } as const

/** Of merchants who mostly want to know who pays. */
const carefulBeginnings = { ...beginnings, INITIATE_AUTHENTICATION: 30 } as const

type Likelihoods = Readonly<Partial<Record<Name, number>>>

/** How likely each operation is, by the status the client last heard of. */
function sensible({ status, isReferred }: OrderView, first: Likelihoods): Likelihoods {
  switch (status) {
    case undefined:
      return { ...first, VERIFY: 1, REFUND: 1 }
    case 'FAILED':
    case 'VERIFIED':
      return { ...first, VERIFY: 1, ...(isReferred && { REFERRAL: 14 }) }
    case 'AUTHENTICATION_INITIATED':
    case 'AUTHENTICATION_UNSUCCESSFUL':
      return { AUTHENTICATE_PAYER: 6, INITIATE_AUTHENTICATION: 2, AUTHORIZE: 3, PAY: 3 }
    case 'AUTHENTICATED':
    case 'AUTHENTICATION_NOT_NEEDED':
      return { AUTHORIZE: 4, PAY: 4, INITIATE_BROWSER_PAYMENT: 1 }
    case 'INITIATED':
      return { INITIATE_BROWSER_PAYMENT: 6, CONFIRM_BROWSER_PAYMENT: 3, PAY: 1, INITIATE_AUTHENTICATION: 1 }
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
  INITIATE_BROWSER_PAYMENT: browserPayment,
  CONFIRM_BROWSER_PAYMENT: random => (random.chance(0.6) ? {} : { order: { amount: anyAmount(random) } }),
  INITIATE_AUTHENTICATION: (_, { payerCard }) => ({
    order: { currency },
    sourceOfFunds: fundsOf(payerCard, '01/39'),
  }),
  // Mostly enough for whatever is paid afterwards.
  AUTHENTICATE_PAYER: random => ({
    order: { amount: random.chance(0.2) ? anyAmount(random) : '100.00', currency },
    authentication: { redirectResponseUrl: 'https://shop.example/back' },
    device,
  }),
} as const satisfies Record<Name, Body>

/** What a directory server wants to know of a browser. */
const device = {
  browser: 'Browser/1',
  ipAddress: '198.51.100.7',
  browserDetails: {
    ...{ acceptHeaders: 'text/html', colorDepth: 24, javaEnabled: false, language: 'en' },
    ...{ screenHeight: 900, screenWidth: 1440, timeZone: 0 },
  },
}

function payment(random: Random, order: OrderView): Content {
  const [first, ...others] = order.payers
  if (first !== undefined && random.chance(0.6)) return proven(random, order, random.pick([first, ...others]))
  const acceptPartialAmount = random.chance(0.5)
  return {
    order: { amount: anyAmount(random), currency, ...(acceptPartialAmount && { acceptPartialAmount }) },
    sourceOfFunds: funds(random),
  }
}

/** Seldom with another card than the payer's who was authenticated. */
function proven(random: Random, { payerCard }: OrderView, transactionId: string): Content {
  return {
    order: { amount: anyAmount(random), currency },
    sourceOfFunds: random.chance(0.9) ? fundsOf(payerCard, random.weighted(expiries)) : funds(random),
    authentication: { transactionId },
  }
}

/** What the merchant confirms must end some day; the provider alone may keep something for ever. */
function browserPayment(random: Random): Content {
  const isAtMerchant = random.chance(0.7)
  const reference = random.weighted(isAtMerchant ? references : { ...references, [endlessReference]: 1 })
  const paymentConfirmation = isAtMerchant ? 'CONFIRM_AT_MERCHANT' : 'CONFIRM_AT_PROVIDER'
  return {
    order: { amount: anyAmount(random), currency, reference },
    sourceOfFunds: { type: random.pick(['BROWSER_PAYMENT', 'PROVIDER_A']) },
    browserPayment: {
      operation: random.pick(['PAY', 'AUTHORIZE']),
      returnUrl: 'https://shop.example/back',
      providerA: { paymentConfirmation },
    },
  }
}

/** References that control the provider simulator. */
const references = {
  plain: 12, // as the payer decides
  'TEST-SUCCESS-INIT': 3, // approved a little later
  'TEST-FAIL-INIT': 1, // declined a little later
  'x.FAILDECLINED': 1,
} as const

/** Part of what is left, all of it, or a little more than that. */
function moved(random: Random, left: bigint): Content {
  const share = random.pick([left / 3n, left / 2n, left, left, left + 100n])
  return { transaction: { amount: amountText(share > 0n ? share : 700n), currency } }
}

function funds(random: Random): Content {
  const expiry = random.weighted(expiries)
  return fundsOf(random.pick(['5123450000000008', '4508750015741019', '2223000000000007']), expiry)
}

function fundsOf(number: string, expires: string): Content {
  const [month = '', year = ''] = expires.split('/')
  return { type: 'CARD', provided: { card: { number, expiry: { month, year } } } }
}

/** Expiry dates that control the acquirer simulator. */
const expiries = {
  '01/39': 70, // approved
  '05/39': 6, // declined
  '03/39': 8, // referred
  '04/39': 6, // approved in part
  '08/39': 8, // pending, then approved
  '05/37': 6, // the acquirer does not know
  '11/39': 4, // silence
} as const

/** Card numbers that control the issuer simulator. */
export const payerCards = {
  '5123450000000008': 5, // challenged, after a look at the browser
  '2223000000000007': 4, // challenged
  '5123456789012346': 2, // authenticated
  '5500005555555559': 1, // attempted
  '5506900140100503': 1, // rejected
  '5123459999998221': 1, // unavailable
  '5455031257390496': 1, // cannot be asked
  '4508750015741019': 1, // takes no part
} as const

const currency = 'USD'
const anyAmount = (random: Random): string => amountText(BigInt(1_000 + 100 * random.below(90)))
const amountText = (minor: bigint): string => toDecimal(minor > 0n ? minor : 100n, currency)
