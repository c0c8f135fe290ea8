import { expect, test } from 'vitest'
import { derivedFields } from './derived.ts'

const address = { street: '1 High Street', city: 'Town', postcodeZip: 'AB1 2CD' }
const sameAsBilling = (shipping: object, billing?: object) =>
  derivedFields({ shipping: { address: shipping }, ...(billing && { billing: { address: billing } }) })
const told = (word: string) => ({ shipping: { address: { sameAsBilling: word } } })

test('two addresses are the same when their letters and digits are', () => {
  const spelled = { ...address, street: '1, High-Street.', postcodeZip: 'AB12CD', source: 'NEW_ADDRESS' }
  expect(sameAsBilling(spelled, address)).toEqual(told('SAME'))
  expect(sameAsBilling({ ...address, city: 'Village' }, address)).toEqual(told('DIFFERENT'))
})
test('nothing is known when either address is absent', () => {
  expect(sameAsBilling(address)).toEqual(told('UNKNOWN'))
  expect(derivedFields({ shipping: { method: 'GROUND' }, billing: { address } })).toEqual(told('UNKNOWN'))
})
test('what the merchant says stays', () => {
  expect(sameAsBilling({ ...address, sameAsBilling: 'DIFFERENT' }, address)).toEqual(told('DIFFERENT'))
})
test('a value transfer is in the currency of the order, for one card when a prepaid card is loaded', () => {
  const order = (valueTransfer: object) => derivedFields({ order: { currency: 'USD', valueTransfer } })
  expect(order({ accountType: 'PREPAID_LOAD' })).toEqual({
    order: { valueTransfer: { currency: 'USD', numberOfCards: 1 } },
  })
  expect(order({ accountType: 'OTHER', currency: 'EUR' })).toEqual({
    order: { valueTransfer: { currency: 'EUR', numberOfCards: 0 } },
  })
})
