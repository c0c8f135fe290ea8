import { expect, test } from 'vitest'
import { riskOf, transactionTypeOf } from './goods.ts'
import { readParticulars } from './particulars.ts'

const risk = (particulars: object) => riskOf(readParticulars(particulars), 'GBP')

test('how goods travel says where to and how fast', () => {
  const contact = { email: 'jo@mail.example' }
  expect(risk({ shipping: { method: 'ELECTRONIC', contact } })).toEqual({
    ...{ shipIndicator: '05', deliveryTimeframe: '01', deliveryEmailAddress: 'jo@mail.example' },
  })
  expect(risk({ shipping: { method: 'PICKUP' } })).toEqual({ shipIndicator: '04' })
  expect(risk({ shipping: { method: 'OVERNIGHT', address: { sameAsBilling: 'SAME' } } })).toEqual({
    ...{ shipIndicator: '01', deliveryTimeframe: '03' },
  })
  expect(risk({ shipping: { address: { source: 'ADDRESS_ON_FILE' } } })).toMatchObject({
    shipIndicator: '02',
  })
  expect(risk({ shipping: { address: { source: 'NEW_ADDRESS' } } })).toMatchObject({ shipIndicator: '03' })
  expect(risk({})).toBeUndefined()
})

test('gift cards are counted in whole units of their currency', () => {
  const valueTransfer = { accountType: 'GIFT_CARD_LOAD', amount: '123.99', numberOfCards: 3 }
  expect(risk({ order: { valueTransfer } })).toEqual({
    ...{ giftCardAmount: '123', giftCardCurr: '826', giftCardCount: '03' },
  })
  expect(
    risk({ order: { valueTransfer: { ...valueTransfer, currency: 'USD', numberOfCards: 100 } } }),
  ).toEqual({
    ...{ giftCardAmount: '123', giftCardCurr: '840' },
  })
  expect(risk({ order: { valueTransfer: { accountType: 'OTHER', amount: '5' } } })).toBeUndefined()
})

test('the kind of the transaction follows what the money is for', () => {
  const type = (order: object) => transactionTypeOf(readParticulars({ order }))
  expect(type({})).toBe('01')
  expect(type({ purchaseType: 'ACCOUNT_FUNDING' })).toBe('10')
  expect(type({ valueTransfer: { accountType: 'PREPAID_LOAD' } })).toBe('28')
})
