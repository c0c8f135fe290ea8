import type { Contender } from './contenders.ts'
import type { LoadOrder, LoadReport } from './load.ts'
import type { Loader } from './loader.ts'
import { median } from './medians.ts'
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
export type Figures = Omit<LoadReport, 'answered' | 'failure'>

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
  const { answered: _, ...figures } = await loader.load({ ...loadOn(runner), durationMs })
  return figures
}

const loadOn = ({
  pid,
  databasePid,
  port,
  password,
  hasWorkers,
  story = 'authorize',
  connections = manyConnections,
}: Runner): LoadOrder => ({
  ...{ pid, port, connections, story },
  ...(password !== undefined && { password }),
  ...(hasWorkers && { hasWorkers }),
  ...(databasePid !== undefined && { databasePid }),
})
