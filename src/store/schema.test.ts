import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../../test/database/database.ts'
import { createPool } from './connection.ts'
import { openStore } from './open.ts'
import { sampleConclusion, sampleIntent } from './sampleIntent.ts'
import { describeSchema } from './schema.ts'

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
    const database = await createDatabase(kind)
    const store = await openStore(database.config)
    const intent = sampleIntent()
    await store.journal.begin(intent)
    await store.journal.close(sampleConclusion(intent, 1))
    await store.close()
    const pool = createPool(database.config, { max: 1 })
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

const insufficientPrivilege = '42501'
const checkViolation = '23514'
const attempts = {
  'delete from orders': insufficientPrivilege,
  'delete from transactions': insufficientPrivilege,
  'delete from outcomes': insufficientPrivilege,
  'delete from outbox': insufficientPrivilege,
  'truncate transactions, outcomes': insufficientPrivilege,
  "update transactions set request = ''": insufficientPrivilege,
  'update transactions set amount = 1': insufficientPrivilege,
  "update outcomes set result = 'SUCCESS'": insufficientPrivilege,
  'update orders set amount = 1': insufficientPrivilege,
  'update orders set order_no = 1': insufficientPrivilege,
  "update clock set shift = '1 day'": insufficientPrivilege,
  'update keys set wrapped = wrapped': insufficientPrivilege,
  "insert into schema_migrations values (9, '', '')": insufficientPrivilege,
  'drop table outcomes': insufficientPrivilege,
  'create table more (id int)': insufficientPrivilege,
  'update orders set captured = authorized + 1': checkViolation,
  'update orders set refunded = captured + 1': checkViolation,
  'update orders set authorized = -1': checkViolation,
  'update orders set captured = authorized + 1, excess = 1': 'allowed',
  "update transactions set lease_until = lease_until + interval '1 s'": 'allowed',
} satisfies Record<string, string>
