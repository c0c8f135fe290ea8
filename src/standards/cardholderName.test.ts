import { expect, test } from 'vitest'
import { nameOnTrack1 } from './tracks.ts'

const track = (name: string) => `%B5123450000000008^${name}^39011010000000000000?`

test.each([
  ['PAYER/TEST', { firstName: 'TEST', lastName: 'PAYER' }],
  ['PAYER/TEST A.DR', { firstName: 'TEST A', lastName: 'PAYER' }],
  ['PAYER/TEST             ', { firstName: 'TEST', lastName: 'PAYER' }],
  ['PAYER', { lastName: 'PAYER' }],
  ['PAYER/', { lastName: 'PAYER' }],
  ['/TEST', { firstName: 'TEST' }],
  [" O'HARA-LEE / JO ", { firstName: 'JO', lastName: "O'HARA-LEE" }],
  ['  ', undefined],
  [' /', undefined],
  ['5123450000000008/A', undefined],
])('the name "%s" is told apart', (written, name) => {
  expect(nameOnTrack1(track(written))).toEqual(name)
})

test('what is no track has no name', () => {
  for (const text of ['', 'PAYER/TEST', ';5123450000000008=3901101?', '%B5123450000000008^PAYER'])
    expect(nameOnTrack1(text)).toBeUndefined()
})
