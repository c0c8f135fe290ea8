import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { sampleClosing, sampleIntent } from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import { openStore } from '../open.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createDatabase('embedded')
  owner = new pg.Client(database.config)
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await database?.drop()
})

test('updates of orders stay within their page', async () => {
  expect(await shareWithinPage()).toBeGreaterThan(0.97)
})

test('and would not with the index that there was, over what each of them changes', async () => {
  await owner.query('create index orders_open on orders (cell, order_no) where open_id is not null')
  const share = await shareWithinPage()
  await owner.query('drop index orders_open')
  expect(share).toBeLessThan(0.03)
})

/**
 * Of the updates that authorizations and their captures make. One after the other: how much room a page has
 * depends on who else still looks at what was there before, and on when somebody sweeps.
 */
async function shareWithinPage(): Promise<number> {
  await owner.query('alter table orders set (autovacuum_enabled = off)')
  const before = await counted()
  const store = await openStore(database.logins)
  await addSampleMerchant(store)
  for (let round = 0; round < 100; round++) {
    const intent = sampleIntent()
    await store.journal.begin(intent)
    await store.journal.close(sampleClosing(intent, 1))
    const capture = { ...intent, transactionId: '2', seen: 2 }
    expect(await store.journal.begin(capture)).toMatchObject({ state: 'started', fence: 3 })
    expect(await store.journal.close(sampleClosing(capture, 3))).toMatchObject({ state: 'closed' })
  }
  // Sessions that end hand over what they counted.
  await store.close()
  await expect.poll(async () => (await counted()).all - before.all).toBe(300)
  const { all, hot } = await counted()
  return (hot - before.hot) / (all - before.all)
}

async function counted(): Promise<{ readonly all: number; readonly hot: number }> {
  const { rows } = await owner.query<{ all: string; hot: string }>(
    "select n_tup_upd as all, n_tup_hot_upd as hot from pg_stat_user_tables where relname = 'orders'",
  )
  return { all: Number(rows[0]?.all), hot: Number(rows[0]?.hot) }
}

/**
 * What an index looks at, in its columns or its condition, cannot be changed cheaply. These few are queues:
 * what is due is found by when it is due.
 */
const queues = [
  // Found by what changes, and written behind the payments.
  'found_orders.email, found_orders.gateway_code, found_orders.last_four, found_orders.reference, ' +
    'found_orders.status, found_orders.thousandths',
  // Proofs that are to be forgotten: each row leaves the index once, days later.
  'authentication_results.proof',
  'obligations.next_at, obligations.status',
  'receipts.ended_at, receipts.next_at, receipts.state',
  'notifications.next_at, notifications.state',
  'sessions.expires_at',
  'tokens.card, tokens.card_hash',
  'transactions.lease_until',
  // Written once in its life: what was never used is found by its age.
  'sealed_uses.order_hash',
  // A day, so that it changes with the first attempt of a day and not with every one.
  'risk_counts.stale_from',
  // Changed by people: rules, and a card that a payer saves again.
  'risk_rule_sets.change_no',
  'saved_cards.order_id',
  // Signing in to the console, which no payment waits for.
  'console_invitations.token_hash',
  'console_sessions.earlier_hash, console_sessions.token_hash',
  'console_sign_in_tries.tried_at',
  // Two changes in the life of a file of thousands of orders.
  'archives.state',
  // Replaced as a whole, and seldom.
  'merchant_passwords.cell, merchant_passwords.merchant_id, merchant_passwords.slot',
  'merchant_secrets.cell, merchant_secrets.kind, merchant_secrets.merchant_id, merchant_secrets.slot',
]

test('no index looks at what the gateway changes, but those of queues', async () => {
  const { rows } = await owner.query<{ line: string }>(changedAndIndexed)
  expect(rows.map(({ line }) => line)).toEqual([...queues].sort())
})

const changedAndIndexed = `
select string_agg(c.relname || '.' || a.attname, ', ' order by a.attname) as line
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  and has_column_privilege('tollgate_app', c.oid, a.attnum, 'update')
  and exists (
    select from pg_index i where i.indrelid = c.oid and (a.attnum = any(i.indkey)
      or pg_get_expr(i.indpred, i.indrelid) ~ ('\\m' || a.attname || '\\M'))
  )
group by c.relname order by 1`
