// More than the gateway can do: two and five times as many payments arrive, whether or not those before were
// answered. What is too much is refused before anything is recorded; the rest is served as fast as ever.

import { type ChildProcess, spawn } from 'node:child_process'
import { type Gateway, portIn } from './contenders.ts'
import type { Goal } from './goals.ts'
import { startLineProcess } from './lineProcess.ts'
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
  const neighbour = startNeighbour(19)
  // What the load takes for itself would otherwise be missing where it is counted.
  const isPinned = pinEach([gateway.pid, gateway.databasePid], [loader.pid, neighbour.pid])
  const capacity = () => {
    progress('overload: how much the gateway can do')
    return loader.load({ ...gateway, ...most })
  }
  try {
    progress('overload: warming up')
    await loader.load({ ...gateway, ...warmUp })
    const first = await capacity()
    const runs: Overloaded[] = []
    let before = first
    for (const factor of factors) {
      progress(`overload: ${factor} times the load`)
      const ordersBefore = await ordersIn(gateway)
      const arrivalsPerSecond = before.perSecond * factor
      const report = await loader.load({ ...gateway, ...arriving, arrivalsPerSecond })
      const recorded = (await ordersIn(gateway)) - ordersBefore
      const after = await capacity()
      runs.push({ factor, before, report, recorded, after })
      before = after
    }
    progress('overload: what a bare socket takes')
    const leastMicroseconds = await bareSocket(loader, before.perSecond * (Math.max(...factors) - 1))
    console.log(isPinned ? 'Gateway and database on one core, the load on another.' : 'All share the cores.')
    printTable(
      ['AUTHORIZE', 'served/s', 'refused/s', 'CPU µs', 'median ms', '99 % ms', '99 % of refusals ms'],
      [
        rowOf('64 at a time', first),
        ...runs.flatMap(({ factor, report, after }) => [
          rowOf(`${factor} times the load arrives`, report),
          rowOf('64 at a time, afterwards', after),
        ]),
      ],
    )
    console.log(`\nA bare socket of Node takes ${decimal(leastMicroseconds)} µs for an answer.`)
    for (const run of runs) console.log(mostWithinReach(run, leastMicroseconds))
    return runs.flatMap(goalsOf)
  } finally {
    neighbour.kill('SIGKILL')
  }
}

/**
 * Processor time of an answer that is the same whatever was sent, on the gateway's core. Somebody else keeps
 * that busy, as gateway and database do: packets are waiting in numbers then, which costs less for each.
 */
async function bareSocket(loader: Loader, arrivalsPerSecond: number): Promise<number> {
  const child = startLineProcess({ entry: ['bench/bareSocket.ts'] })
  const beside = startNeighbour(0)
  try {
    const port = portIn(await child.hear(/^listening/), /(\d+)$/)
    pinEach([child.pid, beside.pid], [])
    const load = { ...arriving, port, pid: child.pid, arrivalsPerSecond }
    await loader.load({ ...load, durationMs: 3_000 })
    return (await loader.load(load)).cpuMicroseconds
  } finally {
    beside.kill('SIGKILL')
    await child.stop()
  }
}

/** With refusals that cost no more, and payments that cost what they do without them. */
function mostWithinReach({ factor, before, after }: Overloaded, leastMicroseconds: number): string {
  const payment = mean(before.wholeCpuMicroseconds, after.wholeCpuMicroseconds)
  const most = (payment - factor * leastMicroseconds) / (payment - leastMicroseconds)
  return `If refusals took that: at ${factor} times the load at most ${decimal(most)} of what it can do.`
}

/**
 * Keeps the core of the load busy while the load itself is not: where two cores share what one core has, that
 * of the gateway would be faster beside a small load than beside a large one. It ends with this process,
 * however that does.
 */
const startNeighbour = (niceness: number): ChildProcess =>
  spawn('nice', ['-n', String(niceness), process.execPath, '-e', spinning], { stdio: 'ignore' })

const spinning = 'const { ppid } = process; while (process.ppid === ppid);'

type Overloaded = {
  readonly factor: number
  readonly report: LoadReport
  /** What it can do, as measured before and afterwards: it differs from minute to minute. */
  readonly before: LoadReport
  readonly after: LoadReport
  /** Orders that were recorded meanwhile. */
  readonly recorded: number
}

const goalsOf = ({ factor, before, report, recorded, after }: Overloaded): readonly Goal[] => [
  {
    name: `at ${factor} times the load: served, times what it can do`,
    reached: report.perSecond / mean(before.perSecond, after.perSecond),
    bound: { least: 0.9 },
  },
  {
    // Of gateway and database, with what refusals took: what a host does besides is not counted.
    name: `at ${factor} times the load: processor time of a served one, times that of 64 at a time`,
    reached: report.wholeCpuMicroseconds / mean(before.wholeCpuMicroseconds, after.wholeCpuMicroseconds),
    bound: { most: 1.1 },
  },
  {
    name: `at ${factor} times the load: slowest of a hundred that were served, times that of 64 at a time`,
    reached: report.slowestPercentMs / mean(before.slowestPercentMs, after.slowestPercentMs),
    bound: { most: 2 },
  },
  {
    name: `at ${factor} times the load: difference of recorded orders and served ones`,
    reached: Math.abs(recorded - report.answered),
    bound: { most: 0 },
  },
  {
    name: `after ${factor} times the load: served, times before`,
    reached: after.perSecond / before.perSecond,
    bound: { least: 0.9 },
  },
]

const mean = (one: number, other: number): number => (one + other) / 2

const ordersIn = ({ connection }: Gateway): Promise<number> =>
  asOwner(connection, async client => {
    const { rows } = await client.query<{ count: string }>('select count(*) from orders')
    return Number(rows[0]?.count)
  })

const rowOf = (name: string, report: LoadReport): readonly string[] => {
  const { answered, perSecond, refused, wholeCpuMicroseconds } = report
  const { medianMs, slowestPercentMs, refusedSlowestPercentMs } = report
  const refusedPerSecond = answered === 0 ? 0 : (refused * perSecond) / answered
  return [
    ...[name, whole(perSecond), whole(refusedPerSecond), whole(wholeCpuMicroseconds)],
    ...[medianMs, slowestPercentMs, refusedSlowestPercentMs].map(decimal),
  ]
}
