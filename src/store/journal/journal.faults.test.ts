import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { createFaultyWire, type FaultyWire } from '../../../test/support/store/faultyWire.ts'
import {
  outcomeMarked,
  sampleAmendment,
  sampleClosing,
  sampleExchange,
  sampleIntent,
  sampleSilence,
} from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import {
  type BeginResult,
  type DueObligation,
  type Intent,
  nothingAssigned,
  type OrderKey,
} from '../../operations/model/journal.ts'
import { IntentLost, isOutage, RecordingUnknown, StoreUnavailable } from '../../platform/errors.ts'
import { openStore, type Store } from '../open.ts'

let database: TestDatabase
let wire: FaultyWire
let owner: pg.Client
/** Behind the wire that fails, and beside it. */
let store: Store
let otherNode: Store

beforeAll(async () => {
  database = await createDatabase('external')
  wire = await createFaultyWire(database.gateway.config)
  otherNode = await openStore(database.logins)
  owner = new pg.Client(database.config)
  await owner.connect()
})
beforeEach(async () => {
  store = await openStore({ gateway: wire.config }, { closePatienceMs: 3_000 })
  await store.journal.begin(sampleIntent())
})
afterEach(async () => {
  await store.close()
})
afterAll(async () => {
  await wire?.down()
  await otherNode?.close()
  await owner?.end()
  await database?.drop()
})

const fenceOf = (begun: BeginResult) => (begun.state === 'started' ? begun.fence : Number.NaN)

async function attemptsOn({ orderId }: OrderKey): Promise<number> {
  const { rows } = await owner.query<{ count: string }>(
    'select count(*) from transactions join orders using (cell, merchant_id, order_no) where order_id = $1',
    [orderId],
  )
  return Number(rows[0]?.count)
}

test.each(['request', 'answer'] as const)('begin whose %s is lost starts once, and says so', async lost => {
  const intent = sampleIntent()
  wire.lose(lost)
  expect(await store.journal.begin(intent)).toMatchObject({ state: 'started', fence: 1 })
  expect(await attemptsOn(intent.key)).toBe(1)
  const closed = await store.journal.close(sampleClosing(intent, 1))
  expect(closed).toEqual({ state: 'closed', sequence: 1 })
})

test('begin whose request is lost does not take the same start of another node for its own', async () => {
  const intent = sampleIntent()
  wire.lose('request', () => otherNode.journal.begin(intent))
  expect(await store.journal.begin(intent)).toEqual({ state: 'known' })
  expect(await attemptsOn(intent.key)).toBe(1)
})

test('begin whose lost session is still at work waits for it: one start, whoever commits', async () => {
  const intent = sampleIntent()
  const { cell, merchantId, orderId } = intent.key
  await owner.query('begin')
  await owner.query(
    `insert into orders (cell, merchant_id, order_id, order_no, version, currency, amount, created_at)
     values ($1, $2, $3, 0, 1, 'USD', 0, now())`,
    [cell, merchantId, orderId],
  )
  const begun = store.journal.begin(intent)
  await waitingSessions(1)
  wire.cutAll()
  await waitingSessions(2)
  await owner.query('rollback')
  expect(await begun).toMatchObject({ state: 'started', fence: 1 })
  expect(await attemptsOn(intent.key)).toBe(1)
})

test('begin that waited for its own lost session is told what its counters stand at with it', async () => {
  const count = { key: randomBytes(16), slotMs: 3_600_000, amount: 10n }
  const counted = () => sampleIntent({ counts: [count] })
  await store.journal.begin(counted())
  expect(await store.journal.begin(counted())).toMatchObject({ counts: [{ attempts: 2, amount: 20n }] })
  // Somebody holds the counter, so that the session is lost in the middle of its statement.
  await owner.query('begin')
  await owner.query('select from risk_counts where counter = $1 for update', [count.key])
  const begun = store.journal.begin(counted())
  await waitingSessions(1)
  wire.cutAll()
  await waitingSessions(2)
  await owner.query('rollback')
  expect(await begun).toMatchObject({ state: 'started', counts: [{ attempts: 3, amount: 30n }] })
})

async function waitingSessions(count: number): Promise<void> {
  await expect
    .poll(async () => {
      await owner.query('select pg_stat_clear_snapshot()')
      const { rows } = await owner.query(
        `select 1 from pg_locks join pg_stat_activity using (pid)
         where datname = current_database() and not granted`,
      )
      return rows.length
    })
    .toBe(count)
}

test.each(['request', 'answer'] as const)('close whose %s is lost closes once, and says so', async lost => {
  const intent = sampleIntent()
  const closing = sampleClosing(intent, fenceOf(await store.journal.begin(intent)))
  await store.journal.close(sampleClosing(intent, 99))
  wire.lose(lost)
  expect(await store.journal.close(closing)).toEqual({ state: 'closed', sequence: 1 })
  expect((await store.journal.load(intent.key))?.version).toBe(2)
})

/** Answered as silent, with a reversal owed; the session that the fault will hit is open. */
async function leaveUnknown() {
  const intent = sampleIntent()
  const fence = fenceOf(await store.journal.begin(intent))
  await store.journal.close({ ...sampleSilence(intent, fence), obligation: 'reversal' })
  await store.journal.postpone({ ...dueOf(intent), attempt: 99 })
  return { intent, seen: fence + 1 }
}

function dueOf({ key, transactionId }: Intent): DueObligation {
  return { key, transactionId, obligation: 'reversal', ...counted, startedAtMs: 0, owedAtMs: 0, nowMs: 0 }
}
const counted = { attempt: 1, unsent: 0 }

test.each(['request', 'answer'] as const)('amend whose %s is lost amends once, and says so', async lost => {
  const { intent, seen } = await leaveUnknown()
  wire.lose(lost)
  expect(await store.journal.amend(sampleAmendment(intent, seen))).toEqual({ state: 'amended', sequence: 2 })
  expect((await store.journal.load(intent.key))?.version).toBe(seen + 1)
})

test('amend whose request is lost does not take what another node settled for its own', async () => {
  const { intent, seen } = await leaveUnknown()
  const theirs = { ...sampleAmendment(intent, seen), outcome: outcomeMarked('another node') }
  wire.lose('request', () => otherNode.journal.amend(theirs))
  expect(await store.journal.amend(sampleAmendment(intent, seen))).toEqual({ state: 'stale' })
  const order = await store.journal.load(intent.key)
  expect(order).toMatchObject({ version: seen + 1, transactions: [{ outcome: theirs.outcome }] })
})

test.each(['request', 'answer'] as const)('a note whose %s is lost is written once', async lost => {
  const { intent } = await leaveUnknown()
  const { key, transactionId } = intent
  wire.lose(lost)
  await store.journal.note({ key, transactionId, kind: 'reversal', attempt: 1, content: sampleExchange })
  expect((await store.journal.traceOf(key, transactionId)).exchanges).toHaveLength(1)
})

const wait = (interval: string) => owner.query('update clock set shift = shift + $1::interval', [interval])

test("a claim whose answer is lost is in nobody's hands, and is due again", async () => {
  await addSampleMerchant(store)
  const { intent } = await leaveUnknown()
  const claim = async (node: Store) => {
    const claimed = await node.journal.claimDue({ limit: 99, patienceMs: 0 })
    return claimed.filter(({ key }) => key.orderId === intent.key.orderId)
  }
  await store.journal.takeOver({ limit: 0, all: false })
  wire.lose('answer')
  expect(await claim(store)).toEqual([])
  expect(await claim(otherNode)).toEqual([])
  await wait('1 s')
  expect(await claim(otherNode)).toMatchObject([{ attempt: 2 }])
})

test('a take-over whose answer is lost stays out of every hand until its lease is over', async () => {
  await addSampleMerchant(store)
  const intent = sampleIntent()
  const fence = fenceOf(await store.journal.begin(intent))
  const takeOver = async (node: Store) => {
    const taken = await node.journal.takeOver({ limit: 99, all: false })
    return taken.filter(({ key }) => key.orderId === intent.key.orderId)
  }
  await store.journal.takeOver({ limit: 0, all: false })
  await wait('1 day')
  wire.lose('answer')
  expect(await takeOver(store)).toEqual([])
  expect(await takeOver(otherNode)).toEqual([])
  expect(await store.journal.close(sampleClosing(intent, fence))).toEqual({ state: 'takenOver' })
  await wait('1 day')
  expect(await takeOver(otherNode)).toMatchObject([{ fence: fence + 2 }])
})

test('a commit that came back with a warning counts only once a clean one has followed', async () => {
  await owner.query(`
    create sequence warnings;
    grant usage on warnings to public;
    create function warn() returns trigger language plpgsql as $$ begin
      if nextval('warnings') = 1 then raise warning 'canceling wait for synchronous replication'; end if;
      return null;
    end $$;
    create trigger warn after insert or update on orders for each statement execute function warn()`)
  const intent = sampleIntent()
  expect(await store.journal.begin(intent)).toMatchObject({ state: 'started', fence: 1 })
  const { rows } = await owner.query<{ count: string }>('select last_value as count from warnings')
  await owner.query('drop trigger warn on orders; drop function warn; drop sequence warnings')
  expect(Number(rows[0]?.count)).toBeGreaterThan(1)
  expect(await attemptsOn(intent.key)).toBe(1)
})

test('close of what a crash took along says that it is not there', async () => {
  const intent = sampleIntent({ trace: nothingAssigned })
  const closing = sampleClosing(intent, fenceOf(await store.journal.begin(intent)))
  const others = [sampleIntent(), sampleIntent()]
  await Promise.all(others.map(store.journal.begin))
  for (const table of ['transactions', 'orders'])
    await owner.query(
      `delete from ${table} where order_no = (select order_no from orders where order_id = $1)`,
      [intent.key.orderId],
    )
  const [lost, ...closed] = await Promise.allSettled(
    [closing, ...others.map(other => sampleClosing(other, 1))].map(store.journal.close),
  )
  expect(lost).toMatchObject({ status: 'rejected', reason: expect.any(IntentLost) })
  expect(closed.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})

test('one row that cannot be stored fails alone, as a fault that quotes nothing of it', async () => {
  const bad = sampleIntent({
    orderAmount: -1n,
    request: { fields: { customer: { email: 'canary@example.com' } }, additions: {} },
  })
  const good = Array.from({ length: 20 }, () => sampleIntent())
  const begun = await Promise.allSettled([bad, ...good].map(store.journal.begin))
  expect(begun.map(({ status }) => status)).toEqual(['rejected', ...good.map(() => 'fulfilled')])
  expect(begun[0]).toMatchObject({ reason: { code: '23514' } })
  expect(inspect(begun[0], { depth: 9 })).not.toContain('canary')

  const overdrawn = { authorized: 1n, captured: 2n, refunded: 0n }
  const closings = good.map(intent => sampleClosing(intent, 1))
  const [first, ...rest] = closings.map((one, index) => (index === 0 ? { ...one, totals: overdrawn } : one))
  if (first === undefined) throw new Error('unreachable')
  const closed = await Promise.allSettled([first, ...rest].map(store.journal.close))
  expect(closed.map(({ status }) => status)).toEqual(['rejected', ...rest.map(() => 'fulfilled')])
  expect((await store.journal.load(first.key))?.openId).toBe('1')
})

test('while the database is away: begin is refused, close waits for it, readiness says why', async () => {
  const intent = sampleIntent()
  const closing = sampleClosing(intent, fenceOf(await store.journal.begin(intent)))
  await wire.down()
  // What went out over a session that broke may have been heard; nothing goes out after that.
  await expect(store.journal.begin(sampleIntent())).rejects.toSatisfy(isOutage)
  await expect(store.journal.begin(sampleIntent())).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(store.journal.load(intent.key)).rejects.toBeInstanceOf(StoreUnavailable)
  // Whoever may ask is told neither where the database is nor who we are there.
  expect(await store.readiness()).toEqual({ flaw: 'unreachable' })
  const closed = store.journal.close(closing)
  await new Promise(resolve => setTimeout(resolve, 300))
  await wire.up()
  expect(await closed).toEqual({ state: 'closed', sequence: 1 })
  expect(await store.readiness()).toEqual({ isMigratedFurther: false })
})

test('however often readiness is asked for, the database is asked now and then', async () => {
  const first = store.readiness()
  expect(await first).toEqual({ isMigratedFurther: false })
  expect(store.readiness()).toBe(first)
})

test('begin that may have been committed gives up without pretending that nothing was done', async () => {
  const intent = sampleIntent()
  wire.lose('answer')
  const begun = store.journal.begin(intent).catch(error => error)
  await expect.poll(() => attemptsOn(intent.key)).toBe(1)
  await wire.down()
  const failure = await begun
  await wire.up()
  expect(failure).not.toBeInstanceOf(StoreUnavailable)
  expect(failure).toBeInstanceOf(RecordingUnknown)
})

test('close gives up in the end, and never by pretending that nothing was sent', async () => {
  const hasty = await openStore({ gateway: wire.config }, { closePatienceMs: 200 })
  const intent = sampleIntent()
  const closing = sampleClosing(intent, fenceOf(await hasty.journal.begin(intent)))
  await wire.down()
  const failure = await hasty.journal.close(closing).catch(error => error)
  await wire.up()
  await hasty.close()
  expect(failure).not.toBeInstanceOf(StoreUnavailable)
  expect(failure).toBeInstanceOf(RecordingUnknown)
  expect(failure.message).toContain('recovery will settle it')
})
