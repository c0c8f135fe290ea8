// Reconciliation with acquirer hosts in a running gateway: hears which business dates they use, and sends the
// totals of those that ended.

import type { Link } from '../acquirers/iso8583/link/link.ts'
import type { LinkEvent } from '../acquirers/iso8583/link/linkStatus.ts'
import { traceNumberScope, writtenTraceNumber } from '../acquirers/iso8583/messages/numbering.ts'
import { createTraceNumbers } from '../acquirers/iso8583/messages/traceNumbers.ts'
import type { Acquirer } from '../acquirers/port.ts'
import type { ReconciliationWarnings } from '../acquirers/reconciliation/port.ts'
import { createReconciler, type ReconciliationWaits } from '../acquirers/reconciliation/reconciler.ts'
import { writeTotals } from '../acquirers/reconciliation/totals.ts'
import type { LinkSettings } from '../acquirers/routing/settings.ts'
import type { AuditAdministration } from '../administration/auditLog.ts'
import { systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Store } from '../store/open.ts'

type ReconciliationOptions = {
  readonly links: readonly { readonly link: Link; readonly settings: LinkSettings }[]
  readonly store: Pick<Store, 'reconciliation' | 'traceNumbers'>
  readonly audit: Pick<AuditAdministration, 'note'>
  readonly log: Log
  readonly acquirerPatienceMs: number
  /** Shorter in tests. */
  readonly reconciliationWaits?: Partial<ReconciliationWaits> | undefined
}

export type OpenReconciliation = {
  /** Of each link: a cut-over ends a business date. */
  readonly hear: (event: LinkEvent) => void
  /** The same acquirer, whose answers tell which business date it is. */
  readonly heard: <One extends Acquirer>(acquirer: One, link: string) => One
  readonly warnings: () => Promise<ReconciliationWarnings>
  readonly start: () => void
  readonly stop: () => Promise<void>
}

export function openReconciliation(options: ReconciliationOptions): OpenReconciliation {
  const { links, store, audit, log, acquirerPatienceMs: patienceMs } = options
  const reconciler = createReconciler({
    ...{ store: store.reconciliation, clock: systemClock, log, patienceMs },
    ...(options.reconciliationWaits && { waits: options.reconciliationWaits }),
    links: links.map(({ link, settings }) => ({
      ...{ link, settings },
      takeTraceNumber: traceNumberTaker(settings, store),
    })),
    async onExchange({ link, date, currency, askedBy, totals }, { state, code, hostTotals }) {
      const said = hostTotals && { host: writeTotals(hostTotals) }
      const details = { link, date, currency, askedBy, state, code, gateway: writeTotals(totals), ...said }
      if (state === 'OUT_OF_BALANCE' || state === 'REFUSED')
        log.warn('totals of a business date differ', { name: link, reason: `${date} ${currency} ${state}` })
      await audit.note('reconciliation.exchange', details)
    },
  })
  const names = links.flatMap(({ settings: { name, dialect } }) => (dialect.reconciliation ? [name] : []))
  return {
    hear({ link, what, businessDate }) {
      if (what === 'cutOver') reconciler.hearCutOver(link, businessDate)
    },
    heard: (acquirer, link) => ({
      ...acquirer,
      async send(ask, deadline) {
        const answer = await acquirer.send(ask, deadline)
        if (answer.outcome === 'approved') reconciler.hearDate(link, answer.acquirer.date)
        return answer
      },
    }),
    warnings: () => store.reconciliation.warnings(names),
    start: reconciler.start,
    stop: reconciler.stop,
  }
}

/** From the numbers of the link, or, where those belong to terminals, from numbers of their own. */
function traceNumberTaker(settings: LinkSettings, { traceNumbers: leases }: Pick<Store, 'traceNumbers'>) {
  const { scope: kind } = settings.dialect.traceNumbers
  const numbers = createTraceNumbers({ kind, leases, clock: systemClock })
  return async (): Promise<string | undefined> => {
    const taken = await numbers.take(traceNumberScope(settings, 'totals'))
    return taken === 'exhausted' ? undefined : writtenTraceNumber(taken)
  }
}
