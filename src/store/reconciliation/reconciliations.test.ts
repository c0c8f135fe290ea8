import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import {
  emptyOutcome,
  sampleClosing,
  sampleIntent,
  sampleKey,
  sampleSilence,
} from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import type {
  AskedExchange,
  DueReconciliation,
  LinkPeriod,
  LinkTransaction,
} from '../../acquirers/reconciliation/port.ts'
import { noTotals } from '../../acquirers/reconciliation/totals.ts'
import type { Closing, Intent } from '../../operations/model/journal.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { openStore, type Store } from '../open.ts'

let database: TestDatabase
let store: Store
let owner: pg.Pool

beforeAll(async () => {
  database = await createDatabase('embedded')
  store = await openStore(database.logins)
  owner = new pg.Pool(database.config)
  await addSampleMerchant(store)
})

afterAll(async () => {
  await owner.end()
  await store.close()
  await database.drop()
})

const dayMs = 86_400_000
const traceOn = (link: string) => JSON.stringify({ link, reference: '631912000001' })

async function pay(
  orderId: string,
  intended: Partial<Intent>,
  closed?: (intent: Intent, fence: number) => Closing,
) {
  const intent = sampleIntent({
    key: sampleKey(orderId),
    type: 'PAYMENT',
    trace: traceOn('north'),
    ...intended,
  })
  const begun = await store.journal.begin(intent)
  if (begun.state !== 'started') throw new Error(begun.state)
  if (closed) await store.journal.close(closed(intent, begun.fence))
}

const approvedOn =
  (date: string) =>
  (intent: Intent, fence: number): Closing => ({
    ...sampleClosing(intent, fence),
    outcome: { ...emptyOutcome, fields: { transaction: { acquirer: { id: 'north', date } } } },
  })

async function settle(orderId: string, date: string): Promise<void> {
  const loaded = await store.journal.load(sampleKey(orderId))
  const { fence: _, ...settled } = approvedOn(date)(sampleIntent({ key: sampleKey(orderId) }), 0)
  const amended = await store.journal.amend({ ...settled, seen: loaded?.version ?? 0 })
  expect(amended.state).toBe('amended')
}

async function read(wanted: Partial<LinkPeriod> = {}): Promise<readonly LinkTransaction[]> {
  const now = await store.nowMs()
  const found: LinkTransaction[] = []
  const period = { link: 'north', fromMs: now - 3_600_000, toMs: now + 3_600_000, ...wanted }
  for await (const one of store.reconciliation.transactions(period)) found.push(one)
  return found.sort((one, other) => (one.orderId < other.orderId ? -1 : 1))
}

test('movements over a link are read with their dates, and nothing else is', async () => {
  await pay('a-paid', {}, approvedOn('1115'))
  await pay('b-next-day', {}, approvedOn('1116'))
  await pay('c-failed', {}, (intent, fence) => sampleSilence(intent, fence))
  await pay('d-owed', {}, (intent, fence) => ({ ...sampleSilence(intent, fence), obligation: 'reversal' }))
  await pay('e-held', { type: 'AUTHORIZATION' }, approvedOn('1115'))
  await pay('f-elsewhere', { trace: traceOn('northern') }, approvedOn('1115'))
  await pay('g-never-sent', { trace: '' }, (intent, fence) => sampleSilence(intent, fence))
  await pay('h-running', {})
  const all = await read()
  expect(all.map(({ orderId, result, hostDate, owed }) => [orderId, result, hostDate, owed])).toEqual([
    ['a-paid', 'SUCCESS', '1115', undefined],
    ['b-next-day', 'SUCCESS', '1116', undefined],
    ['c-failed', 'FAILURE', undefined, undefined],
    ['d-owed', 'FAILURE', undefined, 'reversal'],
    ['h-running', 'PENDING', undefined, undefined],
  ])
  expect(all[0]).toMatchObject({
    ...{ merchantId: 'SAMPLE', transactionId: '1', type: 'PAYMENT', currency: 'USD', amount: 10_000n },
    trace: traceOn('north'),
  })
  const ofDate = await read({ date: '2026-11-15' })
  expect(ofDate.map(({ orderId }) => orderId)).toEqual(['a-paid', 'c-failed', 'd-owed', 'h-running'])
})

test('what began after a date had ended is not open on it', async () => {
  const { reconciliation } = store
  await reconciliation.request('north', '2026-11-14', 'operator')
  const openOn = async (date: string) =>
    (await read({ openOn: date })).filter(({ result }) => result === 'PENDING').map(({ orderId }) => orderId)
  await pay('i-running-later', {})
  expect(await openOn('2026-11-14')).toEqual(['h-running'])
  expect(await openOn('2026-11-15')).toEqual(['h-running', 'i-running-later'])
})

test('what was owed for weeks is found in the period of its outcome', async () => {
  await pay('late', {}, (intent, fence) => ({ ...sampleSilence(intent, fence), obligation: 'advice' }))
  await owner.query(`
    update transactions
    set started_at = started_at - interval '20 days', lease_until = lease_until - interval '20 days'
    where order_no = (select order_no from orders where order_id = 'late')`)
  const found = async () => (await read({ date: '2026-11-12' })).filter(({ orderId }) => orderId === 'late')
  expect(await found()).toMatchObject([{ owed: 'advice' }])
  await settle('late', '1112')
  const [settled, ...others] = await found()
  expect(settled).toMatchObject({ result: 'SUCCESS', hostDate: '1112' })
  expect(settled).not.toHaveProperty('owed')
  expect(others).toEqual([])
})

test('a transaction that was settled twice is read once, as it is now', async () => {
  await pay('twice', {}, (intent, fence) => ({ ...sampleSilence(intent, fence), obligation: 'advice' }))
  await settle('twice', '1115')
  const found = (await read()).filter(({ orderId }) => orderId === 'twice')
  expect(found).toMatchObject([{ result: 'SUCCESS', hostDate: '1115' }])
})

test('dates that are compared at once are read in turn, and keep nobody from other work', async () => {
  const now = await store.nowMs()
  const period = { link: 'north', fromMs: now - dayMs, toMs: now + dayMs }
  const comparison = () => store.reconciliation.transactions(period)[Symbol.asyncIterator]()
  const sending = store.reconciliation.transactions({ ...period, isPatient: true })[Symbol.asyncIterator]()
  const [first, second, ...others] = Array.from({ length: 5 }, comparison)
  expect(await first?.next()).toMatchObject({ done: false })
  const waiting = [second, ...others].map(one => one?.next())
  await expect(waiting.at(-1)).rejects.toThrow(StoreUnavailable)
  // What a node sends to a host waits for its turn, however many compare.
  const sent = sending.next()
  const administration = store.administration(() => Buffer.alloc(32))
  expect(await Promise.all([stateOf('never'), administration.merchant('SAMPLE')])).toMatchObject([
    [],
    { merchantId: 'SAMPLE' },
  ])
  await first?.return?.()
  expect(await waiting[0]).toMatchObject({ done: false })
  await second?.return?.()
  await Promise.all(others.map(one => one.return?.()))
  expect(await sent).toMatchObject({ done: false })
  await sending.return?.()
  expect((await read()).length).toBeGreaterThan(0)
})

/** What a person says of it later moves no money, and stands in a new outcome. */
async function remark(orderId: string, date: string): Promise<void> {
  const loaded = await store.journal.load(sampleKey(orderId))
  const { fence: _, ...settled } = approvedOn(date)(sampleIntent({ key: sampleKey(orderId) }), 0)
  const amended = await store.journal.amend({ ...settled, seen: loaded?.version ?? 0, isRemark: true })
  expect(amended.state).toBe('amended')
}

/** As if its first outcome had been recorded ten days before. */
async function firstOutcomeBefore(orderId: string): Promise<void> {
  const atMs = (await store.nowMs()) - 10 * dayMs
  await owner.query(
    `update outcomes u set recorded_at = timestamptz 'epoch' + $2::int8 * interval '1 ms'
     from orders o
     where o.cell = 1 and u.cell = 1 and o.merchant_id = 'SAMPLE' and u.merchant_id = 'SAMPLE'
       and o.order_id = $1 and u.order_no = o.order_no and u.sequence = (
         select min(sequence) from outcomes s
         where s.cell = 1 and s.merchant_id = 'SAMPLE' and s.order_no = o.order_no)`,
    [orderId, atMs],
  )
}

test('a payment that is reviewed weeks later stays on its business date', async () => {
  await pay('reviewed', {}, approvedOn('1105'))
  await remark('reviewed', '1105')
  await firstOutcomeBefore('reviewed')
  await pay('undecided', {}, (intent, fence) => ({ ...sampleSilence(intent, fence), obligation: 'advice' }))
  await settle('undecided', '1105')
  await firstOutcomeBefore('undecided')
  const now = await store.nowMs()
  const date = '2026-11-05'
  const between = async (fromDay: number, toDay: number) => {
    const found = await read({ date, fromMs: now + fromDay * dayMs, toMs: now + toDay * dayMs })
    return found.filter(({ hostDate }) => hostDate === '1105').map(({ orderId }) => orderId)
  }
  expect(await between(-11, -9)).toEqual(['reviewed'])
  expect(await between(-11, 1)).toEqual(['reviewed', 'undecided'])
  expect(await between(-1, 1)).toEqual(['reviewed', 'undecided'])
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
  await reconciliation.request(link, '2026-11-10', 'another operator')
  expect(await reconciliation.claim([link], 60_000)).toBeUndefined()
  const question = { ...asked, link, date: '2026-11-10' }
  expect(await reconciliation.recordAsked(question, first)).toBe(true)
  expect(await reconciliation.renew(first, 60_000)).toBe(true)
  await reconciliation.request(link, '2026-11-10', 'another operator')
  expect(await reconciliation.claim([link], 60_000)).toBeUndefined()
  await reconciliation.release(first, againMs)
  const second = await reconciliation.claim([link], 60_000)
  expect(second).toMatchObject({ attempt: 2, requested: { by: 'another operator' } })
  if (second) await reconciliation.release(second)
  expect(await stateOf(link)).toEqual([['2026-11-10', 'done']])
})

test('what an operator asks for while a date waits to be tried again is due at once', async () => {
  const { reconciliation } = store
  const first = await claimed('impatient', '2026-11-10')
  await reconciliation.release(first, 3_600_000)
  expect(await reconciliation.claim(['impatient'], 60_000)).toBeUndefined()
  const second = await claimed('impatient', '2026-11-10')
  expect(second).toMatchObject({ attempt: 2 })
  // A node of the release before, which knows no lease but the time of the next attempt.
  await owner.query("update business_dates set next_at = next_at + interval '1 h' where link = 'impatient'")
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
