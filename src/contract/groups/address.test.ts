import { expect, test } from 'vitest'
import { seen, verdict } from '../../../test/support/contract/groupTesting.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import { address, addressWithoutCode, addressWithoutCodeAnswer, billing, billingAnswer } from './addresses.ts'

const home = {
  city: 'São Paulo',
  company: 'Example & Filhos',
  country: 'BRA',
  postcodeZip: '01310-100',
  stateProvince: 'São Paulo',
  stateProvinceCode: 'SP',
  street: 'Avenida Paulista 1000',
  street2: 'Bloco B',
} satisfies ValueOf<typeof address>

test('an address with every field is accepted, and so is one with none but a city', () => {
  expect(verdict(address.fields, home)).toBe('accepted')
  expect(verdict(address.fields, { city: 'X' })).toBe('accepted')
})

test.each([
  ['city', 'x'.repeat(101)],
  ['company', 'x'.repeat(101)],
  ['country', 'BR'],
  ['country', 'ZZZ'],
  ['country', 'bra'],
  ['postcodeZip', '12345678901'],
  ['postcodeZip', '01310_100'],
  ['stateProvince', 'x'.repeat(21)],
  ['stateProvinceCode', 'ABCD'],
  ['street', 'x'.repeat(101)],
  ['street2', ''],
])('%s refuses %j', (field, value) => {
  expect(verdict(address.fields, { ...home, [field]: value })).toBe(`INVALID ${field}`)
})

test('lengths are counted in characters, not in bytes or halves of characters', () => {
  expect(verdict(address.fields, { city: '𝒳'.repeat(100) })).toBe('accepted')
  expect(verdict(address.fields, { city: '𝒳'.repeat(101) })).toBe('INVALID city')
})

test('a place that is not the payer’s has no state code', () => {
  expect(verdict(addressWithoutCode.fields, home)).toBe('UNSUPPORTED stateProvinceCode')
})

test('answers have one street line, of both, cut at 100 characters', () => {
  const { street2: _, ...rest } = home
  const joined = { ...rest, street: 'Avenida Paulista 1000, Bloco B' }
  expect(seen(billingAnswer, { address: home })).toEqual({ address: joined })
  const { stateProvinceCode: __, ...withoutCode } = joined
  expect(seen(addressWithoutCodeAnswer, home)).toEqual(withoutCode)
  const long = { street: 'x'.repeat(97), street2: 'yz' }
  expect(seen(addressWithoutCodeAnswer, long)).toEqual({ street: `${long.street}, y` })
})

test('billing is an address and nothing else', () => {
  const bill = { address: home } satisfies ValueOf<typeof billing>
  expect(verdict(billing.fields, bill)).toBe('accepted')
  expect(verdict(billing.fields, { ...bill, phone: '+61 1' })).toBe('UNSUPPORTED phone')
  // @ts-expect-error a city is a text
  const wrong: ValueOf<typeof billing> = { address: { city: ['Brisbane'] } }
  expect(verdict(billing.fields, wrong)).toBe('INVALID address.city')
})
