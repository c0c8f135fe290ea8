import type { Acquirer } from '../acquirers/port.ts'
import type { HttpMonitor } from '../http/transport/server.ts'
import type { AroundDelivery } from '../notifications/port.ts'
import type { Gateway } from '../operations/gateway.ts'
import type { Counterparties } from '../operations/model/counterparties.ts'
import type { Journal, RecoveryJournal } from '../operations/model/journal.ts'
import type { AroundObligation } from '../operations/recovery/recovery.ts'
import { systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { DirectoryMonitor } from '../threeDSecure/emv/monitor.ts'
import { createDirectoryInstrument } from './directoryInstrument.ts'
import {
  aroundDelivery,
  aroundRecovery,
  createHttpInstrument,
  type InstrumentContext,
  instrumentAcquirer,
  instrumentCounterparties,
  instrumentGateway,
  instrumentJournal,
} from './instruments.ts'

/**
 * Metrics and traces by wrapping: the composition wraps the parts of the gateway, and none of them depends on
 * being instrumented.
 */
export type Instrumentation = {
  readonly http: HttpMonitor
  readonly gateway: (gateway: Gateway) => Gateway
  readonly journal: (journal: Journal & RecoveryJournal) => Journal & RecoveryJournal
  readonly acquirer: (acquirer: Acquirer) => Acquirer
  readonly counterparties: (counterparties: Counterparties) => Counterparties
  /** For directory servers of these names. */
  readonly directoryServers: (names: readonly string[]) => DirectoryMonitor
  readonly provider: ProviderInstrument
  readonly recovery: AroundObligation
  readonly delivery: AroundDelivery
  /** What came of an attempt to send a receipt. */
  readonly receipt: (outcome: string) => void
  /** Called with the number of rows committed together, and the time it took. */
  readonly committed: (step: string, rows: number, ms: number) => void
  /** API calls that were not written to the request log. */
  readonly requestsNotLogged: (calls: number) => void
  readonly log: (log: Log) => Log
  /**
   * The time since recovery last looked for work, for that of dead nodes or for obligations, whichever is
   * longer ago.
   */
  readonly recoveryAgeMs: () => number
}

/** What becomes of calls to the adapters of payment providers, and of what they say by themselves. */
export type ProviderInstrument = {
  readonly called: (provider: string, call: string, outcome: string, ms: number) => void
  readonly noticed: (provider: string, outcome: string) => void
}

/** Measures nothing. */
export const noInstrumentation: Pick<Instrumentation, 'gateway' | 'journal' | 'acquirer' | 'counterparties'> &
  Partial<Instrumentation> = {
  gateway: gateway => gateway,
  journal: journal => journal,
  acquirer: acquirer => acquirer,
  counterparties: counterparties => counterparties,
}

export function createInstrumentation(context: InstrumentContext): Instrumentation {
  const { measures } = context
  const recovery = createRecoveryTimes()
  return {
    http: createHttpInstrument(context),
    gateway: gateway => instrumentGateway(context, gateway),
    journal: journal => instrumentJournal(context, journal, recovery),
    acquirer: acquirer => instrumentAcquirer(context, acquirer),
    counterparties: counterparties => instrumentCounterparties(context, counterparties),
    directoryServers: names => createDirectoryInstrument(context, names),
    provider: {
      called: (provider, call, outcome, ms) =>
        measures.providerCalls.observe(ms / 1_000, provider, call, outcome),
      noticed: (provider, outcome) => measures.providerNotices.add(1, provider, outcome),
    },
    recovery: aroundRecovery(context),
    delivery: aroundDelivery(context),
    receipt: outcome => measures.receipts.add(1, outcome),
    committed(step, rows, ms) {
      measures.commitRows.observe(rows, step)
      measures.commits.observe(ms / 1_000, step)
    },
    requestsNotLogged: calls => measures.requestsNotLogged.add(calls),
    log: log => instrumentLog(context, log),
    recoveryAgeMs: recovery.ageMs,
  }
}

function createRecoveryTimes() {
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

function instrumentLog({ measures }: InstrumentContext, log: Log): Log {
  const { logLines } = measures
  // Counters exist from the start: otherwise the first fault would not show as an increase.
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
