import type { Readiness } from '../http/api/readiness.ts'
import type { NotificationStore } from '../notifications/port.ts'
import { metrics } from '../observability/catalogue.ts'
import { createPendingView } from '../observability/pending.ts'
import { createScrape } from '../observability/scrape.ts'
import { createStanding, type StandingParts } from '../observability/standing.ts'
import { createWatch, type Watch } from '../observability/watch.ts'
import type { Log } from '../platform/log.ts'
import { createMetrics, type MetricExposition } from '../platform/metrics.ts'
import { createExposition } from '../platform/prometheus.ts'
import { openTracing } from '../platform/tracing.ts'
import type { Store } from '../store/open.ts'

/** Metrics, traces and readiness, put together: first who watches, then what there is to be watched. */
export function openObservation({ log, release, mode, ofProcess = false }: ObservationOptions): Observation {
  const measures = createMetrics(metrics)
  const tracing = openTracing()
  const watch = createWatch({ measures, tracing })
  measures.information.set(1, release, mode)
  const exposition = createExposition({ measures: Object.values(measures), ofProcess })
  return {
    watch,
    log: watch.log(log),
    stop: async () => tracing?.flush(),
    about({ store, notifications, lacksKey, isAddressUnfit, isAuditUnfit }, more) {
      const pending = createPendingView(async () => ({
        owed: await store.owed(),
        notifications: await notifications.backlog(),
      }))
      const { recoveryAgeMs } = watch
      const { dropped: droppedLines } = log
      const ready = createStanding({
        ...more,
        ...{
          lacksKey,
          isAddressUnfit,
          isAuditUnfit,
          recoveryAgeMs,
          droppedLines,
          store: store.readiness,
          pending: pending.latest,
        },
      })
      const { uses } = store
      return { ready, scrape: createScrape({ measures, exposition, ready, pending, uses, droppedLines }) }
    },
  }
}

export type ObservationOptions = {
  readonly log: Log
  readonly release: string
  readonly mode: string
  /** Whether the process is the gateway's own: then Node is watched too. */
  readonly ofProcess?: boolean
}

/** What a gateway lets itself be asked. */
export type Observed = {
  readonly store: Pick<Store, 'owed' | 'readiness' | 'uses'>
  readonly notifications: Pick<NotificationStore, 'backlog'>
  readonly lacksKey: () => boolean
  readonly isAddressUnfit: () => boolean
  readonly isAuditUnfit: () => boolean
}

export type Observation = {
  readonly watch: Watch
  /** The same log, counted. */
  readonly log: Log
  readonly stop: () => Promise<void>
  readonly about: (
    observed: Observed,
    more: Pick<StandingParts, 'isDraining' | 'certificateEndsAtMs'>,
  ) => { readonly ready: Readiness; readonly scrape: MetricExposition }
}
