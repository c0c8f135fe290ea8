import { expect, test } from 'vitest'
import type { TransactionRecord } from '../../contract/model.ts'
import { derivedFields } from './derivedFields.ts'

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

const cardWith = (card: object) => ({ sourceOfFunds: { provided: { card } } })
test('a payment by device shows the funding card, masked; the merchant knows better', () => {
  const number = '512345xxxxxx0008'
  expect(derivedFields(cardWith({ number, devicePayment: {} }))).toEqual(cardWith({ maskedFpan: number }))
  expect(derivedFields(cardWith({ number, mobileWallet: {} }))).toEqual(cardWith({ maskedFpan: number }))
  const given = cardWith({ number, devicePayment: {}, maskedFpan: '450875xxxxxx1019' })
  expect(derivedFields(given)).toEqual({})
  expect(derivedFields(cardWith({ number }))).toEqual({})
})
const readings: readonly (readonly [string, TransactionRecord, TransactionRecord['posTerminal']])[] = [
  ['a card that is present', { transaction: { source: 'CARD_PRESENT' } }, {}],
  ['a card that was read', {}, { panEntryMode: 'SWIPE' }],
  ['a card that was read, by its number', {}, { entryMode: '052' }],
]
test.each(readings)(
  '%s is one that no cardholder activated, unless said otherwise',
  (_, request, posTerminal) => {
    const cardholderActivated = 'NOT_CARDHOLDER_ACTIVATED'
    expect(derivedFields({ ...request, posTerminal })).toEqual({ posTerminal: { cardholderActivated } })
    const given = { ...posTerminal, cardholderActivated: 'SELF_SERVICE_TERMINAL' } as const
    expect(derivedFields({ ...request, posTerminal: given })).toEqual({})
    expect(derivedFields(request)).toEqual({})
  },
)
test('a wallet is a terminal of the payer, off the premises', () => {
  const location = 'PAYER_TERMINAL_OFF_PREMISES'
  const order = { walletProvider: 'DEVICE_A_PAY' } as const
  expect(derivedFields({ order, posTerminal: {} })).toEqual({ posTerminal: { location } })
  expect(derivedFields({ posTerminal: { entryMode: '010' } })).toEqual({})
})
