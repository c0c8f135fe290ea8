import { passesLuhn } from '../../src/standards/cardNumber.ts'
import type { CallOptions } from '../journeys/client.ts'

/** Bytes and texts that occur nowhere but in the secrets of these requests. */
const block = 'C0FFEECAFEF00D5E'
const giftCardPin = '74629518'
export const refusedPassword = 'c0ffeec0ffeec0ffeec0ffeec0ffeec0'
/** In digits of another script: in plain ones it would be found everywhere. */
const namedCode = '٧٣٥١'
export const marks = [
  ...[Buffer.from(block, 'hex'), Buffer.from(giftCardPin), Buffer.from(refusedPassword)],
  Buffer.from(namedCode),
]

/** Different numbers of a known network that pass the check; the same for the same seed. */
export function canaryNumbers(count: number, seed = 0): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const digits = BigInt(index + 1 + seed * 1_000_003) * 736_481_983n
    const start = `${prefixes[index % prefixes.length]}${String(digits).padStart(11, '7').slice(-11)}`
    return withCheckDigit(start)
  })
}

const prefixes = ['5123', '4508', '5555', '6011', '2223']

function withCheckDigit(start: string): string {
  const digits = [...'0123456789'].find(digit => passesLuhn(start + digit))
  return start + digits
}

export type CanaryRequest = {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly options?: CallOptions
}

export function canaryRequests(numbers: readonly string[]): readonly CanaryRequest[] {
  return numbers.map((number, index) => {
    const way = ways[index % ways.length] ?? plain
    const path = `order/canary-${index}/transaction/1`
    return { method: 'PUT', path, ...way(number) }
  })
}

type Way = (number: string) => Partial<CanaryRequest>

const order = { amount: '10.00', currency: 'USD' }

function requestWith(card: object, more: object = {}) {
  return { apiOperation: 'AUTHORIZE', order, sourceOfFunds: { type: 'CARD', provided: { card } }, ...more }
}

const cardOf = (number: string) => ({ number, expiry: { month: '1', year: '39' }, securityCode: '7351' })
const plain: Way = number => ({ body: requestWith(cardOf(number)) })

const tracks = (number: string) => ({
  track1: `%B${number}^CANARY/ADA^39011010000000000000000?`,
  track2: `;${number}=39011010000000000?`,
})

const terminal = (number: string) => ({
  ...cardOf(number),
  ...tracks(number),
  pin: { payload: block, keySerialNumber: 'FFFF9876543210E00001' },
  emvRequest: `5A08${number}5711${number}D390110100000000009F2608${'C3'.repeat(8)}`,
  devicePayment: { onlinePaymentCryptogram: Buffer.from(block.repeat(2), 'hex').toString('base64') },
})

/** More than two kilobytes: the database compresses it. */
const long = { customer: { firstName: 'x'.repeat(50) }, order: { ...order, custom: noteOf(12) } }

function noteOf(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`note${index}`, 'y'.repeat(250)]))
}

/** Accepted, declined, refused at every stage of the request pipeline, and not understood at all. */
const ways: readonly Way[] = [
  plain,
  number => ({ body: requestWith(terminal(number)) }),
  number => ({ body: requestWith(terminal(number), long) }),
  number => ({ body: requestWith({ ...cardOf(number), expiry: { month: '5', year: '39' } }) }),
  number => ({ body: requestWith({ ...cardOf(number), expiry: { month: '11', year: '39' } }) }),
  number => ({ body: requestWith(cardOf(number), { order: { amount: '1', currency: 'usd' } }) }),
  number => ({ body: requestWith({ ...cardOf(number), securityCode: number }) }),
  number => ({ body: requestWith({ ...cardOf(number), number: [number] }) }),
  number => ({ body: requestWith({ ...cardOf(number), expiry: { month: number, year: '39' } }) }),
  number => ({ body: { ...requestWith(cardOf(number)), apiOperation: 'CHARGE' } }),
  number => ({ body: { ...requestWith(cardOf(number)), apiOperation: number } }),
  number => ({ body: requestWith(cardOf(number), { cardNumber: number }) }),
  number => ({ body: requestWith(cardOf(number), { [number]: 1 }) }),
  number => ({ body: requestWith(cardOf(number), { order: { ...order, currency: number } }) }),
  number => ({ body: requestWith(cardOf(number), { order: { ...order, amount: number } }) }),
  number => ({ body: requestWith(cardOf(number), { transaction: { acquirer: { customData: number } } }) }),
  number => ({ body: requestWith(cardOf(number), { transaction: { id: number } }) }),
  number => ({ body: requestWith(cardOf(number), { order: { ...order, custom: { [`${number}-`]: 'x' } } }) }),
  number => ({ body: requestWith(cardOf(number), { order: { ...order, custom: { [number]: 'x' } } }) }),
  number => ({ body: requestWith(cardOf(number), { order: { ...order, custom: { cvv: namedCode } } }) }),
  number => ({ body: requestWith(cardOf(number), { transaction: { merchantNote: `card ${number}` } }) }),
  number => ({ body: requestWith(cardOf(number), { transaction: { reference: `${number}=3912` } }) }),
  number => ({ body: requestWith(cardOf(number), { customer: { firstName: number } }) }),
  number => ({ body: requestWith(cardOf(number), { billing: { address: { street: `c/o ${number}` } } }) }),
  number => ({ body: requestWith(cardOf(number), { order: { ...order, notificationUrl: hook + number } }) }),
  number => ({ body: requestWith({ ...cardOf(number), nameOnCard: number }) }),
  number => ({ body: requestWith(cardOf(number), { correlationId: number }) }),
  number => ({ ...plain(number), path: `order/${number}/transaction/1` }),
  number => ({ ...plain(number), path: `order/of-${number}/transaction/${number}` }),
  number => ({ ...plain(number), path: `order/noted-${number.slice(4)}/transaction/t${number}` }),
  number => ({ method: 'PUT', path: `3DSecureId/${number}`, body: enrolmentOf(number) }),
  number => ({ method: 'POST', path: 'session', body: { order: { description: `for ${number}` } } }),
  number => ({ body: JSON.stringify(requestWith(cardOf(number))).slice(0, -9) }),
  number => ({ body: `{"${number}":1,"${number}":2}` }),
  number => ({ body: Buffer.from(`${JSON.stringify(requestWith(cardOf(number)))}\xff`, 'latin1') }),
  number => ({ body: { ...requestWith(cardOf(number)), apiOperation: 'PAY' } }),
  number => ({
    method: 'POST',
    path: 'token',
    body: { sourceOfFunds: { provided: { card: terminal(number) } } },
  }),
  number => ({ method: 'PUT', path: `token/${number}`, body: { sourceOfFunds: fundsOf(number) } }),
  number => ({ method: 'PUT', path: `token/c${number.slice(6)}`, body: { sourceOfFunds: fundsOf(number) } }),
  number => ({ method: 'DELETE', path: `token/${number}` }),
  number => ({ method: 'POST', path: 'session', body: { sourceOfFunds: parkedFundsOf(number) } }),
  number => ({ method: 'POST', path: 'session', body: { sourceOfFunds: fundsOf(number), ...long } }),
  number => ({ method: 'POST', path: 'session', body: { sourceOfFunds: { token: `${number}-` } } }),
  number => ({ method: 'PUT', path: `session/${number}`, body: { sourceOfFunds: fundsOf(number) } }),
  number => ({ body: { ...requestWith(cardOf(number)), session: { id: number } } }),
  number => ({ body: { ...requestWith(cardOf(number)), apiOperation: 'INITIATE_AUTHENTICATION' } }),
  number => ({ method: 'PUT', path: 'balanceInquiry', body: giftCardOf(number) }),
  number => ({ method: 'GET', path: `token/${number}` }),
  number => ({ method: 'GET', path: `card/${number}` }),
  number => ({ method: 'GET', path: `order/1?number=${number}` }),
  number => ({ method: 'GET', path: `order/${number}` }),
  number => ({ body: requestWith({ ...cardOf(number), nameOnCard: 'x'.repeat(270_000) }) }),
  number => ({ body: `number=${number}`, options: { headers: { 'Content-Type': 'text/html' } } }),
  number => ({ ...plain(number), options: { merchant: 'NOBODY', password: refusedPassword } }),
]

const hook = 'https://shop.example/notify?card='
const enrolmentOf = (number: string) => ({
  ...{ apiOperation: 'CHECK_3DS_ENROLLMENT', order, sourceOfFunds: fundsOf(number) },
  '3DSecure': { authenticationRedirect: { responseUrl: 'https://shop.example/back' } },
})

/** The fields a session accepts: nothing that a terminal read. */
export const parkedFundsOf = (number: string) => {
  const { devicePayment } = terminal(number)
  return { type: 'CARD', provided: { card: { ...cardOf(number), devicePayment } } }
}
const fundsOf = (number: string) => ({ type: 'CARD', provided: { card: terminal(number) } })

function giftCardOf(number: string) {
  return {
    order: { currency: 'USD' },
    sourceOfFunds: { provided: { giftCard: { number, pin: giftCardPin } } },
  }
}
