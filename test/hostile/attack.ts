// All of it against one gateway: the catalogue, the requests of a seed, merchants that ask for what is
// another's.

import { median } from '../../bench/medians.ts'
import { catalogue } from '../../src/contract/catalogue.ts'
import { versions } from '../../src/contract/kit/versions.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { faultsIn } from '../faults/gatewayProcess.ts'
import { type ApartReport, tryApart } from './apart.ts'
import { type BarrageReport, barrage, gapsIn } from './barrage.ts'
import { aliveMegabytes, type Stalls, stallBoundMs, stallsIn } from './stalls.ts'
import { type CatalogueReport, tryCatalogue } from './tryCatalogue.ts'
import type { HostileWorld } from './world.ts'

export type AttackOptions = {
  readonly count: number
  readonly seed: number
  /** How often each question of a merchant about another's things is asked. */
  readonly samples: number
  readonly tell: (progress: string) => void
}

export type AttackReport = {
  readonly catalogue: CatalogueReport
  readonly barrage: BarrageReport
  readonly apart: ApartReport
  /** Of the gateway and of the process that does nothing, once the gateway was warm; and before. */
  readonly stalls: { readonly gateway: Stalls; readonly idle: Stalls; readonly cold: Stalls }
  readonly memory: Memory
  /** Everything that is not as it has to be. */
  readonly findings: readonly string[]
}

/** In megabytes: resident in the third tenth and in the last, alive when warm and after each piece. */
type Memory = Readonly<Record<'residentEarly' | 'residentLate', number>> & {
  readonly aliveAt: readonly number[]
}

/**
 * So many requests are sent before stalls count: code is compiled, and parts are loaded when they are
 * first needed.
 */
const coldShare = 0.1
const coldLeast = 5_000
/** Below, growth is that of a process that is still getting warm. */
const countForGrowth = 200_000
/** From half of the requests to their end. */
const growthMax = 1.025
/** After each of them garbage is collected. */
const pieces = 8
/** Whatever the count is. */
const residentMaxMegabytes = 500

export async function attack(world: HostileWorld, options: AttackOptions): Promise<AttackReport> {
  const { count, seed, samples, tell } = options
  const { gateway, known } = world
  const startedAtMs = Date.now()
  tell('the catalogue')
  const catalogueReport = await tryCatalogue(gateway.port)
  const alive = () => leastAlive(world)
  const coldCount = Math.ceil(Math.max(count * coldShare, Math.min(count / 2, coldLeast)))
  const cold = await barrage({ gateway, seed, from: 0, count: coldCount, known, tell })
  const warmAtMs = Date.now()
  const aliveAt = [await alive()]
  let warm: BarrageReport | undefined
  for (let piece = 0; piece < pieces; piece += 1) {
    const from = coldCount + Math.floor(((count - coldCount) * piece) / pieces)
    const until = coldCount + Math.floor(((count - coldCount) * (piece + 1)) / pieces)
    const next = await barrage({ gateway, seed, from, count: until - from, known, tell })
    warm = warm === undefined ? next : joined(warm, next)
    aliveAt.push(await alive())
  }
  if (warm === undefined) throw new Error('Nothing was sent')
  const stalls = await stallsOf(world, startedAtMs, warmAtMs)
  tell('merchants apart')
  const apart = await tryApart(world, samples, seed)
  const whole = joined(cold, warm)
  const memory = { ...residentIn(warm.resident), aliveAt }
  const report = { catalogue: catalogueReport, barrage: whole, apart, stalls, memory }
  return { ...report, findings: [...findingsIn(report, count), ...(await lifeSigns(world))] }
}

/** The least of some looks: right after so many requests, the last ones and what is timed are alive. */
async function leastAlive({ gateway, notes }: HostileWorld): Promise<number> {
  const seen: number[] = []
  for (let look = 0; look < looks; look += 1) {
    await systemClock.sleep(restMs)
    seen.push(await aliveMegabytes(notes.gateway, gateway.child))
  }
  return Math.min(...seen)
}

const looks = 3
const restMs = 1_000

async function stallsOf(world: HostileWorld, startedAtMs: number, warmAtMs: number) {
  const { gateway, idle, notes } = world
  return {
    gateway: await stallsIn(notes.gateway, gateway.child.pid ?? 0, { fromMs: warmAtMs }),
    idle: await stallsIn(notes.idle, idle.pid ?? 0, { fromMs: warmAtMs }),
    cold: await stallsIn(notes.gateway, gateway.child.pid ?? 0, { fromMs: startedAtMs, untilMs: warmAtMs }),
  }
}

function residentIn(samples: readonly number[]) {
  const tenth = Math.max(1, Math.floor(samples.length / 10))
  return {
    residentEarly: median(samples.slice(tenth * 2, tenth * 3)) || 0,
    residentLate: median(samples.slice(-tenth)) || 0,
  }
}

function joined(cold: BarrageReport, warm: BarrageReport): BarrageReport {
  const both = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) => {
    const sum = new Map(one)
    for (const [name, count] of other) sum.set(name, (sum.get(name) ?? 0) + count)
    return sum
  }
  return {
    requests: cold.requests + warm.requests,
    seconds: cold.seconds + warm.seconds,
    answers: both(cold.answers, warm.answers),
    kinds: both(cold.kinds, warm.kinds),
    operations: new Set([...cold.operations, ...warm.operations]),
    versions: new Set([...cold.versions, ...warm.versions]),
    violations: [...cold.violations, ...warm.violations],
    resident: [...cold.resident, ...warm.resident],
  }
}

const wanted = {
  operations: catalogue.map(({ name }) => name),
  versions: Array.from({ length: versions.last }, (_, at) => at + versions.first),
}

function findingsIn(report: Omit<AttackReport, 'findings'>, count: number): readonly string[] {
  const { barrage: heard, stalls, memory } = report
  const growth = (memory.aliveAt.at(-1) ?? 0) / (memory.aliveAt[Math.ceil(pieces / 2)] ?? 0)
  const claims: Readonly<Record<string, boolean>> = {
    [`${heard.requests} of ${count} requests were sent`]: heard.requests === count,
    [`stalls of its own below ${stallBoundMs} ms`]: stalls.gateway.tooLong === 0,
    [`resident memory below ${residentMaxMegabytes} MB`]: memory.residentLate < residentMaxMegabytes,
    'memory that is alive does not go on growing': count < countForGrowth || growth < growthMax,
    'payments are made meanwhile': (heard.answers.get('201') ?? 0) > count / 100,
    'few are told that it is busy': (heard.answers.get('503') ?? 0) < count / 100,
  }
  return [
    ...report.catalogue.findings,
    ...heard.violations.map(({ request, what }) => `request ${request.number} (${request.kind}): ${what}`),
    ...report.apart.findings,
    ...gapsIn(heard, wanted),
    ...Object.keys(claims)
      .filter(claim => !claims[claim])
      .map(claim => `not so: ${claim}`),
  ]
}

/** The process lives, is ready, takes a payment, and has logged no fault. */
async function lifeSigns({ gateway }: HostileWorld): Promise<readonly string[]> {
  const faults = faultsIn(gateway.output())
  if (gateway.child.exitCode !== null) return [`the gateway ended with ${gateway.child.exitCode}`, ...faults]
  const { status } = await gateway.call('GET', '/ready')
  return [...(status === 200 ? [] : [`/ready answers ${status}`]), ...faults]
}
