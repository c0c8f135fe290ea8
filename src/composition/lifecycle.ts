import { setTimeout as pause } from 'node:timers/promises'
import type { Readiness, ReadinessCode } from '../http/api/health.ts'
import { sealAssets } from '../pages/assets.ts'
import { madeManifest, notAsReleased, releasedManifest } from '../pages/manifest.ts'
import { systemClock, type TimedClock } from '../platform/clock.ts'
import { StartRefusal } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { ServerAbsence } from '../store/connection/awaitServer.ts'

/**
 * The time between knowing that a node will stop and stopping it: readiness says so, and whoever balances the
 * load has time to send requests elsewhere. Everything that comes meanwhile is still answered.
 */
export type Drain = {
  readonly isDraining: () => boolean
  /** For those who only wait for something to happen: they need not wait any longer. */
  readonly signal: AbortSignal
  /** Begins it, and resolves when it is over; with nobody to wait for, at once. */
  readonly pass: (isWaitedFor: boolean) => Promise<void>
}

export function createDrain(ms: number, clock: Pick<TimedClock, 'sleep'> = systemClock): Drain {
  const stopping = new AbortController()
  return {
    isDraining: () => stopping.signal.aborted,
    signal: stopping.signal,
    async pass(isWaitedFor) {
      stopping.abort()
      if (isWaitedFor) await clock.sleep(ms)
    },
  }
}

/** Readiness while a node starts: that it does, and what it waits for. */
export function createStartupReadiness(): StartupReadiness {
  let absence: ServerAbsence | undefined
  return {
    ready: async () => ['STARTING', ...(absence ? [codeOf[absence.flaw]] : [])],
    onLooked(found) {
      absence = found
    },
  }
}

type StartupReadiness = {
  readonly ready: Readiness
  readonly onLooked: (absence: ServerAbsence | undefined) => void
}

const codeOf = {
  unreachable: 'DATABASE_UNREACHABLE',
  standby: 'DATABASE_STANDBY',
} as const satisfies Record<ServerAbsence['flaw'], ReadinessCode>

/**
 * What payers' browsers get must be what was released. Where payers may be real, nothing starts otherwise,
 * what was found good is what is served, and nothing is made afterwards. In a sandbox, where scripts are
 * worked on, the log says so, and nobody waits for it.
 */
export async function checkReleasedScripts(isSandbox: boolean, log: Log): Promise<void> {
  if (!isSandbox) {
    const objection = await objectionTo()
    if (objection !== undefined) throw new StartRefusal(objection)
    sealAssets()
    return
  }
  void pause(restMs, undefined, { ref: false })
    .then(objectionTo)
    .then(objection => objection !== undefined && log.warn('scripts', { reason: objection }))
    .catch(fault => log.fault('scripts', fault))
}

/** Whoever starts a sandbox has other things for the processor to do first. */
const restMs = 3_000

async function objectionTo(): Promise<string | undefined> {
  const names = notAsReleased(await madeManifest(), releasedManifest())
  if (names.length === 0) return undefined
  return `src/pages/scripts.json has other scripts for browsers than are here: ${names.join(', ')}.`
}
