import { expect, test, vi } from 'vitest'
import {
  answered,
  date,
  day,
  log,
  payment,
  reconcilerOf,
  storeOf,
} from '../../../test/support/acquirers/reconcilerBench.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import type { LinkPeriod } from './port.ts'

test('a date that takes longer than a lease is kept while it is read, and not afterwards', async () => {
  vi.useFakeTimers()
  try {
    const given = storeOf(day)
    const { transactions } = given.store
    given.store.transactions = async function* slowly(wanted) {
      await vi.advanceTimersByTimeAsync(1_500_000)
      yield* transactions(wanted)
    }
    const { reconciler, sent } = reconcilerOf(given, [answered({ 39: '00' })])
    await reconciler.run()
    expect([given.renewals(), sent.length]).toEqual([100, 1])
    await vi.advanceTimersByTimeAsync(1_500_000)
    expect(given.renewals()).toBe(100)
  } finally {
    vi.useRealTimers()
  }
})

test('a date that cannot be read as the database is away is given back, and tried again soon', async () => {
  const given = storeOf(day)
  const { transactions } = given.store
  given.store.transactions = async function* away() {
    yield* day.slice(0, 1)
    throw new StoreUnavailable('The database is away.')
  }
  const { reconciler, sent } = reconcilerOf(given, [answered({ 39: '00' })])
  expect(await reconciler.run()).toBe(1)
  expect([sent, given.releasedFor()]).toEqual([[], 60_000])
  given.store.transactions = transactions
  given.again()
  await reconciler.run()
  expect([sent.length, given.releasedFor()]).toEqual([1, undefined])
})

test('a date that cannot be read is tried ever more seldom, which uses up none of its looks', async () => {
  const transactions = [...day, payment(7, { owed: 'advice' })]
  const given = storeOf(transactions)
  const { transactions: whole } = given.store
  given.store.transactions = async function* slow() {
    yield* []
    throw new StoreUnavailable('canceling statement due to statement timeout')
  }
  const theirs = { 39: '95', 76: '0000000003', 88: '0000000000003000', 97: 'D0000000000001700' }
  const { reconciler, sent } = reconcilerOf(given, [answered(theirs), answered({ ...theirs, 39: '00' })])
  const waits: unknown[] = []
  const look = async () => {
    given.again()
    await reconciler.run()
    waits.push(given.releasedFor())
  }
  for (let attempt = 0; attempt < 12; attempt++) await look()
  expect(waits).toEqual([60_000, 60_000, 300_000, 900_000, ...Array(8).fill(3_600_000)])
  given.store.transactions = whole
  await look()
  expect([given.exchanges.at(-1)?.state, waits.at(-1)]).toEqual(['OUT_OF_BALANCE', 3_600_000])
  transactions[transactions.length - 1] = payment(7)
  await look()
  expect([sent.length, given.exchanges.at(-1)?.state, waits.at(-1)]).toEqual([2, 'IN_BALANCE', undefined])
})

test('a date that fails by a fault is told, tried ever more seldom, and keeps no other waiting', async () => {
  const given = storeOf(day)
  const fault = new TypeError('no such type of transaction')
  given.store.transactions = async function* broken() {
    yield* []
    throw fault
  }
  const told = vi.spyOn(log, 'fault')
  const { reconciler, sent } = reconcilerOf(given, [])
  const waits: unknown[] = []
  for (let attempt = 0; attempt < 6; attempt++) {
    given.again()
    expect(await reconciler.run()).toBe(1)
    waits.push(given.releasedFor())
  }
  expect([waits, sent]).toEqual([[60_000, 60_000, 300_000, 900_000, 3_600_000, 3_600_000], []])
  expect(told.mock.calls).toEqual(Array(6).fill(['reconciliation', fault, { name: `north ${date}` }]))
  told.mockRestore()
})

test('what fails while a node is stopped is told, unless it is the stop', async () => {
  for (const fault of [undefined, new TypeError('no such type of transaction')]) {
    const given = storeOf(day)
    const told: unknown[] = []
    const tell = (_: string, what: unknown) => void told.push(what)
    const spies = (['fault', 'warn'] as const).map(name => vi.spyOn(log, name).mockImplementation(tell))
    let stopped: Promise<void> | undefined
    given.store.transactions = async function* broken({ patience }) {
      yield* []
      stopped = reconciler.stop()
      throw fault ?? patience?.reason
    }
    const { reconciler } = reconcilerOf(given, [])
    await reconciler.run()
    await stopped
    expect(given.releasedFor()).toBe(0)
    expect(told).toEqual(fault ? [fault] : [])
    for (const spy of spies) spy.mockRestore()
  }
})

test('a date that is to be sent waits for its turn, however many are being compared', async () => {
  const given = storeOf(day)
  const { transactions } = given.store
  const wanted: LinkPeriod[] = []
  given.store.transactions = period => {
    wanted.push(period)
    return transactions(period)
  }
  await reconcilerOf(given, [answered({ 39: '00' })]).reconciler.run()
  expect(wanted).toMatchObject([{ date, patience: { aborted: false } }])
})

test('a node that is stopped while it waits or reads gives the date to another at once', async () => {
  const given = storeOf(day)
  let isReading = false
  given.store.transactions = async function* endless({ patience }) {
    patience?.throwIfAborted()
    yield* day.slice(0, 1)
    isReading = true
    await new Promise((_, reject) => {
      patience?.addEventListener('abort', () => reject(patience.reason))
    })
  }
  const { reconciler, sent } = reconcilerOf(given, [answered({ 39: '00' })])
  reconciler.start()
  await vi.waitFor(() => expect(isReading).toBe(true))
  await reconciler.stop()
  expect([sent, given.releasedFor()]).toEqual([[], 0])
})

test('a node that is stopped between two currencies leaves the second to another', async () => {
  const given = storeOf([...day, payment(11, { currency: 'USD' })])
  const stops: Promise<void>[] = []
  const { reconciler, sent } = reconcilerOf(given, [
    question => {
      stops.push(reconciler.stop())
      return answered({ 39: '00' })(question)
    },
  ])
  await reconciler.run()
  await Promise.all(stops)
  expect(sent.map(({ fields }) => fields[50])).toEqual(['978'])
  expect([given.exchanges.at(-1)?.state, given.releasedFor()]).toEqual(['IN_BALANCE', 0])
})

test('a node whose date was claimed by another sends nothing, and releases nothing', async () => {
  const given = storeOf(day)
  given.lose()
  const { reconciler, sent } = reconcilerOf(given, [answered({ 39: '00' })])
  await reconciler.run()
  expect([sent, given.exchanges, given.releasedFor()]).toEqual([[], [], undefined])
})
