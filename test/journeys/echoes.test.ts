import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

describe('what was sent comes back', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('external')
  })
  afterAll(() => gateway.stop())

  /** The recorded answer; retrieving it must show the same. */
  async function answerTo(more: object, version = 100) {
    const orderId = newOrder()
    const { status, body } = await gateway.authorize(orderId, authorization(more), { version })
    expect(status, JSON.stringify(body)).toBe(201)
    const { body: later } = await gateway.retrieve(orderId, { transaction: '1', version })
    expect(withoutUpdate(later)).toEqual(withoutUpdate(body))
    return body
  }

  test.each(streets)('street %j and street2 %j: %j', async (street, street2, expected) => {
    const address = { ...(street && { street }), ...(street2 && { street2 }) }
    const body = await answerTo({
      billing: { address },
      shipping: { address },
      posTerminal: { address },
      order: {
        amount: '1',
        currency: 'USD',
        statementDescriptor: { address },
        subMerchant: { ...aggregated, address },
      },
    })
    const places = [
      'billing.address',
      'shipping.address',
      'posTerminal.address',
      'order.statementDescriptor.address',
      'order.subMerchant.address',
    ]
    for (const place of places) {
      expect(valueAt(body, `${place}.street`), place).toBe(expected)
      expect(valueAt(body, place), place).not.toHaveProperty('street2')
    }
  })

  test.each(comparisons)('%s', async (sameAsBilling, billing, shipping) => {
    const groups = { ...(billing && { billing: { address: billing } }), shipping }
    expect(valueAt(await answerTo(groups), 'shipping.address.sameAsBilling')).toBe(sameAsBilling)
  })

  test('who receives the goods is told twice, and may be somebody else', async () => {
    const contact = { firstName: 'Ada', lastName: 'Ruiz', phone: '+44 1234567890', email: 'ada@example.com' }
    const body = await answerTo({
      shipping: { contact, method: 'GROUND', origin: { postcodeZip: 'AB1 2CD' } },
    })
    expect(body.shipping).toMatchObject({
      contact: { ...contact, sameAsBilling: 'UNKNOWN' },
      firstName: 'Ada',
      lastName: 'Ruiz',
      phone: '+44 1234567890',
      method: 'GROUND',
      origin: { postcodeZip: 'AB1 2CD' },
    })
  })

  test.each(['PICKUP', 'NOT_SHIPPED'])('answers have no word for %s', async method => {
    const body = await answerTo({ shipping: { method, address: { city: 'Porto' } } })
    expect(body.shipping).toMatchObject({ address: { city: 'Porto' } })
    expect(body.shipping).not.toHaveProperty('method')
  })

  test('decimals come as text or numbers and go back as numbers', async () => {
    const body = await answerTo({
      order: {
        amount: 18.5,
        currency: 'USD',
        itemAmount: '15.00',
        shippingAndHandlingAmount: '2.5',
        taxAmount: '1.50',
        discount: { amount: '0.50', code: 'SPRING' },
        item: [
          {
            name: 'Lamp',
            quantity: '3',
            unitPrice: '5.00',
            unitTaxAmount: '0.5',
            detail: { unitTaxRate: '10' },
          },
        ],
        tax: [{ amount: '1.5', type: 'VAT' }],
      },
      agreement: {
        id: 'A-1',
        type: 'RECURRING',
        amountVariability: 'FIXED',
        maximumAmountPerPayment: '20.00',
      },
      airline: {
        ticket: { totalFare: '400.10', totalTaxes: '12' },
        itinerary: { leg: [{ fare: '200.05' }] },
      },
    })
    expect(body).toMatchObject({
      order: {
        amount: 18.5,
        itemAmount: 15,
        shippingAndHandlingAmount: 2.5,
        taxAmount: 1.5,
        discount: { amount: 0.5, code: 'SPRING' },
        item: [{ name: 'Lamp', quantity: 3, unitPrice: 5, unitTaxAmount: 0.5, detail: { unitTaxRate: 10 } }],
        tax: [{ amount: 1.5, type: 'VAT' }],
      },
      agreement: { maximumAmountPerPayment: 20 },
      airline: { ticket: { totalFare: 400.1, totalTaxes: 12 }, itinerary: { leg: [{ fare: 200.05 }] } },
    })
  })

  test.each([
    ['USD', '9999999999.99'],
    ['USD', '0.01'],
    ['JPY', '1500'],
    ['JPY', '999999999999'],
    ['KWD', '1.234'],
    ['KWD', '999999999.999'],
  ])('%s %s keeps its value', async (currency, value) => {
    const body = await answerTo({ order: { amount: value, currency } })
    const expected = { amount: Number(value), currency }
    expect(body).toMatchObject({
      order: { ...expected, totalAuthorizedAmount: Number(value) },
      transaction: expected,
    })
  })

  test('plans are sent as digits and answered as numbers, terminals by lane and name', async () => {
    const body = await answerTo({
      paymentPlan: { planId: 'SUMMER', numberOfPayments: '12', numberOfDeferrals: '03' },
      posTerminal: { lane: 'TILL-7', location: 'PAYER_TERMINAL_ON_PREMISES', attended: 'SEMI_ATTENDED' },
    })
    expect(body.paymentPlan).toEqual({ planId: 'SUMMER', numberOfPayments: 12, numberOfDeferrals: 3 })
    expect(body.posTerminal).toEqual({
      name: 'TILL-7',
      location: 'PAYER_TERMINAL_ON_PREMISES',
      attended: 'SEMI_ATTENDED',
    })
  })

  test('what is not said but follows is filled in', async () => {
    const prepaid = { amount: '5', accountType: 'PREPAID_LOAD' }
    const body = await answerTo({
      order: { amount: '5', currency: 'EUR', valueTransfer: prepaid, purchaseType: 'ACCOUNT_FUNDING' },
      accountFunding: { senderType: 'PERSON', recipient: { firstName: 'Bo' } },
      agreement: { id: 'A-1' },
    })
    expect(body).toMatchObject({
      order: { valueTransfer: { amount: 5, accountType: 'PREPAID_LOAD', currency: 'EUR', numberOfCards: 1 } },
      accountFunding: { purpose: 'OTHER', senderIsRecipient: false, recipient: { firstName: 'Bo' } },
      agreement: { id: 'A-1', type: 'OTHER' },
    })
    expect(valueAt(body, 'accountFunding.reference')).toMatch(/^.{1,50}$/)
    const gift = { amount: '5', accountType: 'GIFT_CARD_LOAD' }
    const other = await answerTo({ order: { amount: '5', currency: 'EUR', valueTransfer: gift } })
    expect(valueAt(other, 'order.valueTransfer.numberOfCards')).toBe(0)
  })

  test('an order may have a thousand items', async () => {
    const item = Array.from({ length: 1_000 }, (_, index) => ({
      name: `Item ${index} ${'x'.repeat(100)}`,
      quantity: '2',
      unitPrice: '0.01',
    }))
    const body = await answerTo({ order: { amount: '20.00', currency: 'USD', item } })
    expect(valueAt(body, 'order.item')).toHaveLength(1_000)
    expect(valueAt(body, 'order.item.999')).toMatchObject({ name: item[999]?.name, unitPrice: 0.01 })
  })

  test('text comes back as it was sent, whatever its script', async () => {
    const texts = [
      'Zoë',
      '東京',
      '👩‍👩‍👧',
      'שלום',
      'e\u0301',
      '\u00a0 tab\tand\nline ',
      '"\\/<script>',
      'NULL',
      "'; drop",
    ]
    for (const text of texts) {
      const order = {
        amount: '1',
        currency: 'USD',
        reference: text,
        description: text,
        custom: { note: text },
      }
      const body = await answerTo({ order, customer: { firstName: text } })
      expect(body).toMatchObject({
        order: { reference: text, custom: { note: text } },
        customer: { firstName: text },
      })
    }
  })

  test('numbers become text where text is expected; null and nothing are the same', async () => {
    const body = await answerTo({
      order: { amount: 1e1, currency: 'USD', reference: 4711, description: null, custom: {}, item: null },
      customer: { firstName: 1.5, lastName: null },
      billing: { address: {} },
      shipping: [],
      device: null,
    })
    expect(body).toMatchObject({ order: { reference: '4711' }, customer: { firstName: '1.5' } })
    expect(body).not.toHaveProperty('billing')
    expect(body).not.toHaveProperty('shipping')
  })
})

const aggregated = { identifier: 'S-1', tradingName: 'Sub' }

const streets = [
  ['1 Main St', undefined, '1 Main St'],
  ['1 Main St', 'Flat 2', '1 Main St, Flat 2'],
  ['a'.repeat(60), 'b'.repeat(60), `${'a'.repeat(60)}, ${'b'.repeat(38)}`],
  ['a'.repeat(100), 'b', 'a'.repeat(100)],
  ['😀'.repeat(60), '😎'.repeat(60), `${'😀'.repeat(60)}, ${'😎'.repeat(38)}`],
  [undefined, 'Flat 2', 'Flat 2'],
] as const

const home = { street: '1 Main St', city: 'Porto', postcodeZip: '4000-123', country: 'PRT' }
const comparisons: readonly (readonly [string, object | undefined, object])[] = [
  ['SAME', home, { address: { ...home, street: '1, Main-St.', postcodeZip: '4000 123' } }],
  ['DIFFERENT', home, { address: { ...home, street: '2 Main St' } }],
  ['DIFFERENT', home, { address: { street: '1 Main St' } }],
  ['UNKNOWN', undefined, { address: home }],
  ['UNKNOWN', home, { method: 'GROUND' }],
  ['UNKNOWN', home, { address: { ...home, sameAsBilling: 'UNKNOWN' } }],
  ['SAME', home, { address: { city: 'Lisboa', sameAsBilling: 'SAME' } }],
]

/** Of the call, and of the moment: they may differ between an answer and its retrieval. */
function withoutUpdate(body: object): object {
  const { order, ...rest } = structuredClone(body) as { order: Record<string, unknown> }
  delete order.lastUpdatedTime
  return { order, ...rest }
}
