import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seen, verdict } from '../../../test/support/contract/groupTesting.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import {
  confirmedTerminalAnswer,
  posTerminal,
  posTerminalAnswer,
  verifiedTerminalAnswer,
  verifyingTerminal,
  voidingTerminal,
} from './posTerminal.ts'

const till = {
  address: { city: 'Brisbane', country: 'AUS', street: 'Ann St 1' },
  attended: 'SEMI_ATTENDED',
  cardPresenceCapability: 'CARD_PRESENT',
  cardholderActivated: 'MPOS_ACCEPTANCE_DEVICE',
  entryMode: '051',
  inputCapability: 'CHIP',
  lane: '7',
  location: 'PAYER_TERMINAL_ON_PREMISES',
  mobile: { cardInputDevice: 'BUILT_IN' },
  onlineReasonCode: 'OVER_FLOOR_LIMIT',
  panEntryMode: 'CHIP',
  pinEntryCapability: 'SOFTWARE_ONLINE_PIN_ONLY',
  pinLengthCapability: 12,
  serialNumber: 'SN-1',
  store: { id: 'S1', name: 'Main store' },
} satisfies ValueOf<typeof posTerminal>

test('a till with every field is accepted', () => {
  expect(verdict(posTerminal.fields, till)).toBe('accepted')
})

const cardDigits = ['01', '02', '04', '05', '07', '79', '80', '90', '91']
const pinDigits = ['0', '1', '2', '8']

test('an entry mode is one of 36, whatever three digits are tried', () => {
  const every = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))
  const accepted = every.filter(entryMode => verdict(posTerminal.fields, { entryMode }) === 'accepted')
  expect(accepted).toEqual(cardDigits.flatMap(card => pinDigits.map(pin => card + pin)))
})

test('no other text is an entry mode', () => {
  fc.assert(
    fc.property(
      fc.string().filter(text => !/^[0-9]{3}$/.test(text)),
      entryMode => verdict(posTerminal.fields, { entryMode }) === 'INVALID entryMode',
    ),
  )
})

test.each([
  [{ address: { stateProvinceCode: 'QLD' } }, 'UNSUPPORTED address.stateProvinceCode'],
  [{ lane: '123456789' }, 'INVALID lane'],
  [{ location: 'ON_CARD_ACCEPTOR_PREMISES' }, 'INVALID location'],
  [{ pinLengthCapability: 3 }, 'INVALID pinLengthCapability'],
  [{ pinLengthCapability: 13 }, 'INVALID pinLengthCapability'],
  [{ serialNumber: 'é' }, 'INVALID serialNumber'],
  [{ mobile: { cardInputDevice: 'CABLE' } }, 'INVALID mobile.cardInputDevice'],
  [{ store: { id: 'x'.repeat(256) } }, 'INVALID store.id'],
  [{ name: '7' }, 'UNSUPPORTED name'],
])('%j → %s', (body, expected) => {
  expect(verdict(posTerminal.fields, body)).toBe(expected)
})

test('Verify knows fewer kinds of terminal, a void only a reason', () => {
  expect(verdict(verifyingTerminal.fields, till)).toBe('INVALID attended')
  expect(verdict(verifyingTerminal.fields, { ...till, attended: 'ATTENDED' })).toBe(
    'INVALID cardholderActivated',
  )
  const older = { ...till, attended: 'ATTENDED', cardholderActivated: 'SELF_SERVICE_TERMINAL' }
  expect(verdict(verifyingTerminal.fields, older)).toBe('accepted')
  expect(verdict(voidingTerminal.fields, { onlineReasonCode: till.onlineReasonCode })).toBe('accepted')
  expect(verdict(voidingTerminal.fields, { lane: '7' })).toBe('UNSUPPORTED lane')
})

test('answers call the lane name, and otherwise repeat what was said', () => {
  const { lane, ...rest } = till
  expect(seen(posTerminalAnswer, till)).toEqual({ ...rest, name: lane })
})

const on = 'ON_CARD_ACCEPTOR_PREMISES'
const off = 'OFF_CARD_ACCEPTOR_PREMISES'
const premises = {
  MERCHANT_TERMINAL_OFF_PREMISES: off,
  MERCHANT_TERMINAL_ON_PREMISES: on,
  NO_TERMINAL_VOICE_OR_AUDIO_RESPONSE: on,
  PAYER_TERMINAL_OFF_PREMISES: off,
  PAYER_TERMINAL_ON_PREMISES: off,
} satisfies Record<NonNullable<ValueOf<typeof posTerminal>['location']>, string>

test.each(Object.entries(premises))(
  '%s was %s in older answers and still is in Confirm',
  (location, older) => {
    expect(seen(posTerminalAnswer, { location }, 54)).toEqual({ location: older })
    expect(seen(posTerminalAnswer, { location }, 55)).toEqual({ location })
    for (const version of [35, 100])
      expect(seen(confirmedTerminalAnswer, { location }, version)).toEqual({ location: older })
  },
)

test('values that Verify and Confirm do not know are left out of their answers', () => {
  for (const answer of [verifiedTerminalAnswer, confirmedTerminalAnswer]) {
    const shown = seen(answer, { attended: 'SEMI_ATTENDED', cardholderActivated: 'SELF_SERVICE_TERMINAL' })
    expect(shown).toEqual({ cardholderActivated: 'SELF_SERVICE_TERMINAL' })
  }
})

test('types: a confirmed answer always has a name', () => {
  const shown: ValueOf<typeof confirmedTerminalAnswer> = { name: '7', location: 'ON_CARD_ACCEPTOR_PREMISES' }
  // @ts-expect-error lane is a request's word
  const wrong: ValueOf<typeof posTerminalAnswer> = { lane: '7' }
  expect([shown, wrong]).toHaveLength(2)
})
