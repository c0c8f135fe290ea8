import { expect, test } from 'vitest'
import { issuerLines, readIssuerLines } from './issuerLines.ts'

test('what is written is read again, and the line that is no range is named', () => {
  const ranges = [
    { from: '512345', country: 'DEU' },
    { from: '40120000', to: '40129999', country: 'USA' },
  ]
  expect(readIssuerLines(issuerLines(ranges))).toEqual({ ranges })
  expect(readIssuerLines('\n 5123 - 5129, deu \n')).toEqual({
    ranges: [{ from: '5123', to: '5129', country: 'DEU' }],
  })
  expect(readIssuerLines('5123 DEU\n\nGermany')).toEqual({ wrongLine: 3 })
  expect(readIssuerLines('')).toEqual({ ranges: [] })
})
