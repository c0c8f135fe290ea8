import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import {
  sampleAmendment,
  sampleClosing,
  sampleIntent,
  sampleKey,
  sampleSilence,
} from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import type { Intent } from '../../operations/model/journal.ts'
import { openStore, type Store } from '../open.ts'
import { projectConfined } from './projectConfined.ts'

let database: TestDatabase
let store: Store
let pool: pg.Pool
let owner: pg.Client
beforeAll(async () => {
  database = await createDatabase('external')
  store = await openStore(database.logins)
  pool = new pg.Pool({ ...database.gateway.config, max: 4 })
  owner = new pg.Client(database.config)
  await owner.connect()
  await addSampleMerchant(store)
})
afterAll(async () => {
  await store?.close()
  await pool?.end()
  await owner?.end()
  await database?.drop()
})

const begin = async (intent: Intent): Promise<number> => {
  const begun = await store.journal.begin(intent)
  return begun.state === 'started' ? begun.fence : Number.NaN
}

/** Orders of one merchant that are approved, declined, silent and settled later at another amount. */
async function makeChanges(name: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const intent = sampleIntent({ key: sampleKey(`${name}-${number}`) })
    const fence = await begin(intent)
    if (number % 3 === 2) {
      await store.journal.close({ ...sampleSilence(intent, fence), obligation: 'reversal' })
      await store.journal.amend({ ...sampleAmendment(intent, 2), orderAmount: 2_500n })
    } else {
      const closing = sampleClosing(intent, fence)
      const declined = { ...closing, result: 'FAILURE', gatewayCode: 'DECLINED' } as const
      await store.journal.close(number % 3 === 0 ? closing : declined)
    }
  }
  const notifications = store.notifications(() => ({ version: 1, record: {} }))
  while ((await notifications.takeIn(500)) > 0);
}

const cellOfAll = sampleKey('any').cell
const tables = ['projections', 'found_orders', 'figure_sums', 'figure_counts'] as const

async function written(): Promise<readonly unknown[]> {
  const found = []
  for (const table of tables) {
    const { rows } = await owner.query(`select to_jsonb(t) as row from ${table} t order by t::text`)
    found.push({ table, rows: rows.map(({ row }) => row) })
  }
  return found
}

/** In batches of a few, one after the other, from the beginning. */
async function projectAll(limit: number): Promise<number> {
  let [from, sum] = [0, 0]
  for (;;) {
    const { feed_no, count } = await projectConfined(pool, [cellOfAll, from, limit])
    if (feed_no === null) return sum
    from = Number(feed_no)
    sum += count
  }
}

test('both forms of taking in write the same', async () => {
  await makeChanges('few', 12)
  let taken = 0
  for (let more = 1; more > 0; taken += more) more = (await store.projection.advance(3)).count
  const before = await written()
  expect(taken).toBe(16)
  expect(before).toMatchObject([{ rows: [{}] }, { rows: { length: 12 } }, { rows: {} }, { rows: {} }])
  await owner.query(`truncate ${tables.join(', ')}`)
  expect(await projectAll(3)).toBe(16)
  const { rows } = await owner.query('select amount, thousandths from found_orders order by amount limit 1')
  expect(rows).toEqual([{ amount: '2500', thousandths: '25000' }])
  expect(await written()).toEqual(before)
})

test('of two who take in the same batch one does', async () => {
  const before = await written()
  await owner.query(`truncate ${tables.join(', ')}`)
  const each = await Promise.all([1, 2, 3, 4].map(() => projectConfined(pool, [cellOfAll, 0, 500])))
  expect(each.filter(({ feed_no }) => feed_no !== null)).toHaveLength(1)
  expect(await written()).toEqual(before)
})

test('a large batch goes in parts that a statement can take', async () => {
  await makeChanges('many', 520)
  await owner.query(`truncate ${tables.join(', ')}`)
  expect(await projectAll(1_000)).toBeGreaterThan(520)
  const { rows } = await owner.query('select count(*)::int4 as count from found_orders')
  expect(rows).toEqual([{ count: 532 }])
})
