import { expect, test } from 'vitest'
import { shownOrderOf } from './shownOrder.ts'

test.each([
  ['STORED', { isOnFile: true }],
  ['TO_BE_STORED', {}],
] as const)('an order that was paid with a card that is %s', (storedOnFile, shown) => {
  const number = '512345xxxxxx0008'
  const paid = { sourceOfFunds: { provided: { card: { number, storedOnFile } } } }
  expect(shownOrderOf('O', { currency: 'USD', transaction: [paid] }).card).toEqual({ number, ...shown })
})

test.each([
  ['PARTIALLY_CAPTURED', '6.00', '0.00', '4.00'],
  ['PARTIALLY_REFUNDED', '6.00', '2.00', '0.00'],
  ['REFUNDED', '6.00', '6.00', '0.00'],
  ['AUTHORIZED', '0.00', '0.00', '10.00'],
] as const)('what is left to capture of an order that is %s', (status, captured, refunded, left) => {
  const totals = { totalAuthorizedAmount: '10.00', totalCapturedAmount: captured }
  const order = { currency: 'USD', amount: '10.00', status, ...totals, totalRefundedAmount: refunded }
  expect(shownOrderOf('O', order).money.leftToCapture).toBe(left)
})
