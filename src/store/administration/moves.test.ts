import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { movingShops } from '../../../test/support/store/movingShops.ts'
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

const at = movingShops()

test('each table of cells is moved, or is known to stay', () => {
  expect([...movedTables, ...tablesThatStay].toSorted()).toEqual([...tablesByCell].toSorted())
})

describe('everything goes along', () => {
  test('orders, what is owed, sessions, tokens, notifications with their numbers, figures', async () => {
    const paid = await at.shop.recorded()
    const silent = await at.shop.recorded((intent, fence) => ({
      ...sampleSilence(intent, fence),
      obligation: 'reversal',
    }))
    await at.world.takeIn()
    await keepSession()
    await at.world.store.tokens.put(
      at.shop.owner,
      { ...token, cardHash: randomBytes(32), card: randomBytes(60) },
      'any',
    )
    const feedBefore = await at.shop.feedNumbers()
    const before = await at.shop.rowsIn(1)
    const moved = await at.shop.moveTo(7)
    expect(moved).toMatchObject({ from: 1, cell: 7, orders: 2 })
    at.shop.forget()
    expect(await at.shop.home()).toBe(7)
    expect(await at.shop.rowsIn(1)).toEqual({})
    expect(await at.shop.rowsIn(7)).toEqual(before)
    expect(await at.shop.feedNumbers()).toEqual(feedBefore)
    const key = { ...paid.key, cell: 7 }
    expect(await at.world.store.journal.load(key)).toMatchObject({
      transactions: [{ id: '1', result: 'SUCCESS' }],
    })
    await at.world.expectFiguresToAddUp()
    const due = await at.world.store.journal.claimDue({ limit: 100, patienceMs: 1_000 })
    expect(due).toMatchObject([{ key: { ...silent.key, cell: 7 }, obligation: 'reversal' }])
    const amended = await at.world.store.journal.amend({
      ...sampleAmendment(silent, 2),
      key: { ...silent.key, cell: 7 },
    })
    expect(amended).toEqual({ state: 'amended', sequence: 2 })
    // Taken in by the other cell: what is new, and nothing a second time.
    await at.world.takeIn()
    expect(await at.shop.authorized()).toBe('10000')
    await at.world.expectFiguresToAddUp()
    expect((await at.shop.feedNumbers()).slice(0, -1)).toEqual(feedBefore)
  })

  test('and back again', async () => {
    const intent = await at.shop.recorded()
    await at.world.takeIn()
    await at.shop.moveTo(7)
    expect(await at.shop.moveTo(1)).toMatchObject({ from: 7, cell: 1, orders: 1 })
    expect(await at.world.store.journal.load(intent.key)).toMatchObject({ totals: { authorized: 10_000n } })
    await at.world.takeIn()
    await at.world.expectFiguresToAddUp()
  })

  test('a change by another operator that comes in between is made after it', async () => {
    const administration = at.world.store.administration(() => Buffer.alloc(32))
    const entry = { actor: 'bob@office', action: 'profile.change', details: {} } as const
    const intent = at.shop.intentOf()
    await at.world.store.journal.begin(intent)
    const moving = at.shop.moveTo(7)
    // It stays closed until this payment has ended: alone, a move is over too soon to be met.
    await expect.poll(() => at.shop.isClosed()).toBe(true)
    const changed = administration.changeProfile(at.shop.merchantId, () => ({
      settings: { notifications: true },
      entry: { ...entry, merchantId: at.shop.merchantId },
    }))
    await at.world.store.journal.close(sampleClosing(intent, 1))
    expect(await moving).toMatchObject({ cell: 7, orders: 1 })
    expect(await changed).toBe(true)
  })

  test('what was settled and told just before, and not searched or counted yet, is waited for', async () => {
    const silent = await at.shop.recorded((intent, fence) => ({
      ...sampleSilence(intent, fence),
      obligation: 'reversal',
    }))
    await at.world.takeIn()
    let carries = 0
    const administration = at.world.administration({
      moves: {
        ...at.world.moves,
        async carry(...given) {
          // What is owed is settled at any time. Another node makes it a notification, and no more than that.
          if (++carries === 1) {
            await at.world.store.journal.amend(sampleAmendment(silent, 2))
            await at.world.notifications.takeIn(500)
          }
          return at.world.moves.carry(...given)
        },
      },
    })
    const moved = await administration.move(at.shop.merchantId, { to: 7, pauseMs: 20_000 })
    expect(moved).toMatchObject({ cell: 7, orders: 1 })
    await at.world.takeIn()
    const home = { ...at.shop.owner, cell: 7 }
    const told = await at.world.notifications.feed(home, { after: 0, limit: 5 })
    const { orders } = await at.world.store.search.find(home, { filter: {}, limit: 5 })
    expect(told.map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(orders.map(({ changedAt }) => changedAt.getTime())).toEqual([told[1]?.changedAtMs])
    expect(carries).toBe(2)
  })

  test('to where it is already, nothing is done', async () => {
    expect(await at.shop.moveTo(1)).toMatchObject({ from: 1, cell: 1, orders: 0 })
  })

  test('the audit log has it, in the commit that moved it', async () => {
    await at.shop.recorded()
    await at.world.takeIn()
    await at.shop.moveTo(7)
    const audit = await at.world.store
      .administration(() => Buffer.alloc(32))
      .audit({ merchantId: at.shop.merchantId, limit: 1 })
    expect(audit).toMatchObject([
      { action: 'merchant.move', actor: 'ada@office', details: { from: 1, to: 7, orders: 1 } },
    ])
  })

  test('an address that a browser has is found by the cell in it, and leads to the new one', async () => {
    const key = { ...at.shop.owner, orderId: 'order-1' }
    const issued = { key, transactionId: '1', kind: 'challenge', content: {}, lifeMs: 60_000 } as const
    const address = await at.world.store.callbacks.issue(issued)
    await at.shop.moveTo(7)
    expect(await at.world.store.callbacks.look(address)).toMatchObject({ key: { ...key, cell: 7 } })
    expect(await at.world.store.callbacks.use(address)).toMatchObject({ key: { ...key, cell: 7 } })
    expect(await at.world.store.callbacks.use(address)).toBe('used')
  })
})

describe('while it is closed', () => {
  const run = () => ({ ...at.shop.owner, to: 7, runId: randomUUID() }) satisfies MerchantMove

  test('nothing of it is begun or kept, and of others everything', async () => {
    const intent = await at.shop.recorded()
    const neighbour = sampleIntent({ key: { cell: 1, merchantId: 'NEIGHBOUR', orderId: randomUUID() } })
    const move = run()
    await at.world.moves.close(move, 60_000)
    const again = { ...intent, transactionId: '2', seen: 2 }
    const asked = [
      at.world.store.journal.begin(at.shop.intentOf()),
      at.world.store.journal.begin(again),
      at.world.store.journal.begin(neighbour),
    ]
    const [fresh, followUp, other] = await Promise.allSettled(asked)
    expect([fresh, followUp]).toMatchObject([
      { status: 'rejected', reason: { message: expect.stringContaining('another cell') } },
      { status: 'rejected', reason: { message: expect.stringContaining('another cell') } },
    ])
    expect(other).toMatchObject({ status: 'fulfilled', value: { state: 'started' } })
    await expect(keepSession()).rejects.toThrow(MerchantMoving)
    const put = at.world.store.tokens.put(
      at.shop.owner,
      { ...token, cardHash: randomBytes(32), card: randomBytes(60) },
      'any',
    )
    await expect(put).rejects.toThrow(MerchantMoving)
    at.shop.forget()
    await expect(at.world.store.merchants.find(at.shop.merchantId)).rejects.toThrow('being moved')
    await at.world.moves.callOff(move)
    expect(await at.world.store.journal.begin(at.shop.intentOf())).toMatchObject({ state: 'started' })
    await expect.poll(() => at.shop.home().catch(() => undefined)).toBe(1)
  })

  test('a payer who comes back finds the address unused afterwards', async () => {
    const key = { ...at.shop.owner, orderId: 'order-1' }
    const address = await at.world.store.callbacks.issue({
      ...{ key, transactionId: '1', kind: 'challenge', content: {}, lifeMs: 60_000 },
    })
    const move = run()
    await at.world.moves.close(move, 60_000)
    await expect(at.world.store.callbacks.use(address)).rejects.toThrow('another cell')
    await at.world.moves.callOff(move)
    expect(await at.world.store.callbacks.use(address)).toMatchObject({ key })
  })

  test('what was begun before is waited for, and closed as ever', async () => {
    const intent = at.shop.intentOf()
    await at.world.store.journal.begin(intent)
    const moving = at.shop.moveTo(7)
    await expect.poll(() => at.shop.isClosed()).toBe(true)
    expect(await at.world.store.journal.close(sampleClosing(intent, 1))).toMatchObject({ state: 'closed' })
    expect(await moving).toMatchObject({ cell: 7, orders: 1 })
  })

  test('a statement that began before it was closed is waited for', async () => {
    const older = new pg.Client(at.world.database.config)
    await older.connect()
    await older.query('begin')
    await older.query('select begin_bounds(1::int2, $1)', [[at.shop.merchantId]])
    const moving = at.shop.moveTo(7)
    await expect.poll(() => at.shop.isClosed()).toBe(true)
    await older.query(insertedLate, [at.shop.merchantId])
    await older.query('commit')
    await older.end()
    expect(await moving).toMatchObject({ cell: 7, orders: 1 })
    expect(await at.shop.rowsIn(1)).toEqual({})
  })

  test('a statement that began while it was being closed is waited for', async () => {
    const [holder, younger] = [
      new pg.Client(at.world.database.config),
      new pg.Client(at.world.database.config),
    ]
    await Promise.all([holder.connect(), younger.connect()])
    await holder.query("update merchants set other_cells = '{7}' where merchant_id = $1", [
      at.shop.merchantId,
    ])
    await holder.query('begin')
    await holder.query('select from merchants where merchant_id = $1 for update', [at.shop.merchantId])
    const moving = at.shop.moveTo(7)
    // The command has its transaction id by now, and waits for the row.
    await expect.poll(() => at.world.waitingSessions()).toBe(1)
    await younger.query('begin')
    await younger.query('select begin_bounds(1::int2, $1)', [[at.shop.merchantId]])
    await holder.query('commit')
    await expect.poll(() => at.shop.isClosed()).toBe(true)
    await Promise.race([moving, setTimeout(1_500)])
    await younger.query(insertedLate, [at.shop.merchantId])
    await younger.query('commit')
    await Promise.all([holder.end(), younger.end()])
    expect(await moving).toMatchObject({ cell: 7, orders: 1 })
    expect(await at.shop.rowsIn(1)).toEqual({})
  })

  test('two commands do not both move it', async () => {
    const [one, other] = await Promise.all([at.shop.moveTo(7, 1_000), at.shop.moveTo(8, 1_000)])
    const cells = [one, other].map(moved => ('cell' in moved ? moved.cell : undefined))
    expect(cells.filter(cell => cell !== undefined)).toHaveLength(1)
    at.shop.forget()
    expect(cells).toContain(await at.shop.home())
  })
})

describe('after it has moved', () => {
  test('whoever still has the old cell in hand begins nothing there, and calls nothing missing', async () => {
    const intent = await at.shop.recorded()
    await at.world.takeIn()
    await at.shop.moveTo(7)
    await expect(at.world.store.journal.begin(at.shop.intentOf())).rejects.toThrow('another cell')
    await expect(at.world.store.journal.begin({ ...intent, transactionId: '2', seen: 2 })).rejects.toThrow(
      'another cell',
    )
    await expect(at.world.store.journal.load(intent.key)).rejects.toThrow('another cell')
    await expect(at.world.store.journal.load(at.shop.intentOf().key)).rejects.toThrow('another cell')
    expect(await at.shop.rowsIn(1)).toEqual({})
  })

  test('no token or session of it is called missing, or forgotten, in the old cell', async () => {
    const card = { ...token, cardHash: randomBytes(32), card: randomBytes(60) }
    await at.world.store.tokens.put(at.shop.owner, card, 'any')
    await keepSession()
    await at.shop.moveTo(7)
    const { tokens, sessions } = at.world.store
    const session = { ...at.shop.owner, sessionId }
    await expect(tokens.find(at.shop.owner, token.token)).rejects.toThrow('another cell')
    await expect(tokens.forget(at.shop.owner, token.token)).rejects.toThrow('another cell')
    await expect(sessions.find(session)).rejects.toThrow('another cell')
    await expect(sessions.authenticate(session, 'order')).rejects.toThrow('another cell')
    expect(await tokens.find({ ...at.shop.owner, cell: 7 }, token.token)).toMatchObject(token)
    expect(await sessions.authenticate({ ...session, cell: 7 }, 'order')).toBe('ok')
    expect(await sessions.find({ ...session, cell: 7, sessionId: 'SESSION' })).toBeUndefined()
  })

  test('no payer is told in the old cell that a card was not saved', async () => {
    const { savedCards, tokens } = at.world.store
    const payer = randomBytes(32)
    const card = { ...token, cardHash: randomBytes(32), card: randomBytes(60) }
    await tokens.put(at.shop.owner, card, 'any')
    await savedCards.save(at.shop.owner, { payer, token: token.token, orderId: 'order' }, 5)
    await at.shop.moveTo(7)
    await expect(savedCards.of(at.shop.owner, payer)).rejects.toThrow('another cell')
    await expect(savedCards.remove(at.shop.owner, payer, token.token)).rejects.toThrow('another cell')
    expect(await savedCards.of({ ...at.shop.owner, cell: 7 }, payer)).toMatchObject([token])
  })

  test('a letter that was handed over meanwhile is not sent again', async () => {
    const { receipts } = at.world.store
    const key = { ...at.shop.owner, orderId: 'order', checkout: 'abcdef01' }
    await receipts.promise({ ...key, shopName: 'Shop', locale: 'en', amount: '10.00', currency: 'USD' })
    await at.world.advance(5_000)
    const [claim] = await receipts.claim({ limit: 8, leaseMs: 90_000 })
    if (!claim) throw new Error('It was due')
    await at.shop.moveTo(7)
    await receipts.record(claim, { kind: 'sent' })
    await at.world.advance(100_000)
    expect(await receipts.claim({ limit: 8, leaseMs: 90_000 })).toEqual([])
    expect(await receipts.list({ ...key, cell: 7 })).toMatchObject([{ state: 'SENT' }])
  })

  test('a payment is not listed for a review where its order is not any more', async () => {
    const intent = await at.shop.recorded()
    await at.world.takeIn()
    const { riskReviews } = at.world.store
    const review = { ...intent.key, transactionId: '1' }
    await at.shop.moveTo(7)
    // Recovery has asked about it in the old cell, and asks again in the other.
    await riskReviews.expect(review)
    await riskReviews.expect({ ...review, cell: 7 })
    expect(await riskReviews.waiting({ ...at.shop.owner, cell: 7 }, { limit: 5 })).toHaveLength(1)
    expect(await at.shop.moveTo(1)).toMatchObject({ from: 7, cell: 1 })
    expect(await riskReviews.waiting(at.shop.owner, { limit: 5 })).toHaveLength(1)
  })

  test('a claim that was under way ends without a trace, and is repeated in the other cell', async () => {
    const silent = await at.shop.recorded((intent, fence) => ({
      ...sampleSilence(intent, fence),
      obligation: 'reversal',
    }))
    await at.world.takeIn()
    const [claim] = await at.world.store.journal.claimDue({ limit: 100, patienceMs: 0 })
    await at.shop.moveTo(7)
    expect(await at.world.store.journal.amend(sampleAmendment(silent, 2))).toEqual({ state: 'stale' })
    const remark = { ...sampleAmendment(silent, 2), isRemark: true as const }
    await expect(at.world.store.journal.amend(remark)).rejects.toThrow('another cell')
    expect(claim).toMatchObject({ attempt: 1 })
    await expect
      .poll(() => at.world.store.journal.claimDue({ limit: 100, patienceMs: 0 }), { timeout: 5_000 })
      .toMatchObject([{ key: { cell: 7 }, attempt: 2 }])
  })

  test('what came late to the log of calls is gathered', async () => {
    await at.shop.moveTo(7)
    const late = "insert into request_log (cell, merchant_id, calls, content) values (1, $1, 1, '[]')"
    await at.world.owner.query(late, [at.shop.merchantId])
    expect(await at.shop.rowsIn(1)).toEqual({ request_log: 1 })
    await at.shop.moveTo(7)
    expect(await at.shop.rowsIn(1)).toEqual({})
    expect(await at.shop.rowsIn(7)).toMatchObject({ request_log: 1 })
  })
})

test('beside a node of the release before, nothing is moved', async () => {
  const node = randomUUID()
  await at.world.owner.query('insert into nodes (node_id, beats) values ($1, 1)', [node])
  expect(await at.shop.moveTo(7)).toMatchObject({ explanation: expect.stringContaining('earlier release') })
  expect(await at.shop.isClosed()).toBe(false)
  await at.world.owner.query('delete from nodes where node_id = $1', [node])
})

const token = { token: '9123450000000001', kind: 'CARD' } as const

const sessionId = 'SESSION000000000000000000000001'
const keepSession = () =>
  at.world.store.sessions.create({
    ...at.shop.owner,
    sessionId,
    ...{ kind: 'payment', apiVersion: 100, version: '0123456789', updateStatus: 'NO_UPDATE' },
    authenticationLimit: 5,
    contents: { lasting: randomBytes(30) },
    life: { idleMs: 60_000, totalMs: 60_000 },
  })
