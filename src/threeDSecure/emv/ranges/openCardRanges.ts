// The card ranges of a node: loads what any node has made of the answers of directory servers, and asks them
// when it is due and nobody else does.

import type { TimedClock } from '../../../platform/clock.ts'
import { type Log, tellFailure } from '../../../platform/log.ts'
import type { DirectoryServer, ThreeDSecureServer } from '../settings.ts'
import type { CardRanges } from './cardRanges.ts'
import { createLoadedRanges, type LoadedRanges } from './loadedRanges.ts'
import { unpackRanges } from './packedRanges.ts'
import { nobody, type RefreshOptions, refreshRanges } from './rangeRefresh.ts'
import type { RangeSource } from './rangeSource.ts'
import { createAgeWatch, createFailureCounts, type RangeStatus, statusOf } from './rangeStatus.ts'
import type { RangeClaim, RangeStore, StoredGeneration } from './rangeStore.ts'

export type CardRangesOptions = {
  readonly store: RangeStore
  readonly source: RangeSource
  readonly versions: ThreeDSecureServer['versions']
  readonly directoryServers: readonly Pick<DirectoryServer, 'name' | 'refreshHours'>[]
  readonly clock: TimedClock
  readonly log: Log
  readonly waits?: Partial<RangeWaits>
}

export type RangeWaits = {
  /** How often a node looks whether there is something new, or something to do. */
  readonly lookEveryMs: number
  /** A node that asks and is silent for so long has crashed. */
  readonly leaseMs: number
}

export interface OpenCardRanges {
  readonly ranges: CardRanges
  /** Returns once everything is loaded that the database has; directory servers are asked afterwards. */
  start(): Promise<void>
  stop(): Promise<void>
  /**
   * Asks a directory server out of turn, on whichever node; not if it was asked within the last hour, which
   * it would refuse. Returns whether it will be asked.
   */
  refreshNow(directoryServer: string): Promise<boolean>
  statuses(): readonly RangeStatus[]
}

const usualWaits: RangeWaits = { lookEveryMs: 10_000, leaseMs: 600_000 }
const askedAgainMs = 3_600_000

export function openCardRanges(options: CardRangesOptions): OpenCardRanges {
  const { store, directoryServers, clock } = options
  const names = directoryServers.map(({ name }) => name)
  const loaded = createLoadedRanges(names, clock)
  const failures = createFailureCounts(names)
  const news = createNewsReader(options, loaded)
  const asker = createAsker({ ...options, loaded, news, onFailure: failures.count })
  return {
    ranges: loaded,
    async start() {
      await store.announce(names)
      await news.load()
      asker.start()
    },
    stop: asker.stop,
    refreshNow: directoryServer =>
      store.request({ directoryServer, by: nobody, isWhole: false, unlessAskedWithinMs: askedAgainMs }),
    statuses: () => names.map(name => statusOf(name, loaded, failures.of(name))),
  }
}

type AskerOptions = CardRangesOptions & {
  readonly loaded: LoadedRanges
  readonly news: NewsReader
  readonly onFailure: RefreshOptions['onFailure']
}

/** Looks every few seconds; directory servers are asked side by side, so that none waits for a slow one. */
function createAsker({ loaded, news, onFailure, ...options }: AskerOptions) {
  const { store, source, versions, directoryServers, log } = options
  const { lookEveryMs, leaseMs } = { ...usualWaits, ...options.waits }
  const hours = new Map(directoryServers.map(({ name, refreshHours }) => [name, refreshHours]))
  const halt = new AbortController()
  const refreshHoursOf = (name: string) => hours.get(name) ?? 24
  const refresh = { source, store, loaded, versions, log, signal: halt.signal, refreshHoursOf, onFailure }
  const watch = createAgeWatch(log)
  const asking = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  async function look(): Promise<void> {
    await news.load()
    for (const name of hours.keys()) {
      watch(name, loaded.ageMs(name))
      if (!asking.has(name) && !halt.signal.aborted) await askIfDue(name)
    }
  }
  async function askIfDue(name: string): Promise<void> {
    const claim = await store.claim(name, leaseMs)
    if (!claim) return
    // Another node may have published a newer one just before.
    if (claim.generation !== loaded.current(name)?.generation) await news.load()
    const work = whileLeased(claim, store, leaseMs, () => refreshRanges(claim, refresh))
      .catch(error => tellFailure(log, 'card ranges', error))
      .finally(() => asking.delete(name))
    asking.set(name, work)
  }
  function lookAgain(): void {
    looking = look().catch(error => tellFailure(log, 'card ranges', error))
    looking.then(() => {
      if (!halt.signal.aborted) timer = setTimeout(lookAgain, lookEveryMs).unref()
    })
  }
  return {
    start: lookAgain,
    async stop(): Promise<void> {
      halt.abort()
      clearTimeout(timer)
      await looking
      await Promise.all(asking.values())
    },
  }
}

type NewsReader = { readonly load: () => Promise<void> }

/** Loads what other nodes have published, or this one before it was restarted. */
function createNewsReader(
  { store, directoryServers, log }: CardRangesOptions,
  loaded: LoadedRanges,
): NewsReader {
  const names = new Set(directoryServers.map(({ name }) => name))
  /** The newest of each directory server: it is not read a second time. */
  const unreadable = new Map<string, number>()
  const loadOne = async (current: StoredGeneration) => {
    const { directoryServer, generation } = current
    if (unreadable.get(directoryServer) === generation) return wantAll(directoryServer)
    const bytes = await store.load(current)
    const ranges = bytes && unpackRanges(bytes)
    if (ranges) return loaded.load(directoryServer, generation, ranges, current.ageMs)
    unreadable.set(directoryServer, generation)
    log.warn('Stored card ranges cannot be read here', { name: directoryServer })
  }
  /**
   * Another release has another form, or it is not what was written. What this node has is used on; where it
   * has nothing, it needs all, as soon as the directory server may be asked again.
   */
  const wantAll = async (directoryServer: string) => {
    if (!loaded.isLoaded(directoryServer))
      await store.request({ directoryServer, by: nobody, isWhole: true, unlessAskedWithinMs: askedAgainMs })
  }
  return {
    async load(): Promise<void> {
      const states = await store.states()
      // An operator may have thought that nobody has it any more.
      const missing = [...names].filter(name => states.every(state => state.directoryServer !== name))
      if (missing.length > 0) await store.announce(missing)
      for (const { directoryServer, current } of states) {
        if (!current || !names.has(directoryServer)) continue
        if (loaded.current(directoryServer)?.generation === current.generation)
          loaded.confirm(directoryServer, current.ageMs)
        else await loadOne(current)
      }
    },
  }
}

/** A large list over a slow line may take longer than a lease. */
async function whileLeased(
  claim: RangeClaim,
  store: RangeStore,
  leaseMs: number,
  work: () => Promise<void>,
): Promise<void> {
  const extend = () => store.extend(claim, leaseMs).catch(() => undefined)
  const timer = setInterval(extend, leaseMs / 4).unref()
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
}
