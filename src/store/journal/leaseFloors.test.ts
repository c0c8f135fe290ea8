import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { sampleIntent, sampleSilence } from '../../../test/support/store/sampleIntent.ts'
import { inEachTier } from '../../../test/tier.ts'
import type { Intent, TakenOverTransaction } from '../../operations/model/journal.ts'
import { createCells } from '../connection/cells.ts'
import { createPool } from '../connection/pool.ts'
import { createBegin } from './begin.ts'
import { createClose } from './settlement.ts'
import { createTakeOver } from './takeOver.ts'

const leaseMs = 30_000
const startMs = 1_800_000_000_000
const isStopped = () => false

let database: TestDatabase
let owner: pg.Client
let holder: pg.Client
let pool: pg.Pool

beforeAll(async () => {
  database = await createDatabase('embedded')
  owner = new pg.Client(database.config)
  holder = new pg.Client(database.config)
  await owner.connect()
  await holder.connect()
  // The clock is wherever it is set to.
  await owner.query(`
    create or replace function tollgate_now() returns timestamptz language sql volatile
      return timestamptz 'epoch' + (select shift from clock);
    insert into merchants (cell, merchant_id) values (1, 'SAMPLE')`)
  pool = createPool(database.gateway.config, { max: 6 })
})
afterAll(async () => {
  await pool?.end()
  await holder?.end()
  await owner?.end()
  await database?.drop()
})

test('whatever clocks, commits and nodes do, what is left open is taken over when its lease is over', {
  timeout: 120_000,
}, async () => {
  const told = new Map<string, number>()
  const count = (what: string) => told.set(what, (told.get(what) ?? 0) + 1)
  const steps = fc.array(step, { minLength: 40, maxLength: 80 })
  await fc.assert(
    fc.asyncProperty(steps, async sequence => {
      const world = await createWorld(count)
      for (const each of sequence) await world.take(each)
      expect(await world.neverTaken()).toEqual([])
    }),
    { numRuns: inEachTier({ short: 40, long: 300 }), seed: 20_261_115, endOnFailure: true },
  )
  console.log([...told].map(([what, times]) => `${what} ${times}`).join(', '))
  for (const what of everything) expect(told.get(what) ?? 0, what).toBeGreaterThan(0)
})

test('a look ends, though somebody holds the first of more rows than one statement looks at', async () => {
  const { journal, takeOver } = await createWorld(() => undefined)
  const held = sampleIntent()
  const free = sampleIntent()
  await journal.begin(held)
  await owner.query(closedStatement, [6_000])
  await setClock(startMs + 2 * leaseMs)
  await journal.begin(free)
  await setClock(startMs + 4 * leaseMs)
  await holder.query('begin')
  await holder.query('select from orders where order_id = $1 for update', [held.key.orderId])
  expect(await takeOver({ limit: 10, all: false })).toEqual([])
  await holder.query('rollback')
  expect(await takeOver({ limit: 10, all: false })).toMatchObject([{ key: held.key }])
  expect(await takeOver({ limit: 10, all: false })).toMatchObject([{ key: free.key }])
})

/** Orders that came to their end; their leases are over a second after the first. */
const closedStatement = `
with numbered as (
  insert into orders (cell, merchant_id, order_id, order_no, version, currency, amount, created_at)
  select 1, 'SAMPLE', 'closed ' || n, nextval('order_numbers'), 2, 'USD', 1, tollgate_now()
  from generate_series(1, $1::int4) n
  returning order_no
)
insert into transactions (cell, merchant_id, order_no, transaction_id, fence, attempt, operation, type,
  api_version, currency, amount, fingerprint, request, started_at, lease_until)
select 1, 'SAMPLE', order_no, '1', 1, gen_random_uuid(), 'CAPTURE', 'CAPTURE', 60, 'USD', 1, '', '{}',
  tollgate_now(), tollgate_now() + interval '31 s' + order_no * interval '1 microsecond' from numbered`

const everything = ['begun', 'begun late', 'begun behind', 'closed', 'taken', 'raised']

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ name: 'begin' } as const) },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('close' as const), which: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.constant({ name: 'hold' } as const) },
  { weight: 2, arbitrary: fc.constant({ name: 'letGo' } as const) },
  {
    weight: 16,
    arbitrary: fc.record({
      name: fc.constant('look' as const),
      node: fc.nat(1),
      afterMs: fc.constantFrom(1_000, 31_000, 31_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      name: fc.constant('clock' as const),
      byMs: fc.constantFrom(-3_600_000, -100_000, -5_000, -1, 1, 5_000, 31_000, 100_000, 3_600_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constant('behind' as const),
      byMs: fc.constantFrom(31_000, 100_000, 3_600_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('restart' as const), node: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.constant({ name: 'forget' } as const) },
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

type Open = { readonly intent: Intent; readonly fence: number }

const setClock = (ms: number) => owner.query("update clock set shift = $1::int8 * interval '1 ms'", [ms])

/** Two nodes on an empty database, with a waiting clock each. */
async function createWorld(count: (what: string) => unknown) {
  await owner.query('truncate orders, transactions, outcomes, outbox, lease_floors')
  const clock = { nowMs: startMs, latestMs: startMs }
  await setClock(clock.nowMs)
  const begin = createBegin(pool, { leaseMs, isStopped })
  const close = createClose(pool, { patienceMs: 1_000, isStopped })
  const waited = { ms: 0 }
  const createNode = () =>
    createTakeOver(pool, { cells: createCells(pool), leaseMs, clock: { monotonicMs: () => waited.ms } })
  const nodes = [createNode(), createNode()]
  const open = new Map<string, Open>()
  const closed: Open[] = []
  let held: Promise<void> | undefined

  const start = async (intent: Intent, what: string) => {
    const begun = await begin(intent)
    if (begun.state !== 'started') return
    open.set(intent.key.orderId, { intent, fence: begun.fence })
    count(what)
  }
  const note = (taken: readonly TakenOverTransaction[]) => {
    for (const { key, fence } of taken) {
      const found = open.get(key.orderId)
      if (found) open.set(key.orderId, { ...found, fence })
      count('taken')
    }
    return taken
  }
  const look = async (node: number) => note((await nodes[node]?.({ limit: 100, all: false })) ?? [])

  /** Begins on an order that somebody holds: the commit comes when it is let go. */
  async function hold() {
    const last = closed.pop()
    if (held || last === undefined) return
    await holder.query('begin')
    await holder.query('select from orders where order_id = $1 for update', [last.intent.key.orderId])
    const intent = { ...last.intent, transactionId: `${last.fence + 1}`, seen: last.fence + 1 }
    held = start(intent, 'begun late').catch(() => undefined)
    await waiting()
  }
  async function letGo() {
    if (!held) return
    await holder.query('rollback')
    await held
    held = undefined
  }
  async function closeOne(which: number) {
    const choices = [...open.values()]
    const chosen = choices[which % choices.length]
    if (!chosen) return
    const { state } = await close(sampleSilence(chosen.intent, chosen.fence))
    expect(state).toBe('closed')
    open.delete(chosen.intent.key.orderId)
    closed.push(chosen)
    count('closed')
  }

  /** As on a machine whose clock is behind, and nobody looks before it is right again. */
  async function startBehind(byMs: number) {
    await setClock(clock.nowMs - byMs)
    await start(sampleIntent(), 'begun behind')
    await setClock(clock.nowMs)
  }

  async function take(each: Step): Promise<unknown> {
    switch (each.name) {
      case 'begin':
        return start(sampleIntent(), 'begun')
      case 'close':
        return closeOne(each.which)
      case 'hold':
        return hold()
      case 'letGo':
        return letGo()
      case 'look':
        waited.ms += each.afterMs
        return look(each.node)
      case 'clock':
        clock.nowMs += each.byMs
        clock.latestMs = Math.max(clock.latestMs, clock.nowMs)
        return setClock(clock.nowMs)
      case 'behind':
        return startBehind(each.byMs)
      case 'restart':
        nodes[each.node] = createNode()
        return
      case 'forget':
        return owner.query('delete from lease_floors')
    }
  }

  return {
    journal: { begin },
    takeOver: createNode(),
    take,
    /**
     * When every lease is over, the nodes as they are look a few times more: what none of them finds. What
     * others do on the same server may keep them from proving anything for a moment.
     */
    async neverTaken(): Promise<readonly string[]> {
      await letGo()
      const { rows } = await owner.query("select from lease_floors where floor > '-infinity'")
      if (rows.length > 0) count('raised')
      await setClock(clock.latestMs + 10 * leaseMs)
      const found = new Set<string>()
      const missing = () => [...open.keys()].filter(orderId => !found.has(orderId))
      for (let turn = 0; turn < 100 && missing().length > 0; turn += 1) {
        waited.ms += 31_000
        for (const { key } of await look(turn % 2)) found.add(key.orderId)
        if (turn > 5) await pause(50)
      }
      return missing()
    },
  }
}

async function waiting(): Promise<void> {
  for (;;) {
    const { rows } = await owner.query('select from pg_locks where not granted')
    if (rows.length > 0) return
  }
}
