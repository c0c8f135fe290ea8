import { expect, test } from 'vitest'
import { compareWire } from './compareWire.ts'

const form = { generation: '1987', offsetMs: 0, reversalsAreNumbered: true } as const
const fields = { 4: '000000001000', 11: '533421', 32: '123456', 37: '632121534352', 41: 'TG000001' }

const judged = (...types: readonly string[]) => {
  const wire = types.map((type, index) => ({
    ...{ atMs: 1_000 * index, direction: 'received' as const, type, fields },
  }))
  const { findings, overtaken } = compareWire({ orders: [], transactions: [] }, wire, form)
  return { findings, overtaken }
}

test('repeats that say so are no findings', () => {
  expect(judged('0420', '0421', '0421')).toEqual({ findings: [], overtaken: [] })
})

test('a first message that comes a second time is found, wherever its repeats are, with its story', () => {
  for (const types of [
    ['0420', '0420'],
    ['0420', '0421', '0420'],
    ['0421', '0420', '0420'],
  ])
    expect(judged(...types).findings).toEqual([
      expect.stringMatching(/^123456 TG000001 533421 was sent twice as the first: 042. at 1970.*, 0420 at /),
    ])
})

test('one that only comes after its own repeat is told as that', () => {
  const { findings, overtaken } = judged('0421', '0420', '0421')
  expect(findings).toEqual([])
  expect(overtaken).toEqual([
    '123456 TG000001 533421 came after its own repeat: 0421 at 1970-01-01T00:00:00.000Z, ' +
      '0420 at 1970-01-01T00:00:01.000Z',
  ])
})
