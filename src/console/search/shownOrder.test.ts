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
