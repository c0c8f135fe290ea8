import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../test/database/database.ts'
import { told } from '../../../test/notifications/told.ts'
import { randomOf } from '../../../test/race/random.ts'
import {
  emptyOutcome,
  emptyRequest,
  sampleClosing,
  sampleIntent,
  sampleKey,
} from '../../../test/support/store/sampleIntent.ts'
import { inEachTier } from '../../../test/tier.ts'
import type { Journal, LoadedOrder } from '../../operations/model/journal.ts'
import { openStore } from '../open.ts'

const durationMs = inEachTier({ short: 2_500, long: 7_000 })
const patienceMs = 30_000
const nodes = 4
const workersPerNode = 16
const seed = Number(process.env.TOLLGATE_SEED ?? 20_261_115)

/**
 * Several nodes fire at few hot orders and many cold ones, often with the same transaction id, while a
 * hostile recovery takes over live transactions and database sessions are killed. Afterwards the books must
 * be right to the cent.
 */
test('raced by several nodes, a hostile recovery and dying sessions, every order adds up', {
  timeout: 60_000,
}, async () => {
  const database = await createDatabase('embedded')
  const hostiles = Array.from(
    { length: 3 },
    () => new pg.Client({ ...database.config, application_name: 'race' }),
  )
  await Promise.all(hostiles.map(client => client.connect()))
  const [owner, rival, killer] = hostiles
  const stores = await Promise.all(
    Array.from({ length: nodes }, () => openStore(database.logins, { closePatienceMs: 5_000 })),
  )
  const books = newBooks()
  const startedMs = performance.now()
  // Where everything is slow, it takes longer until all that matters has happened.
  const isOver = () => {
    const passedMs = performance.now() - startedMs
    return passedMs >= (Object.values(books.counts).every(count => count > 1) ? durationMs : patienceMs)
  }
  const workers = stores.flatMap(({ journal }, node) =>
    Array.from({ length: workersPerNode }, (_, worker) =>
      work({ journal, books, isOver, random: randomOf(seed + node * 1_000 + worker) }),
    ),
  )
  const [first, second] = stores
  if (!first || !second || !owner || !rival || !killer) throw new Error('unreachable')
  await Promise.all([
    ...workers,
    takeOver({ journal: first.journal, owner, books, isOver, random: randomOf(seed + 1) }),
    takeOver({ journal: second.journal, owner: rival, books, isOver, random: randomOf(seed + 2) }),
    killSessions({ owner: killer, books, isOver, random: randomOf(seed + 3) }),
  ])
  await settleRest(first.journal, owner, books)
  await Promise.all(stores.map(store => store.close()))
  console.log(`race, seed ${seed}: ${JSON.stringify(books.counts)}`)
  await audit(owner, books)
  for (const [fault, count] of Object.entries(books.counts)) expect(count, fault).toBeGreaterThan(0)
  await Promise.all(hostiles.map(client => client.end()))
  await database.drop()
})

test('groups of two nodes that meet on the same orders, one from each end, never deadlock', async () => {
  const database = await createDatabase('embedded')
  const stores = await Promise.all([openStore(database.logins), openStore(database.logins)])
  for (let round = 0; round < 40; round += 1) {
    const intents = Array.from({ length: 24 }, (_, index) =>
      sampleIntent({ key: sampleKey(`${round} ${index}`) }),
    )
    const fromEachEnd = [intents, intents.toReversed()]
    const begun = await Promise.all(
      stores.flatMap(({ journal }, node) => fromEachEnd[node]?.map(intent => journal.begin(intent)) ?? []),
    )
    expect(begun.filter(({ state }) => state === 'started')).toHaveLength(intents.length)
  }
  await Promise.all(stores.map(store => store.close()))
  const owner = new pg.Client(database.config)
  await owner.connect()
  expect(await rowsOf(owner, deadlocks)).toEqual([{ deadlocks: '0' }])
  await owner.end()
  await database.drop()
})

type Entry = { readonly orderId: string; readonly transactionId: string; readonly fence: number }
type Books = ReturnType<typeof newBooks>

function newBooks() {
  return {
    started: [] as Entry[],
    closed: [] as (Entry & { readonly sequence: number })[],
    takenOver: [] as Entry[],
    /** Begun, but nobody could say so: the row may be there or not. */
    unsure: new Set<string>(),
    takeOvers: new Map<string, number>(),
    counts: { started: 0, known: 0, busy: 0, stale: 0, takenOver: 0, takeOvers: 0, kills: 0 },
  }
}

type Racer = {
  readonly journal: Journal
  readonly books: Books
  readonly isOver: () => boolean
  readonly random: (below: number) => number
}

async function work({ journal, books, isOver, random }: Racer): Promise<void> {
  while (!isOver()) {
    const orderId = random(10) < 3 ? `hot-${random(8)}` : `cold-${random(1_000)}`
    const order = await journal.load(sampleKey(orderId)).catch(() => undefined)
    // Two nodes often choose the same next id, and now and then one that is long answered.
    const transactionId = String((order?.transactions.length ?? 0) + random(3))
    if (order?.transactions.some(({ id }) => id === transactionId) && random(4) > 0) continue
    await attempt({ journal, books, random }, { order, orderId, transactionId })
  }
}

type Attempt = {
  readonly order: LoadedOrder | undefined
  readonly orderId: string
  readonly transactionId: string
}

async function attempt({ journal, books, random }: Omit<Racer, 'isOver'>, planned: Attempt): Promise<void> {
  const { order, orderId, transactionId } = planned
  const isUsed = order?.transactions.some(({ id }) => id === transactionId)
  const amount = BigInt(1 + random(500))
  const seen = isUsed ? 0 : (order?.version ?? 0)
  const shape = { key: sampleKey(orderId), transactionId, seen, transactionAmount: amount }
  const intent = sampleIntent({ ...shape, request: emptyRequest, card: Buffer.alloc(0) })
  const begun = await journal.begin(intent).catch(() => undefined)
  if (begun === undefined) books.unsure.add(`${orderId} ${transactionId}`)
  if (begun === undefined) return
  books.counts[begun.state] += 1
  if (begun.state === 'busy') await pause(random(4))
  if (begun.state !== 'started') return
  const entry = { orderId, transactionId, fence: begun.fence }
  books.started.push(entry)
  if (random(2) === 0) await pause(random(6))
  const isApproved = random(5) > 0
  const before = order?.totals.authorized ?? 0n
  const totals = { authorized: isApproved ? before + amount : before, captured: 0n, refunded: 0n }
  const verdict = isApproved ? {} : ({ result: 'FAILURE', gatewayCode: 'DECLINED' } as const)
  const closed = await journal
    .close({ ...sampleClosing(intent, begun.fence), ...verdict, totals, outcome: emptyOutcome })
    .catch(() => undefined)
  if (closed?.state === 'closed') books.closed.push({ ...entry, sequence: closed.sequence })
  if (closed?.state === 'takenOver') books.takenOver.push(entry)
  if (closed?.state === 'takenOver') books.counts.takenOver += 1
}

/** What recovery will do when a lease has run out, done to transactions that are very much alive. */
async function takeOver(racer: Racer & { readonly owner: pg.Client }): Promise<void> {
  const { owner, isOver, random, books, journal } = racer
  while (!isOver()) {
    await pause(random(10))
    const { rows } = await owner.query<{ order_id: string; version: string }>(
      'select order_id, version from orders where open_id is not null order by random() limit 2',
    )
    for (const { order_id, version } of rows) {
      await takeOverOne({ owner, books, journal }, order_id, { version, waitMs: random(5) })
    }
  }
}

async function takeOverOne(
  { owner, books, journal }: { readonly owner: pg.Client; readonly books: Books; readonly journal: Journal },
  orderId: string,
  { version, waitMs }: { readonly version: string; readonly waitMs: number },
): Promise<void> {
  const { rows } = await owner.query<{ fence: string; open_id: string; authorized: string }>(
    `update orders set version = version + 1 where order_id = $1 and version = $2 and open_id is not null
     returning version as fence, open_id, authorized`,
    [orderId, version],
  )
  const [row] = rows
  if (row === undefined) return
  books.counts.takeOvers += 1
  books.takeOvers.set(orderId, (books.takeOvers.get(orderId) ?? 0) + 1)
  await pause(waitMs)
  const intent = sampleIntent({ key: sampleKey(orderId), transactionId: row.open_id, transactionAmount: 0n })
  const entry = { orderId, transactionId: row.open_id, fence: Number(row.fence) }
  const closed = await journal
    .close({
      ...sampleClosing(intent, entry.fence),
      ...({ result: 'FAILURE', gatewayCode: 'TIMED_OUT' } as const),
      totals: { authorized: BigInt(row.authorized), captured: 0n, refunded: 0n },
    })
    .catch(() => undefined)
  if (closed?.state === 'closed') books.closed.push({ ...entry, sequence: closed.sequence })
  if (closed?.state === 'takenOver') books.takenOver.push(entry)
}

async function killSessions({ owner, books, isOver, random }: Omit<Racer, 'journal'> & { owner: pg.Client }) {
  while (!isOver()) {
    await pause(100 + random(200))
    const { rowCount } = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'tollgate' order by random() limit 1`,
    )
    books.counts.kills += rowCount ?? 0
  }
}

async function settleRest(journal: Journal, owner: pg.Client, books: Books): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const { rows } = await owner.query<{ order_id: string; version: string }>(
      'select order_id, version from orders where open_id is not null',
    )
    for (const { order_id, version } of rows) {
      await takeOverOne({ owner, books, journal }, order_id, { version, waitMs: 0 })
    }
  }
}

async function audit(owner: pg.Client, books: Books): Promise<void> {
  expect(await rowsOf(owner, stillOpen), 'orders left open').toEqual([])
  expect(await rowsOf(owner, wrongTotals), 'totals that are not the sum of their transactions').toEqual([])
  expect(await rowsOf(owner, sequenceGaps), 'sequences with gaps').toEqual([])
  expect(await rowsOf(owner, deadlocks), 'deadlocks').toEqual([{ deadlocks: '0' }])

  const recorded = new Map<string, string>()
  for (const { order_id, transaction_id, fence } of await rowsOf(owner, intents)) {
    recorded.set(`${order_id} ${transaction_id}`, String(fence))
  }
  const startedOnce = new Map(
    books.started.map(one => [`${one.orderId} ${one.transactionId}`, String(one.fence)]),
  )
  expect(startedOnce.size, 'transactions started twice').toBe(books.started.length)
  for (const [id, fence] of startedOnce) expect(recorded.get(id), `started ${id}`).toBe(fence)
  const nobodys = [...recorded.keys()].filter(id => !startedOnce.has(id) && !books.unsure.has(id))
  expect(nobodys, 'recorded, but nobody was told').toEqual([])

  const outcomes = new Map<string, number>()
  for (const { order_id, transaction_id, fence, sequence } of await rowsOf(owner, outcomeRows)) {
    outcomes.set(`${order_id} ${transaction_id} ${fence}`, Number(sequence))
  }
  const idOf = ({ orderId, transactionId, fence }: Entry) => `${orderId} ${transactionId} ${fence}`
  for (const one of books.closed) expect(outcomes.get(idOf(one)), `closed ${idOf(one)}`).toBe(one.sequence)
  for (const one of books.takenOver) expect(outcomes.has(idOf(one)), `taken over ${idOf(one)}`).toBe(false)

  for (const { order_id, version, transactions } of await rowsOf(owner, versions)) {
    const expected = 2 * Number(transactions) + (books.takeOvers.get(String(order_id)) ?? 0)
    expect(Number(version), `version of ${order_id}`).toBe(expected)
  }
}

async function rowsOf(owner: pg.Client, query: string): Promise<Record<string, unknown>[]> {
  return (await owner.query<Record<string, unknown>>(query)).rows
}

const stillOpen = 'select order_id from orders where open_id is not null'
const intents =
  'select order_id, transaction_id, fence from transactions join orders using (cell, merchant_id, order_no)'
const outcomeRows = `
  select order_id, transaction_id, fence, outcomes.sequence
  from outcomes join orders using (cell, merchant_id, order_no)`
const deadlocks = 'select deadlocks from pg_stat_database where datname = current_database()'
const versions = `
  select order_id, version, count(*) as transactions
  from orders join transactions using (cell, merchant_id, order_no)
  group by order_id, version`
const wrongTotals = `
  with answers as (
    select distinct on (order_no, transaction_id) order_no, result, amount from outcomes
    order by order_no, transaction_id, fence desc
  )
  select order_id, authorized, coalesce(sum(answers.amount) filter (where result = 'SUCCESS'), 0) as recorded
  from orders left join answers using (order_no)
  group by order_no, order_id, authorized
  having authorized <> coalesce(sum(answers.amount) filter (where result = 'SUCCESS'), 0)`
const sequenceGaps = `
  select order_id, o.sequence, count(*)
  from orders o left join ${told} b using (cell, merchant_id, order_no, order_id)
  group by order_id, o.sequence
  having count(b.sequence) <> o.sequence or max(b.sequence) <> o.sequence or min(b.sequence) <> 1`
