// More than the gateway can do: two and five times as many payments arrive, whether or not those before were
// answered. What is too much is refused before anything is recorded; the rest is served as fast as ever.

import type { Gateway } from './contenders.ts'
import type { Goal } from './goals.ts'
import type { LoadReport } from './load.ts'
import type { Loader } from './loader.ts'
import { pinEach } from './pinning.ts'
import { progress } from './progress.ts'
import { asOwner } from './sample.ts'
import { decimal, printTable, whole } from './table.ts'

const warmUp = { connections: 64, requests: 12_000 }
const most = { connections: 64, durationMs: 6_000 }
const arriving = { connections: 1_000, durationMs: 15_000, mayBeBusy: true }
const factors = [2, 5]

/** Prints what became of the payments, and returns the goals. */
export async function overload(gateway: Gateway, loader: Loader): Promise<readonly Goal[]> {
  // What the load takes for itself would otherwise be missing where it is counted.
  const isPinned = pinEach([gateway.pid, gateway.databasePid], [loader.pid])
  progress('overload: how much the gateway can do')
  await loader.load({ ...gateway, ...warmUp })
  const atCapacity = await loader.load({ ...gateway, ...most })
  const runs: Overloaded[] = []
  for (const factor of factors) {
    progress(`overload: ${factor} times the load`)
    const before = await ordersIn(gateway)
    const arrivalsPerSecond = atCapacity.perSecond * factor
    const report = await loader.load({ ...gateway, ...arriving, arrivalsPerSecond })
    runs.push({ factor, report, recorded: (await ordersIn(gateway)) - before })
  }
  const after = await loader.load({ ...gateway, ...most })
  console.log(isPinned ? 'Gateway and database on one core, the load on another.' : 'All share the cores.')
  printTable(
    ['AUTHORIZE', 'served/s', 'refused/s', 'median ms', '99 % ms', '99 % of refusals ms'],
    [
      rowOf('64 at a time', atCapacity),
      ...runs.map(({ factor, report }) => rowOf(`${factor} times the load arrives`, report)),
      rowOf('64 at a time, afterwards', after),
    ],
  )
  return [...runs.flatMap(run => goalsOf(run, atCapacity)), servedAfterwards(after, atCapacity)]
}

type Overloaded = {
  readonly factor: number
  readonly report: LoadReport
  /** Orders that were recorded meanwhile. */
  readonly recorded: number
}

const goalsOf = ({ factor, report, recorded }: Overloaded, capacity: LoadReport): readonly Goal[] => [
  {
    name: `at ${factor} times the load: served, times what it can do`,
    reached: report.perSecond / capacity.perSecond,
    bound: { least: 0.9 },
  },
  {
    name: `at ${factor} times the load: slowest of a hundred that were served, times that of 64 at a time`,
    reached: report.slowestPercentMs / capacity.slowestPercentMs,
    bound: { most: 2 },
  },
  {
    name: `at ${factor} times the load: difference of recorded orders and served ones`,
    reached: Math.abs(recorded - report.answered),
    bound: { most: 0 },
  },
]

const servedAfterwards = (after: LoadReport, before: LoadReport): Goal => ({
  name: 'served afterwards, times before',
  reached: after.perSecond / before.perSecond,
  bound: { least: 0.9 },
})

const ordersIn = ({ connection }: Gateway): Promise<number> =>
  asOwner(connection, async client => {
    const { rows } = await client.query<{ count: string }>('select count(*) from orders')
    return Number(rows[0]?.count)
  })

const rowOf = (name: string, report: LoadReport): readonly string[] => {
  const { answered, perSecond, refused, medianMs, slowestPercentMs, refusedSlowestPercentMs } = report
  const refusedPerSecond = answered === 0 ? 0 : (refused * perSecond) / answered
  return [
    ...[name, whole(perSecond), whole(refusedPerSecond)],
    ...[medianMs, slowestPercentMs, refusedSlowestPercentMs].map(decimal),
  ]
}
