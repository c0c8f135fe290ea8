import { expect, test } from 'vitest'
import { type Meaning, meanings } from '../dialects/meanings.ts'
import { secretMeanings } from '../dialects/secretMeanings.ts'
import { iso1987Ascii } from '../dialects/shipped/iso1987Ascii.ts'
import { shippedDialects } from '../dialects/shippedDialects.ts'
import { createRedaction } from './redaction.ts'

const redact = createRedaction(iso1987Ascii)
const number = '5123450000000008'

test('what the dialect allows is shown, and of the rest only the length', () => {
  const fields = {
    2: number,
    4: '000000012345',
    14: '3901',
    35: `${number}=39012010000012345678`,
    39: '10',
    44: '5Y       M  2',
    48: 'T42070103212' + '4304kBMw' + '9203123' + '7702AB',
    52: '0123456789ABCDEF',
    55: '9F2701809A03261115',
    127: 'remember',
  }
  expect(redact({ type: '0100', fields })).toEqual({
    ...{ 2: '512345xxxxxx0008', 4: '000000012345', 14: '(4 characters)', 35: '(37 characters)', 39: '10' },
    ...{ '44.1': '5', '44.2': 'Y', '44.10': 'M', '44.13': '2' },
    ...{ '48.42': '2', '48.43': '(4 characters)', '48.77': '(2 characters)', '48.92': '(3 characters)' },
    ...{ 52: '(16 characters)', 55: '(18 characters)', 127: '(8 characters)' },
  })
})

test('a field that has not its layout is not shown at all', () => {
  expect(redact({ type: '0100', fields: { 48: 'T9203' } })).toEqual({ 48: '(5 characters)' })
  expect(redact({ type: '0100', fields: { 48: '' } })).toEqual({ 48: '(0 characters)' })
})

test('nor is a short number, or a field that the dialect does not have', () => {
  expect(redact({ type: '0100', fields: { 2: '512345000008', 65: '1' } })).toEqual({
    2: '(12 characters)',
    65: '(1 character)',
  })
})

test('nor a card number that a host wrote into a text', () => {
  const text = `CARD ${number} IS FINE`
  const fields = { 43: text.padEnd(40), 63: `05${String(text.length).padStart(3, '0')}${text}` }
  expect(JSON.stringify(redact({ type: '0110', fields }))).not.toContain('5000000000')
})

test('secrets are hidden also where a dialect shows them', () => {
  const whole = { name: 'careless', format: 'LLL ans..999', show: 'whole' as const }
  const parts = Object.fromEntries(
    [...secretMeanings].map((meaning, index) => [
      String(index + 10),
      { name: 'careless', format: 'ans..99', meaning, show: 'whole' as const },
    ]),
  )
  const careless = createRedaction({
    ...iso1987Ascii,
    fields: {
      2: { ...whole, meaning: 'accountNumber' },
      35: whole,
      48: { ...whole, parts: { layout: 'tagged', tagDigits: 2, lengthDigits: 2, parts } },
      ...Object.fromEntries([...secretMeanings].map((meaning, index) => [70 + index, { ...whole, meaning }])),
    },
  })
  const canary = 'CANARY7'
  const tagged = Object.keys(parts).map(tag => `${tag}07${canary}`)
  const numbered = Object.fromEntries([...secretMeanings].map((_, index) => [70 + index, canary]))
  const shown = careless({
    type: '0100',
    fields: { 2: number, 35: canary, 48: tagged.join(''), ...numbered },
  })
  expect(Object.keys(shown)).toHaveLength(2 + secretMeanings.size * 2)
  expect(JSON.stringify(shown)).not.toContain(canary)
  expect(shown[2]).toBe('512345xxxxxx0008')
})

test.each(shippedDialects)('$name shows nothing personal and nothing secret', ({ fields }) => {
  const kept: readonly Meaning[] = [
    ...secretMeanings,
    ...(['hostMemory', 'nameOnCard', 'customerPhone', 'customerEmail'] as const),
    ...(['addressStreet', 'addressPostcode', 'authenticationTransactionId'] as const),
  ]
  const places = Object.values(fields).flatMap(field => [field, ...Object.values(field.parts?.parts ?? {})])
  const shown = places.flatMap(({ meaning, show }) =>
    meaning !== undefined && show === 'whole' ? [meaning] : [],
  )
  expect(Object.keys(meanings).filter(meaning => shown.some(each => each === meaning))).not.toHaveLength(0)
  expect(shown.filter(meaning => kept.includes(meaning))).toEqual([])
})
