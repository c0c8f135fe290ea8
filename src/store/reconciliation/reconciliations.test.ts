import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import type { AskedExchange, DueReconciliation } from '../../acquirers/reconciliation/port.ts'
import { noTotals } from '../../acquirers/reconciliation/totals.ts'
import { openStore, type Store } from '../open.ts'

let database: TestDatabase
let store: Store
let owner: pg.Pool

beforeAll(async () => {
  database = await createDatabase('embedded')
  store = await openStore(database.logins)
  owner = new pg.Pool(database.config)
})

afterAll(async () => {
  await owner.end()
  await store.close()
  await database.drop()
})

const settlingMs = 120_000
const passed = (interval: string) =>
  owner.query(
    `update business_dates
     set next_at = next_at - $1::interval, leased_until = leased_until - $1::interval,
       ended_at = ended_at - $1::interval`,
    [interval],
  )

const stateOf = async (link: string) =>
  (await store.reconciliation.list({ link, limit: 10 })).map(({ date, state }) => [date, state])

test('a date is over once the host has used a later one, and due soon after', async () => {
  const { reconciliation } = store
  await reconciliation.noteDate('west', '2026-11-13', settlingMs)
  await reconciliation.noteDate('west', '2026-11-13', settlingMs)
  expect(await stateOf('west')).toEqual([['2026-11-13', 'open']])
  await reconciliation.noteDate('west', '2026-11-16', settlingMs)
  await reconciliation.noteDate('west', '2026-11-14', settlingMs)
  const over = [
    ['2026-11-16', 'open'],
    ['2026-11-14', 'due'],
    ['2026-11-13', 'due'],
  ]
  expect(await stateOf('west')).toEqual(over)
  await reconciliation.noteCutOver('west', '2026-11-17', settlingMs)
  expect((await stateOf('west'))[0]).toEqual(['2026-11-16', 'due'])
  expect(await reconciliation.claim(['west'], 60_000)).toBeUndefined()
})

test('of two nodes one gets a date, and another one gets it when that one is gone', async () => {
  const { reconciliation } = store
  await passed('3 min')
  const claims = await Promise.all(Array.from({ length: 8 }, () => reconciliation.claim(['west'], 60_000)))
  const taken = claims.filter(claim => claim !== undefined)
  expect(taken.map(({ date }) => date).sort()).toEqual(['2026-11-13', '2026-11-14', '2026-11-16'])
  await passed('2 min')
  const again = await reconciliation.claim(['west'], 60_000)
  expect(again).toMatchObject({ attempt: 2 })
  const late = taken.find(({ date }) => date === again?.date)
  if (late === undefined || again === undefined) throw new Error('another date was claimed')
  const stateNow = async () => (await stateOf('west')).find(([date]) => date === again.date)?.[1]
  await reconciliation.release(late)
  expect(await stateNow()).toBe('due')
  await reconciliation.release(again, 60_000)
  expect(await stateNow()).toBe('due')
  await reconciliation.release(again)
  expect(await stateNow()).toBe('done')
})

test('what an operator asks for is due at once, also when it was done before', async () => {
  const { reconciliation } = store
  await reconciliation.request('south', '2026-11-10', 'operator')
  const claimed = await reconciliation.claim(['south'], 60_000)
  expect(claimed).toMatchObject({
    link: 'south',
    date: '2026-11-10',
    attempt: 1,
    requested: { by: 'operator' },
  })
  if (claimed) await reconciliation.release(claimed)
  expect(await stateOf('south')).toEqual([['2026-11-10', 'done']])
  expect(await reconciliation.claim(['south'], 60_000)).toBeUndefined()
  await reconciliation.request('south', '2026-11-10', 'operator')
  expect(await reconciliation.claim(['south'], 60_000)).toMatchObject({ link: 'south', attempt: 2 })
})

test.each([
  ['all is answered', undefined],
  ['the host is asked again later', 3_600_000],
])('what an operator asks for while a node is at it follows at once, where %s', async (_, againMs) => {
  const { reconciliation } = store
  const link = `wished ${againMs}`
  const first = await claimed(link, '2026-11-10')
  const leasedUntilMs = async () => (await reconciliation.list({ link, limit: 10 }))[0]?.leasedUntilMs
  expect(await leasedUntilMs()).toBe(first.nowMs + 60_000)
  await reconciliation.request(link, '2026-11-10', 'another operator')
  expect(await reconciliation.claim([link], 60_000)).toBeUndefined()
  const question = { ...asked, link, date: '2026-11-10' }
  expect(await reconciliation.recordAsked(question, first)).toBe(true)
  expect(await reconciliation.renew(first, 60_000)).toBe(true)
  await reconciliation.request(link, '2026-11-10', 'another operator')
  expect(await reconciliation.claim([link], 60_000)).toBeUndefined()
  await reconciliation.release(first, againMs)
  expect(await leasedUntilMs()).toBeUndefined()
  const second = await reconciliation.claim([link], 60_000)
  expect(second).toMatchObject({ attempt: 2, requested: { by: 'another operator' } })
  if (second) await reconciliation.release(second)
  expect(await stateOf(link)).toEqual([['2026-11-10', 'done']])
})

test('a renewal that comes after the release leases nothing', async () => {
  const { reconciliation } = store
  const first = await claimed('renewed late', '2026-11-10')
  await reconciliation.release(first, 0)
  expect(await reconciliation.renew(first, 60_000)).toBe(false)
  expect(await reconciliation.claim(['renewed late'], 60_000)).toMatchObject({ attempt: 2 })
})

test('what is asked for by the release before does not end the lease of a node of this one', async () => {
  const { reconciliation } = store
  const first = await claimed('mixed', '2026-11-10')
  await owner.query(`
    update business_dates set next_at = tollgate_now(), requested_by = 'another' where link = 'mixed'`)
  expect(await reconciliation.claim(['mixed'], 60_000)).toBeUndefined()
  await reconciliation.release(first)
  expect(await reconciliation.claim(['mixed'], 60_000)).toMatchObject({ attempt: 2 })
})

test('what an operator asks for while a date waits to be tried again is due at once', async () => {
  const { reconciliation } = store
  const first = await claimed('impatient', '2026-11-10')
  await reconciliation.release(first, 3_600_000)
  expect(await reconciliation.claim(['impatient'], 60_000)).toBeUndefined()
  const second = await claimed('impatient', '2026-11-10')
  expect(second).toMatchObject({ attempt: 2 })
  // A node of the release before, which knows no lease but the time of the next attempt.
  await owner.query(`
    update business_dates set next_at = next_at + interval '1 h', leased_until = leased_until - interval '1 h'
    where link = 'impatient'`)
  expect(await claimed('impatient', '2026-11-10')).toMatchObject({ attempt: 3 })
})

const asked: AskedExchange = {
  ...{ link: 'east', date: '2026-11-15', currency: 'EUR', number: 1, askedBy: 'host', askedAtMs: 1_000 },
  ...{
    traceNumber: '000042',
    repeats: 0,
    totals: { ...noTotals, debit: { count: 2, amount: 9_007_199_254_740_993n } },
  },
}

/** As an operator asked for it, by whichever node came first. */
async function claimed(link: string, date: string): Promise<DueReconciliation> {
  await store.reconciliation.request(link, date, 'operator')
  const due = await store.reconciliation.claim([link], 60_000)
  if (due?.date !== date) throw new Error('It was not claimed')
  return due
}

test('each exchange is kept, and the newest of each currency is shown', async () => {
  const { reconciliation } = store
  const due = await claimed('east', '2026-11-15')
  await reconciliation.recordAsked(asked, due)
  await reconciliation.recordAsked({ ...asked, repeats: 1 }, due)
  expect(await reconciliation.exchanges('east', '2026-11-15')).toEqual([
    { ...asked, repeats: 1, state: 'ASKED' },
  ])
  const hostTotals = { debit: { count: 3, amount: 9_007_199_254_740_994n }, net: -1n }
  await reconciliation.recordAnswer(asked, { state: 'OUT_OF_BALANCE', code: '95', hostTotals })
  await reconciliation.recordAsked({ ...asked, number: 2, traceNumber: '000043' }, due)
  await reconciliation.recordAnswer({ ...asked, number: 2 }, { state: 'IN_BALANCE', code: '00' })
  const [newest, ...others] = await reconciliation.exchanges('east', '2026-11-15')
  expect(newest).toMatchObject({
    number: 2,
    traceNumber: '000043',
    state: 'IN_BALANCE',
    totals: asked.totals,
  })
  expect(others).toEqual([])
  const usual = (date: string) => reconciliation.usualCurrencies('east', date)
  expect(await usual('2026-11-16')).toEqual(['EUR'])
  expect([...(await usual('2026-11-14')), ...(await usual('2027-02-01'))]).toEqual([])
  const { rows } = await owner.query(
    "select state, host_totals from reconciliations where link = 'east' order by number",
  )
  expect(rows[0]).toEqual({
    state: 'OUT_OF_BALANCE',
    host_totals: '{"debit":{"count":3,"amount":"9007199254740994"},"net":"-1"}',
  })
})

test('totals of nothing make no currency usual', async () => {
  const { reconciliation } = store
  const due = await claimed('quiet', '2026-11-15')
  const nothing = { ...asked, link: 'quiet', totals: noTotals }
  await reconciliation.recordAsked(nothing, due)
  expect(await reconciliation.usualCurrencies('quiet', '2026-11-16')).toEqual([])
  const hostTotals = { debit: { count: 1, amount: 5n } }
  await reconciliation.recordAnswer(nothing, { state: 'OUT_OF_BALANCE', code: '95', hostTotals })
  expect(await reconciliation.usualCurrencies('quiet', '2026-11-16')).toEqual([asked.currency])
})

test('a node that dies between sending and recording: another one repeats it, in one record', async () => {
  const { reconciliation } = store
  const first = await claimed('killed', '2026-11-15')
  const question = { ...asked, link: 'killed' }
  expect(await reconciliation.recordAsked(question, first)).toBe(true)
  expect(await reconciliation.renew(first, 150_000)).toBe(true)
  await passed('2 min')
  expect(await reconciliation.claim(['killed'], 60_000)).toBeUndefined()
  await passed('1 min')
  const second = await reconciliation.claim(['killed'], 60_000)
  if (second === undefined) throw new Error('It was not claimed')
  expect(await reconciliation.exchanges('killed', '2026-11-15')).toMatchObject([{ state: 'ASKED' }])
  expect(await reconciliation.recordAsked({ ...question, repeats: 1 }, second)).toBe(true)
  await reconciliation.recordAnswer(question, { state: 'IN_BALANCE', code: '00' })
  await reconciliation.release(second)
  // The first was only asleep: it may neither ask again nor take the answer back.
  expect(await reconciliation.recordAsked({ ...question, number: 2 }, first)).toBe(false)
  expect(await reconciliation.recordAsked(question, first)).toBe(false)
  expect(await reconciliation.renew(first, 60_000)).toBe(false)
  await reconciliation.recordAnswer(question, { state: 'UNSENT', code: 'not connected' })
  await reconciliation.release(first, 60_000)
  const { rows } = await owner.query(
    `select number, repeats, state from reconciliations where link = 'killed'`,
  )
  expect(rows).toEqual([{ number: 1, repeats: 1, state: 'IN_BALANCE' }])
  expect(await stateOf('killed')).toEqual([['2026-11-15', 'done']])
})

test('a date that nobody answered for a day is worth a warning, and so are totals that differ', async () => {
  const { reconciliation } = store
  const days = new Date((await store.nowMs()) - 2 * 86_400_000).toISOString().slice(0, 10)
  await reconciliation.noteDate('warned', days, settlingMs)
  await reconciliation.noteCutOver('warned', '2099-01-01', settlingMs)
  expect(await reconciliation.warnings(['warned'])).toEqual({ outOfBalance: 0, late: 0 })
  await passed('25 hours')
  expect(await reconciliation.warnings(['warned'])).toEqual({ outOfBalance: 0, late: 1 })
  const exchange = { ...asked, link: 'warned', date: days }
  const due = await reconciliation.claim(['warned'], 60_000)
  if (due === undefined) throw new Error('It was not claimed')
  await reconciliation.recordAsked(exchange, due)
  await reconciliation.recordAnswer(exchange, { state: 'OUT_OF_BALANCE' })
  await reconciliation.release(due)
  expect(await reconciliation.warnings(['warned'])).toEqual({ outOfBalance: 1, late: 0 })
  const again = await claimed('warned', days)
  await reconciliation.recordAsked({ ...exchange, number: 2 }, again)
  await reconciliation.recordAnswer({ ...exchange, number: 2 }, { state: 'NET_IN_BALANCE' })
  await reconciliation.release(again)
  expect(await reconciliation.warnings(['warned'])).toEqual({ outOfBalance: 0, late: 0 })
  expect(await reconciliation.warnings([])).toEqual({ outOfBalance: 0, late: 0 })
})
