import { expect } from 'vitest'
import { cardThat } from '../journeys/cardholder.ts'
import type { Answer } from '../journeys/client.ts'
import type { TestGateway } from '../journeys/gateway.ts'
import { openCheckout } from '../journeys/payer.ts'
import { fundsOf } from '../journeys/requests.ts'
import { emvOf, p2peOf, readRequest } from '../journeys/terminalCards.ts'
import { valueAt } from '../journeys/whole.ts'

const money = { amount: '10.00', currency: 'USD' }
const some = (amount: string) => ({ amount, currency: 'USD' })
const sourceOfFunds = fundsOf({ securityCode: '100' })
const expiring = (expiry: string) => fundsOf({ expiry, securityCode: '100' })
const address = { street: '1 High Street', city: 'Town', country: 'GBR' }
const groups = {
  accountFunding: { purpose: 'PAYROLL', senderType: 'PERSON' },
  agreement: { id: 'A-1', type: 'UNSCHEDULED' },
  billing: { address },
  customer: { email: 'jane@example.com', firstName: 'Jane' },
  shipping: { address, method: 'GROUND' },
}
const described = {
  ...money,
  purchaseType: 'ACCOUNT_FUNDING',
  reference: 'R-1',
  item: [{ name: 'Tea', quantity: '2', unitPrice: '5.00' }],
  // Named like the gateway's own keys beside the fields of the API, in documents of the first model.
  custom: { ofOrder: 'a', story: 'b', model: '7' },
}
const redirectResponseUrl = 'https://shop.example/back'
const browserDetails = {
  ...{ acceptHeaders: 'text/html', javaEnabled: false, language: 'en', timeZone: -60, colorDepth: 24 },
  ...{ screenHeight: 900, screenWidth: 1600, '3DSecureChallengeWindowSize': 'FULL_SCREEN' },
}
const device = { browser: 'TestBrowser/1.0', ipAddress: '192.0.2.9', browserDetails }
const challengedCard = fundsOf({ number: cardThat.isLookedAtAndChallenged })
const initiate = {
  apiOperation: 'INITIATE_AUTHENTICATION',
  authentication: { channel: 'PAYER_BROWSER' },
  order: money,
  sourceOfFunds: challengedCard,
}
const authenticate = {
  apiOperation: 'AUTHENTICATE_PAYER',
  authentication: { redirectResponseUrl },
  device,
  order: money,
}
const browserPayment = {
  apiOperation: 'INITIATE_BROWSER_PAYMENT',
  browserPayment: { operation: 'PAY', returnUrl: 'https://shop.example/back' },
  order: { ...money, reference: 'cart 7' },
  sourceOfFunds: { type: 'BROWSER_PAYMENT' },
}
const confirmedLater = {
  ...browserPayment,
  browserPayment: { operation: 'PAY', providerA: { paymentConfirmation: 'CONFIRM_AT_MERCHANT' } },
  sourceOfFunds: { type: 'PROVIDER_A' },
}
const authorize = (more: object = {}) => ({
  apiOperation: 'AUTHORIZE',
  order: money,
  sourceOfFunds,
  ...more,
})

/** Where the server of the merchant was, when the orders were made. */
export const receiverThen = 'http://127.0.0.1:47193'
/** Where payers reach the gateway, then and now. */
export const publicUrl = 'https://gateway.example'

type Requested = { readonly body: object; readonly version?: number }

/** Each request by its order and transaction; a second one under the same id has a mark behind it. */
export const requests = {
  'lifecycle/1': { body: authorize({ ...groups, order: described }) },
  'lifecycle/2': { body: { apiOperation: 'CAPTURE', transaction: some('6.00') } },
  'lifecycle/3': {
    body: {
      apiOperation: 'REFUND',
      action: { refundAuthorization: true },
      transaction: some('2.00'),
    },
  },
  'lifecycle/4': { body: { apiOperation: 'REFUND', transaction: some('1.00') } },
  'lifecycle/5': { body: { apiOperation: 'VOID', transaction: { targetTransactionId: '4' } } },
  'notified/1': {
    body: {
      apiOperation: 'PAY',
      order: { ...money, notificationUrl: `${receiverThen}/order` },
      sourceOfFunds,
    },
  },
  'verified/1': { body: { apiOperation: 'VERIFY', order: { currency: 'USD' }, sourceOfFunds } },
  'declined/1': { body: authorize({ sourceOfFunds: expiring('05/39') }) },
  'reversed/1': { body: authorize() },
  'owed/1': { body: authorize() },
  'owed/2': { body: { apiOperation: 'CAPTURE', transaction: money } },
  'authenticated/auth': { body: initiate },
  'authenticated/auth+': { body: authenticate },
  'authenticated/pay': {
    body: {
      apiOperation: 'PAY',
      authentication: { transactionId: 'auth' },
      order: money,
      sourceOfFunds: challengedCard,
    },
  },
  'challenged/auth': { body: initiate },
  'challenged/auth+': { body: authenticate },
  'browser/buy': { body: browserPayment },
  'confirmed/buy': { body: confirmedLater },
  'confirmed/buy+': { body: { apiOperation: 'CONFIRM_BROWSER_PAYMENT', order: { amount: '9.00' } } },
  'started/buy': { body: browserPayment },
  'agreed/buy': { body: confirmedLater },
  'chip/1': { body: readRequest({ emvRequest: emvOf() }) },
  'sealed/1': { body: readRequest({ p2pe: p2peOf({ counter: 4711 }) }) },
  'referred/1': {
    body: authorize({ ...groups, order: described, sourceOfFunds: expiring('03/39') }),
    version: 60,
  },
  'referred/2': {
    body: { apiOperation: 'REFERRAL', transaction: { authorizationCode: 'TEL123' } },
    version: 60,
  },
  'updated/1': { body: authorize() },
  'updated/2': { body: { apiOperation: 'UPDATE_AUTHORIZATION', transaction: some('12.00') } },
  'authorized/1': { body: authorize({ customer: { email: 'jane@example.com' } }) },
} satisfies Readonly<Record<string, Requested>>

export type RequestName = keyof typeof requests

const isRequestName = (name: string): name is RequestName => Object.hasOwn(requests, name)

/** Elsewhere the server of the merchant is another one, and a request that names it is another request. */
export const requestsToRepeat: readonly RequestName[] = Object.keys(requests)
  .filter(isRequestName)
  .filter(name => name !== 'notified/1')

/** The ids of all orders. */
export const ordersMade: readonly string[] = [
  ...new Set(Object.keys(requests).map(name => name.replace(/\/.*/, ''))),
  ...['checkout', 'part', 'abandoned'],
]

/** The merchant is told of everything, at an address of its own. */
export const profile = {
  partialPaymentsAtCheckout: 'FINISH',
  notificationUrl: `${receiverThen}/merchant`,
}

/** The orders may have a prefix, to make the same ones twice. */
export function submit(gateway: TestGateway, name: RequestName, prefix = ''): Promise<Answer> {
  const { body, version = 100 }: Requested = requests[name]
  const [order = '', transaction = ''] = name.replace('+', '').split('/')
  return gateway.authorize(prefix + order, body, { transaction, version })
}

/** A check of the first generation of 3-D Secure, which is of no order. */
const enrolmentCheck = {
  apiOperation: 'CHECK_3DS_ENROLLMENT',
  '3DSecure': {
    authenticationRedirect: { responseUrl: redirectResponseUrl, pageGenerationMode: 'CUSTOMIZED' },
  },
  order: money,
  sourceOfFunds: fundsOf({ number: cardThat.isChallenged }),
}

/** What nobody can find in the answers, although the orders go on with it. */
export type OpenEnds = {
  readonly session: { readonly id: string; readonly version: string }
  readonly checkout: { readonly sessionId: string; readonly indicator: string }
  readonly token: string
  /** Where the payer of the check is sent, and with what. */
  readonly acs: { readonly acsUrl: string; readonly paReq: string }
}

/** Orders in every state in which documents are read again, by the public interfaces alone. */
export async function makeOrders(gateway: TestGateway): Promise<OpenEnds> {
  const making = makingAt(gateway)
  const { did } = making
  await making.script('owed', 'approve', ...Array.from({ length: 40 }, () => 'silent'))
  await did('owed/1')
  await did('owed/2', 'PENDING')
  await makeLifecycles(making)
  await did('notified/1')
  await did('verified/1')
  await did('declined/1', 'DECLINED')
  await did('referred/1', 'REFERRED')
  for (const name of ['referred/2', 'updated/1', 'updated/2', 'authorized/1'] as const) await did(name)
  await did('chip/1')
  await did('sealed/1')
  await authenticatePayer(making)
  await did('challenged/auth', 'AUTHENTICATION_IN_PROGRESS')
  await did('challenged/auth+', 'PENDING')
  await payAtProvider(making)
  await did('started/buy', 'SUBMITTED')
  const whole = await openCheckout(gateway, {}, { order: { id: 'checkout' } })
  expect(await whole.pay()).toMatchObject({ step: 'done' })
  const abandoning = await payHalf(making, 'abandoned')
  const again = await abandoning.pay(half, { attemptsLeft: 4, due: '$5.00' })
  expect(again).toMatchObject({ step: 'form', rest: { due: '$2.50' } })
  const { sessionId, indicator } = await payHalf(making, 'part')
  return { ...(await leaveOpen(making)), checkout: { sessionId, indicator } }
}

/** Of these orders, one for each kind of document. */
export async function makeEachDocument(gateway: TestGateway, prefix: string): Promise<void> {
  const making = makingAt(gateway, prefix)
  await makeLifecycles(making)
  await authenticatePayer(making)
  await payAtProvider(making)
  await payHalf(making, 'part')
}

type Making = ReturnType<typeof makingAt>

function makingAt(gateway: TestGateway, prefix = '') {
  const did = async (name: RequestName, gatewayCode = 'APPROVED') => {
    const answer = await submit(gateway, name, prefix)
    expect(answer, answer.text).toMatchObject({ status: 201, body: { response: { gatewayCode } } })
  }
  const granted = async (call: Promise<Answer>) => {
    const answer = await call
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer
  }
  const control = (path: string, body: object) =>
    granted(gateway.call('POST', `/sandbox/${path}`, body, { authorization: null }))
  return {
    ...{ gateway, prefix, did, granted },
    /** Acts as the payer, without a browser. */
    act: (place: string, body: object) =>
      control(`merchants/TESTMERCHANT/orders/${prefix}${place.replace('/', '/transactions/')}`, body),
    script: (order: string, ...answers: readonly string[]) =>
      control('acquirer/scripts', {
        match: { orderId: prefix + order },
        answers: answers.map(answer => ({ answer })),
      }),
  }
}

async function makeLifecycles({ did, script }: Making): Promise<void> {
  await script('reversed', 'silent')
  await did('reversed/1', 'TIMED_OUT')
  for (const id of ['1', '2', '3', '4', '5'] as const) await did(`lifecycle/${id}`)
}

async function authenticatePayer({ did, act }: Making): Promise<void> {
  await did('authenticated/auth', 'AUTHENTICATION_IN_PROGRESS')
  await did('authenticated/auth+', 'PENDING')
  await act('authenticated/auth/challenge', { outcome: 'Y' })
  await did('authenticated/pay')
}

async function payAtProvider({ did, act }: Making): Promise<void> {
  for (const order of ['browser', 'confirmed', 'agreed'] as const) {
    await did(`${order}/buy`, 'SUBMITTED')
    await act(`${order}/buy/payer`, { act: 'approve' })
  }
  await did('confirmed/buy+')
}

/** A card whose bank has half of whatever it is asked for. */
const half = { number: cardThat.isNotEnrolled, expiry: '04/39' }

async function payHalf({ gateway, prefix }: Making, order: string) {
  const payer = await openCheckout(gateway, {}, { order: { id: prefix + order } })
  expect(await payer.pay(half)).toMatchObject({ step: 'form', rest: { due: '$5.00' } })
  return payer
}

/** What is of no order yet. */
async function leaveOpen({ gateway, granted }: Making): Promise<Omit<OpenEnds, 'checkout'>> {
  const checked = await granted(gateway.call('PUT', '3DSecureId/check', enrolmentCheck))
  const session = await granted(gateway.call('POST', 'session'))
  const id = String(valueAt(session.body, 'session.id'))
  const filled = await granted(gateway.call('PUT', `session/${id}`, { order: money, sourceOfFunds }))
  const made = await granted(
    gateway.call('POST', 'token', { sourceOfFunds: fundsOf({ number: '4508750015741019' }) }),
  )
  return {
    session: { id, version: String(valueAt(filled.body, 'session.version')) },
    token: String(made.body.token),
    acs: Object(valueAt(checked.body, '3DSecure.authenticationRedirect.customized')),
  }
}
