// Stages of a node's life: draining before it stops, readiness while it starts, and the check of its browser
// scripts.

import { setTimeout as pause } from 'node:timers/promises'
import type { Readiness, ReadinessCode } from '../http/api/health.ts'
import { sealAssets } from '../pages/assets.ts'
import { madeManifest, notAsReleased, releasedManifest } from '../pages/manifest.ts'
import { systemClock, type TimedClock } from '../platform/clock.ts'
import { StartRefusal } from '../platform/errors.ts'
import { type Log, tellFailure } from '../platform/log.ts'
import type { ServerAbsence } from '../store/connection/awaitServer.ts'

/**
 * The time between the decision to stop a node and the stop: readiness reports it, so that load balancers can
 * send requests elsewhere. Requests that arrive meanwhile are still answered.
 */
export type Drain = {
  readonly isDraining: () => boolean
  /** For requests that only wait for an event: they are answered now. */
  readonly signal: AbortSignal
  /** Begins the drain, and resolves when it is over; at once when there is no load balancer to wait for. */
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

/** Readiness while a node starts: reports that it is starting, and what it is waiting for. */
export function createStartupReadiness(): StartupReadiness {
  let absence: ServerAbsence | undefined
  return {
    ready: async () => [{ code: 'STARTING' }, ...(absence ? [{ code: codeOf[absence.flaw] }] : [])],
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
 * Payers' browsers must get the released scripts. Where payers may be real, the gateway does not start
 * otherwise, serves exactly what was verified, and builds nothing afterwards. In a sandbox, where scripts are
 * developed, a difference is only logged, and nothing waits for the check.
 */
export async function checkReleasedScripts(isSandbox: boolean, log: Log): Promise<void> {
  if (!isSandbox) {
    const objection = await objectionTo()
    if (objection !== undefined) throw new StartRefusal(objection)
    sealAssets()
    return
  }
  void pause(checkDelayMs, undefined, { ref: false })
    .then(objectionTo)
    .then(objection => objection !== undefined && log.warn('scripts', { reason: objection }))
    .catch(fault => tellFailure(log, 'scripts', fault))
}

/** The start of a sandbox needs the processor first. */
const checkDelayMs = 3_000

async function objectionTo(): Promise<string | undefined> {
  const names = notAsReleased(await madeManifest(), releasedManifest())
  if (names.length === 0) return undefined
  return `src/pages/scripts.json has other scripts for browsers than are here: ${names.join(', ')}.`
}
