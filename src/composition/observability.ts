import type { ReconciliationWarnings } from '../acquirers/reconciliation/port.ts'
import type { ReportedLinkStatus } from '../acquirers/routing/linkRecords.ts'
import type { Readiness } from '../http/api/health.ts'
import type { NotificationStore } from '../notifications/port.ts'
import { metrics } from '../observability/catalogue.ts'
import { createInstrumentation, type Instrumentation } from '../observability/instrumentation.ts'
import { createReadiness, type ReadinessDependencies } from '../observability/readiness.ts'
import { createPendingWorkView, createScrape } from '../observability/scrape.ts'
import { createStrandedObligations } from '../observability/strandedObligations.ts'
import type { Log } from '../platform/log.ts'
import { createMetrics, type ProcessExposition } from '../platform/metrics.ts'
import { createExposition } from '../platform/prometheus.ts'
import { openTracing } from '../platform/tracing.ts'
import type { ProviderStatus } from '../providers/link/status.ts'
import type { Store } from '../store/open.ts'
import type { RangeStatus } from '../threeDSecure/emv/ranges/rangeStatus.ts'

/** Metrics, traces and readiness: opened first, then connected to the gateway they observe. */
export function openObservability({
  log,
  release,
  mode,
  ofProcess = false,
  worker,
}: ObservabilityOptions): Observability {
  const measures = createMetrics(metrics)
  const tracing = openTracing()
  const watch = createInstrumentation({ measures, tracing })
  measures.information.set(1, release, mode)
  const exposition = createExposition({ measures: Object.values(measures), ofProcess, worker })
  return {
    instrumentation: watch,
    log: watch.log(log),
    stop: async () => tracing?.flush(),
    observe(gateway, more) {
      const { store, notifications, linkStatuses, reconciliation, cardRanges, providers } = gateway
      const { lacksKey, isAddressUnfit, isAuditUnfit } = gateway
      const links = () => [...linkStatuses(), ...(providers?.() ?? [])].map(({ name }) => name)
      const stranded = createStrandedObligations({ owedByLink: store.owedByLink, links, log })
      const pending = createPendingWorkView(async () => ({
        owed: await store.owed(),
        stranded: await stranded(),
        notifications: await notifications.backlog(),
        receiptsWaiting: await store.receipts.backlog(),
        searchLagMs: await store.projection.lagMs(),
        ...(reconciliation && { reconciliation: await reconciliation() }),
      }))
      // What is owed over a link that was taken out of the file is logged at the start, whoever asks.
      pending.latest()
      const { recoveryAgeMs } = watch
      const { dropped: droppedLines } = log
      const ready = createReadiness({
        ...more,
        ...{
          lacksKey,
          linkStatuses,
          cardRanges,
          providers,
          isAddressUnfit,
          isAuditUnfit,
          recoveryAgeMs,
          droppedLines,
          store: store.readiness,
          pending: pending.latest,
        },
      })
      const { uses } = store
      return {
        ready,
        scrape: createScrape({
          ...{
            measures,
            exposition,
            ready,
            pending,
            uses,
            linkStatuses,
            cardRanges,
            droppedLines,
            providers,
          },
        }),
      }
    },
  }
}

type ObservabilityOptions = {
  readonly log: Log
  readonly release: string
  readonly mode: string
  /** Whether the process belongs to the gateway alone: then the Node process is measured too. */
  readonly ofProcess?: boolean
  /** Which of the node's workers this process is. */
  readonly worker?: number | undefined
}

/** The parts of a gateway that observability reads. */
export type ObservedGateway = {
  readonly store: Pick<Store, 'owed' | 'owedByLink' | 'projection' | 'readiness' | 'receipts' | 'uses'>
  readonly notifications: Pick<NotificationStore, 'backlog'>
  readonly linkStatuses: () => readonly ReportedLinkStatus[]
  /** Absent where there is no directory server. */
  readonly cardRanges?: (() => readonly RangeStatus[]) | undefined
  /** Absent where there is no link to a payment provider. */
  readonly providers?: (() => readonly ProviderStatus[]) | undefined
  /** Absent where there is no link whose totals are compared. */
  readonly reconciliation?: (() => Promise<ReconciliationWarnings>) | undefined
  readonly lacksKey: () => boolean
  readonly isAddressUnfit: () => boolean
  readonly isAuditUnfit: () => boolean
}

type Observability = {
  readonly instrumentation: Instrumentation
  /** The log, with its lines counted. */
  readonly log: Log
  readonly stop: () => Promise<void>
  readonly observe: (
    observed: ObservedGateway,
    more: Pick<ReadinessDependencies, 'areWorkersMissing' | 'isDraining' | 'certificateEndsAtMs'>,
  ) => { readonly ready: Readiness; readonly scrape: ProcessExposition }
}
