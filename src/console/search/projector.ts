// Keeps search and figures up to date: takes in what the feed has, in batches, while the gateway runs.

import { type BackgroundLoop, createBackgroundLoop } from '../../platform/backgroundLoop.ts'
import { type Log, tellFailure } from '../../platform/log.ts'
import type { ProjectionStore, TakenInChanges } from './port.ts'

export interface Projector extends BackgroundLoop {
  /** Calls it whenever this node has taken in something. */
  onAdvanced(listener: () => void): void
}

type ProjectorDependencies = {
  readonly store: ProjectionStore
  readonly log: Log
  readonly waits?: Partial<ProjectorWaits>
}

type ProjectorWaits = {
  /** Between two batches: what arrives meanwhile is one batch, and cheaper so. */
  readonly pauseMs: number
  /** The same after a batch of many: under load, machines have better things to do. */
  readonly busyPauseMs: number
  /** While nothing wakes it: another node may have stopped in the middle. */
  readonly idleMs: number
}

const standardWaits: ProjectorWaits = { pauseMs: 250, busyPauseMs: 1_000, idleMs: 1_000 }

/** Bounds the time of one statement, and the memory that it takes. */
const batchMax = 1_000
const busyFrom = 50

export function createProjector({ store, log, waits }: ProjectorDependencies): Projector {
  const { pauseMs, busyPauseMs, idleMs } = { ...standardWaits, ...waits }
  const listeners: (() => void)[] = []

  async function takeIn(): Promise<TakenInChanges> {
    try {
      const taken = await store.advance(batchMax)
      if (taken.count > 0) for (const listener of listeners) listener()
      return taken
    } catch (fault) {
      tellFailure(log, 'search could not be brought up to date', fault)
      return { count: 0, isMore: false }
    }
  }

  const loop = createBackgroundLoop(async () => {
    const { count, isMore } = await takeIn()
    if (isMore) return {}
    return count === 0 ? { waitMs: idleMs, pauseMs } : { pauseMs: count >= busyFrom ? busyPauseMs : pauseMs }
  })

  return {
    ...loop,
    onAdvanced(listener) {
      listeners.push(listener)
    },
  }
}
