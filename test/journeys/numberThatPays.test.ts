import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'

/** Thirteen digits in one piece read like an article's number: only who knows the card can tell. */
const number = '4222222222222'
const note = `c ${number}`
const money = { amount: '4.00', currency: 'USD' }
const item = { quantity: 1, unitPrice: '4.00' }
const description = { description: note }

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded')
})
afterAll(() => gateway?.stop())

const submit = (orderId: string, transaction: string, body: object) =>
  gateway.authorize(orderId, body, { transaction })

async function paid(): Promise<string> {
  const orderId = newOrder()
  const answer = await submit(orderId, '1', authorization({}, { number }))
  expect(answer, answer.text).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
  return orderId
}

const refusedAt = (field: string) => ({
  status: 400,
  body: {
    error: { field, validationType: 'INVALID', explanation: 'Value is invalid. It must not hold card data.' },
  },
})

test('the number of a card that an earlier order was paid with is not repeated in another', async () => {
  const referenceOrderId = await paid()
  const asks = gateway.asks.length
  const body = { apiOperation: 'PAY', order: money, referenceOrderId }
  const orderId = newOrder()
  for (const [more, field] of [
    [{ order: { ...money, ...description } }, 'order.description'],
    [{ order: { ...money, custom: { note } } }, 'order.custom.note'],
    [{ order: { ...money, custom: { [`n${number}`]: 'x' } } }, 'order.custom'],
    [{ transaction: { reference: number } }, 'transaction.reference'],
    [{ order: { ...money, item: [{ ...item, name: note }] } }, 'order.item[0].name'],
  ] as const) {
    const answer = await submit(orderId, '1', { ...body, ...more })
    expect(answer, answer.text).toMatchObject(refusedAt(field))
    expect(answer.text).not.toContain('2222')
  }
  expect(await submit(`o-${number}`, '1', body)).toMatchObject(refusedAt('orderid'))
  expect(await submit(orderId, number, body)).toMatchObject(refusedAt('transactionid'))
  expect(gateway.asks).toHaveLength(asks)
  const answer = await submit(orderId, '1', { ...body, transaction: { reference: '4222222222223' } })
  expect(answer, answer.text).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
})

test('the number of the card is not repeated by what follows a payment, and is not kept', async () => {
  const orderId = await paid()
  const asks = gateway.asks.length
  const capture = { apiOperation: 'CAPTURE', transaction: { ...money, reference: number } }
  for (const [transaction, body] of [
    ['2', capture],
    ['3', { apiOperation: 'VOID', transaction: { targetTransactionId: '1', reference: number } }],
  ] as const) {
    const answer = await submit(orderId, transaction, body)
    expect(answer, answer.text).toMatchObject(refusedAt('transaction.reference'))
    expect(answer.text).not.toContain('2222')
  }
  const capturing = { apiOperation: 'CAPTURE', transaction: money }
  expect(await submit(orderId, `t${number}`, capturing)).toMatchObject(refusedAt('transactionid'))
  expect(gateway.asks).toHaveLength(asks)
  const captured = await submit(orderId, '4', capturing)
  expect(captured, captured.text).toMatchObject({ status: 201 })
  const refund = { apiOperation: 'REFUND', transaction: { ...money, merchantNote: note } }
  expect(await submit(orderId, '5', refund)).toMatchObject(refusedAt('transaction.merchantNote'))
  expect((await gateway.retrieve(orderId, { transaction: '4' })).text).not.toContain(number)
  const transaction = { ...money, merchantNote: 'c 4222222222223' }
  expect(await submit(orderId, '5', { ...refund, transaction })).toMatchObject({ status: 201 })
})

test('the number of the card is not repeated beside the token or the session that has it', async () => {
  const funds = {
    sourceOfFunds: { type: 'CARD', provided: { card: { number, expiry: { month: '1', year: '39' } } } },
  }
  const { body: kept } = await gateway.call('POST', 'token', funds)
  const { body: made } = await gateway.call('POST', 'session', funds)
  const session = { id: Reflect.get(Object(made.session), 'id') }
  for (const source of [{ sourceOfFunds: { token: kept.token } }, { session }]) {
    const body = { apiOperation: 'PAY', order: { ...money, ...description }, ...source }
    const answer = await submit(newOrder(), '1', body)
    expect(answer, answer.text).toMatchObject(refusedAt('order.description'))
  }
})

test('the number of the card is no part of a name that the merchant chose', async () => {
  const order = { ...money, custom: { [`n${number}`]: 'x' } }
  const answer = await submit(newOrder(), '1', authorization({ order }, { number }))
  expect(answer, answer.text).toMatchObject({ status: 400, body: { error: { field: 'order.custom' } } })
  expect(answer.text).not.toContain('2222')
})

test('a gift card of few digits is not repeated in one piece, in texts or ids', async () => {
  const short = '600000004'
  const sourceOfFunds = { type: 'GIFT_CARD', provided: { giftCard: { number: short } } }
  const pay = (more: object = {}) => ({ apiOperation: 'PAY', order: { ...money, ...more }, sourceOfFunds })
  expect(await submit(short, '1', pay())).toMatchObject(refusedAt('orderid'))
  expect(await submit(newOrder(), `t-${short}`, pay())).toMatchObject(refusedAt('transactionid'))
  const texts = [short, `gift ${short}.`]
  for (const reference of texts)
    expect(await submit(newOrder(), '1', pay({ reference }))).toMatchObject(refusedAt('order.reference'))
  const others = pay({ reference: `1${short}`, description: '6000 0000 4' })
  expect(await submit(newOrder(), '1', others)).toMatchObject({ status: 201 })
})
