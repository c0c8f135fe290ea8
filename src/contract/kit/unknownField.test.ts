import { expect, test } from 'vitest'
import { operationNamed } from '../catalogue.ts'
import { validate } from './validate.ts'

const payment = {
  apiOperation: 'AUTHORIZE',
  order: { amount: '10.00', currency: 'USD' },
  sourceOfFunds: {
    type: 'CARD',
    provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' } } },
  },
}

const adviceAt = (version: number, content: object): string | undefined => {
  const finding = validate(operationNamed('AUTHORIZE'), version, { ...payment, ...content })
  expect(finding?.validationType).toBe('UNSUPPORTED')
  return finding?.sentence
}

test.each([
  ['order.ammount', { order: { ...payment.order, ammount: '1.00' } }, "Did you mean 'order.amount'?"],
  ['sourceOfFund', { sourceOfFund: {} }, "Did you mean 'sourceOfFunds'?"],
  ['amount', { amount: '10.00' }, "Did you mean 'order.amount'?"],
  ['Order', { Order: {} }, "Did you mean 'order'?"],
  ['order.amount', { 'order.amount': '10.00' }, 'Nest it: write order as an object with amount.'],
])('%s is told with the field that was likely meant', (_, content, advice) => {
  expect(adviceAt(100, content)).toBe(advice)
})

test('a field of a later version is told with that version', () => {
  const order = { ...payment.order, subMerchant: { identifier: 'A', marketplaceId: 'M1' } }
  expect(adviceAt(72, { order })).toBe('It exists from version 73 on.')
})

test.each([
  ['what is like nothing', { zebra: 1 }],
  ['two letters', { or: 1 }],
  ['a name without end', { ['order'.repeat(1_000)]: 1 }],
  ['a card number for a name', { '5123450000000008': 1 }],
])('%s gets no advice', (_, content) => {
  expect(adviceAt(100, content)).toBeUndefined()
})
