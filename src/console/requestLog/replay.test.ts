import { expect, test } from 'vitest'
import { replayedAt } from './replay.ts'

const authorize = (version: number, body: object, answered?: object) =>
  ({ operation: 'AUTHORIZE', version, body: { apiOperation: 'AUTHORIZE', ...body }, answered }) as const
const card = { number: '512345xxxxxx0008', expiry: { month: '01', year: '39' } }
const paid = {
  order: { amount: '10.00', currency: 'USD' },
  sourceOfFunds: { type: 'CARD', provided: { card } },
}

test('what both versions take is not told, although its number is masked', () => {
  expect(replayedAt(authorize(48, paid), 73)).toEqual({ refused: [], isTaken: false, answers: [] })
})

test('a field that the other version does not have is told, with advice', () => {
  const sent = { ...paid, transaction: { frequency: 'SINGLE' } }
  const replayed = replayedAt(authorize(48, sent), 73)
  expect(replayed?.refused).toEqual([
    expect.objectContaining({ field: 'transaction.frequency', validationType: 'UNSUPPORTED' }),
  ])
  expect(replayed?.refused[0]?.sentence).toMatch(/^It exists up to version \d+\.$/)
})

test('what was refused at both is not told; what only the first refused is told as taken', () => {
  const sent = { ...paid, order: { amount: '10.00', currency: 'XXX' } }
  expect(replayedAt(authorize(48, sent), 73)).toMatchObject({ refused: [], isTaken: false })
  const newer = { ...paid, device: { ipAddress: '2001:db8:85a3::8a2e:370:7334:1' } }
  expect(replayedAt(authorize(48, newer), 73)).toMatchObject({ refused: [], isTaken: true })
  expect(replayedAt(authorize(73, newer), 48)?.refused).toEqual([
    expect.objectContaining({ field: 'device.ipAddress', validationType: 'INVALID' }),
  ])
})

test('fields of the answer that come, go and change are told', () => {
  const record = { order: { id: 'a', merchantAmount: '10.00', merchantCurrency: 'USD' }, result: 'SUCCESS' }
  expect(
    replayedAt(authorize(48, paid, record), 73)?.answers.map(({ kind, field }) => [kind, field]),
  ).toEqual([
    ['new', 'order.merchantAmount'],
    ['new', 'order.merchantCurrency'],
  ])
})

test('what has no body kept cannot be replayed; what needs none can', () => {
  expect(replayedAt({ operation: 'AUTHORIZE', version: 48 }, 73)).toBeUndefined()
  expect(replayedAt({ operation: 'RETRIEVE_ORDER', version: 48 }, 73)).toMatchObject({ refused: [] })
  expect(replayedAt({ operation: 'NOTHING', version: 48 }, 73)).toBeUndefined()
})
