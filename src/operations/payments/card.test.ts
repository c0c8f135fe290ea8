import { expect, test } from 'vitest'
import { presentedBy } from './card.ts'

const provided = (card: object) => ({ sourceOfFunds: { provided: { card } } })
const track2 = ';5123450000000008=39011010000000000?'
const emvRequest = '9F260811223344556677889F3501229F3901'

test('a card that nobody presented tells nothing', () => {
  expect(presentedBy({})).toEqual({})
  expect(presentedBy(provided({ number: '5123450000000008', securityCode: '100' }))).toEqual({})
})

test('what was read, the PIN block and the account go to the acquirer as they are', () => {
  const pin = {
    payload: '1B9C1845EB993A7A',
    keySerialNumber: 'FFFF9876543210E00001',
    encryptionState: 'VALID',
  }
  const card = { emvRequest, track1: '%B', track2, pin, accountType: 'SAVINGS', sequenceNumber: '1' }
  expect(presentedBy(provided(card)).presented).toMatchObject({
    ...{ emv: emvRequest, track1: '%B', track2, accountType: 'SAVINGS', sequenceNumber: '1' },
    pinBlock: { payload: '1B9C1845EB993A7A', keySerialNumber: 'FFFF9876543210E00001' },
  })
})

test.each([
  ['nothing but a track', {}, { track2 }, '902'],
  ['nothing but a chip', {}, { emvRequest }, '052'],
  ['nothing but a number that was typed', {}, {}, '012'],
  ['a swipe', { panEntryMode: 'SWIPE' }, {}, '902'],
  ['a swipe and a PIN', { panEntryMode: 'SWIPE' }, { pin: { payload: 'A1' } }, '901'],
  ['a chip with a PIN pad', { panEntryMode: 'CHIP', pinEntryCapability: 'PIN_SUPPORTED' }, {}, '051'],
  [
    'a PIN pad that is broken',
    { panEntryMode: 'CHIP', pinEntryCapability: 'PIN_PAD_INOPERATIVE' },
    {},
    '058',
  ],
  ['nobody knows about the PIN', { panEntryMode: 'KEYED', pinEntryCapability: 'UNKNOWN' }, {}, '010'],
  ['a chip that failed', { panEntryMode: 'CHIP_FALLBACK' }, { track2 }, '802'],
  ['a wave', { panEntryMode: 'CONTACTLESS' }, { emvRequest }, '072'],
  ['a mode of its own', { entryMode: '791', panEntryMode: 'CHIP' }, {}, '791'],
  ['a mode that has no digits', { panEntryMode: 'UNKNOWN' }, { track2 }, '902'],
] as const)('the entry mode of %s', (_, posTerminal, card, entryMode) => {
  expect(presentedBy({ posTerminal, ...provided(card) }).presented?.terminal).toMatchObject({ entryMode })
})

test('a terminal is told with what holds by default, and where it stands', () => {
  const posTerminal = {
    panEntryMode: 'SWIPE',
    lane: '7',
    onlineReasonCode: 'FORCED_BY_MERCHANT',
    address: { country: 'USA', city: 'X' },
    store: { id: 'S' },
  } as const
  expect(presentedBy({ posTerminal, ...provided({ track2 }) }).presented?.terminal).toEqual({
    ...{ entryMode: '902', panEntryMode: 'SWIPE', lane: '7', onlineReasonCode: 'FORCED_BY_MERCHANT' },
    ...{ country: 'USA', cardholderActivated: 'NOT_CARDHOLDER_ACTIVATED' },
  })
})

test.each([
  [{ devicePayment: { onlinePaymentCryptogram: 'AAA=', eciIndicator: '5' } }, '3DSECURE'],
  [{ devicePayment: { '3DSecure': { onlinePaymentCryptogram: 'AAA=', eciIndicator: '5' } } }, '3DSECURE'],
  [
    {
      mobileWallet: {
        cryptogramFormat: '3DSECURE',
        '3DSecure': { onlinePaymentCryptogram: 'AAA=', eciIndicator: '5' },
      },
    },
    '3DSECURE',
  ],
])('a cryptogram, however the wallet wraps it', (card, format) => {
  expect(presentedBy(provided(card)).presented?.cryptogram).toEqual({ format, eci: '5', value: 'AAA=' })
})

test('the chip of a phone has its cryptogram in the tags', () => {
  const card = { emvRequest, mobileWallet: { cryptogramFormat: 'EMV' } } as const
  expect(presentedBy(provided(card)).presented).toMatchObject({
    emv: emvRequest,
    cryptogram: { format: 'EMV' },
  })
})
