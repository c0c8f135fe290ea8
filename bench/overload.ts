// More than the gateway can do: two and five times as many payments arrive, whether or not those before were
// answered. What is too much is refused before anything is recorded; the rest is served as fast as ever.
// Where HAProxy is installed, five times as many come by the balancer of deploy/ as well, which passes on
// twice what the gateway can do.

import { hasBalancer, startBalancer } from './balancer.ts'
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
/** With a balancer: how much comes, and how much of it is passed on. */
const [balanced, passedOn] = [5, 2]

/** Prints what became of the payments, and returns the goals. */
export async function overload(gateway: Gateway, loader: Loader): Promise<readonly Goal[]> {
  // What the load takes for itself would otherwise be missing where it is counted.
  const isPinned = pinEach([gateway.pid, gateway.databasePid], [loader.pid])
  progress('overload: how much the gateway can do')
  await loader.load({ ...gateway, ...warmUp })
  const atCapacity = await loader.load({ ...gateway, ...most })
  const runs: Overloaded[] = []
  const receive = async (name: string, factor: number, port: number) => {
    progress(`overload: ${name}`)
    const before = await ordersIn(gateway)
    const arrivalsPerSecond = atCapacity.perSecond * factor
    const report = await loader.load({ ...gateway, port, ...arriving, arrivalsPerSecond })
    runs.push({ name, report, recorded: (await ordersIn(gateway)) - before })
  }
  for (const factor of factors) await receive(`${factor} times the load`, factor, gateway.port)
  if (hasBalancer()) {
    const balancer = await startBalancer(gateway.port, atCapacity.perSecond * passedOn)
    pinEach([], [balancer.pid])
    await receive(`${balanced} times the load, by a balancer`, balanced, balancer.port).finally(balancer.stop)
  } else console.log('There is no haproxy on this machine: nothing is tried with a balancer.')
  const after = await loader.load({ ...gateway, ...most })
  console.log(isPinned ? 'Gateway and database on one core, the load on another.' : 'All share the cores.')
  printTable(
    ['AUTHORIZE', 'served/s', 'refused/s', 'median ms', '99 % ms', '99 % of refusals ms'],
    [
      rowOf('64 at a time', atCapacity),
      ...runs.map(({ name, report }) => rowOf(`${name} arrives`, report)),
      rowOf('64 at a time, afterwards', after),
    ],
  )
  return [...runs.flatMap(run => goalsOf(run, atCapacity)), servedAfterwards(after, atCapacity)]
}

type Overloaded = {
  readonly name: string
  readonly report: LoadReport
  /** Orders that were recorded meanwhile. */
  readonly recorded: number
}

const goalsOf = ({ name, report, recorded }: Overloaded, capacity: LoadReport): readonly Goal[] => [
  {
    name: `at ${name}: served, times what it can do`,
    reached: report.perSecond / capacity.perSecond,
    bound: { least: 0.9 },
  },
  {
    name: `at ${name}: slowest of a hundred that were served, times that of 64 at a time`,
    reached: report.slowestPercentMs / capacity.slowestPercentMs,
    bound: { most: 2 },
  },
  {
    name: `at ${name}: difference of recorded orders and served ones`,
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
