// Reading the metrics: gauges that need a query are updated then, at most every few seconds.

import { connectionStates, counterNames } from '../acquirers/iso8583/link/linkStatus.ts'
import type { ReportedLinkStatus } from '../acquirers/routing/linkRecords.ts'
import { isReason, type Readiness, type ReadinessCode, readinessRemarks } from '../http/api/health.ts'
import { obligations } from '../operations/model/journal.ts'
import { breakerStates } from '../platform/breaker.ts'
import { systemClock, type TimedClock } from '../platform/clock.ts'
import type { ProcessExposition } from '../platform/metrics.ts'
import type { ProviderStatus } from '../providers/link/status.ts'
import type { RangeStatus } from '../threeDSecure/emv/ranges/rangeStatus.ts'
import type { InstrumentContext } from './instruments.ts'
import type { PendingWork, PoolUse } from './port.ts'

type ScrapeDependencies = Pick<InstrumentContext, 'measures'> & {
  readonly exposition: ProcessExposition
  readonly ready: Readiness
  readonly pending: PendingWorkView
  readonly uses: () => readonly PoolUse[]
  readonly linkStatuses: () => readonly ReportedLinkStatus[]
  /** Absent where there is no directory server. */
  readonly cardRanges?: (() => readonly RangeStatus[]) | undefined
  /** Absent where there is no link to a payment provider. */
  readonly providers?: (() => readonly ProviderStatus[]) | undefined
  readonly droppedLines: () => number
}

export function createScrape(dependencies: ScrapeDependencies): ProcessExposition {
  const { exposition } = dependencies
  return {
    contentType: exposition.contentType,
    async text() {
      await setGauges(dependencies)
      return exposition.text()
    },
    async readings() {
      await setGauges(dependencies)
      return exposition.readings()
    },
  }
}

async function setGauges(dependencies: ScrapeDependencies): Promise<void> {
  const { measures } = dependencies
  measures.workers.set(1)
  measures.logLinesDropped.set(dependencies.droppedLines())
  setPoolGauges(dependencies)
  for (const status of dependencies.linkStatuses()) setLinkGauges(dependencies, status)
  for (const status of dependencies.cardRanges?.() ?? []) setRangeGauges(dependencies, status)
  for (const status of dependencies.providers?.() ?? []) setProviderGauges(dependencies, status)
  await Promise.all([setReadinessGauges(dependencies), setPendingGauges(dependencies)])
}

function setPoolGauges({ measures: { sessions }, uses }: ScrapeDependencies): void {
  for (const { name, used, idle, waiting } of uses()) {
    sessions.set(used, name, 'used')
    sessions.set(idle, name, 'idle')
    sessions.set(waiting, name, 'waiting')
  }
}

/** Every state has a value: a connection that left one would be counted there for ever. */
function setLinkGauges({ measures }: ScrapeDependencies, status: ReportedLinkStatus): void {
  const { name, connections, breaker, queue, counters, oldestWaitingMs = 0, traceNumbersLeft } = status
  for (const state of connectionStates)
    measures.linkConnections.set(connections.filter(each => each.state === state).length, name, state)
  for (const state of breakerStates) measures.linkBreaker.set(breaker.state === state ? 1 : 0, name, state)
  measures.linkInFlight.set(
    connections.reduce((sum, { inFlight }) => sum + inFlight, 0),
    name,
  )
  measures.linkQueue.set(queue.live, name, 'payments')
  measures.linkQueue.set(queue.backlog, name, 'recovery')
  measures.linkOldest.set(oldestWaitingMs / 1_000, name)
  measures.linkTraceNumbers.set(traceNumbersLeft, name)
  for (const kind of counterNames) measures.linkMessages.set(counters[kind], name, kind)
}

function setProviderGauges({ measures }: ScrapeDependencies, status: ProviderStatus): void {
  const { name, awaySince, breaker } = status
  measures.providerAway.set(awaySince ? 1 : 0, name)
  for (const state of breakerStates) measures.providerBreaker.set(breaker === state ? 1 : 0, name, state)
}

function setRangeGauges({ measures }: ScrapeDependencies, status: RangeStatus): void {
  const { directoryServer, count, ageMs, generation, failures } = status
  measures.cardRanges.set(count, directoryServer)
  if (ageMs !== undefined) measures.cardRangesAge.set(ageMs / 1_000, directoryServer)
  if (generation !== undefined) measures.cardRangesGeneration.set(generation, directoryServer)
  for (const [code, failed] of failures) measures.cardRangeFailures.set(failed, directoryServer, code)
}

async function setReadinessGauges({ measures, ready }: ScrapeDependencies): Promise<void> {
  const codes = (await ready()).map(({ code }) => code)
  measures.ready.set(codes.some(isReason) ? 0 : 1)
  for (const code in readinessRemarks) measures.remarks.set(isAmong(codes, code) ? 1 : 0, code)
}

const isAmong = (codes: readonly ReadinessCode[], code: string): boolean => codes.some(one => one === code)

/** A gauge that cannot be queried is left out: an old figure would look like a new one. */
async function setPendingGauges({ measures, pending }: ScrapeDependencies): Promise<void> {
  const { owed, worrying, owedOldest, reconciliation, stranded, strandedOldest } = measures
  const { outbox, notificationsWaiting, notificationsOldest, receiptsWaiting, searchLag } = measures
  const found = await pending.fresh()
  for (const each of [owed, worrying, owedOldest, reconciliation, stranded, strandedOldest]) each.forget()
  for (const each of [outbox, notificationsWaiting, notificationsOldest, receiptsWaiting, searchLag])
    each.forget()
  if (!found) return
  for (const kind of obligations) {
    owed.set(found.owed[kind].count, kind)
    worrying.set(found.owed[kind].worrying, kind)
    owedOldest.set(found.owed[kind].oldestMs / 1_000, kind)
  }
  for (const { link, count, oldestMs } of found.stranded) {
    stranded.set(count, link)
    strandedOldest.set(oldestMs / 1_000, link)
  }
  if (found.reconciliation) {
    reconciliation.set(found.reconciliation.outOfBalance, 'out of balance')
    reconciliation.set(found.reconciliation.late, 'late')
  }
  const { untaken, waiting, lateMs } = found.notifications
  outbox.set(untaken)
  notificationsWaiting.set(waiting)
  notificationsOldest.set(lateMs / 1_000)
  receiptsWaiting.set(found.receiptsWaiting)
  searchLag.set(found.searchLagMs / 1_000)
}

/** The work that waits in the database, queried every few seconds at most. */
interface PendingWorkView {
  /** The last known figures; older ones trigger a query, without waiting for it. */
  latest(): PendingWork | undefined
  /** Waits briefly for newer figures. */
  fresh(): Promise<PendingWork | undefined>
}

const askedEveryMs = 5_000
const waitMaxMs = 1_000
/** After this time the figures are unknown. */
const forgottenMs = 60_000

export function createPendingWorkView(
  read: () => Promise<PendingWork>,
  clock: TimedClock = systemClock,
): PendingWorkView {
  let known: { readonly pending: PendingWork; readonly atMs: number } | undefined
  let asking: Promise<unknown> | undefined
  let askedAtMs = Number.NEGATIVE_INFINITY
  const ask = async () => {
    const pending = await read()
    known = { pending, atMs: clock.monotonicMs() }
  }
  const askAgain = () => {
    const nowMs = clock.monotonicMs()
    if (asking === undefined && nowMs - askedAtMs >= askedEveryMs) {
      askedAtMs = nowMs
      // That the database is unavailable is reported by the code that needs it for more than this.
      asking = ask()
        .catch(() => undefined)
        .finally(() => {
          asking = undefined
        })
    }
    return asking
  }
  const latest = () => {
    void askAgain()
    return known && clock.monotonicMs() - known.atMs < forgottenMs ? known.pending : undefined
  }
  return {
    latest,
    async fresh() {
      const asked = askAgain()
      if (asked) await Promise.race([asked, clock.sleep(waitMaxMs)])
      return latest()
    },
  }
}
