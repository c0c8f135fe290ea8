// Whatever there is of a merchant is moved, and is of use where it is then: each table has something here.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { delivered, wanting } from '../../../test/notifications/world.ts'
import {
  answerLate,
  cardHashOf,
  countsOf,
  type FilledMerchant,
  fillMerchants,
  keyHashOf,
  payerOf,
  sessionIdOf,
  token,
} from '../../../test/support/store/filledMerchant.ts'
import {
  type MovingShop,
  type MovingWorld,
  openMovingWorld,
} from '../../../test/support/store/movingWorld.ts'
import { sampleAmendment, sampleClosing } from '../../../test/support/store/sampleIntent.ts'
import {
  type ArchiveAdministration,
  createArchiveAdministration,
} from '../../administration/archives/archives.ts'
import { movedTables, tablesOfMerchant } from './movedRows.ts'

let world: MovingWorld
let folder: string
let archives: ArchiveAdministration
let moved: FilledMerchant
let neighbour: FilledMerchant
/** What each table had of them the moment before. */
let before: Readonly<Record<'moved' | 'neighbour', Contents>>

const home = () => ({ cell: 7, merchantId: moved.shop.merchantId })
const atHome = ({ key }: { readonly key: { readonly orderId: string } }) => ({
  ...home(),
  orderId: key.orderId,
})

beforeAll(async () => {
  world = await openMovingWorld()
  folder = await mkdtemp(join(tmpdir(), 'moved-'))
  const digest = () => Buffer.alloc(32)
  archives = createArchiveAdministration({
    ...{ store: world.store.administration(digest), digest, pepper: Buffer.alloc(32), actor: 'ada@office' },
    sealArchive: text => Buffer.from(`sealed ${text.length}`),
    makeSecret: () => Promise.reject(new Error('None is made here')),
  })
  const shops = [await world.newShop(), await world.newShop()]
  const [one, other] = await fillMerchants(world, shops, { archives, folder })
  if (!one || !other) throw new Error('Two were filled')
  moved = one
  neighbour = other
  await moveTo7()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await world?.close()
})

async function moveTo7(): Promise<void> {
  const { moves } = world
  const administration = world.administration({
    moves: {
      ...moves,
      async carry(...given) {
        for (const merchant of [moved, neighbour]) await answerLate(world, merchant)
        before = { moved: await contentsIn(1, moved.shop), neighbour: await contentsIn(1, neighbour.shop) }
        return moves.carry(...given)
      },
    },
  })
  const { merchantId } = moved.shop
  expect(await administration.move(merchantId, { to: 7, pauseMs: 20_000 })).toMatchObject({
    from: 1,
    cell: 7,
  })
  world.store.merchants.forget(merchantId)
}

/** The rows of each table that has any, without the cell. */
type Contents = Readonly<Record<string, readonly string[]>>

async function contentsIn(cell: number, { merchantId }: MovingShop): Promise<Contents> {
  const contents: Record<string, readonly string[]> = {}
  for (const table of await tablesByMerchant()) {
    const { rows } = await world.owner.query<{ row: string }>(
      // What is taken in here once more after a move is told by the mark: see the last test.
      `select (to_jsonb(t) - array['cell', 'has_moved'])::text as row from ${table} t
       where cell = $1 and merchant_id = $2 order by 1`,
      [cell, merchantId],
    )
    if (rows.length > 0) contents[table] = rows.map(({ row }) => row)
  }
  return contents
}

/** All that have a merchant and a cell, but for the merchant itself, which changes otherwise. */
async function tablesByMerchant(): Promise<readonly string[]> {
  const { rows } = await world.owner.query<{ name: string }>(`
    select c.relname::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'merchants' and 2 = (
      select count(*) from pg_attribute a
      where a.attrelid = c.oid and a.attname in ('cell', 'merchant_id') and not a.attisdropped
    )`)
  return rows.map(({ name }) => name)
}

test('each table that is moved, and each that hangs on a merchant, has rows of both merchants', async () => {
  const tables = [...movedTables, ...tablesOfMerchant].toSorted()
  expect(Object.keys(before.moved).toSorted()).toEqual(tables)
  expect(Object.keys(before.neighbour).toSorted()).toEqual(tables)
  const { rows } = await world.owner.query<{ name: string }>(`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'merchants'::regclass and exists (
      select from pg_attribute where attrelid = conrelid and attname = 'cell'
    )`)
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...tablesOfMerchant].toSorted())
})

test('nothing is left, the same rows are there, and the neighbour has what it had', async () => {
  expect(await contentsIn(1, moved.shop)).toEqual({})
  expect(await contentsIn(7, moved.shop)).toEqual(before.moved)
  expect(await contentsIn(1, neighbour.shop)).toEqual(before.neighbour)
  expect(await contentsIn(7, neighbour.shop)).toEqual({})
  await world.expectFiguresToAddUp()
})

test('an archived order is known as one, and is read out of its file', async () => {
  const { orderId } = moved.archived.key
  const [archive] = await archives.list({ merchantId: moved.shop.merchantId, limit: 5 })
  if (!archive?.written) throw new Error('It was written')
  const loaded = await world.store.journal.load(atHome(moved.archived))
  expect(loaded).toMatchObject({ archivedIn: archive.written.fileName, transactions: [] })
  expect(await archives.verify(archive, folder)).toMatchObject({ isWhole: true, archived: 1 })
  const read = await archives.read(moved.shop.merchantId, orderId, folder)
  expect(read).toMatchObject({ archive: { cell: 7 }, line: expect.stringContaining(orderId) })
})

test('an erased order is known as one', async () => {
  const { payers } = world.store.administration(() => Buffer.alloc(32))
  const { orderId } = moved.erased.key
  expect(await payers.erasureOf(home(), orderId)).toMatchObject({ by: 'ada@office' })
  const loaded = await world.store.journal.load(atHome(moved.erased))
  expect(loaded?.transactions[0]?.request.fields).not.toHaveProperty('customer')
})

test('its credentials, secrets and ids at directory servers are its own still', async () => {
  const { store } = world
  const administration = store.administration(() => Buffer.alloc(32))
  const { merchantId } = moved.shop
  const access = await store.merchants.find(merchantId)
  expect(access).toMatchObject({ cell: 7, passwordHashes: [expect.any(Buffer)] })
  expect(await store.certificateKeys.bindingOf(keyHashOf(moved.shop), merchantId)).toBe('bound')
  expect(await administration.certificates(home())).toHaveLength(1)
  expect((await store.secrets.find(home())).signing).toHaveLength(1)
  expect(await administration.directoryMerchant(home(), 'directory')).toMatchObject({ merchantId })
})

test('a session, a token and the card that a payer saved are found', async () => {
  const { sessions, tokens, savedCards } = world.store
  const sessionId = sessionIdOf(moved.shop)
  expect(await sessions.findByName(sessionId)).toMatchObject({ key: { ...home(), sessionId } })
  expect(await sessions.authenticate({ ...home(), sessionId }, 'order')).toBe('ok')
  expect(await tokens.find(home(), token)).toMatchObject({ token, kind: 'CARD' })
  expect(await tokens.findByCard(home(), cardHashOf(moved.shop))).toMatchObject({ token })
  expect(await savedCards.of(home(), payerOf(moved.shop))).toMatchObject([{ token }])
  // With the only payer who has it, the card goes.
  expect(await savedCards.remove(home(), payerOf(moved.shop), token)).toBe(true)
  expect(await tokens.find(home(), token)).toBeUndefined()
  expect(await tokens.find(neighbour.shop.owner, token)).toBeDefined()
})

test('counters of attempts go on, each for its merchant', async () => {
  for (const [{ shop }, cell] of [[moved, 7] as const, [neighbour, 1] as const]) {
    const key = { ...shop.intentOf().key, cell }
    const intent = shop.intentOf({ key, counts: countsOf(shop) })
    const begun = await world.store.journal.begin(intent)
    expect(begun).toMatchObject({ state: 'started', counts: [{ attempts: 2, amount: 20_000n }] })
    await world.store.journal.close(sampleClosing(intent, 1))
  }
})

test('a payment waits for its review, once', async () => {
  const { riskReviews } = world.store
  const waiting = () => riskReviews.waiting(home(), { limit: 5 })
  const { transactionId } = moved.paid
  expect(await waiting()).toMatchObject([{ orderId: moved.paid.key.orderId, transactionId }])
  await riskReviews.settle({ ...atHome(moved.paid), transactionId })
  expect(await waiting()).toEqual([])
})

test('a receipt that was promised is sent once', async () => {
  const { receipts } = world.store
  const claim = async () =>
    (await receipts.claim({ limit: 8, leaseMs: 90_000 })).filter(each => each.cell === 7)
  await world.advance(5_000)
  const claims = await claim()
  expect(claims).toMatchObject([{ ...atHome(moved.paid), checkout: 'abcdef01', tries: 1 }])
  for (const each of claims) await receipts.record(each, { kind: 'sent' })
  await world.advance(3_600_000)
  expect(await claim()).toEqual([])
  expect(await receipts.list(atHome(moved.paid))).toMatchObject([{ state: 'SENT' }])
})

test('what is owed is claimed, with what was tried before, and is settled', async () => {
  const { journal } = world.store
  const due = await journal.claimDue({ limit: 100, patienceMs: 60_000 })
  const owed = { key: atHome(moved.owed), transactionId: moved.owed.transactionId }
  expect(due.filter(({ key }) => key.cell === 7)).toMatchObject([{ ...owed, obligation: 'reversal' }])
  expect(await journal.traceOf(owed.key, owed.transactionId)).toMatchObject({
    ...{ outcomes: [{ sequence: 1 }], exchanges: [{ kind: 'reversal', attempt: 1 }] },
  })
  const amended = await journal.amend({ ...sampleAmendment(moved.owed, 2), key: owed.key })
  expect(amended).toEqual({ state: 'amended', sequence: 2 })
})

test('each notification that is due is claimed once, and one that was tried knows of it', async () => {
  const claim = async () =>
    (await world.notifications.claim(wanting({ perReceiver: 64, perMerchant: 64 }))).filter(
      ({ merchantId }) => merchantId === moved.shop.merchantId,
    )
  const claims = await claim()
  const { paid, owed, answered, erased } = moved
  const orders = [paid, owed, answered, erased].map(({ key }) => key.orderId)
  const first = claims.filter(({ sequence, orderId }) => sequence === 1 && orders.includes(orderId))
  expect(first.map(({ orderId }) => orderId).toSorted()).toEqual(orders.toSorted())
  expect(first.map(({ attempt }) => attempt).toSorted()).toEqual([1, 1, 1, 2])
  expect(first.every(({ cell }) => cell === 7)).toBe(true)
  expect(await claim()).toEqual([])
  await world.notifications.record(first.map(delivered))
  const [twice] = first.filter(({ attempt }) => attempt === 2)
  if (!twice) throw new Error('One was tried before')
  expect(await world.notifications.attempts(twice)).toMatchObject([{ attempt: 1 }, { attempt: 2 }])
})

test('its calls and saved searches are listed', async () => {
  const { requestLog, savedFilters } = world.store
  const log = await requestLog.read(home(), { limit: 5 })
  expect(log).toMatchObject([{ calls: [{ orderId: moved.paid.key.orderId, status: 201 }] }])
  const searches = await savedFilters.list('user', moved.shop.merchantId)
  expect(searches).toMatchObject([{ name: 'Large', query: 'amountFrom=1000' }])
})

test('its orders are found, and what came last is told and counted there, nothing twice', async () => {
  await world.takeIn()
  const { orders } = await world.store.search.find(home(), { filter: {}, limit: 50 })
  const ids = orders.map(({ orderId }) => orderId)
  for (const { key } of [moved.paid, moved.owed, moved.answered, moved.erased])
    expect(ids).toContain(key.orderId)
  expect(ids).not.toContain(moved.archived.key.orderId)
  // Archived, paid, erased, and the one that was counted by rules.
  expect(await moved.shop.authorized()).toBe('40000')
  const told = await world.notifications.feed(home(), { after: 0, limit: 50 })
  const changes = told.filter(({ orderId }) => orderId === moved.answered.key.orderId)
  expect(changes.map(({ sequence }) => sequence)).toEqual([1, 2])
  await world.expectFiguresToAddUp()
})
