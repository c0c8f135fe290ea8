import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import { periodOf } from '../../acquirers/reconciliation/gatewayMovements.ts'
import { systemClock } from '../../platform/clock.ts'
import { openStore, type Store } from '../open.ts'

/** Sixty days of payments, in the order of time, as they are recorded. */
const days = 60
const paymentsADay = Number(process.env.RECONCILED_PAYMENTS ?? 5_000)

let database: TestDatabase
let store: Store
let owner: pg.Pool

beforeAll(async () => {
  database = await createDatabase('embedded')
  store = await openStore(database.logins)
  owner = new pg.Pool(database.config)
  await addSampleMerchant(store)
  for (let day = 0; day < days; day++) await fill(day)
  // As recovery leaves it: what ended an hour before the last payment is not open any more.
  await owner.query(`
    insert into lease_floors (cell, floor, next_floor)
    select 1, last - interval '1 h', last from (select max(lease_until) as last from transactions) t
    on conflict (cell) do update set floor = excluded.floor, next_floor = excluded.next_floor`)
  await owner.query('vacuum analyze')
}, 600_000)

afterAll(async () => {
  await owner.end()
  await store.close()
  await database.drop()
})

async function fill(day: number): Promise<void> {
  const date = new Date(Date.UTC(2026, 8, 1 + day)).toISOString().slice(0, 10)
  const rows = `from generate_series(${day * paymentsADay + 1}, ${(day + 1) * paymentsADay}) n`
  const apart = `interval '1 s' * 86400 / ${paymentsADay}`
  const at = `timestamptz '${date} 00:00+00' + (n % ${paymentsADay}) * ${apart}`
  const trace = `'{"link":"north","type":"0200","traceNumber":"000001","reference":"' || n || '"}'`
  const outcome = JSON.stringify({
    model: 2,
    fields: { transaction: { acquirer: { id: 'north', date: date.slice(5).replace('-', '') } } },
    story: { rule: 'x'.repeat(1_500) },
  })
  await owner.query(`
    insert into orders (cell, merchant_id, order_id, order_no, version, currency, amount, created_at)
    select 1, 'SAMPLE', n::text, n, 2, 'EUR', 100, ${at} ${rows};
    insert into transactions (cell, merchant_id, order_no, transaction_id, fence, attempt, operation, type,
      api_version, currency, amount, fingerprint, request, started_at, lease_until, trace)
    select 1, 'SAMPLE', n, '1', 1, gen_random_uuid(), 'PAY', 'PAYMENT', 60, 'EUR', 100, '', '{}', ${at},
      ${at}, ${trace} ${rows};
    insert into outcomes (cell, merchant_id, order_no, transaction_id, fence, sequence, amount, result,
      gateway_code, outcome, recorded_at)
    select 1, 'SAMPLE', n, '1', 1, 1, 100, 'SUCCESS', 'APPROVED', '${outcome}', ${at} ${rows}`)
}

async function read(date: string) {
  const beganMs = systemClock.monotonicMs()
  let count = 0
  for await (const one of store.reconciliation.transactions({ ...periodOf('north', date), date })) {
    expect(one.hostDate).toBe(date.slice(5).replace('-', ''))
    count += 1
  }
  return { count, tookMs: systemClock.monotonicMs() - beganMs }
}

test('a date is read without reading what was recorded weeks before and after it', async () => {
  const blocks = async () => {
    await owner.query('select pg_stat_force_next_flush()')
    const { rows } = await owner.query<{ read: string; whole: string }>(`
      select heap_blks_read + heap_blks_hit as read, pg_relation_size('outcomes') / 8192 as whole
      from pg_statio_user_tables where relname = 'outcomes'`)
    return { read: Number(rows[0]?.read), whole: Number(rows[0]?.whole) }
  }
  await read('2026-10-01')
  await systemClock.sleep(1_500)
  const before = await blocks()
  const { count, tookMs } = await read('2026-10-01')
  await systemClock.sleep(1_500)
  const after = await blocks()
  expect(count).toBe(paymentsADay)
  process.stdout.write(
    `${days * paymentsADay} outcomes, ${count} of the date: ${Math.round(tookMs)} ms, ` +
      `${after.read - before.read} blocks of ${after.whole}\n`,
  )
  // Fifteen of sixty days; of those on the date, each is looked up once more by its key.
  expect(after.read - before.read).toBeLessThan(after.whole / 3)
}, 120_000)
