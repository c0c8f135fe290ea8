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
  const put = await store.tokens.put(owner, row)
  expect(put).toEqual({ isNew: true, updatedAtMs: expect.any(Number) })
  expect(await store.tokens.find(owner, row.token)).toEqual({ ...rest, updatedAtMs: put?.updatedAtMs })
  expect(await store.tokens.findByCard(owner, cardHash)).toEqual(await store.tokens.find(owner, row.token))
  expect(await store.tokens.find(other, row.token)).toBeUndefined()
  expect(await store.tokens.findByCard(other, cardHash)).toBeUndefined()
})

test('a name is given to the same card again, to another only on purpose', async () => {
  const row = newToken()
  await store.tokens.put(owner, row)
  expect(await store.tokens.put(owner, { ...row, card: Buffer.from('new') }, row.card)).toMatchObject({
    isNew: false,
  })
  const another = newToken({ token: row.token })
  expect(await store.tokens.put(owner, another)).toBeUndefined()
  expect(await store.tokens.find(owner, row.token)).toMatchObject({ card: Buffer.from('new') })
  expect(await store.tokens.put(owner, another, 'any')).toMatchObject({ isNew: false })
  expect(await store.tokens.find(owner, row.token)).toMatchObject({ card: another.card })
  expect(await store.tokens.put(other, another)).toMatchObject({ isNew: true })
})

test('a card is replaced only while it is as it was read', async () => {
  const row = newToken()
  await store.tokens.put(owner, row)
  const [one, two] = [Buffer.from('one'), Buffer.from('two')]
  const puts = await Promise.all([one, two].map(card => store.tokens.put(owner, { ...row, card }, row.card)))
  expect(puts.filter(put => put !== undefined)).toHaveLength(1)
  const left = await store.tokens.find(owner, row.token)
  expect(left?.card).toEqual(puts[0] ? one : two)
  expect(await store.tokens.put(owner, { ...row, card: Buffer.from('blind') })).toBeUndefined()
  await store.tokens.forget(owner, row.token)
  expect(await store.tokens.put(owner, row, left?.card)).toBeUndefined()
})

test('of many who put one name for different cards at once, one gets it', async () => {
  const { token } = newToken()
  const rows = Array.from({ length: 10 }, () => newToken({ token }))
  const puts = await Promise.all(rows.map(row => store.tokens.put(owner, row)))
  expect(puts.filter(put => put !== undefined)).toHaveLength(1)
})

test('a forgotten card is gone, its name is not, and only the same card gets it back', async () => {
  const row = newToken()
  await store.tokens.put(owner, row)
  expect(await store.tokens.forget(other, row.token)).toBe(false)
  expect(await store.tokens.forget(owner, row.token)).toBe(true)
  expect(await store.tokens.forget(owner, row.token)).toBe(false)
  expect(await store.tokens.find(owner, row.token)).toBeUndefined()
  expect(await store.tokens.findByCard(owner, row.cardHash)).toBeUndefined()
  expect(await store.tokens.put(owner, newToken({ token: row.token }))).toBeUndefined()
  expect(await store.tokens.put(owner, row)).toMatchObject({ isNew: true })
})

test('of several names of a card the first is the one it is found by', async () => {
  const first = newToken()
  await store.tokens.put(owner, first, 'any')
  await store.tokens.put(owner, newToken({ cardHash: first.cardHash }), 'any')
  expect(await store.tokens.findByCard(owner, first.cardHash)).toMatchObject({ token: first.token })
})

test('it is known when a token was last used', async () => {
  const row = newToken()
  await store.tokens.put(owner, row, 'any')
  expect(await store.tokens.find(owner, row.token)).not.toHaveProperty('usedAtMs')
  await store.tokens.markUsed(owner, row.token)
  const used = await store.tokens.find(owner, row.token)
  expect(used?.usedAtMs).toBeGreaterThanOrEqual(used?.updatedAtMs ?? Number.NaN)
})

let payers = 0
const newPayer = () => Buffer.alloc(32, 100 + ++payers)
async function saved(payer: Buffer, more: Partial<NewToken> = {}): Promise<NewToken> {
  const row = newToken({ isForPayers: true, ...more })
  await store.tokens.put(owner, row, more.card)
  expect(await store.savedCards.save(owner, { payer, token: row.token, orderId: 'O' }, 10)).toBe(true)
  return row
}
const tokensOf = async (payer: Buffer, whose = owner) =>
  (await store.savedCards.of(whose, payer)).map(({ token }) => token)

test('payers find the cards that they saved at a merchant, the last used first', async () => {
  const payer = newPayer()
  const [first, second] = [await saved(payer), await saved(payer)]
  expect(await tokensOf(payer)).toEqual([second.token, first.token])
  await store.tokens.markUsed(owner, first.token)
  expect(await store.savedCards.of(owner, payer)).toMatchObject([
    { token: first.token, kind: 'CARD', card: first.card, usedAtMs: expect.any(Number) },
    { token: second.token },
  ])
  expect(await tokensOf(payer, other)).toEqual([])
  expect(await tokensOf(newPayer())).toEqual([])
})

test('a payer saves so many cards and no more; one of them may be saved again', async () => {
  const payer = newPayer()
  const { token } = await saved(payer)
  const save = (given: string) => store.savedCards.save(owner, { payer, token: given, orderId: 'O' }, 1)
  expect(await save('another')).toBe(false)
  expect(await save(token)).toBe(true)
})

test('a card that was kept for payers goes with the last of them', async () => {
  const [one, two] = [newPayer(), newPayer()]
  const row = await saved(one)
  await saved(two, row)
  expect(await store.savedCards.remove(other, one, row.token)).toBe(false)
  expect(await store.savedCards.remove(owner, one, row.token)).toBe(true)
  expect(await store.savedCards.remove(owner, one, row.token)).toBe(false)
  expect(await tokensOf(two)).toEqual([row.token])
  expect(await store.savedCards.remove(owner, two, row.token)).toBe(true)
  expect(await store.tokens.find(owner, row.token)).toBeUndefined()
})

test('two payers who remove the same card at once leave nothing of it', async () => {
  for (let round = 0; round < 10; round++) {
    const both = [newPayer(), newPayer()]
    const row = await saved(both[0] ?? newPayer())
    await saved(both[1] ?? newPayer(), row)
    await Promise.all(both.map(payer => store.savedCards.remove(owner, payer, row.token)))
    expect(await store.tokens.find(owner, row.token)).toBeUndefined()
  }
})

test.each([
  ['before', true],
  ['after', false],
])('a card that the merchant kept %s a payer saved it stays with the merchant', async (_, isFirst) => {
  const payer = newPayer()
  const own = newToken()
  if (isFirst) await store.tokens.put(owner, own)
  await saved(payer, own)
  if (!isFirst) await store.tokens.put(owner, { ...own, isForPayers: false }, own.card)
  expect(await store.savedCards.remove(owner, payer, own.token)).toBe(true)
  expect(await tokensOf(payer)).toEqual([])
  expect(await store.tokens.find(owner, own.token)).toBeDefined()
})

test('what the merchant deletes or replaces is not saved any more, also when it is kept again', async () => {
  const payer = newPayer()
  const [deleted, replaced] = [await saved(payer), await saved(payer)]
  await store.tokens.forget(owner, deleted.token)
  expect(await tokensOf(payer)).toEqual([replaced.token])
  await store.tokens.put(owner, { ...replaced, card: Buffer.from('new expiry') }, 'any')
  expect(await tokensOf(payer)).toEqual([replaced.token])
  await store.tokens.put(owner, newToken({ token: replaced.token }), 'any')
  for (const row of [deleted, replaced]) await store.tokens.put(owner, row, 'any')
  expect(await tokensOf(payer)).toEqual([])
})
