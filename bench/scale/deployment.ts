// Payments on nodes and databases of any number, with the costs that were measured: how many a second, how
// long each takes, and what is busy.

import { randomOf } from '../../test/race/random.ts'
import { Cores, Disk, Groups, Thread, Timeline } from './events.ts'

/** Processor time in microseconds. */
export type Costs = {
  readonly gatewayPayment: number
  readonly gatewayGroup: number
  readonly databasePayment: number
  readonly databaseGroup: number
  /** Of the client, where it runs on the same cores. */
  readonly clientPayment: number
}

export type Deployment = {
  readonly costs: Costs
  /** Whether each commit of a payment, in turn, waits for the disk. */
  readonly commits: readonly boolean[]
  readonly flushUs: number
  readonly acquirerMs: number
  /** Gateway processes, each with a core of its own; unless everything shares these cores. */
  readonly workers: number
  readonly cells: number
  readonly coresPerCell: number
  readonly sharedCores?: number
  /** Whether a worker serves merchants of one cell only. */
  readonly isBound?: boolean
}

/** So many at a time, each sends when its last was answered; or so many a second, arriving by themselves. */
export type SimulatedLoad = { readonly connections: number } | { readonly perSecond: number }

export type Simulated = {
  readonly perSecond: number
  readonly medianMs: number
  readonly slowestPercentMs: number
  readonly groupSize: number
  /** Of the time: how much of it the gateways' cores and the databases' were busy. */
  readonly gatewayUse: number
  readonly databaseUse: number
}

export function simulate(deployment: Deployment, load: SimulatedLoad, options: SimulationOptions): Simulated {
  const world = build(deployment, options.seed)
  const { timeline } = world
  const [fromUs, untilUs] = [options.warmUpMs * 1_000, (options.warmUpMs + options.measuredMs) * 1_000]
  const latencies: number[] = []
  const pay = (again: () => void) => {
    const since = timeline.now
    world.pay(() => {
      if (timeline.now >= fromUs) latencies.push(timeline.now - since)
      again()
    })
  }
  if ('connections' in load) {
    const payOn = () => pay(payOn)
    for (let connection = 0; connection < load.connections; connection += 1)
      timeline.after(connection * 100, payOn)
  } else {
    const arrive = () => {
      pay(() => undefined)
      timeline.after(exponential(world.share(), 1e6 / load.perSecond), arrive)
    }
    arrive()
  }
  timeline.run(fromUs)
  const before = world.busy()
  timeline.run(untilUs)
  return reportOf(deployment, {
    latencies,
    before,
    after: world.busy(),
    us: untilUs - fromUs,
    ...world.grouped(),
  })
}

export type SimulationOptions = {
  readonly seed: number
  readonly warmUpMs: number
  readonly measuredMs: number
}

type Busy = { readonly gatewayUs: number; readonly databaseUs: number }

function build(deployment: Deployment, seed: number) {
  const { costs, commits, cells: cellCount, workers: workerCount, sharedCores } = deployment
  const timeline = new Timeline()
  const random = randomOf(seed)
  const share = () => (random(1 << 30) + 0.5) / (1 << 30)
  const shared = sharedCores === undefined ? undefined : new Cores(timeline, sharedCores)
  const spent = { gatewayUs: 0, databaseUs: 0 }
  const cells = times(cellCount, () => ({
    cores: shared ?? new Cores(timeline, deployment.coresPerCell),
    disk: new Disk(timeline, deployment.flushUs),
  }))
  const workers = times(workerCount, () =>
    workerOn(new Thread(shared ?? new Cores(timeline, 1)), { deployment, cells, spent }),
  )
  const perCell = Math.max(1, Math.floor(workerCount / cellCount))
  const workerFor = (cell: number) =>
    workers[deployment.isBound ? (cell * perCell + random(perCell)) % workerCount : random(workerCount)]

  function pay(done: () => void): void {
    const cell = random(cellCount)
    const worker = workerFor(cell)
    const step = (turn: number) => {
      const groups = worker?.groups[cell]?.[turn]
      if (groups === undefined) return shared ? shared.do(costs.clientPayment, done) : done()
      const write = () =>
        worker?.use(costs.gatewayPayment / commits.length, () => groups.add(() => step(turn + 1)))
      // The acquirer is asked between the first commit and the rest.
      if (turn === 1) timeline.after(exponential(share(), deployment.acquirerMs * 1_000), write)
      else write()
    }
    step(0)
  }
  const all = workers.flatMap(({ groups }) => groups.flat())
  return {
    ...{ timeline, pay, share },
    busy: (): Busy => ({ ...spent }),
    grouped: () => ({
      groups: all.reduce((sum, { writtenGroups }) => sum + writtenGroups, 0),
      items: all.reduce((sum, { writtenItems }) => sum + writtenItems, 0),
    }),
  }
}

type Cell = { readonly cores: Cores; readonly disk: Disk }
type Surroundings = {
  readonly deployment: Deployment
  readonly cells: readonly Cell[]
  readonly spent: { gatewayUs: number; databaseUs: number }
}

/** Its groups for each commit of a payment, of each cell. */
function workerOn(thread: Thread, { deployment, cells, spent }: Surroundings) {
  const { costs, commits } = deployment
  const use = (us: number, done: () => void) => {
    spent.gatewayUs += us
    thread.do(us, done)
  }
  const groupsOf = ({ cores, disk }: Cell, isFlushed: boolean) =>
    new Groups(thread, (size, done) => {
      const databaseUs = costs.databaseGroup + (size * costs.databasePayment) / commits.length
      spent.databaseUs += databaseUs
      const written = () => use(costs.gatewayGroup / 2, done)
      use(costs.gatewayGroup / 2, () =>
        cores.do(databaseUs, () => (isFlushed ? disk.flush(written) : written())),
      )
    })
  return { use, groups: cells.map(cell => commits.map(isFlushed => groupsOf(cell, isFlushed))) }
}

type Outcome = {
  readonly latencies: number[]
  readonly before: Busy
  readonly after: Busy
  readonly us: number
  readonly groups: number
  readonly items: number
}

function reportOf({ workers, cells, coresPerCell }: Deployment, outcome: Outcome): Simulated {
  const { latencies, before, after, us, groups, items } = outcome
  latencies.sort((left, right) => left - right)
  const at = (part: number) => (latencies[Math.floor(latencies.length * part)] ?? Number.NaN) / 1_000
  return {
    perSecond: latencies.length / (us / 1e6),
    medianMs: at(0.5),
    slowestPercentMs: at(0.99),
    groupSize: items / groups,
    gatewayUse: (after.gatewayUs - before.gatewayUs) / us / workers,
    databaseUse: (after.databaseUs - before.databaseUs) / us / (cells * coresPerCell),
  }
}

const exponential = (share: number, mean: number): number => -Math.log(share) * mean

const times = <Item>(count: number, make: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => make(index))
