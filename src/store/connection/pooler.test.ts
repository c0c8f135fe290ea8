import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/database/database.ts'
import { type Pooler, startPooler } from '../../../test/database/pooler.ts'
import { sampleClosing, sampleIntent } from '../../../test/support/store/sampleIntent.ts'
import { createSandboxDatabase } from '../../../test/support/store/sandboxDatabase.ts'
import { StartRefusal, StoreUnavailable } from '../../platform/errors.ts'
import { openBooks } from '../../sandbox/store/books.ts'
import { openStore, type Store } from '../open.ts'
import { createPool } from './pool.ts'

/** Between the gateway and its server, as an operator's pooler in transaction mode would be. */
let database: TestDatabase
let pooler: Pooler
let store: Store | undefined
beforeAll(async () => {
  database = await createSandboxDatabase('embedded')
  pooler = await startPooler(database.gateway.config)
})
afterEach(async () => {
  await store?.close()
  store = undefined
  await pooler.keep(true)
})
afterAll(async () => {
  await pooler?.stop()
  await database?.drop()
})

async function pay({ journal }: Store): Promise<string> {
  const intent = sampleIntent()
  const begun = await journal.begin(intent)
  if (begun.state !== 'started') throw new Error(begun.state)
  await journal.close(sampleClosing(intent, begun.fence))
  return (await journal.load(intent.key))?.transactions[0]?.result ?? 'none'
}

test('through a pooler that keeps prepared statements everything is as without one', async () => {
  store = await openStore({ gateway: pooler.config })
  const node = store
  const results = await Promise.all(Array.from({ length: 60 }, () => pay(node)))
  expect(new Set(results)).toEqual(new Set(['SUCCESS']))
  expect(await node.readiness()).toEqual({ isMigratedFurther: false })
  expect(await node.journal.takeOver({ limit: 10, all: false })).toEqual([])
})

test('a pooler that has fewer than three sessions is named at the start', async () => {
  const small = await startPooler(database.gateway.config, { sessions: 2 })
  const refusal = await openStore({ gateway: small.config }).catch((error: unknown) => error)
  await small.stop()
  expect(refusal).toBeInstanceOf(StartRefusal)
  expect(String(refusal)).toMatch(/have three sessions free/)
}, 30_000)

test('time limits hold there too, because they belong to the login', async () => {
  const pool = createPool(pooler.config, { max: 2 })
  const { rows } = await pool.query('select current_user, current_setting($1) as limit', [
    'statement_timeout',
  ])
  expect(rows).toEqual([{ current_user: 'tollgate_app', limit: '5s' }])
  await pool.end()
})

test('books that do not wait for the disk leave the session as it was, for whoever has it next', async () => {
  const { books, close } = openBooks(pooler.config)
  const posting = { merchantId: 'M', orderId: 'O', transactionId: '1', kind: 'hold' as const }
  await books.post({ ...posting, amount: 1n, currency: 'USD', postedAtMs: 1 })
  const pool = createPool(pooler.config, { max: 1 })
  for (let look = 0; look < 4; look += 1) {
    const { rows } = await pool.query("select current_setting('synchronous_commit') as waits")
    expect(rows).toEqual([{ waits: 'on' }])
  }
  await Promise.all([pool.end(), close()])
})

test('one that forgets prepared statements is noticed at the start, in one clear line', async () => {
  await pooler.keep(false)
  const refusal = await openStore({ gateway: pooler.config }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartRefusal)
  expect(String(refusal)).toMatch(/Prepared statements do not survive .*PgBouncer: 1\.21 or newer/)
})

test('one that begins to forget makes no faults: requests are refused, and readiness says so', async () => {
  store = await openStore({ gateway: pooler.config })
  const node = store
  await pay(node)
  await pooler.keep(false)
  const begin = () => node.journal.begin(sampleIntent()).catch(error => error)
  expect(await begin()).toBeInstanceOf(StoreUnavailable)
  await expect.poll(() => node.readiness(), { timeout: 5_000 }).toEqual({ flaw: 'unfit' })
}, 20_000)
