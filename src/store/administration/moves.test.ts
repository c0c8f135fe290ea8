import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type MovingShop,
  type MovingWorld,
  openMovingWorld,
} from '../../../test/support/store/movingWorld.ts'
import {
  sampleAmendment,
  sampleClosing,
  sampleIntent,
  sampleSilence,
} from '../../../test/support/store/sampleIntent.ts'
import type { MerchantMove } from '../../administration/moves/port.ts'
import { MerchantMoving } from '../../platform/errors.ts'
import { tablesByCell } from '../schema/distribution.ts'
import { movedTables, tablesThatStay } from './movedRows.ts'

const insertedLate = `
insert into orders (cell, merchant_id, order_id, order_no, version, currency, amount, created_at)
values (1, $1, 'late', nextval('order_numbers'), 1, 'USD', 1, now())`

let world: MovingWorld
let shop: MovingShop
beforeAll(async () => {
  world = await openMovingWorld()
})
beforeEach(async () => {
  shop = await world.newShop()
})
afterAll(() => world?.close())

test('each table of cells is moved, or is known to stay', () => {
  expect([...movedTables, ...tablesThatStay].toSorted()).toEqual([...tablesByCell].toSorted())
})

describe('everything goes along', () => {
  test('orders, what is owed, sessions, tokens, notifications with their numbers, figures', async () => {
    const paid = await shop.recorded()
    const silent = await shop.recorded((intent, fence) => ({
      ...sampleSilence(intent, fence),
      obligation: 'reversal',
    }))
    await world.takeIn()
    await keepSession()
    await world.store.tokens.put(
      shop.owner,
      { ...token, cardHash: randomBytes(32), card: randomBytes(60) },
      'any',
    )
    const feedBefore = await shop.feedNumbers()
    const before = await shop.rowsIn(1)
    const moved = await shop.moveTo(7)
    expect(moved).toMatchObject({ from: 1, cell: 7, orders: 2 })
    shop.forget()
    expect(await shop.home()).toBe(7)
    expect(await shop.rowsIn(1)).toEqual({})
    expect(await shop.rowsIn(7)).toEqual(before)
    expect(await shop.feedNumbers()).toEqual(feedBefore)
    const key = { ...paid.key, cell: 7 }
    expect(await world.store.journal.load(key)).toMatchObject({
      transactions: [{ id: '1', result: 'SUCCESS' }],
    })
    await world.expectFiguresToAddUp()
    const due = await world.store.journal.claimDue({ limit: 100, patienceMs: 1_000 })
    expect(due).toMatchObject([{ key: { ...silent.key, cell: 7 }, obligation: 'reversal' }])
    const amended = await world.store.journal.amend({
      ...sampleAmendment(silent, 2),
      key: { ...silent.key, cell: 7 },
    })
    expect(amended).toEqual({ state: 'amended', sequence: 2 })
    // Taken in by the other cell: what is new, and nothing a second time.
    await world.takeIn()
    expect(await shop.authorized()).toBe('10000')
    await world.expectFiguresToAddUp()
    expect((await shop.feedNumbers()).slice(0, -1)).toEqual(feedBefore)
  })

  test('and back again', async () => {
    const intent = await shop.recorded()
    await world.takeIn()
    await shop.moveTo(7)
    expect(await shop.moveTo(1)).toMatchObject({ from: 7, cell: 1, orders: 1 })
    expect(await world.store.journal.load(intent.key)).toMatchObject({ totals: { authorized: 10_000n } })
    await world.takeIn()
    await world.expectFiguresToAddUp()
  })

  test('a change by another operator that comes in between is made after it', async () => {
    const administration = world.store.administration(() => Buffer.alloc(32))
    const entry = { actor: 'bob@office', action: 'profile.change', details: {} } as const
    const intent = shop.intentOf()
    await world.store.journal.begin(intent)
    const moving = shop.moveTo(7)
    // It stays closed until this payment has ended: alone, a move is over too soon to be met.
    await expect.poll(() => shop.isClosed()).toBe(true)
    const changed = administration.changeProfile(shop.merchantId, () => ({
      settings: { notifications: true },
      entry: { ...entry, merchantId: shop.merchantId },
    }))
    await world.store.journal.close(sampleClosing(intent, 1))
    expect(await moving).toMatchObject({ cell: 7, orders: 1 })
    expect(await changed).toBe(true)
  })

  test('what was settled and told just before, and not searched or counted yet, is waited for', async () => {
    const silent = await shop.recorded((intent, fence) => ({
      ...sampleSilence(intent, fence),
      obligation: 'reversal',
    }))
    await world.takeIn()
    let carries = 0
    const administration = world.administration({
      moves: {
        ...world.moves,
        async carry(...given) {
          // What is owed is settled at any time. Another node makes it a notification, and no more than that.
          if (++carries === 1) {
            await world.store.journal.amend(sampleAmendment(silent, 2))
            await world.notifications.takeIn(500)
          }
          return world.moves.carry(...given)
        },
      },
    })
    const moved = await administration.move(shop.merchantId, { to: 7, pauseMs: 20_000 })
    expect(moved).toMatchObject({ cell: 7, orders: 1 })
    await world.takeIn()
    const home = { ...shop.owner, cell: 7 }
    const told = await world.notifications.feed(home, { after: 0, limit: 5 })
    const { orders } = await world.store.search.find(home, { filter: {}, limit: 5 })
    expect(told.map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(orders.map(({ changedAt }) => changedAt.getTime())).toEqual([told[1]?.changedAtMs])
    expect(carries).toBe(2)
  })

  test('to where it is already, nothing is done', async () => {
    expect(await shop.moveTo(1)).toMatchObject({ from: 1, cell: 1, orders: 0 })
  })

  test('the audit log has it, in the commit that moved it', async () => {
    await shop.recorded()
    await world.takeIn()
    await shop.moveTo(7)
    const audit = await world.store
      .administration(() => Buffer.alloc(32))
      .audit({ merchantId: shop.merchantId, limit: 1 })
    expect(audit).toMatchObject([
      { action: 'merchant.move', actor: 'ada@office', details: { from: 1, to: 7, orders: 1 } },
    ])
  })

  test('an address that a browser has is found by the cell in it, and leads to the new one', async () => {
    const key = { ...shop.owner, orderId: 'order-1' }
    const issued = { key, transactionId: '1', kind: 'challenge', content: {}, lifeMs: 60_000 } as const
    const address = await world.store.callbacks.issue(issued)
    await shop.moveTo(7)
    expect(await world.store.callbacks.look(address)).toMatchObject({ key: { ...key, cell: 7 } })
    expect(await world.store.callbacks.use(address)).toMatchObject({ key: { ...key, cell: 7 } })
    expect(await world.store.callbacks.use(address)).toBe('used')
  })
})

describe('while it is closed', () => {
  const run = () => ({ ...shop.owner, to: 7, runId: randomUUID() }) satisfies MerchantMove

  test('nothing of it is begun or kept, and of others everything', async () => {
    const intent = await shop.recorded()
    const neighbour = sampleIntent({ key: { cell: 1, merchantId: 'NEIGHBOUR', orderId: randomUUID() } })
    const move = run()
    await world.moves.close(move, 60_000)
    const again = { ...intent, transactionId: '2', seen: 2 }
    const asked = [
      world.store.journal.begin(shop.intentOf()),
      world.store.journal.begin(again),
      world.store.journal.begin(neighbour),
    ]
    const [fresh, followUp, other] = await Promise.allSettled(asked)
    expect([fresh, followUp]).toMatchObject([
      { status: 'rejected', reason: { message: expect.stringContaining('another cell') } },
      { status: 'rejected', reason: { message: expect.stringContaining('another cell') } },
    ])
    expect(other).toMatchObject({ status: 'fulfilled', value: { state: 'started' } })
    await expect(keepSession()).rejects.toThrow(MerchantMoving)
    const put = world.store.tokens.put(
      shop.owner,
      { ...token, cardHash: randomBytes(32), card: randomBytes(60) },
      'any',
    )
    await expect(put).rejects.toThrow(MerchantMoving)
    shop.forget()
    await expect(world.store.merchants.find(shop.merchantId)).rejects.toThrow('being moved')
    await world.moves.callOff(move)
    expect(await world.store.journal.begin(shop.intentOf())).toMatchObject({ state: 'started' })
    await expect.poll(() => shop.home().catch(() => undefined)).toBe(1)
  })

  test('a payer who comes back finds the address unused afterwards', async () => {
    const key = { ...shop.owner, orderId: 'order-1' }
    const address = await world.store.callbacks.issue({
      ...{ key, transactionId: '1', kind: 'challenge', content: {}, lifeMs: 60_000 },
    })
    const move = run()
    await world.moves.close(move, 60_000)
    await expect(world.store.callbacks.use(address)).rejects.toThrow('another cell')
    await world.moves.callOff(move)
    expect(await world.store.callbacks.use(address)).toMatchObject({ key })
  })

  test('what was begun before is waited for, and closed as ever', async () => {
    const intent = shop.intentOf()
    await world.store.journal.begin(intent)
    const moving = shop.moveTo(7)
    await expect.poll(() => shop.isClosed()).toBe(true)
    expect(await world.store.journal.close(sampleClosing(intent, 1))).toMatchObject({ state: 'closed' })
    expect(await moving).toMatchObject({ cell: 7, orders: 1 })
  })

  test('a statement that began before it was closed is waited for', async () => {
    const older = new pg.Client(world.database.config)
    await older.connect()
    await older.query('begin')
    await older.query('select begin_bounds(1::int2, $1)', [[shop.merchantId]])
    const moving = shop.moveTo(7)
    await expect.poll(() => shop.isClosed()).toBe(true)
    await older.query(insertedLate, [shop.merchantId])
    await older.query('commit')
    await older.end()
    expect(await moving).toMatchObject({ cell: 7, orders: 1 })
    expect(await shop.rowsIn(1)).toEqual({})
  })

  test('a statement that began while it was being closed is waited for', async () => {
    const [holder, younger] = [new pg.Client(world.database.config), new pg.Client(world.database.config)]
    await Promise.all([holder.connect(), younger.connect()])
    await holder.query("update merchants set other_cells = '{7}' where merchant_id = $1", [shop.merchantId])
    await holder.query('begin')
    await holder.query('select from merchants where merchant_id = $1 for update', [shop.merchantId])
    const moving = shop.moveTo(7)
    // The command has its transaction id by now, and waits for the row.
    await expect.poll(() => world.waitingSessions()).toBe(1)
    await younger.query('begin')
    await younger.query('select begin_bounds(1::int2, $1)', [[shop.merchantId]])
    await holder.query('commit')
    await expect.poll(() => shop.isClosed()).toBe(true)
    await Promise.race([moving, setTimeout(1_500)])
    await younger.query(insertedLate, [shop.merchantId])
    await younger.query('commit')
    await Promise.all([holder.end(), younger.end()])
    expect(await moving).toMatchObject({ cell: 7, orders: 1 })
    expect(await shop.rowsIn(1)).toEqual({})
  })

  test('two commands do not both move it', async () => {
    const [one, other] = await Promise.all([shop.moveTo(7, 1_000), shop.moveTo(8, 1_000)])
    const cells = [one, other].map(moved => ('cell' in moved ? moved.cell : undefined))
    expect(cells.filter(cell => cell !== undefined)).toHaveLength(1)
    shop.forget()
    expect(cells).toContain(await shop.home())
  })
})

describe('after it has moved', () => {
  test('whoever still has the old cell in hand begins nothing there, and calls nothing missing', async () => {
    const intent = await shop.recorded()
    await world.takeIn()
    await shop.moveTo(7)
    await expect(world.store.journal.begin(shop.intentOf())).rejects.toThrow('another cell')
    await expect(world.store.journal.begin({ ...intent, transactionId: '2', seen: 2 })).rejects.toThrow(
      'another cell',
    )
    await expect(world.store.journal.load(intent.key)).rejects.toThrow('another cell')
    await expect(world.store.journal.load(shop.intentOf().key)).rejects.toThrow('another cell')
    expect(await shop.rowsIn(1)).toEqual({})
  })

  test('no token or session of it is called missing, or forgotten, in the old cell', async () => {
    const card = { ...token, cardHash: randomBytes(32), card: randomBytes(60) }
    await world.store.tokens.put(shop.owner, card, 'any')
    await keepSession()
    await shop.moveTo(7)
    const { tokens, sessions } = world.store
    const session = { ...shop.owner, sessionId }
    await expect(tokens.find(shop.owner, token.token)).rejects.toThrow('another cell')
    await expect(tokens.forget(shop.owner, token.token)).rejects.toThrow('another cell')
    await expect(sessions.find(session)).rejects.toThrow('another cell')
    await expect(sessions.authenticate(session, 'order')).rejects.toThrow('another cell')
    expect(await tokens.find({ ...shop.owner, cell: 7 }, token.token)).toMatchObject(token)
    expect(await sessions.authenticate({ ...session, cell: 7 }, 'order')).toBe('ok')
    expect(await sessions.find({ ...session, cell: 7, sessionId: 'SESSION' })).toBeUndefined()
  })

  test('no payer is told in the old cell that a card was not saved', async () => {
    const { savedCards, tokens } = world.store
    const payer = randomBytes(32)
    const card = { ...token, cardHash: randomBytes(32), card: randomBytes(60) }
    await tokens.put(shop.owner, card, 'any')
    await savedCards.save(shop.owner, { payer, token: token.token, orderId: 'order' }, 5)
    await shop.moveTo(7)
    await expect(savedCards.of(shop.owner, payer)).rejects.toThrow('another cell')
    await expect(savedCards.remove(shop.owner, payer, token.token)).rejects.toThrow('another cell')
    expect(await savedCards.of({ ...shop.owner, cell: 7 }, payer)).toMatchObject([token])
  })

  test('a letter that was handed over meanwhile is not sent again', async () => {
    const { receipts } = world.store
    const key = { ...shop.owner, orderId: 'order', checkout: 'abcdef01' }
    await receipts.promise({ ...key, shopName: 'Shop', locale: 'en', amount: '10.00', currency: 'USD' })
    await world.advance(5_000)
    const [claim] = await receipts.claim({ limit: 8, leaseMs: 90_000 })
    if (!claim) throw new Error('It was due')
    await shop.moveTo(7)
    await receipts.record(claim, { kind: 'sent' })
    await world.advance(100_000)
    expect(await receipts.claim({ limit: 8, leaseMs: 90_000 })).toEqual([])
    expect(await receipts.list({ ...key, cell: 7 })).toMatchObject([{ state: 'SENT' }])
  })

  test('a payment is not listed for a review where its order is not any more', async () => {
    const intent = await shop.recorded()
    await world.takeIn()
    const { riskReviews } = world.store
    const review = { ...intent.key, transactionId: '1' }
    await shop.moveTo(7)
    // Recovery has asked about it in the old cell, and asks again in the other.
    await riskReviews.expect(review)
    await riskReviews.expect({ ...review, cell: 7 })
    expect(await riskReviews.waiting({ ...shop.owner, cell: 7 }, { limit: 5 })).toHaveLength(1)
    expect(await shop.moveTo(1)).toMatchObject({ from: 7, cell: 1 })
    expect(await riskReviews.waiting(shop.owner, { limit: 5 })).toHaveLength(1)
  })

  test('a claim that was under way ends without a trace, and is repeated in the other cell', async () => {
    const silent = await shop.recorded((intent, fence) => ({
      ...sampleSilence(intent, fence),
      obligation: 'reversal',
    }))
    await world.takeIn()
    const [claim] = await world.store.journal.claimDue({ limit: 100, patienceMs: 0 })
    await shop.moveTo(7)
    expect(await world.store.journal.amend(sampleAmendment(silent, 2))).toEqual({ state: 'stale' })
    const remark = { ...sampleAmendment(silent, 2), isRemark: true as const }
    await expect(world.store.journal.amend(remark)).rejects.toThrow('another cell')
    expect(claim).toMatchObject({ attempt: 1 })
    await expect
      .poll(() => world.store.journal.claimDue({ limit: 100, patienceMs: 0 }), { timeout: 5_000 })
      .toMatchObject([{ key: { cell: 7 }, attempt: 2 }])
  })

  test('what came late to the log of calls is gathered', async () => {
    await shop.moveTo(7)
    const late = "insert into request_log (cell, merchant_id, calls, content) values (1, $1, 1, '[]')"
    await world.owner.query(late, [shop.merchantId])
    expect(await shop.rowsIn(1)).toEqual({ request_log: 1 })
    await shop.moveTo(7)
    expect(await shop.rowsIn(1)).toEqual({})
    expect(await shop.rowsIn(7)).toMatchObject({ request_log: 1 })
  })
})

test('beside a node of the release before, nothing is moved', async () => {
  const node = randomUUID()
  await world.owner.query('insert into nodes (node_id, beats) values ($1, 1)', [node])
  expect(await shop.moveTo(7)).toMatchObject({ explanation: expect.stringContaining('earlier release') })
  expect(await shop.isClosed()).toBe(false)
  await world.owner.query('delete from nodes where node_id = $1', [node])
})

const token = { token: '9123450000000001', kind: 'CARD' } as const

const sessionId = 'SESSION000000000000000000000001'
const keepSession = () =>
  world.store.sessions.create({
    ...shop.owner,
    sessionId,
    ...{ kind: 'payment', apiVersion: 100, version: '0123456789', updateStatus: 'NO_UPDATE' },
    authenticationLimit: 5,
    contents: { lasting: randomBytes(30) },
    life: { idleMs: 60_000, totalMs: 60_000 },
  })
