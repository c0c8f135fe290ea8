import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { told } from '../../../test/notifications/told.ts'
import { sampleClosing, sampleIntent, sampleKey } from '../../../test/support/store/sampleIntent.ts'
import type { BeginResult, Intent } from '../../operations/model/journal.ts'
import { openStore, type Store } from '../open.ts'

describe('the journal', () => {
  let database: TestDatabase
  let store: Store
  let owner: pg.Client

  beforeAll(async () => {
    database = await createDatabase('external')
    store = await openStore(database.logins)
    owner = new pg.Client(database.config)
    await owner.connect()
  })
  afterAll(async () => {
    await store?.close()
    await owner?.end()
    await database?.drop()
  })

  const fenceOf = (begun: BeginResult) => (begun.state === 'started' ? begun.fence : Number.NaN)
  async function authorize(intent: Intent) {
    return store.journal.close(sampleClosing(intent, fenceOf(await store.journal.begin(intent))))
  }

  test('an order nobody has heard of is not there', async () => {
    expect(await store.journal.load(sampleKey())).toBeUndefined()
  })

  test('begin, close, load: everything comes back as it was written', async () => {
    const custom = { quote: '"', slash: '\\', brace: '{a,b}', null: 'NULL', sign: '€ 😀' }
    const request = { fields: { order: { custom } }, additions: {} }
    const intent = sampleIntent({ key: sampleKey('o "1" {é, €} \\ NULL'), request, targetId: 'target, "t"' })
    const begun = await store.journal.begin(intent)
    expect(begun).toMatchObject({ state: 'started', fence: 1 })
    expect(await store.journal.load(intent.key)).toMatchObject({
      version: 1,
      openId: '1',
      totals: { authorized: 0n, captured: 0n, refunded: 0n },
      transactions: [{ result: 'PENDING', gatewayCode: 'PENDING', amount: 10_000n }],
    })
    const closing = { ...sampleClosing(intent, 1), transactionAmount: 6_000n }
    const totals = { authorized: 6_000n, captured: 0n, refunded: 0n }
    expect(await store.journal.close({ ...closing, totals })).toEqual({ state: 'closed', sequence: 1 })
    const order = await store.journal.load(intent.key)
    if (begun.state !== 'started' || order === undefined) throw new Error('unreachable')
    expect(order).toEqual({
      version: 2,
      currency: 'USD',
      amount: 10_000n,
      totals,
      excess: 0n,
      createdAtMs: begun.orderCreatedAtMs,
      loadedAtMs: expect.any(Number),
      transactions: [
        {
          id: '1',
          type: 'AUTHORIZATION',
          result: 'SUCCESS',
          gatewayCode: 'APPROVED',
          amount: 10_000n,
          approvedAmount: 6_000n,
          currency: 'USD',
          targetId: 'target, "t"',
          operation: 'AUTHORIZE',
          apiVersion: 60,
          fingerprint: intent.fingerprint,
          request: expect.toSatisfy(({ fields }) => isDeepStrictEqual(fields, request.fields)),
          outcome: expect.toSatisfy(({ fields }) => isDeepStrictEqual(fields, closing.outcome.fields)),
          startedAtMs: begun.startedAtMs,
          card: intent.card,
        },
      ],
    })
  })

  test('the same id is known, another one finds the order busy, and both leave no trace', async () => {
    const intent = sampleIntent()
    await store.journal.begin(intent)
    expect(await store.journal.begin(intent)).toEqual({ state: 'known' })
    const other = { ...intent, transactionId: '2' }
    expect(await store.journal.begin(other)).toEqual({ state: 'busy', openId: '1' })
    expect(await store.journal.begin({ ...other, seen: 1 })).toEqual({ state: 'busy', openId: '1' })
    expect((await store.journal.load(intent.key))?.transactions).toHaveLength(1)
  })

  test('what was planned on an older order is stale; planned on this one it starts', async () => {
    const intent = sampleIntent()
    await authorize(intent)
    const capture = { ...intent, transactionId: '2', type: 'CAPTURE', operation: 'CAPTURE' } as const
    expect(await store.journal.begin({ ...capture, seen: 0 })).toEqual({ state: 'stale' })
    expect(await store.journal.begin({ ...capture, seen: 1 })).toEqual({ state: 'stale' })
    expect(await store.journal.begin({ ...capture, seen: 2 })).toMatchObject({ state: 'started', fence: 3 })
    const order = await store.journal.load(intent.key)
    expect(order?.transactions.map(({ id }) => id)).toEqual(['1', '2'])
  })

  test('fired together from many callers, one starts and the others know it', async () => {
    const intent = sampleIntent()
    const begun = await Promise.all(Array.from({ length: 40 }, () => store.journal.begin(intent)))
    expect(begun.filter(({ state }) => state === 'started')).toHaveLength(1)
    expect(begun.filter(({ state }) => state === 'known')).toHaveLength(39)
  })

  test('who was taken over cannot close any more; the newest fence is the answer', async () => {
    const intent = sampleIntent()
    const fence = fenceOf(await store.journal.begin(intent))
    await owner.query('update orders set version = version + 1 where order_id = $1', [intent.key.orderId])
    const verdict = {
      ...sampleClosing(intent, fence + 1),
      result: 'FAILURE',
      gatewayCode: 'TIMED_OUT',
    } as const
    expect(await store.journal.close({ ...verdict, totals: nothing })).toEqual({
      state: 'closed',
      sequence: 1,
    })
    expect(await store.journal.close(sampleClosing(intent, fence))).toEqual({ state: 'takenOver' })
    expect(await store.journal.load(intent.key)).toMatchObject({
      version: 3,
      totals: nothing,
      transactions: [{ result: 'FAILURE', gatewayCode: 'TIMED_OUT' }],
    })
  })

  test('closing twice is closing once', async () => {
    const intent = sampleIntent()
    const closing = sampleClosing(intent, fenceOf(await store.journal.begin(intent)))
    expect(await store.journal.close(closing)).toEqual({ state: 'closed', sequence: 1 })
    expect(await store.journal.close(closing)).toEqual({ state: 'closed', sequence: 1 })
  })

  test('every close is numbered and left for the merchant to be told, in the same commit', async () => {
    const intent = sampleIntent()
    await authorize(intent)
    await authorize({ ...intent, transactionId: '2', seen: 2 })
    const { rows } = await owner.query(
      `select sequence, transaction_id from ${told} told where order_id = $1 order by sequence`,
      [intent.key.orderId],
    )
    expect(rows).toEqual([
      { sequence: 1, transaction_id: '1' },
      { sequence: 2, transaction_id: '2' },
    ])
  })

  test('the lease and every other time are the database clock, moved or not', async () => {
    const before = sampleIntent()
    const started = await store.journal.begin(before)
    await owner.query("update clock set shift = '400 days'")
    const later = await store.journal.begin(sampleIntent())
    await owner.query("update clock set shift = '0'")
    if (started.state !== 'started' || later.state !== 'started') throw new Error('unreachable')
    expect(later.startedAtMs - started.startedAtMs).toBeGreaterThanOrEqual(400 * 86_400_000)
    const { rows } = await owner.query(
      `select extract(epoch from lease_until - started_at)::int4 as seconds from transactions t
       join orders o using (cell, merchant_id, order_no) where order_id = $1`,
      [before.key.orderId],
    )
    expect(rows).toEqual([{ seconds: 150 }])
  })

  test('cells and merchants do not see each other: the same ids are other orders', async () => {
    const key = sampleKey()
    for (const other of [key, { ...key, cell: 2 }, { ...key, merchantId: 'OTHER' }]) {
      expect(await store.journal.begin(sampleIntent({ key: other }))).toMatchObject({
        state: 'started',
        fence: 1,
      })
    }
  })
})

test('no statement reads a whole table, though all were planned while the tables were empty', async () => {
  const database = await createDatabase('embedded')
  const store = await openStore(database.logins)
  for (let round = 0; round < 20; round += 1) {
    const intents = Array.from({ length: 40 }, () => sampleIntent())
    await Promise.all(intents.map(store.journal.begin))
    await Promise.all(intents.map(intent => store.journal.begin(intent)))
    await Promise.all(intents.map(intent => store.journal.close(sampleClosing(intent, 1))))
    await Promise.all(intents.map(intent => store.journal.close(sampleClosing(intent, 7))))
    await Promise.all(intents.slice(0, 9).map(({ key }) => store.journal.load(key)))
  }
  await store.close()
  const owner = new pg.Client(database.config)
  await owner.connect()
  const { rows } = await owner.query(
    `select relname, seq_scan::int4, idx_scan > 0 as by_key from pg_stat_user_tables
     where relname in ('orders', 'transactions', 'outcomes') order by relname`,
  )
  await owner.end()
  await database.drop()
  const byKey = (relname: string) => ({ relname, seq_scan: 0, by_key: true })
  expect(rows).toEqual([byKey('orders'), byKey('outcomes'), byKey('transactions')])
})

const nothing = { authorized: 0n, captured: 0n, refunded: 0n }
