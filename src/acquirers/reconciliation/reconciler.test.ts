import { expect, test } from 'vitest'
import {
  answered,
  date,
  day,
  payment,
  reconcilerOf,
  storeOf,
} from '../../../test/support/acquirers/reconcilerBench.ts'

test('a date is sent once, with what was approved on it and nothing else', async () => {
  const given = storeOf(day)
  const { reconciler, sent, audited } = reconcilerOf(given, [answered({ 39: '00' })])
  expect(await reconciler.run()).toBe(1)
  expect(sent).toMatchObject([
    { type: '0500', fields: { 11: '000042', 15: '1115', 50: '978', 76: '0000000002', 77: '0000000001' } },
  ])
  expect(sent[0]?.fields).toMatchObject({ 74: '0000000001', 88: '0000000000002000', 97: 'D0000000000000700' })
  expect(given.exchanges).toMatchObject([{ state: 'IN_BALANCE', code: '00', number: 1, askedBy: 'gateway' }])
  expect(given.releasedFor()).toBeUndefined()
  expect(audited).toEqual(['gateway: IN_BALANCE'])
  given.again()
  await reconciler.run()
  expect(sent).toHaveLength(1)
})

test('what nobody answered is sent again as a repeat, and what was not sent is not', async () => {
  const given = storeOf(day)
  const unsent = () => ({ state: 'unsent', reason: 'not connected' }) as const
  const silent = () => ({ state: 'silent' }) as const
  const { reconciler, sent, audited } = reconcilerOf(given, [unsent, silent, unsent, answered({ 39: '00' })])
  const states: string[] = []
  for (let attempt = 0; attempt < 4; attempt++) {
    given.again()
    await reconciler.run()
    states.push(`${given.exchanges[0]?.state} ${given.exchanges[0]?.code} ${given.releasedFor()}`)
  }
  expect(states).toEqual([
    'UNSENT not connected 60000',
    'ASKED undefined 60000',
    'UNSENT not connected 300000',
    'IN_BALANCE 00 undefined',
  ])
  expect(sent.map(({ type, fields }) => [type, fields[11]])).toEqual([
    ['0500', '000042'],
    ['0500', '000042'],
    ['0501', '000042'],
    ['0501', '000042'],
  ])
  expect(audited).toEqual(['gateway: IN_BALANCE'])
})

test('totals that changed meanwhile are a new question', async () => {
  const transactions = [...day]
  const given = storeOf(transactions)
  const { reconciler, sent } = reconcilerOf(given, [])
  await reconciler.run()
  transactions.push(payment(10))
  given.again()
  await reconciler.run()
  expect(sent.map(({ type, fields }) => [type, fields[11], fields[76]])).toEqual([
    ['0500', '000042', '0000000002'],
    ['0500', '000043', '0000000003'],
  ])
})

test('totals that differ are sent again once what was open has changed them', async () => {
  const transactions = [...day, payment(7, { owed: 'advice' })]
  const given = storeOf(transactions)
  const theirs = { 39: '95', 76: '0000000003', 88: '0000000000003000', 97: 'D0000000000001700' }
  const { reconciler, sent } = reconcilerOf(given, [answered(theirs), answered({ ...theirs, 39: '00' })])
  const look = async () => {
    given.again()
    await reconciler.run()
    return [sent.length, given.exchanges.at(-1)?.state, given.releasedFor()]
  }
  expect(await look()).toEqual([1, 'OUT_OF_BALANCE', 60_000])
  expect(await look()).toEqual([1, 'OUT_OF_BALANCE', 60_000])
  transactions[transactions.length - 1] = payment(7)
  expect(await look()).toEqual([2, 'IN_BALANCE', undefined])
})

test('what stays open does not keep a date for ever', async () => {
  const given = storeOf([...day, payment(7, { owed: 'reversal' })])
  const { reconciler, sent } = reconcilerOf(given, [answered({ 39: '95', 76: '0000000009' })])
  let looks = 0
  do {
    given.again()
    await reconciler.run()
    looks += 1
  } while (given.releasedFor() !== undefined && looks < 100)
  expect([looks, sent.length]).toEqual([10, 1])
})

const verdicts: [state: string, fields: Record<number, string>][] = [
  ['IN_BALANCE', { 39: '00' }],
  ['OUT_OF_BALANCE', { 39: '95' }],
  ['OUT_OF_BALANCE', { 39: '95', 88: '0000000000002001', 97: 'D0000000000000701' }],
  // A host that says yes, and has other totals.
  ['OUT_OF_BALANCE', { 39: '00', 76: '0000000003' }],
  // A payment that it booked and reversed, while nobody here heard of it.
  [
    'NET_IN_BALANCE',
    { 39: '95', 76: '0000000003', 88: '0000000000002999', 77: '0000000002', 89: '0000000000001999' },
  ],
  ['REFUSED', { 39: '30' }],
]
test.each(verdicts)('%s follows from the code of the host and its totals', async (state, fields) => {
  const given = storeOf(day)
  const { reconciler } = reconcilerOf(given, [answered(fields)])
  await reconciler.run()
  expect(given.exchanges).toMatchObject([{ state }])
  expect(given.releasedFor()).toBeUndefined()
})

test('an operator who asks again hears it again, once', async () => {
  const given = storeOf(day)
  const { reconciler, sent, audited } = reconcilerOf(given, [answered({ 39: '95' }), answered({ 39: '00' })])
  await reconciler.run()
  await given.store.request('north', date, 'operator')
  await reconciler.run()
  given.again()
  await reconciler.run()
  expect(sent.map(({ type }) => type)).toEqual(['0500', '0500'])
  expect(audited).toEqual(['gateway: OUT_OF_BALANCE', 'operator: IN_BALANCE'])
})

test('each date and each cut-over is noted once', async () => {
  const given = storeOf([])
  const { reconciler } = reconcilerOf(given, [])
  for (const heard of ['1115', '1115', '1116', '', '1115']) reconciler.hearDate('north', heard)
  for (const heard of ['1116', '261116', undefined, undefined]) reconciler.hearCutOver('north', heard)
  await Promise.resolve()
  expect(given.known).toEqual(['north 2026-11-15', 'north 2026-11-16', 'north begins 2026-11-16'])
})
