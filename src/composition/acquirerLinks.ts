// The links to acquirers: opens them, routes payments to them, and signs off when the node stops.

import { hostname } from 'node:os'
import { createIsoAcquirer } from '../acquirers/iso8583/adapter.ts'
import { createLink } from '../acquirers/iso8583/link/link.ts'
import type { Acquirer, LateAnswerListener } from '../acquirers/port.ts'
import type { ReconciliationWaits } from '../acquirers/reconciliation/reconciler.ts'
import { createLinkRecorder } from '../acquirers/routing/linkRecorder.ts'
import type { ReportedLinkStatus } from '../acquirers/routing/linkRecords.ts'
import { sendTelling, tellEvent } from '../acquirers/routing/messageLog.ts'
import { createRoutedAcquirer } from '../acquirers/routing/routes.ts'
import type { AcquirerLinks, LinkSettings, MerchantIdentity } from '../acquirers/routing/settings.ts'
import type { AuditAdministration } from '../administration/auditLog.ts'
import { systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Store } from '../store/open.ts'
import { type OpenReconciliation, openReconciliation } from './reconciliation.ts'

export type OpenAcquirerLinks = {
  /** Chooses a link for each payment. */
  readonly acquirer: Acquirer
  readonly statuses: () => readonly ReportedLinkStatus[]
  /** Business dates that an operator should look at. */
  readonly reconciliation: OpenReconciliation['warnings']
}

type AcquirerLinksOptions = {
  readonly acquirerLinks: AcquirerLinks
  readonly store: Pick<Store, 'linkRecords' | 'reconciliation' | 'traceNumbers'>
  readonly audit: Pick<AuditAdministration, 'note'>
  readonly acquirerPatienceMs: number
  readonly reconciliationWaits?: Partial<ReconciliationWaits> | undefined
  readonly log: Log
  readonly onLateAnswer: LateAnswerListener
  readonly stops: (() => Promise<unknown>)[]
}

/**
 * Stops run in reverse order: by the time the links sign off, nobody asks any more, neither the listeners nor
 * recovery, and the database is still there for what they have to write.
 */
export async function openAcquirerLinks(options: AcquirerLinksOptions): Promise<OpenAcquirerLinks> {
  const { acquirerLinks, store, log, onLateAnswer, stops } = options
  const identities = identitiesIn(acquirerLinks.merchants)
  const opened = acquirerLinks.links.map((settings: LinkSettings) => {
    const link = createLink(settings, {
      ...{ clock: systemClock, log },
      onEvent(event) {
        recorder.hear(event)
        tellEvent(event, log.debug)
        reconciliation.hear(event)
      },
    })
    const identityOf = (merchantId: string) => identities.get(settings.name)?.get(merchantId)
    const acquirer = createIsoAcquirer({
      ...{ link, settings, identityOf, leases: store.traceNumbers, clock: systemClock, log, onLateAnswer },
    })
    const send = sendTelling(acquirer.send, log.debug)
    return { link, settings, acquirer: { ...acquirer, send } }
  })
  const statuses = () =>
    opened.map(({ link, acquirer }) => ({ ...link.status(), traceNumbersLeft: acquirer.traceNumbersLeft() }))
  const recorder = createLinkRecorder({
    ...{ records: store.linkRecords, statuses, clock: systemClock, log },
    node: { host: hostname(), processId: process.pid },
  })
  const reconciliation = openReconciliation({ ...options, links: opened })
  stops.push(recorder.stop)
  stops.push(() => Promise.all(opened.map(({ link }) => link.stop())))
  for (const { link } of opened) link.start()
  stops.push(reconciliation.stop)
  recorder.start()
  reconciliation.start()
  await firstConnections(opened.map(({ link }) => link.trouble))
  const acquirers = new Map(
    opened.map(({ link: { name }, acquirer }) => [name, reconciliation.heard(acquirer, name)]),
  )
  const acquirer = createRoutedAcquirer({ acquirers, links: acquirerLinks })
  return { acquirer, statuses, reconciliation: reconciliation.warnings }
}

function identitiesIn(
  merchants: readonly MerchantIdentity[],
): ReadonlyMap<string, ReadonlyMap<string, MerchantIdentity>> {
  const byLink = new Map<string, Map<string, MerchantIdentity>>()
  for (const identity of merchants) {
    const ofLink = byLink.get(identity.link) ?? new Map<string, MerchantIdentity>()
    byLink.set(identity.link, ofLink.set(identity.merchantId, identity))
  }
  return byLink
}

/**
 * A node that is restarted should not fail the first payments while it signs on. One whose hosts are away
 * starts nevertheless: it answers, and recovers what it can.
 */
async function firstConnections(troubles: readonly (() => unknown)[]): Promise<void> {
  const endsAtMs = systemClock.monotonicMs() + firstConnectionMs
  while (troubles.some(trouble => trouble() !== undefined) && systemClock.monotonicMs() < endsAtMs)
    await systemClock.sleep(lookEveryMs)
}

const firstConnectionMs = 3_000
const lookEveryMs = 20
