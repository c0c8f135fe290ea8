import { expect, test } from 'vitest'
import { operationNamed } from '../catalogue.ts'
import { type Content, normalise } from '../kit/content.ts'
import { requestAt } from '../kit/operation.ts'
import { validate } from '../kit/validate.ts'

function judge(name: string, body: Content, version = 100): string {
  const operation = operationNamed(name)
  const content = normalise(requestAt(operation, version), { ...named(name), ...body })
  const finding = validate(operation, version, content)
  return finding ? `${finding.validationType} ${finding.field}` : 'accepted'
}
/** Operations that share their path are named by the body. */
const named = (name: string): Content =>
  requestAt(operationNamed(name), 100).names.has('apiOperation') ? { apiOperation: name } : {}

const order = { amount: '10.00', currency: 'USD' }
const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
const sourceOfFunds = { provided: { card } }
const customData = 'card 5123 4500 0000 0008'

test('no operation that takes free text for the acquirer lets card data through in it', () => {
  const inquiry = { order: { currency: 'USD' }, sourceOfFunds }
  const checkout = { order: { ...order, id: 'order-1' }, interaction: { operation: 'PURCHASE' } }
  const transaction = { acquirer: { customData } }
  expect(judge('BALANCE_INQUIRY', { ...inquiry, transaction })).toBe(
    'INVALID transaction.acquirer.customData',
  )
  expect(judge('BALANCE_INQUIRY', { ...inquiry, agreement: { customData } })).toBe(
    'INVALID agreement.customData',
  )
  expect(judge('CREATE_CHECKOUT_SESSION', { ...checkout, transaction })).toBe(
    'INVALID transaction.acquirer.customData',
  )
  expect(judge('CREATE_SESSION', { transaction })).toBe('INVALID transaction.acquirer.customData')
})

test('a balance is asked of an account that is named', () => {
  const asked = (provided: Content) =>
    judge('BALANCE_INQUIRY', { order: { currency: 'USD' }, sourceOfFunds: { provided } })
  expect(asked({ giftCard: { number: '6035710025000000008', pin: '1234' } })).toBe('accepted')
  expect(asked({ card: { number: card.number } })).toBe('accepted')
  expect(asked({ giftCard: { pin: '1234' } })).toBe('MISSING sourceOfFunds.provided.giftCard.number')
  expect(asked({ card: { expiry: card.expiry } })).toBe('MISSING sourceOfFunds.provided.card.number')
})

test('the number of a gift card has a check digit, too', () => {
  const giftCard = { number: '6035710025000000009', pin: '1234' }
  const field = 'INVALID sourceOfFunds.provided.giftCard.number'
  expect(
    judge('BALANCE_INQUIRY', { order: { currency: 'USD' }, sourceOfFunds: { provided: { giftCard } } }),
  ).toBe(field)
  expect(judge('PAY', { order, sourceOfFunds: { provided: { giftCard } } })).toBe(field)
})

test.each([
  ['AUTHORIZE', { order }],
  ['PAY', { order }],
  ['VERIFY', { order: { currency: 'USD' } }],
  ['REFUND', { transaction: order }],
  ['CAPTURE', { transaction: order }],
  ['BALANCE_INQUIRY', { order: { currency: 'USD' } }],
  ['CREATE_TOKEN', {}],
  ['SAVE_TOKEN', {}],
])('%s is paid from one account, called by its name', (name, body) => {
  const giftCard = { number: '6035710025000000008', pin: '1234' }
  const judged = (type: string | undefined, provided: Content) =>
    judge(name, { ...body, sourceOfFunds: { ...(type !== undefined && { type }), provided } })
  const contradiction = 'INVALID sourceOfFunds.type'
  expect(judged('CARD', { giftCard })).toBe(contradiction)
  expect(judged('GIFT_CARD', { card })).toBe(contradiction)
  expect(judged('GIFT_CARD', { card, giftCard })).toBe(contradiction)
  expect(judged(undefined, { card, giftCard })).toBe(contradiction)
  expect(judged('GIFT_CARD', { giftCard, card: {} })).toBe('accepted')
  expect(judged('CARD', { card, giftCard: {} })).toBe('accepted')
  expect(judged('SCHEME_TOKEN', { card })).toBe('accepted')
  expect(judged(undefined, { giftCard })).toBe('accepted')
})

test.each([
  ['CAN', 'province or territory of CAN'],
  ['USA', 'state or territory of USA'],
])('what %s is divided into is called by its name', (country, words) => {
  const accountFunding = { recipient: { country, stateProvinceCode: 'ZZ' } }
  const body = { apiOperation: 'PAY', order: { ...order, purchaseType: 'ACCOUNT_FUNDING' }, sourceOfFunds }
  const finding = validate(operationNamed('PAY'), 100, { ...body, accountFunding })
  expect(finding?.sentence).toBe(`It must be the code of a ${words}.`)
})

test('every operation whose listing goes on takes the proof of an authentication', () => {
  const authentication = { transactionId: 'auth-1' }
  const transaction = { amount: '1', currency: 'USD' }
  const inquiry = { order: { currency: 'USD' }, sourceOfFunds, authentication }
  expect(judge('BALANCE_INQUIRY', inquiry)).toBe('accepted')
  for (const name of ['CAPTURE', 'REFUND'])
    expect(judge(name, { transaction, authentication }), name).toBe('accepted')
})

test.each([
  ['PURCHASE', 'INVALID order.amount'],
  ['AUTHORIZE', 'INVALID order.amount'],
  ['VERIFY', 'accepted'],
  ['NONE', 'accepted'],
])('a checkout of nothing for %s → %s', (operation, expected) => {
  const body = { interaction: { operation }, order: { id: 'order-1', amount: '0.00', currency: 'USD' } }
  expect(judge('CREATE_CHECKOUT_SESSION', body)).toBe(expected)
})
test('before version 52 a checkout is a purchase unless it says otherwise', () => {
  const nothing = { order: { id: 'order-1', amount: '0', currency: 'USD' } }
  expect(judge('CREATE_CHECKOUT_SESSION', nothing, 51)).toBe('INVALID order.amount')
  expect(judge('CREATE_CHECKOUT_SESSION', nothing, 52)).toBe('MISSING interaction.operation')
})

test('payer authentication knows every wallet, Verify two of them', () => {
  const body = { order: { currency: 'USD', walletProvider: 'DEVICE_A_PAY' }, sourceOfFunds }
  expect(judge('INITIATE_AUTHENTICATION', body)).toBe('accepted')
  expect(judge('VERIFY', body)).toBe('INVALID order.walletProvider')
})

test('an agreement that begins with payer authentication has a name and a kind in both steps', () => {
  const body = { order, sourceOfFunds, agreement: { id: 'A-1' } }
  for (const name of ['INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER']) {
    expect(judge(name, body), name).toBe('MISSING agreement.type')
    expect(judge(name, { ...body, referenceOrderId: 'order-0' }), name).toBe('accepted')
  }
})

test('a first payment describes its plan whole, anything else may name a part of it', () => {
  const paymentPlan = { planId: 'PLAN-1' }
  const body = { order, sourceOfFunds, paymentPlan }
  expect(judge('AUTHORIZE', body)).toBe('MISSING paymentPlan.numberOfPayments')
  for (const name of ['VERIFY', 'AUTHENTICATE_PAYER', 'BALANCE_INQUIRY', 'UPDATE_SESSION'])
    expect(judge(name, body), name).toBe('accepted')
})

test('whatever comes first on an order, order and transaction say the same amount', () => {
  const browserPayment = { operation: 'PAY', returnUrl: 'https://shop.example/returned' }
  const transaction = { amount: '11.00', currency: 'USD' }
  const provider = { type: 'BROWSER_PAYMENT' }
  const body = { browserPayment, order, sourceOfFunds: provider, transaction }
  expect(judge('INITIATE_BROWSER_PAYMENT', body)).toBe('INVALID transaction.amount')
  expect(judge('AUTHENTICATE_PAYER', { order, transaction })).toBe('INVALID transaction.amount')
})

test('a token is made of a card or of an earlier order, not of both', () => {
  expect(judge('CREATE_TOKEN', { sourceOfFunds })).toBe('accepted')
  expect(judge('CREATE_TOKEN', { referenceOrderId: 'order-0' })).toBe('accepted')
  expect(judge('CREATE_TOKEN', { referenceOrderId: 'order-0', sourceOfFunds })).toBe(
    'UNSUPPORTED sourceOfFunds.provided.card',
  )
  expect(judge('CREATE_TOKEN', {})).toBe('MISSING sourceOfFunds')
  expect(judge('SAVE_TOKEN', { sourceOfFunds: { provided: { card: { expiry: card.expiry } } } })).toBe(
    'accepted',
  )
})

test('every amount has at most the decimals of its own currency', () => {
  const captured = { amount: '10', currency: 'JPY' }
  expect(judge('CAPTURE', { transaction: { ...captured, dutyAmount: '1.5' } })).toBe(
    'INVALID transaction.dutyAmount',
  )
  expect(judge('CAPTURE', { transaction: { ...captured, shippingAndHandlingTaxAmount: '0.1' } })).toBe(
    'INVALID transaction.shippingAndHandlingTaxAmount',
  )
  expect(judge('CAPTURE', { transaction: { ...captured, shippingAndHandlingTaxRate: '0.1' } })).toBe(
    'accepted',
  )
  const loaded = (currency: string) =>
    judge('AUTHORIZE', {
      order: { ...order, valueTransfer: { amount: '1.234', currency } },
      sourceOfFunds,
    })
  expect(loaded('KWD')).toBe('accepted')
  expect(loaded('USD')).toBe('INVALID order.valueTransfer.amount')
})

test('tags of a terminal are judged, and a track must be that of the card', () => {
  const read = (reading: Content) =>
    judge('AUTHORIZE', { order, sourceOfFunds: { provided: { card: { ...card, ...reading } } } })
  expect(read({ emvRequest: '9A03250101' })).toBe('accepted')
  expect(read({ emvRequest: '9908A5A5A5A5A5A5A5A5' })).toBe('INVALID sourceOfFunds.provided.card.emvRequest')
  expect(read({ track2: ';4508750015741019=3901?' })).toBe('INVALID sourceOfFunds.provided.card.track2')
})

test.each([
  ['9908A5A5A5A5A5A5A5A5', 'Tag 99 is not permitted.'],
  ['9a032501019A03250101', 'Tag 9A appears twice.'],
  ['9F260801020304', 'It ends within tag 9F26.'],
  ['9A8103250101', 'The length of tag 9A must be definite, in its shortest form, and at most 255.'],
  ['9A0325010', 'It must be hexadecimal digits, in pairs.'],
  ['9A03ZZ0101', 'It must be hexadecimal digits, in pairs.'],
  [
    '9A03250101'.repeat(26),
    'It must be 1 to 250 characters: permitted EMV tags, each with length and value, in hexadecimal.',
  ],
])('of EMV tags %s it is told what is wrong, and never their value', (emvRequest, sentence) => {
  const body = {
    apiOperation: 'AUTHORIZE',
    order,
    sourceOfFunds: { provided: { card: { ...card, emvRequest } } },
  }
  const authorize = operationNamed('AUTHORIZE')
  expect(validate(authorize, 100, normalise(requestAt(authorize, 100), body))).toEqual({
    field: 'sourceOfFunds.provided.card.emvRequest',
    validationType: 'INVALID',
    sentence,
  })
})

test('no session takes what a terminal read', () => {
  const sealed = { payload: 'A5'.repeat(16), keySerialNumber: 'FFFF9876543210E00001' }
  const readings = {
    emvRequest: '9A03250101',
    p2pe: sealed,
    pin: sealed,
    track1: '%B5123450000000008^RUIZ/ADA^3901101?',
    track2: ';5123450000000008=3901101?',
  }
  for (const name of ['CREATE_SESSION', 'UPDATE_SESSION', 'CREATE_CHECKOUT_SESSION'])
    for (const [reading, value] of Object.entries(readings))
      expect(judge(name, { sourceOfFunds: { provided: { card: { ...card, [reading]: value } } } })).toBe(
        `UNSUPPORTED sourceOfFunds.provided.card.${reading}`,
      )
})

test('an empty list of plans means something; any other empty list is not there', () => {
  const content = normalise(requestAt(operationNamed('AUTHORIZE'), 100), {
    constraints: { paymentPlans: { supported: [] } },
    order: { item: [], tax: [] },
  })
  expect(content).toEqual({ constraints: { paymentPlans: { supported: [] } } })
})
