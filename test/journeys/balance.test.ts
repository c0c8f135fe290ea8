import { afterAll, beforeAll, expect, test } from 'vitest'
import { luhnDigit } from '../../src/standards/cardNumber.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { fundsOf } from './requests.ts'
import { valueAt } from './whole.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded', { patienceMs: 60 })
})
afterAll(() => gateway?.stop())

const order = { currency: 'USD' }
const giftCard = (minor: number, more: object = { pin: '1234' }) => {
  const start = `603571${String(minor).padStart(6, '0')}000000`
  return { type: 'GIFT_CARD', provided: { giftCard: { number: start + luhnDigit(start), ...more } } }
}
const silent = { type: 'GIFT_CARD', provided: { giftCard: { number: '6035710050000099990', pin: '1234' } } }
const inquire = (body: object, version = 100) => gateway.call('PUT', 'balanceInquiry', body, { version })

test.each([
  ['a gift card with money on it', giftCard(5_000), 'SUCCESS', 'BALANCE_AVAILABLE'],
  ['an empty one', giftCard(0), 'SUCCESS', 'NO_BALANCE'],
  ['one with a wrong PIN', giftCard(5_000, { pin: '4321' }), 'FAILURE', 'DECLINED_INVALID_PIN'],
  ['one whose keeper says nothing', silent, 'FAILURE', 'TIMED_OUT'],
  ['a card that collects points', fundsOf({ number: '371881634498004' }), 'SUCCESS', 'BALANCE_AVAILABLE'],
  ['a card nobody knows the balance of', fundsOf(), 'SUCCESS', 'BALANCE_UNKNOWN'],
])('the balance of %s', async (_, sourceOfFunds, result, gatewayCode) => {
  for (const version of [48, 73, 100]) {
    const answer = await inquire({ order, sourceOfFunds, correlationId: 'c' }, version)
    const expected = version < 69 && gatewayCode === 'DECLINED_INVALID_PIN' ? 'DECLINED' : gatewayCode
    expect(answer, answer.text).toMatchObject({
      status: 200,
      body: {
        correlationId: 'c',
        merchant: 'TESTMERCHANT',
        response: { gatewayCode: expected },
        result,
        version: String(version),
      },
    })
  }
})

test('what is left is told, and for points what they are worth', async () => {
  const gift = await inquire({ order, sourceOfFunds: giftCard(5_000) })
  expect(gift.body.availableBalance).toEqual({ funds: { amount: 50, currency: 'USD' } })
  expect(valueAt(gift.body, 'sourceOfFunds.provided.giftCard.number')).toMatch(/^603571x{9}\d{4}$/)
  expect(gift.text).not.toContain('"pin"')
  const rewards = await inquire({ order, sourceOfFunds: fundsOf({ number: '371881634498004' }) })
  expect(rewards.body.availableBalance).toEqual({
    funds: { amount: 980, currency: 'USD' },
    rewards: { conversionRate: 0.01, points: 98_000 },
  })
})

test('a session brings the card and loses the PIN for it; a named operation is the same', async () => {
  const made = await gateway.call('POST', 'session', { sourceOfFunds: giftCard(700) })
  const session = { id: valueAt(made.body, 'session.id') }
  const asked = { apiOperation: 'BALANCE_INQUIRY', order, session }
  expect(await inquire(asked)).toMatchObject({ body: { availableBalance: { funds: { amount: 7 } } } })
  expect(gateway.asks.at(-1)).toMatchObject({ verb: 'balance', card: { pin: '1234' } })
  await inquire(asked)
  expect(gateway.asks.at(-1)).not.toHaveProperty('card.pin')
})

test('an order, its state and the ids of transactions have no part in it', async () => {
  const counted = gateway.asks.length
  const body = { order, sourceOfFunds: giftCard(5_000) }
  await inquire(body)
  await inquire(body)
  expect(gateway.asks.length).toBe(counted + 2)
  expect(await gateway.call('GET', '/sandbox/reconciliation')).toMatchObject({ body: { differences: [] } })
})

test.each([
  ['sourceOfFunds', 'MISSING', { order }],
  ['order.currency', 'MISSING', { sourceOfFunds: giftCard(1) }],
  [
    'sourceOfFunds.provided.giftCard.number',
    'MISSING',
    { order, sourceOfFunds: { provided: { giftCard: { pin: '1234' } } } },
  ],
  ['apiOperation', 'INVALID', { apiOperation: 'BALANCE', order, sourceOfFunds: giftCard(1) }],
  ['nonsense', 'UNSUPPORTED', { nonsense: 1, order, sourceOfFunds: giftCard(1) }],
  [
    'sourceOfFunds.provided.ach',
    'UNSUPPORTED',
    { order, sourceOfFunds: { provided: { ach: { routingNumber: '123456789' } } } },
  ],
])('%s is %s', async (field, validationType, body) => {
  expect(await inquire(body)).toMatchObject({ status: 400, body: { error: { field, validationType } } })
})

test.each(['GET', 'POST'])('%s tells what can be asked for and paid with', async method => {
  const asked = (version: number) =>
    gateway.call(method, 'paymentOptionsInquiry', method === 'POST' ? { order } : undefined, { version })
  const now = await asked(100)
  expect(now).toMatchObject({
    status: 200,
    body: {
      merchant: 'TESTMERCHANT',
      result: 'SUCCESS',
      supportedPaymentOperations: ['AUTHORIZE', 'PURCHASE', 'VERIFY'].map(name => ({
        supportedPaymentOperation: name,
      })),
      paymentTypes: { browserPayment: [] },
    },
  })
  expect(now.body).not.toHaveProperty('transactionMode')
  const { cardTypes, currencies } = Object(valueAt(now.body, 'paymentTypes.card'))
  expect(cardTypes).toHaveLength(9)
  expect(cardTypes).toContainEqual({ cardType: 'NETWORK_A' })
  expect(currencies).toContainEqual({ currency: 'USD' })
  const before = await asked(51)
  expect(before.body).toMatchObject({ transactionMode: 'AUTHORIZE_CAPTURE' })
  expect(before.body).not.toHaveProperty('supportedPaymentOperations')
})
