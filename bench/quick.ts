import { readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus } from 'node:os'
import { systemClock } from '../src/platform/clock.ts'
import { projectPath } from '../src/platform/files.ts'
import { type Gateway, startReference } from './contenders.ts'
import type { Goal } from './goals.ts'
import type { Loader } from './loader.ts'
import { timesIn } from './operations.ts'
import { measureInRounds, middleOf, type Runner } from './rounds.ts'
import { takeSample } from './sample.ts'
import { isStory, stories } from './stories.ts'
import { decimal, printTable, whole } from './table.ts'

const effort = { rounds: 3, roundMs: 700, warmUpRequests: 3_000 }
const path = projectPath('bench', 'quickFigures.json')

/** What was measured before: processor time of each path, in answers of a bare node:http of the same run. */
type QuickFigures = {
  readonly measured: string
  readonly machine: string
  readonly times: Readonly<Record<string, number>>
}

/** In a minute: did a path become dearer? Nothing is judged; `store` keeps what was measured for the next. */
export async function lookQuickly(
  gateway: Gateway,
  loader: Loader,
  argument: string,
): Promise<readonly Goal[]> {
  const fixed = await startReference('fixed', gateway, await takeSample(gateway))
  try {
    const names = Object.keys(stories).filter(isStory)
    const runners = new Map<string, Runner>(names.map(story => [story, { ...gateway, story }]))
    const figures = await measureInRounds(runners.set('fixed', fixed), { loader, ...effort })
    const times = Object.fromEntries(
      names.map(name => [name, timesIn('cpuMicroseconds', figures(name), figures('fixed'))]),
    )
    const known: QuickFigures = JSON.parse(readFileSync(path, 'utf8'))
    printTable(
      ['processor time', 'µs', 'with the database', 'times node:http', 'was', 'change'],
      names.map(name => [
        stories[name].title,
        whole(middleOf(figures(name), 'cpuMicroseconds')),
        whole(middleOf(figures(name), 'wholeCpuMicroseconds')),
        decimal(times[name] ?? Number.NaN),
        decimal(known.times[name] ?? Number.NaN),
        changeOf(times[name], known.times[name]),
      ]),
    )
    console.log(`\nWas: measured on ${known.measured}, ${known.machine}. A machine that does other things`)
    console.log('too may differ by a fifth; npm run bench -- --against COMMIT says more.')
    if (argument === 'store') store(times)
    return []
  } finally {
    await fixed.stop()
  }
}

function changeOf(now = Number.NaN, before = Number.NaN): string {
  const percent = Math.round((now / before - 1) * 100)
  return Number.isNaN(percent) ? '' : `${percent > 0 ? '+' : ''}${percent} %`
}

function store(times: QuickFigures['times']): void {
  const figures: QuickFigures = {
    measured: systemClock.now().toISOString().slice(0, 10),
    machine: `${cpus().length} cores, ${arch()}, Node ${process.versions.node}`,
    times: Object.fromEntries(Object.entries(times).map(([name, value]) => [name, Number(value.toFixed(2))])),
  }
  writeFileSync(path, `${JSON.stringify(figures, undefined, 2)}\n`)
}
