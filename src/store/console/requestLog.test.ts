import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { createPool } from '../connection/pool.ts'
import { createRequestLogStore } from './requestLog.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createDatabase('external')
  pool = createPool(database.logins.gateway, { max: 2, warn: () => undefined })
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

const calls = (...ats: readonly number[]) =>
  ats.map(atMs => ({ atMs, method: 'GET', path: '/x', version: 100, status: 200, ms: 1 }))
const timesOf = async (merchantId: string, limit = 10, before?: string) => {
  const found = await createRequestLogStore(pool).read({ cell: 0, merchantId }, { before, limit })
  return found.map(batch => batch.calls.map(({ atMs }) => atMs))
}

test('batches are read newest first, by key, and one merchant has nothing of another', async () => {
  const store = createRequestLogStore(pool)
  const [one, other] = [
    { cell: 0, merchantId: 'ONE' },
    { cell: 0, merchantId: 'TWO' },
  ]
  await store.append([
    { ...one, calls: calls(1, 2) },
    { ...other, calls: calls(3) },
  ])
  await store.append([{ ...one, calls: calls(4) }])
  expect(await timesOf('ONE')).toEqual([[4], [1, 2]])
  expect(await timesOf('TWO')).toEqual([[3]])
  const [newest] = await store.read(one, { limit: 1 })
  expect(await timesOf('ONE', 10, newest?.batchNo)).toEqual([[1, 2]])
})

test('a merchant is cut back to so many calls, in whole batches, and time takes the rest', async () => {
  const store = createRequestLogStore(pool)
  const kept = { cell: 0, merchantId: 'KEPT' }
  for (const at of [1, 4, 7, 10]) await store.append([{ ...kept, calls: calls(at, at + 1, at + 2) }])
  await store.keep(kept, 5)
  expect(await timesOf('KEPT')).toEqual([
    [10, 11, 12],
    [7, 8, 9],
  ])
  await store.keep(kept, 100)
  expect(await timesOf('KEPT')).toHaveLength(2)
  expect(await store.forgetOlder(1)).toBe(false)
  expect(await timesOf('KEPT')).toHaveLength(2)
  expect(await store.forgetOlder(0)).toBe(false)
  expect(await timesOf('KEPT')).toEqual([])
})
