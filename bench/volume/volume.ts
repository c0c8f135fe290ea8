// Usage: npm run volume -- [--orders N] [--seed S]. Fills a database with N orders (200,000; for the whole
// measure 10,000,000) and tells what that costs beside an empty one: latencies, plans, bytes for each order;
// then it migrates the full one while payments go on.

import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { systemClock } from '../../src/platform/clock.ts'
import { loginsOf } from '../../src/store/connection/pool.ts'
import { openStore } from '../../src/store/open.ts'
import { createVault } from '../../src/vault/cards.ts'
import { findKeys } from '../../src/vault/keyEncryptionKeys.ts'
import { openKeyring } from '../../src/vault/keyring.ts'
import { type Gateway, startGateway } from '../contenders.ts'
import { payment, transactionPath } from '../payment.ts'
import { clearProgress, progress } from '../progress.ts'
import { asOwner } from '../sample.ts'
import { decimal, printTable, whole } from '../table.ts'
import { takenIn } from '../takenIn.ts'
import { bytesByTable } from './bytes.ts'
import { holdAgainstProduct } from './comparison.ts'
import { fill, filledOrderId, modelOf, type Volume } from './fill.ts'
import { type Measurement, measureLatencies, type Side } from './latencies.ts'
import { type Migrating, migrateUnderLoad } from './migrating.ts'
import { call, makeModels, models } from './models.ts'
import { noteStatements, plansOf } from './plans.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: '300' },
  },
})
const volume: Volume = { orders: Number(values.orders), seed: Number(values.seed), days: 400 }
/** Measured, with indexes and what is found and counted; and the log, sorting and growth beside it. */
const bytesPerOrder = 6_500
const bytesBeside = 6e9

async function requireRoom(): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir())
  const [free, needed] = [bavail * bsize, volume.orders * bytesPerOrder + bytesBeside]
  if (free >= needed) return
  const gigabytes = (bytes: number) => `${whole(bytes / 1e9)} GB`
  console.error(
    `${whole(volume.orders)} orders need about ${gigabytes(needed)} in ${tmpdir()}, and ` +
      `${gigabytes(free)} are free. Ask for fewer, or set TMPDIR to a larger disk.`,
  )
  process.exit(2)
}

async function fillFull(full: Gateway): Promise<void> {
  await makeModels(full.port)
  const store = await openStore(loginsOf(full.connection), { isCommand: true })
  try {
    const { dataDirectory } = full
    const keys = await findKeys({ keys: undefined, keysFile: undefined, dataDirectory }, { mayMake: false })
    const vault = createVault(await openKeyring({ keys, store: store.keys }))
    await asOwner(full.connection, async client => {
      await untilTold(client)
      const perSecond = await fill(client, { vault, projection: store.projection }, volume)
      const tookMs = await takenIn(client)
      // As autovacuum does within a minute on a machine that has time for it.
      progress('analyze and checkpoint')
      await client.query('analyze')
      await client.query('checkpoint')
      clearProgress()
      console.log(
        `${whole(volume.orders)} orders, seed ${volume.seed}: filled at ${whole(perSecond)} a second, ` +
          `found and counted ${whole(tookMs / 1_000)} s later.\n`,
      )
    })
  } finally {
    await store.close()
  }
}

/** Until the gateway has made notifications of the models, and nothing of them waits. */
async function untilTold(client: pg.Client): Promise<void> {
  const told = models.reduce((sum, { requests }) => sum + requests.length, 0)
  for (;;) {
    const { rows } = await client.query<{ told: number }>('select count(*)::int4 as told from notifications')
    if (rows[0]?.told === told) break
    await systemClock.sleep(50)
  }
  await takenIn(client)
}

/** Orders that were paid, from all over the table, each once. */
function* paidOrders(): Generator<string> {
  const step = 7_919
  const count = volume.orders
  for (let index = 1; ; index += 1) {
    const place = (index * step) % count
    if (models[modelOf(volume.seed, place)]?.title === 'paid') yield filledOrderId(volume.seed, place)
  }
}

function printLatencies(measured: readonly Measurement[]): void {
  const rows = measured.map(({ title, times: [empty = [], full = []] }) => {
    const figures = [empty, full].flatMap(times => [quantile(times, 0.5), quantile(times, 0.99)])
    const ratio = quantile(full, 0.5) / quantile(empty, 0.5)
    return [title, ...figures.map(decimal), decimal(ratio), whole(full.length)]
  })
  printTable(['ms', 'empty p50', 'p99', 'full p50', 'p99', 'full / empty', 'calls'], rows)
  console.log()
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

/** On the empty side orders are paid as they are asked for. */
async function makePaid(port: number, count: number): Promise<() => string> {
  const ids = Array.from({ length: count }, (_, index) => `paid-${index}`)
  for (const id of ids) await call(port, transactionPath(id, '1'), payment)
  return () => ids.pop() ?? ''
}

async function compare(empty: Gateway, full: Gateway): Promise<boolean> {
  const calls = Number(values.calls)
  const statements = noteStatements()
  const ofFull = paidOrders()
  const sides: readonly Side[] = [
    { gateway: empty, paidOrder: await makePaid(empty.port, Math.ceil(calls * 1.1) * 3) },
    { gateway: full, paidOrder: () => ofFull.next().value ?? '' },
  ]
  const measured = await measureLatencies(sides, calls)
  clearProgress()
  printLatencies(measured)
  const plans = await plansOf(full.connection, statements)
  printTable(
    ['statement', 'indexes', 'big tables read whole'],
    plans.map(({ statement, indexes, readWhole }) => [statement, indexes.join(' '), readWhole.join(' ')]),
  )
  console.log()
  return plans.every(({ readWhole }) => readWhole.length === 0)
}

/** Whether each payment went through, and none waited a second longer than without a migration. */
function printMigrating(measured: readonly Migrating[]): boolean {
  const longest = measured.map(({ served }) => quantile(served, 1))
  printTable(
    ['payments while the full database gets', 's', 'payments', 'failed', 'p50 ms', 'p99', 'longest'],
    measured.map(({ title, isRefused, tookMs, served, failed }, index) => [
      ...[isRefused ? `${title} (refused)` : title, decimal(tookMs / 1_000), whole(served.length)],
      ...[whole(failed), decimal(quantile(served, 0.5)), decimal(quantile(served, 0.99))],
      whole(longest[index] ?? Number.NaN),
    ]),
  )
  console.log()
  const usual = longest[0] ?? 0
  return measured.every(({ failed }) => failed === 0) && longest.every(ms => ms <= usual + 1_000)
}

async function printBytes({ connection }: Gateway): Promise<void> {
  const tables = await asOwner(connection, client => bytesByTable(client, volume.orders))
  const all = tables.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0)
  printTable(
    ['bytes for each order', 'rows', 'table', 'indexes', 'together'],
    [
      ...tables.map(({ table, rows, heap, indexes }) => [
        ...[table, decimal(rows), whole(heap), whole(indexes), whole(heap + indexes)],
      ]),
      ['all', '', '', '', whole(all)],
    ],
  )
}

await requireRoom()
const gateways: Gateway[] = []
try {
  progress('starting two gateways')
  const [empty, full] = [await startGateway(), await startGateway()]
  gateways.push(empty, full)
  await fillFull(full)
  await printBytes(full)
  console.log()
  await holdAgainstProduct(full, volume)
  const isSound = await compare(empty, full)
  console.log(isSound ? 'No statement reads a big table whole.' : 'A statement reads a big table whole.')
  const areServed = printMigrating(await migrateUnderLoad(full))
  console.log(
    areServed
      ? 'No payment failed or waited a second longer for a migration.'
      : 'Payments failed or waited for a migration.',
  )
  process.exitCode = isSound && areServed ? 0 : 1
} finally {
  for (const gateway of gateways) await gateway.stop()
  clearProgress()
}
