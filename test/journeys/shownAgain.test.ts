import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'
import { shopper } from './shopper.ts'
import { valueAt } from './whole.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded')
})
afterAll(() => gateway?.stop())

const atMerchant = { type: 'PROVIDER_A', paymentConfirmation: 'CONFIRM_AT_MERCHANT' } as const

describe('spec 2.10: posTerminal.name is in every answer to Confirm Browser Payment', () => {
  for (const [lane, name] of [
    ['TILL 7', 'TILL 7'],
    [undefined, 'INTERNET'],
  ] as const)
    for (const version of [35, 100])
      test(`${name} at version ${version}, and Retrieve shows the same`, async () => {
        const payer = shopper(gateway, atMerchant)
        const posTerminal = lane === undefined ? {} : { posTerminal: { lane } }
        const initiated = await payer.initiate(posTerminal, { version })
        expect(initiated.status, initiated.text).toBe(201)
        await payer.act('approve')
        const confirmed = await payer.confirm({}, { version })
        expect(confirmed, confirmed.text).toMatchObject({ status: 201, body: { posTerminal: { name } } })
        expect((await payer.confirm({}, { version })).text).toBe(confirmed.text)
        const shown = await payer.shown({ version })
        expect(shown.body.posTerminal).toEqual(confirmed.body.posTerminal)
        const whole = await gateway.retrieve(payer.orderId, { version })
        expect(valueAt(whole.body, 'transaction.0.posTerminal')).toEqual(confirmed.body.posTerminal)
      })
})

test('spec 2.12: where the payer confirms is told without the group of the provider, too', async () => {
  for (const type of ['PROVIDER_A', 'BROWSER_PAYMENT'] as const) {
    const payer = shopper(gateway, { type })
    const initiated = await payer.initiate()
    expect(initiated.body, initiated.text).toMatchObject({
      browserPayment: { providerA: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' } },
    })
    expect((await payer.shown()).body).toMatchObject({
      browserPayment: { providerA: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' } },
    })
  }
})

test('spec 2.12: a flight of 99 passengers comes back with whatever follows its payment', async () => {
  const passenger = Array.from({ length: 99 }, (_, index) => ({
    ...{ firstName: `Ada ${'é'.repeat(40)}`, lastName: `Lovelace ${index}`, title: 'Countess' },
    ...{ frequentFlyerNumber: `FF${index}`, specificInformation: 'A'.repeat(59) },
  }))
  const airline = { bookingReference: 'ABC123', passenger }
  const orderId = newOrder()
  const call = (transaction: string, body: object) => gateway.authorize(orderId, body, { transaction })
  const paid = await call('a', authorization({ airline }))
  expect(paid.body.airline, paid.text.slice(0, 300)).toEqual(airline)
  const money = { transaction: { amount: '4.00', currency: 'USD' } }
  const followUps = [
    { apiOperation: 'CAPTURE', ...money },
    { apiOperation: 'REFUND', ...money },
    { apiOperation: 'VOID', transaction: { targetTransactionId: '1' } },
  ]
  for (const [index, body] of followUps.entries()) {
    const answer = await call(String(index), body)
    expect(answer.status, answer.text.slice(0, 300)).toBe(201)
    expect(answer.body.airline).toEqual(airline)
    const shown = await gateway.retrieve(orderId, { transaction: String(index) })
    expect(shown.body.airline).toEqual(airline)
  }
})

test('spec 2.12: card.holder is told from the name on the stripe, and stays with what follows', async () => {
  const holder = { firstName: 'TEST', lastName: 'PAYER' }
  const orderId = newOrder()
  const track1 = '%B5123450000000008^PAYER/TEST^39011010000000000000?'
  const paid = await gateway.authorize(orderId, {
    ...authorization(),
    sourceOfFunds: { provided: { card: { track1 } } },
    transaction: { source: 'CARD_PRESENT' },
  })
  expect(paid, paid.text).toMatchObject({
    status: 201,
    body: { sourceOfFunds: { provided: { card: { holder } } } },
  })
  const capture = { apiOperation: 'CAPTURE', transaction: { amount: '1.00', currency: 'USD' } }
  const captured = await gateway.authorize(orderId, capture, { transaction: '2' })
  for (const answer of [captured, await gateway.retrieve(orderId, { transaction: '1' })]) {
    expect(answer.body).toMatchObject({ sourceOfFunds: { provided: { card: { holder } } } })
    expect(answer.text).not.toContain('5123450000000008')
  }
})
