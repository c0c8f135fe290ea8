import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { granted, openAdministrator } from './administrator.ts'
import { visit } from './browser.ts'
import type { Answer, Body, CallOptions } from './client.ts'
import { openGatewayOn, type TestGateway } from './gateway.ts'
import { type Mover, openMover } from './mover.ts'
import { authorization, fundsOf, newOrder } from './requests.ts'
import { decideThere, goThere, paid, shopper, stage } from './shopper.ts'
import { valueAt } from './whole.ts'

/** TESTMERCHANT is moved from cell 0, where OTHERMERCHANT stays, to cell 7, where HOST lives. */
let database: TestDatabase
let nodes: readonly [TestGateway, TestGateway]
let mover: Mover
let owner: pg.Client
let hostPassword: string
beforeAll(async () => {
  database = await createDatabase('external')
  owner = new pg.Client(database.config)
  await owner.connect()
  const settings = { orderWaitMs: 500, requestsPerSecond: 100_000 }
  const first = await openGatewayOn(database, settings)
  const administrator = await openAdministrator(database.logins)
  hostPassword = granted(await administrator.merchants.add({ merchantId: 'HOST', cell: 7 })).password
  await administrator.close()
  // Nodes that start now know its cell.
  await owner.query("update merchants set created_at = created_at - interval '1 minute'")
  nodes = [await first.restarted(), await openGatewayOn(database, settings)]
  mover = await openMover(database)
})
afterAll(async () => {
  await mover?.close()
  for (const node of nodes ?? []) await node.stop()
  await owner?.end()
  await database?.drop()
})

const payment = { ...authorization(), apiOperation: 'PAY' }

type Acknowledged = {
  readonly orderId: string
  readonly transaction: string
  readonly body: object
  readonly answer: Answer
}
type Traffic = {
  readonly acknowledged: Acknowledged[]
  /** The longest time from one acknowledged answer to the next. */
  longestGapMs: number
  refused: number
  readonly others: Answer[]
}

/** Pays order after order, at one node and the other; what is refused as unavailable is sent again. */
async function pays(traffic: Traffic, isOver: () => boolean, options: CallOptions = {}): Promise<void> {
  let lastMs = performance.now()
  for (let count = 0; !isOver(); count += 1) {
    const orderId = newOrder()
    const steps = [
      { transaction: '1', body: count % 3 === 0 ? authorization() : payment },
      // A capture or a refund of what was just paid.
      {
        transaction: '2',
        body: {
          apiOperation: count % 3 === 0 ? 'CAPTURE' : 'REFUND',
          transaction: { amount: '4.00', currency: 'USD' },
        },
      },
    ]
    for (const { transaction, body } of steps) {
      for (let tries = count; ; tries += 1) {
        const node = nodes[tries % 2 === 0 ? 0 : 1]
        const answer = await node.authorize(orderId, body, { ...options, transaction })
        if (answer.status === 503) {
          traffic.refused += 1
          expect(answer.headers['retry-after']).toBeDefined()
          const explanation = expect.stringContaining('being moved')
          expect(answer.body).toMatchObject({ error: { explanation } })
          await sleep(40)
          continue
        }
        if (answer.status >= 300) traffic.others.push(answer)
        else traffic.acknowledged.push({ orderId, transaction, body, answer })
        traffic.longestGapMs = Math.max(traffic.longestGapMs, performance.now() - lastMs)
        lastMs = performance.now()
        break
      }
    }
  }
}

const noTraffic = (): Traffic => ({ acknowledged: [], longestGapMs: 0, refused: 0, others: [] })
const ask = async (path: string): Promise<Body> => (await nodes[0].call('GET', path)).body

/** All of it, page by page. */
async function feedFrom(after: string): Promise<readonly Body[]> {
  const read: Body[] = []
  for (let next = after; ; ) {
    const page = await ask(`notifications?after=${next}&limit=100`)
    const notifications: readonly Body[] = Array.isArray(page.notifications) ? page.notifications : []
    if (notifications.length === 0) return read
    read.push(...notifications)
    next = String(page.next)
  }
}

test('a merchant that is moved while it pays loses nothing, and others do not notice', async () => {
  const { next } = await ask('notifications?after=now')
  // Somebody is away at a provider, somebody has a session and a token, and a reversal is owed.
  const payer = shopper(nodes[0])
  const { address } = await goThere(await payer.initiate())
  const session = String(valueAt((await nodes[0].call('POST', 'session')).body, 'session.id'))
  await nodes[0].call('PUT', `session/${session}`, { sourceOfFunds: fundsOf({ securityCode: '100' }) })
  const kept = await nodes[0].call('POST', 'token', { sourceOfFunds: fundsOf() })

  // The acquirer says nothing to this card.
  const silent = await nodes[0].authorize(newOrder(), authorization({}, { expiry: '11/39' }))
  expect(silent.body).toMatchObject({ response: { gatewayCode: 'TIMED_OUT' } })

  const own = noTraffic()
  const other = noTraffic()
  const host = noTraffic()
  let isOver = false
  const busy = Promise.all([
    ...Array.from({ length: 4 }, () => pays(own, () => isOver)),
    pays(other, () => isOver, { merchant: 'OTHERMERCHANT' }),
    pays(host, () => isOver, { merchant: 'HOST', password: hostPassword }),
  ])
  await sleep(700)
  const moved = granted(await mover.move('TESTMERCHANT', { to: 7, pauseMs: 20_000 }))
  await sleep(700)
  isOver = true
  await busy

  console.log(
    `moved ${moved.orders} orders, ${moved.rows} rows; closed for ${moved.pausedMs} ms, ` +
      `longest pause ${Math.round(own.longestGapMs)} ms, ${own.refused} refused; ` +
      `others ${Math.round(Math.max(other.longestGapMs, host.longestGapMs))} ms`,
  )
  expect(moved).toMatchObject({ from: 0, cell: 7 })
  expect(own.longestGapMs).toBeLessThan(moved.pausedMs + 3_000)
  expect(own.others.map(({ text }) => text)).toEqual([])
  expect(own.refused).toBeGreaterThan(0)
  for (const { refused, others, longestGapMs } of [other, host]) {
    expect({ refused, others }).toEqual({ refused: 0, others: [] })
    expect(longestGapMs).toBeLessThan(moved.pausedMs)
  }

  // Whatever was acknowledged is there, and is answered again; nothing was sent twice.
  for (const { orderId, transaction, body, answer } of own.acknowledged) {
    const again = await nodes[1].authorize(orderId, body, { transaction })
    expect(again, again.text).toMatchObject({ status: 200, body: answer.body })
    expect(again.headers['idempotent-replayed']).toBe('true')
  }
  const sent = nodes.flatMap(({ asks }) => asks).map(sentOnce)
  expect(sent.length).toBe(new Set(sent).size)
  // Told in the order of what happened, with the numbers that they had.
  const told = await expectTold(String(next), own.acknowledged)
  expect(told.length).toBe(new Set(told).size)
  expect(await rowsLeft()).toEqual([])

  // Who was away comes back, by an address that names the old cell; session and token still pay.
  expect((await visit(await decideThere(address, 'approve'))).status).toBe(303)
  expect(stage(await payer.shown())).toBe(paid)
  const money = { amount: '10.00', currency: 'USD' }
  const bySession = { apiOperation: 'PAY', order: money, session: { id: session } }
  expect(await nodes[1].authorize(newOrder(), bySession)).toMatchObject({ status: 201 })
  const byToken = { apiOperation: 'PAY', order: money, sourceOfFunds: { token: kept.body.token } }
  expect(await nodes[1].authorize(newOrder(), byToken)).toMatchObject({ status: 201 })
  await expect.poll(() => ask('/sandbox/reconciliation')).toMatchObject({ differences: [] })
})

const sentOnce = (sent: TestGateway['asks'][number]): string =>
  JSON.stringify(['verb', 'orderId', 'transactionId', 'repeat'].map(name => Reflect.get(sent, name)))

/** Until the last of them is told; gives each by its order and place in it. */
async function expectTold(after: string, acknowledged: readonly Acknowledged[]): Promise<readonly string[]> {
  const wanted = acknowledged.map(({ orderId, transaction }) => `${orderId} ${transaction}`)
  let told: readonly Body[] = []
  await expect
    .poll(async () => {
      told = await feedFrom(after)
      const names = new Set(told.map(({ orderId, transactionId }) => `${orderId} ${transactionId}`))
      return wanted.filter(name => !names.has(name))
    })
    .toEqual([])
  return told.map(({ orderId, sequence }) => `${orderId} ${sequence}`)
}

/** Tables that still have rows of the merchant in the cell that it has left, but for what stays there. */
async function rowsLeft(): Promise<readonly string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(`
    select c.relname::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and 2 = (
      select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('cell', 'merchant_id')
    )`)
  const left: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query(
      `select from ${name} where cell = 0 and merchant_id = 'TESTMERCHANT' limit 1`,
    )
    if (rows.length > 0) left.push(name)
  }
  return left.filter(name => !['callbacks', 'authentications', 'console_one_time_codes'].includes(name))
}
