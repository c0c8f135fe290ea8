import { expect, test } from 'vitest'
import type { ClearingMovement, IdentityName } from './movements.ts'
import { packLine, unpackLine } from './packedLines.ts'

const line: ClearingMovement = {
  ...{ line: 1_000_000, kind: 'creditReversed', amount: 9_007_199_254_740_993n, currency: 'KWD' },
  ...{ identity: { reference: '631912000001', traceNumber: '000001', terminal: 'T 1' }, date: '2026-11-15' },
}
const { date: _, ...undated } = line

test.each<[string, ClearingMovement, readonly IdentityName[], string]>([
  ['all that a line can have', line, ['reference', 'terminal'], '631912000001\nT 1'],
  ['a line without a date', undated, ['reference', 'terminal'], '631912000001\nT 1'],
  [
    'a line that is found by its trace number',
    { ...line, identity: { traceNumber: '000001' } },
    ['traceNumber'],
    '000001',
  ],
  [
    'a line without a trace number',
    { ...line, identity: { reference: '631912000001' } },
    ['reference'],
    '631912000001',
  ],
])('%s comes back as it was', (_story, given, names, key) => {
  const found = unpackLine(packLine(given), key, names)
  expect(found).toEqual(given)
  expect(Object.keys(found.identity)).toEqual(Object.keys(given.identity))
})
