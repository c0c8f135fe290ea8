import { expect, test } from 'vitest'
import { hostFieldName } from '../../../standards/hostMessageNames.ts'
import { dialectNamed } from './shippedDialects.ts'

/** Behind it stands what countries and hosts agree on among themselves. */
const lastOfStandard = 104

test.each([
  ['iso1987-ascii', '0100'],
  ['iso1993-packed', '1100'],
])('the fields of %s have the names that people read', (dialect, type) => {
  const fields = Object.entries(dialectNamed(dialect)?.fields ?? {})
  expect(fields.length).toBeGreaterThan(40)
  for (const [number, { name, meaning }] of fields)
    expect([number, hostFieldName(type, number)]).toEqual([
      number,
      meaning === undefined || Number(number) > lastOfStandard ? '' : (name ?? ''),
    ])
})
