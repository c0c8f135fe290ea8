import { expect, test } from 'vitest'
import { operationNamed } from '../catalogue.ts'
import { type Content, normalise } from '../kit/content.ts'
import { requestAt } from '../kit/operation.ts'
import { validate } from '../kit/validate.ts'

const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }

function judge(order: Content, rest: Content = {}, name = 'AUTHORIZE'): string {
  const operation = operationNamed(name)
  const funds = name === 'AUTHORIZE' ? { sourceOfFunds: { provided: { card } } } : {}
  const body = { apiOperation: name, order, ...funds, ...rest }
  const finding = validate(operation, 100, normalise(requestAt(operation, 100), body))
  return finding ? `${finding.field} ${finding.validationType}` : 'good'
}
const order = { amount: '10.00', currency: 'USD' }

test('sub-totals that are given add up, less the discount', () => {
  const parts = { itemAmount: '8.00', taxAmount: '1.50', shippingAndHandlingAmount: '1' }
  expect(judge({ ...order, ...parts, discount: { amount: '0.50' } })).toBe('good')
  expect(judge({ ...order, ...parts })).toBe('order.amount INVALID')
  expect(judge({ ...order, itemAmount: '10' })).toBe('good')
  expect(judge({ ...order, discount: { amount: '5' } })).toBe('good')
})
test('sums are exact: 0.1 + 0.2 is 0.3', () => {
  const parts = { itemAmount: '0.10', taxAmount: '0.20' }
  expect(judge({ ...order, amount: '0.30', ...parts })).toBe('good')
})
test('the tax is that of the line items, where they give one', () => {
  const item = { name: 'Book', quantity: '3', unitPrice: '3.00' }
  const taxed = { ...order, itemAmount: '9.00', taxAmount: '1.00' }
  expect(judge({ ...taxed, item: [{ ...item, quantity: '2.5', unitTaxAmount: '0.40' }] })).toBe('good')
  expect(judge({ ...taxed, item: [{ ...item, unitTaxAmount: '0.40' }] })).toBe('order.taxAmount INVALID')
  expect(judge({ ...taxed, item: [item] })).toBe('good')
})
test('zero is refused where money would move', () => {
  expect(judge({ ...order, amount: '0.00' })).toBe('order.amount INVALID')
  expect(judge({}, { transaction: { amount: '0', currency: 'USD' } }, 'CAPTURE')).toBe(
    'transaction.amount INVALID',
  )
  const verified = { sourceOfFunds: { provided: { card } } }
  expect(judge({ amount: '0', currency: 'USD' }, verified, 'VERIFY')).toBe('good')
})
test('a first payment may say its amount twice, but not two amounts', () => {
  expect(judge(order, { transaction: { amount: '10', currency: 'USD' } })).toBe('good')
  expect(judge(order, { transaction: { amount: '11', currency: 'USD' } })).toBe('transaction.amount INVALID')
  expect(judge(order, { transaction: { currency: 'EUR' } })).toBe('transaction.currency INVALID')
})
test('a refund says how much, with the transaction or with the order', () => {
  expect(judge({}, { transaction: { amount: '1', currency: 'USD' } }, 'REFUND')).toBe('good')
  expect(judge(order, {}, 'REFUND')).toBe('good')
  expect(judge({}, { transaction: { amount: '1' } }, 'REFUND')).toBe('transaction.currency MISSING')
  expect(judge({ reference: 'x' }, {}, 'REFUND')).toBe('transaction.amount MISSING')
})
test('a source of funds is needed, and a card is whole once its readings are in place', () => {
  expect(judge(order, { sourceOfFunds: {} })).toBe('sourceOfFunds MISSING')
  const provided = (given: Content) => ({ sourceOfFunds: { provided: { card: given } } })
  expect(judge(order, provided({ expiry: card.expiry }))).toBe('sourceOfFunds.provided.card.number MISSING')
  expect(judge(order, provided({ number: card.number }))).toBe('sourceOfFunds.provided.card.expiry MISSING')
  const track2 = ';5123450000000008==101123?'
  const p2pe = { keySerialNumber: 'FFFF9876543210E00001', payload: 'A5'.repeat(16) }
  for (const reading of [{ track2 }, { p2pe }, { emvRequest: '9A03250101' }])
    expect(judge(order, provided(reading))).toBe('sourceOfFunds.provided.card.number MISSING')
  expect(judge(order, provided({ number: card.number, emvRequest: '9A03250101' }))).toBe(
    'sourceOfFunds.provided.card.expiry MISSING',
  )
  expect(judge(order, provided({ number: card.number, p2pe }))).toBe(
    'sourceOfFunds.provided.card.expiry MISSING',
  )
  expect(judge(order, provided({ number: card.number, track2 }))).toBe('good')
  const ofBenefits = { sourceOfFunds: { type: 'EBT_CARD', provided: { card: { number: card.number } } } }
  expect(judge(order, ofBenefits)).toBe('good')
  expect(judge(order, provided({ p2pe: { ...p2pe, encryptionState: 'INVALID' } }))).toBe('good')
  const stored = { sourceOfFunds: { token: '5123451234560009', provided: { card: { track2 } } } }
  expect(judge(order, stored)).toBe('good')
  expect(judge(order, { sourceOfFunds: { token: '5123451234560009' } })).toBe('good')
})
test('a reference that supplies the card leaves no room for another one', () => {
  expect(judge(order, { referenceOrderId: 'first' })).toBe('sourceOfFunds.provided.card UNSUPPORTED')
  expect(judge(order, { referenceOrderId: 'first', sourceOfFunds: {} })).toBe('good')
  expect(judge(order, { referenceOrderId: 'first', transaction: { resubmission: true } })).toBe('good')
})
test('sensitive data is masked whatever is asked for by whoever may not', () => {
  const asked = (sensitiveData: string) => judge(order, { responseControls: { sensitiveData } })
  expect(asked('MASK')).toBe('good')
  expect(asked('UNMASK')).toBe('responseControls.sensitiveData UNSUPPORTED')
  expect(asked('unmask')).toBe('responseControls.sensitiveData INVALID')
})
