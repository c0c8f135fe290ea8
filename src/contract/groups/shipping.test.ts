import { expect, test } from 'vitest'
import { seen, verdict } from '../../../test/support/contract/groupTesting.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import { shipping, shippingAnswer } from './addresses.ts'

const parcel = {
  address: {
    city: 'Brisbane',
    country: 'AUS',
    sameAsBilling: 'SAME',
    source: 'NEW_ADDRESS',
    street: 'Ann St 1',
  },
  contact: {
    email: 'jo@example.com',
    firstName: 'Jo',
    lastName: 'Lee',
    mobilePhone: '+61 400 000 000',
    phone: '+61 7 3000 0000',
    sameAsBilling: 'UNKNOWN',
  },
  method: 'PICKUP',
  origin: { postcodeZip: '4000' },
} satisfies ValueOf<typeof shipping>

test('a parcel with every field is accepted', () => {
  expect(verdict(shipping.fields, parcel)).toBe('accepted')
})

test.each([
  [{ method: 'DRONE' }, 'INVALID method'],
  [{ contact: { phone: 'by mail only' } }, 'INVALID contact.phone'],
  [{ contact: { mobilePhone: '+61  4' } }, 'INVALID contact.mobilePhone'],
  [{ contact: { email: 'jo' } }, 'INVALID contact.email'],
  [{ address: { sameAsBilling: 'same' } }, 'INVALID address.sameAsBilling'],
  [{ address: { source: 'OLD' } }, 'INVALID address.source'],
  [{ origin: { postcodeZip: '4000#' } }, 'INVALID origin.postcodeZip'],
  [{ firstName: 'Jo' }, 'UNSUPPORTED firstName'],
])('%j → %s', (body, expected) => {
  expect(verdict(shipping.fields, body)).toBe(expected)
})

test('answers repeat the recipient beside the contact', () => {
  expect(seen(shippingAnswer, parcel)).toMatchObject({
    contact: { firstName: 'Jo', lastName: 'Lee', phone: '+61 7 3000 0000' },
    firstName: 'Jo',
    lastName: 'Lee',
    phone: '+61 7 3000 0000',
  })
})

test('a telephone number too long for the older form loses its spaces, no digit', () => {
  const phone = '+1 2 3 4 5 6 7 8 9 0 1 2 3'
  expect(seen(shippingAnswer, { contact: { phone } })).toEqual({
    contact: { phone },
    phone: '+1234567890123',
  })
})

test.each([
  ['PICKUP', undefined],
  ['NOT_SHIPPED', undefined],
  ['GROUND', { method: 'GROUND' }],
  ['SAME_DAY', { method: 'SAME_DAY' }],
])('method %s is answered as %j', (method, expected) => {
  expect(seen(shippingAnswer, { method })).toEqual(expected)
})

test('types: an answer never has the methods it cannot have', () => {
  const shown: ValueOf<typeof shippingAnswer> = { method: 'GROUND', firstName: 'Jo' }
  // @ts-expect-error PICKUP is a request's word
  const wrong: ValueOf<typeof shippingAnswer> = { method: 'PICKUP' }
  expect([shown, wrong]).toHaveLength(2)
})
