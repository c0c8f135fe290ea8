import { expect, test } from 'vitest'
import type { Dialect, FieldForm } from './dialect.ts'
import { type Meaning, meanings } from './meanings.ts'
import { dialectNamed, shippedDialects } from './shippedDialects.ts'

test('the shipped dialects have names', () => {
  expect(shippedDialects.map(({ name }) => name)).toEqual([
    'iso1987-ascii',
    'iso1987-packed',
    'iso1993-packed',
  ])
  expect(dialectNamed('iso1993-packed')?.generation).toBe('1993')
  expect(dialectNamed('iso2003')).toBeUndefined()
})

/** What one generation says in another way than the other. */
const of1993 = ['localDateAndTime', 'pointOfService', 'functionCode', 'originalAmounts']
const of1987 = [
  'localTime',
  'localDate',
  'entryMode',
  'condition',
  'replacementAmounts',
  'networkCode',
  'settlementCode',
]

test.each(shippedDialects)('$name has a place for all that the port carries', dialect => {
  const elsewhere: readonly string[] = dialect.generation === '1987' ? of1993 : of1987
  const places = new Set(Object.values(dialect.fields).flatMap(meaningsOf))
  expect(Object.keys(meanings).filter(meaning => !places.has(meaning))).toEqual(
    Object.keys(meanings).filter(meaning => elsewhere.includes(meaning)),
  )
})

test.each(shippedDialects)('$name has a number for every field of the standard', ({ fields }: Dialect) => {
  const all = Array.from({ length: 127 }, (_, index) => index + 2).filter(number => number !== 65)
  expect(Object.keys(fields).map(Number)).toEqual(all)
})

function meaningsOf({ meaning, parts }: FieldForm): readonly string[] {
  const inside: readonly { readonly meaning?: Meaning }[] =
    parts === undefined ? [] : Object.values(parts.parts)
  return [meaning, ...inside.map(part => part.meaning)].flatMap(each => (each === undefined ? [] : [each]))
}
