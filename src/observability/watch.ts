import type { Acquirer } from '../acquirers/port.ts'
import type { HttpMonitor } from '../http/transport/watch.ts'
import type { AroundDelivery } from '../notifications/port.ts'
import type { Gateway } from '../operations/gateway.ts'
import type { Counterparties } from '../operations/model/counterparties.ts'
import type { Journal, RecoveryJournal } from '../operations/model/journal.ts'
import type { AroundObligation } from '../operations/recovery/recovery.ts'
import { systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { watchAcquirer, watchCounterparts } from './askWatch.ts'
import { createDoorWatch } from './doorWatch.ts'
import { aroundDelivery, aroundPursuit } from './errandWatch.ts'
import { watchGateway } from './gatewayWatch.ts'
import type { Ground } from './ground.ts'
import { watchJournal } from './journalWatch.ts'

/**
 * Measures and traces by standing in between: the composition root wraps the parts of the gateway, and none
 * of them knows that it is watched.
 */
export type Watch = {
  readonly door: HttpMonitor
  readonly gateway: (gateway: Gateway) => Gateway
  readonly journal: (journal: Journal & RecoveryJournal) => Journal & RecoveryJournal
  readonly acquirer: (acquirer: Acquirer) => Acquirer
  readonly counterparts: (counterparts: Counterparties) => Counterparties
  readonly pursuit: AroundObligation
  readonly delivery: AroundDelivery
  /** Rows that were committed together, and how long that took. */
  readonly committed: (step: string, rows: number, ms: number) => void
  readonly log: (log: Log) => Log
  /** Since recovery last looked for work, for the dead or for what is owed, whichever is longer ago. */
  readonly recoveryAgeMs: () => number
}

/** Nobody watches. */
export const unwatched: Pick<Watch, 'gateway' | 'journal' | 'acquirer' | 'counterparts'> & Partial<Watch> = {
  gateway: gateway => gateway,
  journal: journal => journal,
  acquirer: acquirer => acquirer,
  counterparts: counterparts => counterparts,
}

export function createWatch(ground: Ground): Watch {
  const { measures } = ground
  const recovery = createLooks()
  return {
    door: createDoorWatch(ground),
    gateway: gateway => watchGateway(ground, gateway),
    journal: journal => watchJournal(ground, journal, recovery),
    acquirer: acquirer => watchAcquirer(ground, acquirer),
    counterparts: counterparts => watchCounterparts(ground, counterparts),
    pursuit: aroundPursuit(ground),
    delivery: aroundDelivery(ground),
    committed(step, rows, ms) {
      measures.commitRows.observe(rows, step)
      measures.commits.observe(ms / 1_000, step)
    },
    log: log => watchLog(ground, log),
    recoveryAgeMs: recovery.ageMs,
  }
}

function createLooks() {
  const { monotonicMs } = systemClock
  let takenOverAtMs = monotonicMs()
  let claimedAtMs = takenOverAtMs
  return {
    takeOver() {
      takenOverAtMs = monotonicMs()
    },
    claimDue() {
      claimedAtMs = monotonicMs()
    },
    ageMs: () => monotonicMs() - Math.min(takenOverAtMs, claimedAtMs),
  }
}

function watchLog({ measures }: Ground, log: Log): Log {
  const { logLines } = measures
  // There from the beginning: the first fault would be no rise otherwise.
  for (const kind of ['info', 'warn', 'fault']) logLines.add(0, kind)
  return {
    ...log,
    info(message, facts) {
      logLines.add(1, 'info')
      log.info(message, facts)
    },
    warn(message, facts) {
      logLines.add(1, 'warn')
      log.warn(message, facts)
    },
    fault(message, fault, facts) {
      logLines.add(1, 'fault')
      log.fault(message, fault, facts)
    },
  }
}
