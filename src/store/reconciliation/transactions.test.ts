import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import {
  emptyOutcome,
  sampleClosing,
  sampleIntent,
  sampleKey,
  sampleSilence,
} from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import type { LinkPeriod, LinkTransaction } from '../../acquirers/reconciliation/port.ts'
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
  const stopping = new AbortController()
  const sendingUntil = (patience: AbortSignal) =>
    store.reconciliation.transactions({ ...period, patience })[Symbol.asyncIterator]()
  const sending = sendingUntil(new AbortController().signal)
  const calledOff = sendingUntil(stopping.signal)
  const [first, second, ...others] = Array.from({ length: 5 }, comparison)
  expect(await first?.next()).toMatchObject({ done: false })
  const waiting = [second, ...others].map(one => one?.next())
  await expect(waiting.at(-1)).rejects.toThrow(StoreUnavailable)
  // What a node sends to a host waits for its turn, however many compare.
  const sent = sending.next()
  const unsent = calledOff.next()
  stopping.abort(new StoreUnavailable('This node is being stopped.'))
  await expect(unsent).rejects.toThrow('being stopped')
  const administration = store.administration(() => Buffer.alloc(32))
  expect(
    await Promise.all([
      store.reconciliation.list({ link: 'never', limit: 10 }),
      administration.merchant('SAMPLE'),
    ]),
  ).toMatchObject([[], { merchantId: 'SAMPLE' }])
  await first?.return?.()
  expect(await waiting[0]).toMatchObject({ done: false })
  await second?.return?.()
  await Promise.all(others.map(one => one.return?.()))
  expect(await sent).toMatchObject({ done: false })
  await sending.return?.()
  expect((await read()).length).toBeGreaterThan(0)
})

test('a statement that takes long is called off with who waits for it', async () => {
  const now = await store.nowMs()
  const stopping = new AbortController()
  const locked = await owner.connect()
  await locked.query('begin; lock table outcomes in access exclusive mode')
  const period = { link: 'north', fromMs: now - dayMs, toMs: now + dayMs, patience: stopping.signal }
  const reading = store.reconciliation.transactions(period)[Symbol.asyncIterator]().next()
  const waits = "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%cursor%'"
  await vi.waitFor(async () => expect((await owner.query(waits)).rowCount).toBe(1))
  stopping.abort(new StoreUnavailable('This node is being stopped.'))
  await expect(reading).rejects.toThrow('being stopped')
  await locked.query('rollback')
  locked.release()
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
