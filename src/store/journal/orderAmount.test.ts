import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import {
  sampleAmendment,
  sampleClosing,
  sampleIntent,
  sampleSilence,
} from '../../../test/support/store/sampleIntent.ts'
import type { Intent } from '../../operations/model/journal.ts'
import { openStore, type Store } from '../open.ts'
import { amendConfined, closeConfined } from './settleConfined.ts'

let database: TestDatabase
let store: Store
let pool: pg.Pool
beforeAll(async () => {
  database = await createDatabase('external')
  store = await openStore(database.logins)
  pool = new pg.Pool({ ...database.gateway.config, max: 2 })
})
afterAll(async () => {
  await store?.close()
  await pool?.end()
  await database?.drop()
})

const amountOf = async ({ key }: Intent) => (await store.journal.load(key))?.amount
const begin = async (intent: Intent): Promise<number> => {
  const begun = await store.journal.begin(intent)
  return begun.state === 'started' ? begun.fence : Number.NaN
}
const second = (intent: Intent): Intent => ({
  ...{ ...intent, transactionId: '2', seen: 2 },
  ...{ orderAmount: 2_500n, transactionAmount: 2_500n },
})

test('an outcome brings the amount that its order has from then on', async () => {
  const first = sampleIntent({ orderAmount: 0n })
  await store.journal.close({ ...sampleClosing(first, await begin(first)), orderAmount: 0n })
  expect(await amountOf(first)).toBe(0n)
  const next = second(first)
  const fence = await begin(next)
  // What only runs decides nothing.
  expect(await amountOf(first)).toBe(0n)
  await store.journal.close({ ...sampleClosing(next, fence), orderAmount: 2_500n })
  expect(await amountOf(first)).toBe(2_500n)
})

test('a later outcome of the same transaction does, too', async () => {
  const intent = sampleIntent()
  await store.journal.close({ ...sampleSilence(intent, await begin(intent)), obligation: 'reversal' })
  await store.journal.amend({ ...sampleAmendment(intent, 2), orderAmount: 700n })
  expect(await amountOf(intent)).toBe(700n)
})

test('one that comes too late changes nothing', async () => {
  const intent = sampleIntent()
  const fence = await begin(intent)
  const closing = { ...sampleClosing(intent, fence + 1), orderAmount: 1n }
  expect(await store.journal.close(closing)).toEqual({ state: 'takenOver' })
  expect(await amountOf(intent)).toBe(10_000n)
})

test('where tables are spread over servers the same is written', async () => {
  const first = sampleIntent()
  const silence = { ...sampleSilence(first, await begin(first)), obligation: 'reversal' as const }
  await closeConfined(pool, [{ ...silence, orderAmount: 600n, outcome: '{}' }], first.key.cell)
  expect(await amountOf(first)).toBe(600n)
  const amendment = { ...sampleAmendment(first, 2), orderAmount: 700n, outcome: '{}' }
  await amendConfined(pool, [amendment], first.key.cell)
  expect(await amountOf(first)).toBe(700n)
})
