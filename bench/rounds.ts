import type { Contender } from './contenders.ts'
import type { Loader } from './loader.ts'
import { median } from './medians.ts'
import { cpuMs, databaseCpuMs } from './processFacts.ts'
import { progress } from './progress.ts'
import type { StoryName } from './stories.ts'

export type Rounds = {
  readonly loader: Loader
  readonly rounds: number
  readonly roundMs: number
  /** Hot code is fully compiled only after so many; before that, half of what is measured is compilation. */
  readonly warmUpRequests?: number
}

/** A contender and its load. */
export type Runner = Contender & { readonly story?: StoryName; readonly connections?: number }

/** The figures of one contender in one round. */
export type Figures = {
  readonly perSecond: number
  readonly medianMs: number
  readonly slowestPercentMs: number
  /** Processor time per request of the contender's own process; database and load come on top. */
  readonly cpuMicroseconds: number
  /** The same with the processes of its database. */
  readonly wholeCpuMicroseconds: number
}

const manyConnections = 64

/**
 * Every contender is measured once in every round, one after the other, so that other work of the machine
 * affects all alike. Before that all are warmed up.
 */
export async function measureInRounds<Name extends string>(
  runners: ReadonlyMap<Name, Runner>,
  { loader, rounds, roundMs, warmUpRequests = 15_000 }: Rounds,
): Promise<(name: Name) => readonly Figures[]> {
  for (const [name, runner] of runners) {
    progress(`warming up: ${name}`)
    await loader.load({ ...loadOn(runner), requests: warmUpRequests, durationMs: warmUpMaxMs })
  }
  const measured = new Map<Name, readonly Figures[]>()
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, runner] of runners) {
      const figures = await measure(runner, loader, roundMs)
      progress(`round ${round} of ${rounds}: ${name} ${Math.round(figures.perSecond)}/s`)
      measured.set(name, [...(measured.get(name) ?? []), figures])
    }
  }
  return name => measured.get(name) ?? []
}

export function middleOf(series: readonly Figures[], figure: keyof Figures): number {
  return median(series.map(figures => figures[figure]))
}

const warmUpMaxMs = 12_000

async function measure(runner: Runner, loader: Loader, durationMs: number): Promise<Figures> {
  const before = spent(runner)
  const { answered, ...figures } = await loader.load({ ...loadOn(runner), durationMs })
  const after = spent(runner)
  const each = (sum: (spent: Spent) => number) => ((sum(after) - sum(before)) / answered) * 1_000
  return {
    ...figures,
    cpuMicroseconds: each(({ own }) => own),
    wholeCpuMicroseconds: each(({ own, database }) => own + database),
  }
}

type Spent = { readonly own: number; readonly database: number }

const spent = ({ pid, databasePid }: Runner): Spent => ({
  own: cpuMs(pid) ?? Number.NaN,
  database: databasePid === undefined ? 0 : (databaseCpuMs(databasePid) ?? Number.NaN),
})

const loadOn = ({ port, story = 'authorize', connections = manyConnections }: Runner) => ({
  ...{ port, connections, story },
})
