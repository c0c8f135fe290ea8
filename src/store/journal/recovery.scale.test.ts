import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../test/database/database.ts'
import {
  sampleAmendment,
  sampleExchange,
  sampleIntent,
  sampleSilence,
} from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import { openStore, type Store } from '../open.ts'

const crowd = 20_000

test('recovery reads what it needs by key, however much is owed, busy and answered beside it', async () => {
  const database = await createDatabase('embedded')
  const owner = new pg.Client(database.config)
  await owner.connect()
  // As a guest: a node that leaves looks once, at its end, at all that has a lease.
  const store = await openStore(database.logins, { leaseMs: 0, isCommand: true })
  await addSampleMerchant(store)
  // Planned while the tables are empty, and often enough for the server to keep the plans.
  for (let round = 0; round < 12; round += 1) await recoverOne(store)
  await owner.query(crowdStatement, [crowd])
  // Their leases ended just now: that is looked at once.
  for (let round = 0; round < 6; round += 1) await recoverOne(store)
  const before = await rowsRead(owner)
  for (let round = 0; round < 12; round += 1) await recoverOne(store)
  await store.close()
  const after = await rowsRead(owner)
  await owner.end()
  await database.drop()
  for (const [relation, count] of after) {
    const read = count - (before.get(relation) ?? 0)
    expect(read, relation).toBeLessThan(relation === 'sequential' ? 1 : 1_000)
  }
  expect(after.size).toBeGreaterThan(5)
})

/** Everything recovery does, to one transaction that was left open. */
async function recoverOne({ journal }: Store): Promise<void> {
  const intent = sampleIntent()
  const { key, transactionId } = intent
  await journal.begin(intent)
  const [taken] = await journal.takeOver({ limit: 10, all: false })
  expect(taken).toMatchObject({ key, fence: 2 })
  const silence = { ...sampleSilence(intent, 2), obligation: 'reversal', keepsOrderBusy: true } as const
  expect(await journal.close(silence)).toMatchObject({ state: 'closed' })
  const [due] = await journal.claimDue({ limit: 10, patienceMs: 0 })
  if (due === undefined) throw new Error('it was to be due')
  await journal.note({ key, transactionId, kind: 'reversal', attempt: 1, content: sampleExchange })
  await journal.postpone(due)
  await journal.load(key)
  await journal.claimDue({ limit: 10, patienceMs: 0, dueByMs: 0, untried: true })
  expect(await journal.amend(sampleAmendment(intent, 3))).toMatchObject({ state: 'amended' })
  expect((await journal.traceOf(key, transactionId)).exchanges).toHaveLength(1)
}

/** As after hours with an acquirer that does not answer: every order is kept busy, and owed tomorrow. */
const crowdStatement = `
with numbered as (
  insert into orders (cell, merchant_id, order_id, order_no, version, open_id, kept_busy, currency, amount,
    created_at)
  select 1, 'SAMPLE', 'crowd ' || n, nextval('order_numbers'), 2, '1', true, 'USD', 1, now()
  from generate_series(1, $1::int4) n
  returning order_no, order_id
),
begun as (
  insert into transactions (cell, merchant_id, order_no, transaction_id, fence, attempt, operation, type,
    api_version, currency, amount, fingerprint, request, started_at, lease_until)
  select 1, 'SAMPLE', order_no, '1', 1, gen_random_uuid(), 'CAPTURE', 'CAPTURE', 60, 'USD', 1, '', '{}',
    now(), now() from numbered
),
answered as (
  insert into outcomes (cell, merchant_id, order_no, transaction_id, fence, sequence, amount, result,
    gateway_code, outcome, recorded_at)
  select 1, 'SAMPLE', order_no, '1', 1, 1, 1, 'PENDING', 'PENDING', '{}', now() from numbered
),
noted as (
  insert into exchanges (cell, merchant_id, order_no, transaction_id, exchange_id, kind, attempt, content,
    recorded_at)
  select 1, 'SAMPLE', order_no, '1', gen_random_uuid(), 'advice', 1, '{}', now() from numbered
)
insert into obligations (cell, merchant_id, order_no, transaction_id, fence, order_id, obligation, owed_at,
  next_at)
select 1, 'SAMPLE', order_no, '1', 1, order_id, 'advice', now(), now() + interval '1 day' from numbered`

const tables = [
  ...['orders', 'transactions', 'outcomes', 'obligations', 'exchanges'],
  ...['outbox', 'notifications', 'deliveries'],
]

/** Entries read from each index, and how often a whole table was read. */
async function rowsRead(owner: pg.Client): Promise<ReadonlyMap<string, number>> {
  await owner.query('select pg_stat_force_next_flush(), pg_stat_clear_snapshot()')
  const { rows } = await owner.query<{ relation: string; count: string }>(
    `
    select indexrelname as relation, idx_tup_read as count from pg_stat_user_indexes
    where relname = any ($1)
    union all
    select 'sequential', sum(seq_scan) from pg_stat_user_tables
    where relname = any ($1)`,
    [tables],
  )
  return new Map(rows.map(({ relation, count }) => [relation, Number(count)]))
}
