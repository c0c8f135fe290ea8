import type { ReportedLinkStatus } from '../acquirers/routing/linkRecords.ts'
import type { Readiness, ReadinessCode, ReadinessFinding } from '../http/api/health.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { ProviderStatus } from '../providers/link/status.ts'
import { type RangeStatus, rangesOldMs } from '../threeDSecure/emv/ranges/rangeStatus.ts'
import type { OwedOverLink, PendingWork, StoreReadiness } from './port.ts'

export type ReadinessDependencies = {
  /** Whether the node is about to stop. */
  readonly isDraining: () => boolean
  /** Whether fewer processes of this node serve than should; absent: it has one. */
  readonly areWorkersMissing?: (() => boolean) | undefined
  readonly store: () => Promise<StoreReadiness>
  readonly pending: () => PendingWork | undefined
  /** The time since recovery last looked for work without a failure. */
  readonly recoveryAgeMs: () => number
  /** Log lines dropped since the start. */
  readonly droppedLines: () => number
  /** Whether this node lacks a key that others use. */
  readonly lacksKey: () => boolean
  /** Whether payers' browsers recently used another address than they should. */
  readonly isAddressUnfit: () => boolean
  /** Whether the audit log does not match its head, or the head cannot be written. */
  readonly isAuditUnfit: () => boolean
  /** How the links to acquirers are; absent: there are none. */
  readonly linkStatuses?: () => readonly ObservedLink[]
  /** What is known of the card ranges of directory servers; absent: there are none. */
  readonly cardRanges?: (() => readonly ObservedRanges[]) | undefined
  /** How the links to payment providers are; absent: there are none. */
  readonly providers?: (() => readonly ProviderStatus[]) | undefined
  /** When the presented certificate expires, in milliseconds since 1970. */
  readonly certificateEndsAtMs?: (() => number | undefined) | undefined
  readonly clock?: Clock
}

type ObservedRanges = Pick<RangeStatus, 'directoryServer' | 'ageMs'>
type ObservedLink = Pick<ReportedLinkStatus, 'name' | 'trouble' | 'connections'>

/** All problems of this node; http/api/health.ts defines which of them make it unready. */
export function createReadiness({ clock = systemClock, ...dependencies }: ReadinessDependencies): Readiness {
  const hasDropped = createDropMonitor(dependencies.droppedLines, clock)
  return async () => {
    const { flaw, isMigratedFurther = false, awayCells = [] } = await dependencies.store()
    const pending = dependencies.pending()
    const endsAtMs = dependencies.certificateEndsAtMs?.()
    const findings: readonly (readonly [ReadinessCode, boolean])[] = [
      ['DRAINING', dependencies.isDraining()],
      ['DATABASE_UNREACHABLE', flaw === 'unreachable'],
      ['DATABASE_STANDBY', flaw === 'standby'],
      ['DATABASE_STALLED', flaw === 'stalled'],
      ['DATABASE_UNFIT', flaw === 'unfit'],
      ['DATABASE_SESSIONS_SHORT', flaw === 'starved'],
      ['DATABASE_CLOCK_MOVED', flaw === 'clockMoved'],
      ['KEY_MISSING', dependencies.lacksKey()],
      ['WORKERS_MISSING', dependencies.areWorkersMissing?.() ?? false],
      ['SCHEMA_NEWER', isMigratedFurther],
      ['OBLIGATIONS_STUCK', pending !== undefined && isStuck(pending)],
      ['TOTALS_DIFFER', (pending?.reconciliation?.outOfBalance ?? 0) > 0],
      ['TOTALS_LATE', (pending?.reconciliation?.late ?? 0) > 0],
      ['RECOVERY_LATE', dependencies.recoveryAgeMs() > recoveryLateMs],
      ['NOTIFICATIONS_LATE', (pending?.notifications.lateMs ?? 0) > notificationsLateMs],
      ['LOG_LINES_DROPPED', hasDropped()],
      ['PUBLIC_URL_UNFIT', dependencies.isAddressUnfit()],
      ['AUDIT_HEAD_UNFIT', dependencies.isAuditUnfit()],
      ['CERTIFICATE_ENDS', endsAtMs !== undefined && endsAtMs - clock.now().getTime() < certificateWarningMs],
    ]
    const held = findings.flatMap(([code, holds]): readonly ReadinessFinding[] => (holds ? [{ code }] : []))
    return [
      ...held,
      ...cellFindings(awayCells),
      ...linkFindings(dependencies.linkStatuses?.() ?? []),
      ...strandedFindings(pending?.stranded ?? [], clock),
      ...providerFindings(dependencies.providers?.() ?? []),
      ...rangeFindings(dependencies.cardRanges?.() ?? [], clock),
    ]
  }
}

/** After six failed attempts; an acquirer that is back after a minute is not worth a warning. */
const stuckMs = 5 * 60_000
/** Longer than anything that recovery does between two runs. */
const recoveryLateMs = 90_000
const notificationsLateMs = 60_000
const droppedReportedMs = 10 * 60_000
const certificateWarningMs = 14 * 86_400_000

/** Merchants of these cells are refused; another node would refuse them, too. */
const cellFindings = (away: readonly number[]): readonly ReadinessFinding[] =>
  away.length === 0 ? [] : [{ code: 'CELLS_AWAY', details: away.map(cell => `cell ${cell}`) }]

/** A full queue passes by itself; the others last. */
function linkFindings(links: readonly ObservedLink[]): readonly ReadinessFinding[] {
  const down = links.filter(({ trouble }) => trouble !== undefined && trouble !== 'queue full')
  if (down.length === 0) return []
  const code = down.length === links.length ? 'ACQUIRER_LINKS_DOWN' : 'ACQUIRER_LINK_DOWN'
  return [{ code, details: down.map(link => `${link.name}: ${closureText(link) ?? link.trouble}`) }]
}

/** What is owed over links that were taken out of the file, or renamed in it. */
function strandedFindings(stranded: readonly OwedOverLink[], clock: Clock): readonly ReadinessFinding[] {
  if (stranded.length === 0) return []
  const details = stranded.map(({ link, count, oldestMs }) => {
    const since = isoTime(clock.now().getTime() - oldestMs)
    return `${link}: ${count} owed, the oldest since ${since}`
  })
  return [{ code: 'ACQUIRER_LINK_MISSING', details }]
}

function providerFindings(providers: readonly ProviderStatus[]): readonly ReadinessFinding[] {
  const details = providers.flatMap(({ name, awaySince }) =>
    awaySince ? [`${name}: since ${awaySince.toISOString()}`] : [],
  )
  return details.length === 0 ? [] : [{ code: 'PROVIDER_AWAY', details }]
}

/** A card that is not found in old ranges may take part by now; without any, nobody can be authenticated. */
function rangeFindings(statuses: readonly ObservedRanges[], clock: Clock): readonly ReadinessFinding[] {
  const missing = statuses.filter(({ ageMs }) => ageMs === undefined)
  const old = statuses.filter(({ ageMs = 0 }) => ageMs > rangesOldMs)
  const sinceText = ({ directoryServer, ageMs = 0 }: ObservedRanges) =>
    `${directoryServer}: of ${isoTime(clock.now().getTime() - ageMs)}`
  return [
    ...(missing.length === 0
      ? []
      : [
          {
            code: 'CARD_RANGES_MISSING' as const,
            details: missing.map(({ directoryServer }) => directoryServer),
          },
        ]),
    ...(old.length === 0 ? [] : [{ code: 'CARD_RANGES_OLD' as const, details: old.map(sinceText) }]),
  ]
}

/** Of a link whose host has signed off. */
function closureText({ trouble, connections }: ObservedLink): string | undefined {
  const closed = connections.filter(({ state }) => state === 'signedOff')
  const [first] = closed.map(({ since }) => since.getTime()).sort((one, other) => one - other)
  const [next] = closed.flatMap(({ nextAttemptAt }) => nextAttemptAt?.getTime() ?? []).sort((a, b) => a - b)
  if (trouble !== 'host is closed' || first === undefined || next === undefined) return undefined
  return `signed off by the host since ${isoTime(first)}, next attempt at ${isoTime(next)}`
}

const isoTime = (ms: number): string => new Date(ms).toISOString()

const isStuck = ({ owed: { reversal, advice } }: PendingWork): boolean =>
  [reversal, advice].some(({ worrying, oldestMs }) => worrying > 0 && oldestMs > stuckMs)

/** Whether lines were dropped recently: a single event must not be reported for ever. */
function createDropMonitor(dropped: () => number, clock: Clock): () => boolean {
  let seen = 0
  let seenAtMs = Number.NEGATIVE_INFINITY
  return () => {
    const now = dropped()
    if (now > seen) {
      seen = now
      seenAtMs = clock.monotonicMs()
    }
    return clock.monotonicMs() - seenAtMs < droppedReportedMs
  }
}
