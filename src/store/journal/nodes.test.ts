import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { sampleIntent, sampleSilence } from '../../../test/support/store/sampleIntent.ts'
import { newestModel, requestText } from '../../operations/model/documents.ts'
import { createCells } from '../connection/cells.ts'
import { createPool } from '../connection/pool.ts'
import { createBegin } from './begin.ts'
import { createNodeHeartbeat } from './nodes.ts'
import { createClose } from './settlement.ts'
import { createTakeOver } from './takeOver.ts'

const leaseMs = 3_600_000
const isStopped = () => false
const everything = { limit: 100, all: false }

describe('nodes', () => {
  let database: TestDatabase
  let owner: pg.Client
  let pool: pg.Pool

  beforeAll(async () => {
    database = await createDatabase('external')
    owner = new pg.Client(database.config)
    await owner.connect()
    await owner.query("insert into merchants (cell, merchant_id) values (1, 'SAMPLE')")
    pool = createPool(database.gateway.config, { max: 4 })
  })
  beforeEach(async () => {
    await owner.query('truncate nodes, orders, transactions, outcomes, outbox')
  })
  afterAll(async () => {
    await pool?.end()
    await owner?.end()
    await database?.drop()
  })

  function createNode() {
    const time = { ms: 0 }
    const clock = { monotonicMs: () => time.ms }
    const heartbeat = createNodeHeartbeat(pool, clock)
    const begin = createBegin(pool, { leaseMs, nodeId: heartbeat.nodeId, isStopped })
    return {
      ...heartbeat,
      close: createClose(pool, { patienceMs: 1_000, isStopped }),
      takeOver: createTakeOver(pool, { cells: createCells(pool), leaseMs, clock, heartbeat }),
      async start() {
        const intent = sampleIntent()
        const begun = await begin(intent)
        if (begun.state !== 'started') throw new Error(begun.state)
        return { intent, fence: begun.fence }
      },
      /** Beats all the time; the others only where they are named. */
      async live(ms: number, ...others: readonly { beat(): Promise<void> }[]) {
        for (let passed = 0; passed < ms; passed += 1_000) {
          for (const node of others) await node.beat()
          time.ms += 1_000
          await heartbeat.beat()
        }
      },
      sleep(ms: number) {
        time.ms += ms
      },
    }
  }

  const rows = async () => (await owner.query<{ node_id: string }>('select node_id from nodes')).rows

  test('what a silent node left is taken over, long before its lease is over, and once', async () => {
    const [one, other, third] = [createNode(), createNode(), createNode()]
    await one.beat()
    const { intent, fence } = await one.start()
    const mine = await other.start()
    await other.live(15_000)
    expect(await other.takeOver(everything)).toEqual([])
    await other.live(1_000)
    await third.live(17_000, other)
    expect(await other.takeOver(everything)).toMatchObject([{ key: intent.key, fence: fence + 1 }])
    expect(await third.takeOver(everything)).toEqual([])
    // Nothing of it is left, and nobody looks for more; what the living are at stays theirs.
    expect(await other.takeOver(everything)).toEqual([])
    expect((await rows()).map(({ node_id }) => node_id).sort()).toEqual([other.nodeId, third.nodeId].sort())
    expect(await other.close(sampleSilence(mine.intent, mine.fence))).toMatchObject({ state: 'closed' })
  })

  test('who was only paused cannot close any more, and is there again', async () => {
    const [paused, other] = [createNode(), createNode()]
    await paused.beat()
    const { intent, fence } = await paused.start()
    await other.live(17_000)
    expect(await other.takeOver(everything)).toHaveLength(1)
    expect(await paused.close(sampleSilence(intent, fence))).toEqual({ state: 'takenOver' })
    expect(await other.close(sampleSilence(intent, fence + 1))).toMatchObject({ state: 'closed' })
    await other.takeOver(everything)
    expect(await rows()).toHaveLength(1)
    const again = await paused.start()
    await other.live(20_000, paused)
    expect(await other.takeOver(everything)).toEqual([])
    expect(await paused.close(sampleSilence(again.intent, again.fence))).toMatchObject({ state: 'closed' })
  })

  test('who takes over and dies is followed by the next', async () => {
    const [first, second, third] = [createNode(), createNode(), createNode()]
    await first.beat()
    const { intent, fence } = await first.start()
    await second.live(17_000)
    expect(await second.takeOver(everything)).toHaveLength(1)
    await third.live(17_000)
    expect(await third.takeOver(everything)).toMatchObject([{ key: intent.key, fence: fence + 2 }])
  })

  test('an outage that kept us from looking makes nobody dead', async () => {
    const [one, other] = [createNode(), createNode()]
    await one.beat()
    await one.start()
    await other.live(10_000)
    other.sleep(60_000)
    expect(other.deadNodes()).toEqual([])
    await other.beat()
    expect(other.deadNodes()).toEqual([])
    await other.live(14_000)
    expect(await other.takeOver(everything)).toEqual([])
    await other.live(2_000)
    expect(await other.takeOver(everything)).toHaveLength(1)
  })

  test('a clean stop leaves nothing; what could not be closed is left to those who stay', async () => {
    const [clean, hurried, other] = [createNode(), createNode(), createNode()]
    await Promise.all([clean.beat(), hurried.beat()])
    const done = await clean.start()
    await clean.close(sampleSilence(done.intent, done.fence))
    const { intent } = await hurried.start()
    await other.takeOver(everything)
    await Promise.all([clean.leave(), hurried.leave()])
    expect(await rows()).toEqual([{ node_id: hurried.nodeId }])
    await other.live(17_000)
    expect(await other.takeOver(everything)).toMatchObject([{ key: intent.key }])
  })

  test('documents are written by the newest model that every node reads', async () => {
    const [one, other] = [createNode(), createNode()]
    expect(one.documentModel()).toBe(1)
    await other.beat()
    await one.beat()
    expect(one.documentModel()).toBe(newestModel)
    // As a node of the release before states nothing.
    await owner.query('insert into nodes (node_id, beats) values (gen_random_uuid(), 1)')
    await one.beat()
    expect(one.documentModel()).toBe(1)
    await owner.query('delete from nodes where document_model = 1')
    await one.beat()
    expect(one.documentModel()).toBe(newestModel)
  })

  test('the address for notifications is found in documents of every model', async () => {
    const order = { notificationUrl: 'https://shop.example/heard' }
    const found = async (request: string) =>
      (await owner.query<{ url: string | null }>('select notification_url($1) as url', [request])).rows[0]
        ?.url
    for (const model of [1, 2] as const)
      expect(await found(requestText({ fields: { order }, additions: {} }, model))).toBe(
        order.notificationUrl,
      )
    const ofOrder = { orderGroups: { order }, firstRequest: { order } }
    for (const model of [1, 2] as const)
      expect(await found(requestText({ fields: {}, additions: ofOrder }, model))).toBeNull()
    expect(await found('{"model":2,"notificationUrl":')).toBeNull()
  })
})
