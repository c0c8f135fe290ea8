import type { Contender } from './contenders.ts'
import type { Loader } from './loader.ts'
import { median } from './medians.ts'
import { cpuMs } from './processFacts.ts'
import { progress } from './progress.ts'

export type Rounds = {
  readonly loader: Loader
  readonly rounds: number
  readonly roundMs: number
  readonly warmUpMs: number
}

/** What one contender did in one round. */
export type Figures = {
  readonly perSecond: number
  readonly medianMs: number
  readonly slowestPercentMs: number
  /** A request's share of the contender's own process; database and load come on top. */
  readonly cpuMicroseconds: number
}

const connections = 64

/**
 * Everybody is measured once in every round, one after the other, so that whatever else the machine does meets them
 * all alike. The first round warms up and is forgotten.
 */
export async function measureInRounds<Name extends string>(
  contenders: ReadonlyMap<Name, Contender>,
  { loader, rounds, roundMs, warmUpMs }: Rounds,
): Promise<(name: Name) => readonly Figures[]> {
  const measured = new Map<Name, readonly Figures[]>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, contender] of contenders) {
      const durationMs = round === 0 ? warmUpMs : roundMs
      const figures = await measure(contender, loader, durationMs)
      const which = round === 0 ? 'warm-up' : `round ${round} of ${rounds}`
      progress(`${which}: ${name} ${Math.round(figures.perSecond)}/s`)
      if (round > 0) measured.set(name, [...(measured.get(name) ?? []), figures])
    }
  }
  return name => measured.get(name) ?? []
}

export function middleOf(series: readonly Figures[], figure: keyof Figures): number {
  return median(series.map(figures => figures[figure]))
}

async function measure({ pid, port }: Contender, loader: Loader, durationMs: number): Promise<Figures> {
  const before = cpuMs(pid) ?? Number.NaN
  const { answered, perSecond, medianMs, slowestPercentMs } = await loader.load({
    port,
    connections,
    durationMs,
  })
  const cpuMicroseconds = (((cpuMs(pid) ?? Number.NaN) - before) / answered) * 1_000
  return { perSecond, medianMs, slowestPercentMs, cpuMicroseconds }
}
