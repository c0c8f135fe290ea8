import { expect, test } from 'vitest'
import { operationNamed } from '../../contract/catalogue.ts'
import type { Content } from '../../contract/kit/content.ts'
import { requestAt } from '../../contract/kit/operation.ts'
import { withReadings } from './terminalReadings.ts'

const number = '5123450000000008'
const expiry = { month: '1', year: '39' }
const tagOf = (tag: string, value: string) =>
  tag + (value.length / 2).toString(16).padStart(2, '0').toUpperCase() + value
const asHex = (text: string) => Buffer.from(text, 'latin1').toString('hex').toUpperCase()

const read = (card: Content, operation = 'AUTHORIZE') =>
  withReadings(requestAt(operationNamed(operation), 100), { sourceOfFunds: { provided: { card } } })
const filled = (card: Content, names = ['number', 'expiry']) => {
  const { sourceOfFunds } = JSON.parse(JSON.stringify(read(card)))
  return Object.fromEntries(names.map(name => [name, sourceOfFunds.provided.card[name]]))
}

test.each([
  ['track 2', { track2: `;${number}=39011010000000000?` }],
  ['track 2 without sentinels', { track2: `${number}D3901101` }],
  ['track 1', { track1: `%B${number}^DOE/JANE^39011010000000000?` }],
  ['tag 57', { emvRequest: tagOf('57', `${number}D3901201000000000F`) }],
  ['tags 5A and 5F24', { emvRequest: tagOf('5A', number) + tagOf('5F24', '390131') }],
  ['tag 56', { emvRequest: tagOf('56', asHex(`B${number}^DOE/JANE^39011010000`)) }],
])('%s tells number and expiry', (_, card) => {
  expect(filled(card)).toEqual({ number, expiry })
})

test('a number of odd length is filled up in its tag', () => {
  expect(filled({ emvRequest: tagOf('5A', '371881634498004F') }, ['number'])).toEqual({
    number: '371881634498004',
  })
})

test('what the request says stays, whatever was read', () => {
  const given = { number: '4508750015741019', expiry: { month: '2', year: '40' } }
  expect(filled({ ...given, emvRequest: tagOf('57', `${number}D3901F`) + tagOf('5F24', '390131') })).toEqual(
    given,
  )
})

test('tags that hold tracks fill those, unless number or expiry are of another card', () => {
  const emvRequest = tagOf('57', `${number}D3901201000000000F`)
  expect(filled({ emvRequest }, ['track2'])).toEqual({ track2: `${number}D3901201000000000F` })
  expect(filled({ emvRequest, number }, ['track2', 'expiry'])).toMatchObject({ expiry })
  expect(filled({ emvRequest, number: '4508750015741019' }, ['track2'])).toEqual({ track2: undefined })
  expect(filled({ emvRequest, expiry: { month: '2', year: '39' } }, ['track2'])).toEqual({
    track2: undefined,
  })
})

test.each([
  ['a wrong check digit', { track2: ';5123450000000009=3901?' }],
  ['no track at all', { track2: 'x', track1: 7 }],
  ['a month that does not exist', { track2: `;${number}=3913?` }],
  ['tags that cannot be read', { emvRequest: '5A08' }],
  ['tags that hold no card', { emvRequest: '9A03250101' }],
])('%s fills no number', (_, card) => {
  expect(filled(card)).toMatchObject({ number: undefined })
})

test('a track may say that the card has no expiry', () => {
  expect(filled({ track2: `;${number}==101?` })).toEqual({ number, expiry: undefined })
})

test('a terminal tells of itself', () => {
  const tags: Readonly<Record<string, string>> = {
    '9F1A': '0840',
    '9F1C': asHex('LANE 7  '),
    '9F33': 'E0F8C8',
    '9F35': '22',
    '9F39': '05',
  }
  const emvRequest = Object.entries(tags)
    .map(([tag, value]) => tagOf(tag, value))
    .join('')
  expect(read({ emvRequest }).posTerminal).toEqual({
    address: { country: 'USA' },
    attended: 'ATTENDED',
    inputCapability: 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE',
    lane: 'LANE 7',
    panEntryMode: 'CHIP',
    pinEntryCapability: 'PIN_SUPPORTED',
  })
})

test.each([
  ['9F35', '25', { attended: 'UNATTENDED' }],
  ['9F35', '99', { attended: 'UNKNOWN_OR_UNSPECIFIED' }],
  ['9F33', '200000', { inputCapability: 'CHIP', pinEntryCapability: 'PIN_NOT_SUPPORTED' }],
  ['9F33', '409000', { inputCapability: 'MAGNETIC_STRIPE', pinEntryCapability: 'OFFLINE_PIN_ONLY' }],
  ['9F33', '', undefined],
  ['9F39', '07', { panEntryMode: 'CONTACTLESS' }],
  ['9F1A', '0999', undefined],
  ['9F39', 'FF', undefined],
  ['9F1C', '00', undefined],
])('tag %s of %s', (tag, value, terminal) => {
  expect(read({ emvRequest: tagOf(tag, value) }).posTerminal).toEqual(terminal)
})

test('an operation without such fields is given none', () => {
  const emvRequest = tagOf('57', `${number}D3901F`) + tagOf('9F35', '22')
  expect(read({ emvRequest }, 'VOID')).toEqual({
    sourceOfFunds: { provided: { card: { emvRequest, track2: `${number}D3901F` } } },
  })
})

test('a request without readings is left as it is', () => {
  const content = { sourceOfFunds: { provided: { card: { number } } } }
  expect(withReadings(requestAt(operationNamed('AUTHORIZE'), 100), content)).toBe(content)
})
