import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import type { NewToken } from '../vault/stores.ts'
import { openStore, type Store } from './open.ts'

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await createDatabase('embedded')
  store = await openStore(database.logins)
})
afterAll(async () => {
  await store?.close()
  await database?.drop()
})

const owner = { cell: 0, merchantId: 'M1' }
const other = { cell: 0, merchantId: 'M2' }
let names = 0
const newToken = (more: Partial<NewToken> = {}): NewToken => ({
  token: `token${++names}`,
  kind: 'CARD',
  cardHash: Buffer.alloc(32, names),
  card: Buffer.from(`sealed ${names}`),
  ...more,
})

test('a token is found by its name and by its card, by its merchant only', async () => {
  const row = newToken()
  const { cardHash, ...rest } = row
  const put = await store.tokens.put(owner, row, 'sameCard')
  expect(put).toEqual({ isNew: true, updatedAtMs: expect.any(Number) })
  expect(await store.tokens.find(owner, row.token)).toEqual({ ...rest, updatedAtMs: put?.updatedAtMs })
  expect(await store.tokens.findByCard(owner, cardHash)).toBe(row.token)
  expect(await store.tokens.find(other, row.token)).toBeUndefined()
  expect(await store.tokens.findByCard(other, cardHash)).toBeUndefined()
})

test('a name is given to the same card again, to another only on purpose', async () => {
  const row = newToken()
  await store.tokens.put(owner, row, 'sameCard')
  expect(await store.tokens.put(owner, { ...row, card: Buffer.from('new') }, 'sameCard')).toMatchObject({
    isNew: false,
  })
  const another = newToken({ token: row.token })
  expect(await store.tokens.put(owner, another, 'sameCard')).toBeUndefined()
  expect(await store.tokens.find(owner, row.token)).toMatchObject({ card: Buffer.from('new') })
  expect(await store.tokens.put(owner, another, 'any')).toMatchObject({ isNew: false })
  expect(await store.tokens.find(owner, row.token)).toMatchObject({ card: another.card })
  expect(await store.tokens.put(other, another, 'sameCard')).toMatchObject({ isNew: true })
})

test('of many who put one name for different cards at once, one gets it', async () => {
  const { token } = newToken()
  const rows = Array.from({ length: 10 }, () => newToken({ token }))
  const puts = await Promise.all(rows.map(row => store.tokens.put(owner, row, 'sameCard')))
  expect(puts.filter(put => put !== undefined)).toHaveLength(1)
})

test('a forgotten card is gone, its name is not, and only the same card gets it back', async () => {
  const row = newToken()
  await store.tokens.put(owner, row, 'sameCard')
  expect(await store.tokens.forget(other, row.token)).toBe(false)
  expect(await store.tokens.forget(owner, row.token)).toBe(true)
  expect(await store.tokens.forget(owner, row.token)).toBe(false)
  expect(await store.tokens.find(owner, row.token)).toBeUndefined()
  expect(await store.tokens.findByCard(owner, row.cardHash)).toBeUndefined()
  expect(await store.tokens.put(owner, newToken({ token: row.token }), 'sameCard')).toBeUndefined()
  expect(await store.tokens.put(owner, row, 'sameCard')).toMatchObject({ isNew: true })
})

test('of several names of a card the first is the one it is found by', async () => {
  const first = newToken()
  await store.tokens.put(owner, first, 'any')
  await store.tokens.put(owner, newToken({ cardHash: first.cardHash }), 'any')
  expect(await store.tokens.findByCard(owner, first.cardHash)).toBe(first.token)
})

test('it is known when a token was last used', async () => {
  const row = newToken()
  await store.tokens.put(owner, row, 'any')
  expect(await store.tokens.find(owner, row.token)).not.toHaveProperty('usedAtMs')
  await store.tokens.markUsed(owner, row.token)
  const used = await store.tokens.find(owner, row.token)
  expect(used?.usedAtMs).toBeGreaterThanOrEqual(used?.updatedAtMs ?? Number.NaN)
})
