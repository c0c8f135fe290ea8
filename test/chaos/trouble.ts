import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../simulation/random.ts'
import { type WayFault, wayFaults } from './faultProxy.ts'
import { proxyOf, type Surroundings, type Way, ways } from './surroundings.ts'

type WayFaultName = `${Way}: ${WayFault}`
export type FaultKind = (typeof otherFaults)[number] | WayFaultName

const otherFaults = [
  ...(['node killed', 'node paused', 'node paused until taken for dead', 'node with a wrong clock'] as const),
  ...(['database killed', 'database sessions ended', 'database clock set forward'] as const),
  ...(['database disk full', 'database disk failing', 'host closed'] as const),
  ...(['directory server closed', 'provider killed'] as const),
] as const

const faultsOfWays = new Map<FaultKind, { readonly way: Way; readonly fault: WayFault }>(
  ways.flatMap(way =>
    wayFaults.map(fault => [`${way}: ${fault}` satisfies WayFaultName, { way, fault }] as const),
  ),
)

export const faultKinds: readonly FaultKind[] = [...otherFaults, ...faultsOfWays.keys()]

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
    const spoilt = faultsOfWays.get(kind)
    if (!spoilt) return this.#counts.get(kind) ?? 0
    const proxies = this.#around.proxies[spoilt.way]
    return proxies.reduce((sum, { happened }) => sum + (happened.get(spoilt.fault) ?? 0), 0)
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
    const spoilt = faultsOfWays.get(kind)
    if (spoilt) {
      const proxy = proxyOf(this.#around.proxies, spoilt.way, this.#anyAble() ?? 0)
      return proxy?.spoil(spoilt.fault, random)
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
      case 'directory server closed':
        return this.#last(this.#done(kind, this.#closeDirectory(random.between(300, 3_000))))
      case 'provider killed':
        return this.#last(this.#done(kind, this.#around.provider.crash(random.below(2_000))))
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

  /**
   * By up to a day into the past, or more than a year into the future; somebody sets it right again, for to
   * the provider such a node is a stranger.
   */
  async #setNodeClock(random: Random): Promise<boolean> {
    const { clocks } = this.#around
    const clock = clocks[random.below(clocks.length)]
    await clock?.set(random.pick([-1, 1, 400]) * dayMs * random.between(0, 1))
    this.#last(sleep(random.between(...wrongForMs)).then(() => clock?.set(0)))
    return true
  }

  async #closeDirectory(ms: number): Promise<boolean> {
    await this.#around.directory.closeFor(ms)
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

const gapMaxMs = 600
/** A node whose heart has not beaten for 15 seconds is dead to the others, who look every second. */
const untilTakenForDeadMs = 18_000
const dayMs = 86_400_000
const wrongForMs = [4_000, 15_000] as const
