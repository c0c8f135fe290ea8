import type { Contender } from './contenders.ts'
import type { Loader } from './loader.ts'
import { median } from './medians.ts'
import { cpuMs } from './processFacts.ts'
import { progress } from './progress.ts'

export type Rounds = {
  readonly loader: Loader
  readonly rounds: number
  readonly roundMs: number
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
 * Everybody is measured once in every round, one after the other, so that whatever else the machine does
 * meets them all alike. Before that everybody is warmed up.
 */
export async function measureInRounds<Name extends string>(
  contenders: ReadonlyMap<Name, Contender>,
  { loader, rounds, roundMs }: Rounds,
): Promise<(name: Name) => readonly Figures[]> {
  for (const [name, contender] of contenders) await warmUp(name, contender, loader)
  const measured = new Map<Name, readonly Figures[]>()
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, contender] of contenders) {
      const figures = await measure(contender, loader, roundMs)
      progress(`round ${round} of ${rounds}: ${name} ${Math.round(figures.perSecond)}/s`)
      measured.set(name, [...(measured.get(name) ?? []), figures])
    }
  }
  return name => measured.get(name) ?? []
}

export function middleOf(series: readonly Figures[], figure: keyof Figures): number {
  return median(series.map(figures => figures[figure]))
}

/**
 * The compiler is done with hot code only after so many requests; until then it is half of what is measured.
 */
const warmUpRequests = 15_000
const warmUpMaxMs = 12_000

async function warmUp(name: string, { port }: Contender, loader: Loader): Promise<void> {
  progress(`warming up: ${name}`)
  await loader.load({ port, connections, requests: warmUpRequests, durationMs: warmUpMaxMs })
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
