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
  ['a shop on the web', { panEntryMode: 'ECOMMERCE' }, {}, '812'],
  ['an app', { panEntryMode: 'MOBILE_COMMERCE' }, {}, '812'],
  ['a wallet', { location: 'PAYER_TERMINAL_OFF_PREMISES' }, { devicePayment: {} }, '092'],
  ['a wallet of older software', { lane: '7' }, { mobileWallet: { cryptogramFormat: 'EMV' } }, '092'],
  ['a wallet in an app', { panEntryMode: 'MOBILE_COMMERCE' }, { devicePayment: {} }, '092'],
  ['a card on file', { lane: '7' }, { storedOnFile: 'STORED' }, '102'],
  ['a card on file in a shop on the web', { panEntryMode: 'ECOMMERCE' }, { storedOnFile: 'STORED' }, '102'],
  ['a card that is to be stored', { lane: '7' }, { storedOnFile: 'TO_BE_STORED' }, '012'],
  ['a wallet that was typed', { panEntryMode: 'KEYED' }, { devicePayment: {} }, '012'],
  ['a card on file that was read', { lane: '7' }, { storedOnFile: 'STORED', track2 }, '902'],
] as const)('the entry mode of %s', (_, posTerminal, card, entryMode) => {
  expect(presentedBy({ posTerminal, ...provided(card) }).presented?.terminal).toMatchObject({ entryMode })
})

test.each([
  ['79', 'CHIP_FALLBACK', '792'],
  ['80', 'CHIP_FALLBACK', '802'],
  ['02', 'SWIPE', '022'],
  ['90', 'SWIPE', '902'],
  ['81', 'ECOMMERCE', '052'],
  ['79', 'KEYED', '012'],
  ['02', 'SWIPE_WITH_SIGNATURE', '902'],
] as const)(
  'tag 9F39 of %s refines the mode of its kind: %s is told as %s',
  (tag, panEntryMode, entryMode) => {
    const request = { ...provided({ emvRequest: `9F3901${tag}` }), posTerminal: { panEntryMode } }
    expect(presentedBy(request).presented?.terminal).toMatchObject({ entryMode })
  },
)

test.each([
  ['INTERNET', '812'],
  ['MERCHANT', '102'],
  ['MOTO', '012'],
] as const)(
  'beside a terminal that does not say how the card came, the source does: %s',
  (source, entryMode) => {
    const request = { ...provided({}), posTerminal: { lane: '7' }, transaction: { source } }
    expect(presentedBy(request).presented?.terminal).toMatchObject({ entryMode })
  },
)

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
