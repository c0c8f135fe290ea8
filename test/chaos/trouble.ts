import { setTimeout as sleep } from 'node:timers/promises'
import type { HostProcess } from '../links/hostProcess.ts'
import type { Nodes } from '../links/nodes.ts'
import type { Random } from '../simulation/random.ts'
import type { DoomedDatabase } from './doomedDatabase.ts'
import { type FaultProxy, type WayFault, wayFaults } from './faultProxy.ts'
import type { NodeClock } from './nodeClock.ts'

/** Between whom the proxies stand; one of each for each node. */
export type Way = 'client to node' | 'node to database' | 'node to acquirer'

export type Surroundings = {
  readonly nodes: Nodes
  readonly database: DoomedDatabase
  readonly host: HostProcess
  readonly proxies: Readonly<Record<Way, readonly FaultProxy[]>>
  readonly clocks: readonly NodeClock[]
}

export const ways = [
  'client to node',
  'node to database',
  'node to acquirer',
] as const satisfies readonly Way[]

type WayFaultName = `${Way}: ${WayFault}`
export type FaultKind = (typeof otherFaults)[number] | WayFaultName

const otherFaults = [
  ...(['node killed', 'node paused', 'node paused until taken for dead', 'node with a wrong clock'] as const),
  ...(['database killed', 'database sessions ended', 'database clock set forward'] as const),
  ...(['database disk full', 'database disk failing', 'host closed'] as const),
] as const

const wayFaultNames = ways.flatMap(way => wayFaults.map((fault): WayFaultName => `${way}: ${fault}`))

export const faultKinds: readonly FaultKind[] = [...otherFaults, ...wayFaultNames]

/** Faults with which the database is away for longer than the nodes' heartbeats may pause. */
const outages: ReadonlySet<FaultKind> = new Set([
  ...(['database killed', 'database disk full', 'database disk failing'] as const),
  ...(['node to database: lost', 'node to database: half-open'] as const),
])

export type TroubleOptions = {
  readonly random: Random
  readonly kinds: readonly FaultKind[]
  /** So many nodes are killed for each time that every other fault happens once. */
  readonly killsPerRound: number
  readonly isEnough: (trouble: Trouble) => boolean
}

/**
 * One fault after the other, all from one source of chance. They are dealt like cards, in rounds in which
 * each kind has its turn, so that a short run has all of them, too.
 */
export class Trouble {
  readonly #options: TroubleOptions
  readonly #around: Surroundings
  readonly #counts = new Map<FaultKind, number>()
  readonly #lasting = new Set<Promise<unknown>>()
  /** A node that the others have to find silent for long enough, by a database that is there. */
  #watched: number | undefined
  #failure: unknown

  constructor(options: TroubleOptions, around: Surroundings) {
    this.#options = options
    this.#around = around
  }

  count(kind: FaultKind): number {
    if (kind === 'node killed') return this.#around.nodes.killed
    const [way, fault] = kind.split(': ')
    if (fault === undefined) return this.#counts.get(kind) ?? 0
    return this.#proxiesOn(way).reduce((sum, { happened }) => sum + countIn(happened, fault), 0)
  }

  /** Of one node, or of all. */
  #proxiesOn(way: string | undefined, node?: number): readonly FaultProxy[] {
    const proxies = ways.filter(name => name === way).flatMap(name => this.#around.proxies[name])
    return node === undefined ? proxies : proxies.slice(node, node + 1)
  }

  /** Deals until it is enough, then waits for what lasts. */
  async run(): Promise<void> {
    const { random, isEnough } = this.#options
    let deck: FaultKind[] = []
    while (!isEnough(this) && this.#failure === undefined) {
      if (deck.length === 0) deck = this.#shuffled()
      const next = deck.findIndex(kind => this.#isPossible(kind))
      // All that is left may have to wait.
      if (next !== -1) for (const kind of deck.splice(next, 1)) await this.#deal(kind)
      await sleep(random.below(gapMaxMs))
    }
    await Promise.all(this.#lasting)
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Somebody is left, if only just; and whoever is paused must be missed, by a database that is there. */
  #isPossible(kind: FaultKind): boolean {
    if (kind === 'node killed') return this.#able().length > 1
    return this.#watched === undefined || !(kind === 'node paused until taken for dead' || outages.has(kind))
  }

  #shuffled(): FaultKind[] {
    const { random, kinds, killsPerRound } = this.#options
    const cards = kinds.flatMap(kind =>
      Array.from({ length: kind === 'node killed' ? killsPerRound : 1 }, () => ({
        kind,
        // Nobody has to wait long for whoever is watched.
        at: kind === 'node paused until taken for dead' ? -1 : random.between(0, 1),
      })),
    )
    return cards.sort((one, other) => one.at - other.at).map(({ kind }) => kind)
  }

  /** What is over at once is waited for; what lasts goes on beside what comes next. */
  async #deal(kind: FaultKind): Promise<void> {
    const { random } = this.#options
    const [way, fault] = kind.split(': ')
    if (fault !== undefined) {
      const [proxy] = this.#proxiesOn(way, this.#anyAble())
      for (const each of wayFaults) if (each === fault) proxy?.spoil(each, random)
      return
    }
    switch (kind) {
      case 'node killed':
        // Another one takes its place, while others are already in trouble.
        return this.#last(this.#around.nodes.kill(this.#anyAble() ?? 0))
      case 'node paused':
        return await this.#done(kind, this.#pause(this.#anyAble(), random.between(500, 4_000)))
      case 'node paused until taken for dead':
        return this.#last(this.#done(kind, this.#pauseForLong()))
      case 'database killed':
        return await this.#done(kind, this.#around.database.crash(random))
      case 'database sessions ended':
        return await this.#done(kind, this.#around.database.endSessions(random))
      case 'database disk full':
        return await this.#done(kind, this.#around.database.fillDisk(random))
      case 'database disk failing':
        return await this.#done(kind, this.#around.database.failDisk())
      case 'database clock set forward':
        return await this.#done(kind, this.#moveClock(random.between(1, 15)))
      case 'node with a wrong clock':
        return await this.#done(kind, this.#setNodeClock(random))
      case 'host closed':
        return await this.#done(kind, this.#closeHost())
    }
  }

  /** Those that run, and not only in order to be missed. */
  #able(): readonly number[] {
    const places = Array.from({ length: this.#around.nodes.count }, (_, index) => index)
    return places.filter(index => index !== this.#watched && this.#around.nodes.at(index) !== undefined)
  }

  #anyAble(): number | undefined {
    const able = this.#able()
    return able[this.#options.random.below(able.length)]
  }

  /** It goes on afterwards, unless it is killed meanwhile. */
  #pause(index: number | undefined, ms: number): boolean {
    const child = index === undefined ? undefined : this.#around.nodes.at(index)?.child
    if (!child?.kill('SIGSTOP')) return false
    this.#last(sleep(ms).then(() => child.kill('SIGCONT')))
    return true
  }

  /** The others take over what it has begun, and it finds that out when it goes on. */
  async #pauseForLong(): Promise<boolean> {
    const index = this.#anyAble()
    if (!this.#pause(index, untilTakenForDeadMs)) return false
    this.#watched = index
    await sleep(untilTakenForDeadMs)
    this.#watched = undefined
    return true
  }

  async #moveClock(seconds: number): Promise<boolean> {
    await this.#around.database.ask(`update clock set shift = shift + interval '${seconds} seconds'`)
    return true
  }

  /** By up to a day into the past, or more than a year into the future. */
  async #setNodeClock(random: Random): Promise<boolean> {
    const { clocks } = this.#around
    await clocks[random.below(clocks.length)]?.set(random.pick([-1, 1, 400]) * dayMs * random.between(0, 1))
    return true
  }

  /** It says so first; who is back has to sign on again. */
  async #closeHost(): Promise<boolean> {
    await this.#around.host.act('sign-off')
    await sleep(200)
    await this.#around.host.act('drop-connections')
    return true
  }

  async #done(kind: FaultKind, work: boolean | Promise<boolean>): Promise<void> {
    if (await work) this.#counts.set(kind, this.count(kind) + 1)
  }

  #last(work: Promise<unknown>): void {
    const noted = work
      .catch(error => {
        this.#failure ??= error
      })
      .finally(() => this.#lasting.delete(noted))
    this.#lasting.add(noted)
  }
}

const countIn = (happened: ReadonlyMap<string, number>, fault: string): number => happened.get(fault) ?? 0

const gapMaxMs = 600
/** A node whose heart has not beaten for 15 seconds is dead to the others, who look every second. */
const untilTakenForDeadMs = 18_000
const dayMs = 86_400_000
