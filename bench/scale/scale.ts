// Usage: npm run scale [-- --measure] [seed]. Simulates payments on more machines than are here, with costs
// that were measured here (`--measure` measures them anew), and draws what comes out into docs/scale/.

import { mkdirSync, writeFileSync } from 'node:fs'
import { projectPath } from '../../src/platform/files.ts'
import { clearProgress, progress } from '../progress.ts'
import { decimal, printTable, whole } from '../table.ts'
import { asMeasured, costsOf, linkedCommits } from './costs.ts'
import { type Deployment, simulate } from './deployment.ts'
import { type Measured, measure, readMeasured } from './measure.ts'
import { draw, type Line, type Plot } from './plot.ts'

const seed = Number(process.argv.at(-1)) || 1

function main(measured: Measured): void {
  const { linked, flushUs, logBytes, storedBytes } = measured
  console.log(`Measured ${measured.date}; simulated with seed ${seed}.\n`)
  holdAgainst(measured)
  // Each on a machine of its own, an acquirer that takes a third of a second, and a standby.
  const usual: Deployment = {
    costs: costsOf(linked, linkedCommits.length),
    commits: linkedCommits,
    flushUs: flushUs + standbyUs,
    acquirerMs: 300,
    ...{ workers: 1, cells: 1, coresPerCell: 16 },
  }
  byWorkers(usual)
  byCells(usual)
  whatItTakes(usual, { logBytes, storedBytes })
  clearProgress()
}

/** A round trip to a machine beside it, whose disk has to have the commit too. */
const standbyUs = 500
const window = { seed, warmUpMs: 1_000, measuredMs: 2_000 }

/** The simulation beside what was measured: what it is worth. */
function holdAgainst(measured: Measured): void {
  const rows = measured.sandbox.map(({ connections, perSecond, medianMs, groupSize }) => {
    const simulated = simulate(asMeasured(measured), { connections }, window)
    return [
      `${connections} at a time`,
      ...[whole(perSecond), whole(simulated.perSecond), decimal(medianMs), decimal(simulated.medianMs)],
      ...[decimal(groupSize), decimal(simulated.groupSize)],
    ]
  })
  printTable(
    [
      'on the machine that was measured',
      'payments/s',
      'simulated',
      'median ms',
      'simulated',
      'in a group',
      'simulated',
    ],
    rows,
  )
  console.log()
}

/** How one database does with more and more workers; without the time that the acquirer takes. */
function byWorkers(usual: Deployment): void {
  const { gatewayPayment, gatewayGroup } = usual.costs
  const lines = [1, 2, 4, 8, 16].map(workers => {
    const most = (workers * 1e6) / (gatewayPayment + (linkedCommits.length * gatewayGroup) / busyGroup)
    const points = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map(share => {
      progress(`${workers} workers, ${share} of the load`)
      const perSecond = most * share
      const deployment = { ...usual, workers, acquirerMs: 0.01 }
      return { x: perSecond, y: simulate(deployment, { perSecond }, window).slowestPercentMs }
    })
    return { name: `${workers} ${workers === 1 ? 'worker' : 'workers'}`, points }
  })
  save('workers', {
    title: 'Time in the gateway, slowest of a hundred',
    x: { name: 'payments a second, one database of 16 cores', from: 50, to: 50_000 },
    y: { name: 'milliseconds', from: 2, to: 500 },
    lines,
  })
}

/** How many are in a group of a worker that is as busy as it can be. */
const busyGroup = 16

/** A hundred thousand a second, over more and more cells: who serves all of them, and who one. */
function byCells(usual: Deployment): void {
  const perSecond = 100_000
  const workers = workersFor(usual, perSecond)
  const rows: string[][] = []
  const served: Record<'all' | 'one', Line['points'][number][]> = { all: [], one: [] }
  for (const cells of [1, 4, 16, 64])
    for (const serves of ['all', 'one'] as const) {
      progress(`${cells} cells, a worker serves ${serves} of them`)
      const coresPerCell = Math.max(2, Math.ceil(databaseCores / cells))
      const deployment = {
        ...usual,
        ...quickAcquirer,
        workers,
        cells,
        coresPerCell,
        isBound: serves === 'one',
      }
      const result = simulate(deployment, { perSecond }, brief)
      const busy = result.databaseUse * cells * coresPerCell
      served[serves].push({ x: cells, y: busy })
      rows.push([
        `${cells}, a worker serves ${serves}`,
        ...[decimal(result.groupSize), whole(busy), whole(result.gatewayUse * workers)],
        whole((serves === 'one' ? workers / cells : workers) * sessionsPerWorker),
      ])
    }
  const title = `cells, at 100,000 a second, ${workers} workers`
  printTable([title, 'in a group', 'database cores busy', 'gateway cores busy', 'sessions of a cell'], rows)
  console.log()
  save('cells', {
    title: '100,000 payments a second: database cores that are busy',
    x: { name: 'cells', from: 1, to: 100 },
    y: { name: 'cores', from: 20, to: 500 },
    lines: (['all', 'one'] as const).map(name => ({ name: `serves ${name}`, points: served[name] })),
  })
}

/** More than are ever busy: what is asked is how many are. */
const databaseCores = 256
/** So many payments a second need no long look, and an acquirer that answers soon makes it even shorter. */
const brief = { seed, warmUpMs: 300, measuredMs: 200 }
const quickAcquirer = { acquirerMs: 50 }
/** See docs/operations.md. */
const sessionsPerWorker = 40
const busyMost = 0.6

/** As many as have room for peaks. Groups are small where many share the work: that costs, too. */
function workersFor(usual: Deployment, perSecond: number): number {
  const { gatewayPayment, gatewayGroup } = usual.costs
  const cost = gatewayPayment + (linkedCommits.length * gatewayGroup) / 2
  return Math.ceil((perSecond * cost) / 1e6 / busyMost)
}

function whatItTakes(
  usual: Deployment,
  bytes: { readonly logBytes: number; readonly storedBytes: number },
): void {
  const rows = [1_000, 10_000, 100_000].map(perSecond => {
    progress(`${whole(perSecond)} a second`)
    const workers = workersFor(usual, perSecond)
    const deployment = { ...usual, ...quickAcquirer, workers, coresPerCell: databaseCores }
    const result = simulate(deployment, { perSecond }, perSecond < 50_000 ? window : brief)
    return [
      ...[`${whole(perSecond)} a second`, whole(workers), decimal(result.gatewayUse * workers)],
      ...[decimal(result.databaseUse * databaseCores), whole(workers * sessionsPerWorker)],
      ...[decimal((perSecond * bytes.logBytes) / 1e6), whole((perSecond * bytes.storedBytes * 86_400) / 1e9)],
      whole(perSecond * (usual.acquirerMs / 1_000)),
    ]
  })
  printTable(
    [
      ...['payments over a link, one database', 'workers', 'gateway cores busy', 'database cores busy'],
      ...['sessions', 'log MB/s', 'stored GB a day', 'waiting at the acquirer'],
    ],
    rows,
  )
}

function save(name: string, plot: Plot): void {
  mkdirSync(projectPath('docs/scale'), { recursive: true })
  writeFileSync(projectPath(`docs/scale/${name}.svg`), draw(plot))
}

if (process.argv[2] === '--measure') await measure()
main(readMeasured())
