import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../test/database/database.ts'
import { resend } from '../../../test/notifications/world.ts'
import { sampleClosing, sampleExchange, sampleIntent } from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import { createSandboxDatabase } from '../../../test/support/store/sandboxDatabase.ts'
import { describeSchema } from '../../../test/support/store/schema.ts'
import { createPool } from '../connection/pool.ts'
import { openStore, type Store } from '../open.ts'

test.each(['embedded', 'external'] as const)(
  'the schema of a database that is %s is the golden one',
  async kind => {
    const database = await createDatabase(kind)
    const client = new pg.Client(database.config)
    await client.connect()
    await expect(await describeSchema(client)).toMatchFileSnapshot('golden-schema.txt')
    await client.end()
    await database.drop()
  },
)

test.each(['embedded', 'external'] as const)(
  'the gateway on a database that is %s cannot rewrite what was recorded',
  async kind => {
    const database = await createSandboxDatabase(kind)
    const store = await openStore(database.logins)
    const intent = sampleIntent()
    await store.journal.begin(intent)
    await store.journal.close({ ...sampleClosing(intent, 1), obligation: 'advice' })
    const { key, transactionId } = intent
    await store.journal.note({ key, transactionId, kind: 'advice', attempt: 1, content: sampleExchange })
    await addSampleMerchant(store)
    await tell(store)
    await store.close()
    const pool = createPool(database.gateway.config, { max: 1 })
    const codes: Record<string, string | undefined> = {}
    for (const attempt of Object.keys(attempts)) {
      codes[attempt] = await pool.query(attempt).then(
        () => 'allowed',
        error => error.code,
      )
    }
    await pool.end()
    await database.drop()
    expect(codes).toEqual(attempts)
  },
)

/** One notification that was tried, and one change that nobody has looked at. */
async function tell(store: Store): Promise<void> {
  const notifications = store.notifications(() => ({ version: 1, record: {} }))
  await notifications.takeIn(500)
  const owner = { cell: 1, merchantId: 'SAMPLE' }
  await resend(store, owner, { fromMs: 0, toMs: Date.parse('2100-01-01') })
  const limits = { limit: 1, leaseMs: 1_000, perReceiver: 1, receivers: [], perMerchant: 1, merchants: [] }
  const claims = await notifications.claim(limits)
  const verdict = { kind: 'again', afterMs: 1_000 } as const
  await notifications.record(claims.map(claim => ({ ...claim, target: '', tookMs: 1, verdict })))
  const intent = sampleIntent()
  await store.journal.begin(intent)
  await store.journal.close(sampleClosing(intent, 1))
}

const insufficientPrivilege = '42501'
const checkViolation = '23514'
const uniqueViolation = '23505'
const attempts = {
  'delete from orders': insufficientPrivilege,
  'delete from transactions': insufficientPrivilege,
  'delete from outcomes': insufficientPrivilege,
  'delete from notifications': insufficientPrivilege,
  'delete from deliveries': insufficientPrivilege,
  'delete from audit': insufficientPrivilege,
  'delete from merchant_certificates': insufficientPrivilege,
  'delete from obligations': insufficientPrivilege,
  'delete from exchanges': insufficientPrivilege,
  'delete from merchants': insufficientPrivilege,
  'delete from tokens': insufficientPrivilege,
  'truncate sessions, tokens': insufficientPrivilege,
  'truncate callbacks': insufficientPrivilege,
  'truncate simulator.interactions': insufficientPrivilege,
  'delete from simulator.interactions': insufficientPrivilege,
  'delete from simulator.entries': insufficientPrivilege,
  'drop schema simulator cascade': insufficientPrivilege,
  "insert into simulator.schema_migrations values (9, '', '')": insufficientPrivilege,
  'truncate transactions, outcomes': insufficientPrivilege,
  'truncate obligations, exchanges': insufficientPrivilege,
  'truncate notifications, deliveries': insufficientPrivilege,
  'truncate audit': insufficientPrivilege,
  'truncate outbox': insufficientPrivilege,
  "update sessions set merchant_id = 'OTHER'": insufficientPrivilege,
  'update sessions set created_at = now()': insufficientPrivilege,
  "update callbacks set expires_at = 'infinity'": insufficientPrivilege,
  "update callbacks set content = '{}'": insufficientPrivilege,
  "update simulator.interactions set asked = ''": insufficientPrivilege,
  "update tokens set merchant_id = 'OTHER'": insufficientPrivilege,
  "update tokens set token = 'other'": insufficientPrivilege,
  "update transactions set request = ''": insufficientPrivilege,
  'update transactions set amount = 1': insufficientPrivilege,
  'update transactions set fence = 7': insufficientPrivilege,
  'update transactions set card = null': insufficientPrivilege,
  "update outcomes set result = 'SUCCESS'": insufficientPrivilege,
  'update outcomes set amount = 1': insufficientPrivilege,
  'update outcomes set fence = 7': insufficientPrivilege,
  'update outbox set sequence = 7': insufficientPrivilege,
  "update obligations set obligation = 'reversal'": insufficientPrivilege,
  "update obligations set owed_at = now() - interval '1 day'": insufficientPrivilege,
  'update obligations set fence = 7': insufficientPrivilege,
  "update exchanges set content = ''": insufficientPrivilege,
  "update notifications set target = 'https://else.example/'": insufficientPrivilege,
  'update notifications set sequence = 7': insufficientPrivilege,
  'update notifications set feed_no = feed_no - 1': insufficientPrivilege,
  'update notifications set notification_id = gen_random_uuid()': insufficientPrivilege,
  "update notifications set changed_at = now() - interval '1 day'": insufficientPrivilege,
  'update deliveries set status = 200': insufficientPrivilege,
  "update audit set actor = 'nobody'": insufficientPrivilege,
  "insert into erased_orders values (1, 'SAMPLE', 'o', now(), '')": insufficientPrivilege,
  'delete from erased_orders': insufficientPrivilege,
  'update orders set archive_no = 1': insufficientPrivilege,
  'delete from archives': insufficientPrivilege,
  "update archives set merchant_id = 'OTHER'": insufficientPrivilege,
  "update audit set details = '{}'": insufficientPrivilege,
  'update merchant_certificates set key_hash = key_hash': insufficientPrivilege,
  "select setval('feed_numbers', 1)": insufficientPrivilege,
  'update merchants set cell = 7': insufficientPrivilege,
  'insert into transactions select * from transactions': uniqueViolation,
  'insert into outcomes select * from outcomes': uniqueViolation,
  'insert into outbox select * from outbox': uniqueViolation,
  'insert into obligations select * from obligations': uniqueViolation,
  'insert into notifications select * from notifications': uniqueViolation,
  'insert into deliveries select * from deliveries': uniqueViolation,
  'insert into orders select * from orders': uniqueViolation,
  "update orders set currency = 'EUR'": insufficientPrivilege,
  "update orders set order_id = 'other'": insufficientPrivilege,
  "update orders set created_at = created_at - interval '1 day'": insufficientPrivilege,
  'delete from found_orders': insufficientPrivilege,
  'truncate found_orders': insufficientPrivilege,
  "update found_orders set currency = 'EUR'": insufficientPrivilege,
  "update found_orders set order_id = 'other'": insufficientPrivilege,
  "update found_orders set merchant_id = 'OTHER'": insufficientPrivilege,
  'update orders set order_no = 1': insufficientPrivilege,
  "update clock set shift = '1 day'": insufficientPrivilege,
  'update keys set wrapped = wrapped': insufficientPrivilege,
  'delete from keys': insufficientPrivilege,
  'update generations set retired_at = now()': insufficientPrivilege,
  'insert into generations (number) values (2)': insufficientPrivilege,
  'alter table tokens drop constraint if exists tokens_card_generation': insufficientPrivilege,
  "insert into schema_migrations values (9, '', '')": insufficientPrivilege,
  'drop table outcomes': insufficientPrivilege,
  'create table more (id int)': insufficientPrivilege,
  'update orders set captured = authorized + 1': checkViolation,
  'update orders set refunded = captured + 1': checkViolation,
  'update orders set authorized = -1': checkViolation,
  'update orders set excess = -1': checkViolation,
  'update orders set amount = -1': checkViolation,
  'update orders set captured = authorized + 2, excess = 1': checkViolation,
  'update orders set captured = 5, excess = 1, refunded = 7': checkViolation,
  'update orders set version = 0': checkViolation,
  'update orders set kept_busy = true': checkViolation,
  "update obligations set status = 'FORGOTTEN'": checkViolation,
  "update obligations set status = 'ACKNOWLEDGED'": checkViolation,
  'update obligations set attempts = -1': checkViolation,
  "update notifications set state = 'LOST', next_at = null": checkViolation,
  "update notifications set state = 'DEAD'": checkViolation,
  'update notifications set next_at = null': checkViolation,
  'update notifications set attempts = -1': checkViolation,
  "update merchants set profile = '[]'": checkViolation,
  'update orders set captured = authorized + 1, excess = 1': 'allowed',
  'update orders set amount = 1': 'allowed',
  'update found_orders set amount = 1, thousandths = 10': 'allowed',
  "update notifications set state = 'DEAD', next_at = null, ended_at = now()": 'allowed',
  "select erase_order(1::int2, 'SAMPLE', 'o', '')": 'allowed',
  'delete from outbox': 'allowed',
  'delete from sessions': 'allowed',
  'delete from callbacks': 'allowed',
  'update orders set captured = 5, refunded = 6, excess = 1': 'allowed',
  "update obligations set attempts = 1, next_at = next_at + interval '1 s'": 'allowed',
  "update transactions set lease_until = lease_until + interval '1 s'": 'allowed',
} satisfies Record<string, string>
