// Merchants and their profiles, links, directory servers, keys, nodes and what is owed.

import type { LinkRecords } from '../../acquirers/routing/linkRecords.ts'
import type { Administration } from '../../administration/administration.ts'
import { isObject } from '../../contract/kit/content.ts'
import type { OwedOverLink } from '../../observability/port.ts'
import type { RecoveryJournal } from '../../operations/model/journal.ts'
import { profileSettings } from '../../orders/merchant.ts'
import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import type { RangeStore } from '../../threeDSecure/emv/ranges/rangeStore.ts'
import type { MerchantProfile, operatorCalls, ReportedLink, WaitingObligation } from '../api/operators.ts'
import { actorOf } from '../users/userEntries.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { type FindMerchant, merchantOf } from './merchantOf.ts'
import type { GatewayRecords, ObligationPosition, PendingObligation } from './operatorPort.ts'
import { createReconciliationHandlers, type ReconciliationDependencies } from './reconciliationHandlers.ts'

export type OperatorDependencies = ReconciliationDependencies & {
  readonly findMerchant: FindMerchant
  /** In the name of this user. */
  readonly administrationOf: (actor: string) => Administration
  readonly records: GatewayRecords
  readonly linkRecords: Pick<LinkRecords, 'events' | 'reports'>
  readonly owedByLink: () => Promise<readonly OwedOverLink[]>
  readonly cardRanges: Pick<RangeStore, 'states'>
  readonly journal: Pick<RecoveryJournal, 'hastenThese'>
}

type OperatorHandlers = Pick<ConsoleHandlers, keyof typeof operatorCalls>

const pageUsual = 50
const isoTime = (ms: number): string => new Date(ms).toISOString()

export function createOperatorHandlers(dependencies: OperatorDependencies): OperatorHandlers {
  return {
    ...createMerchantHandlers(dependencies),
    ...createStateHandlers(dependencies),
    ...createObligationHandlers(dependencies),
    ...createReconciliationHandlers(dependencies),
  }
}

function createMerchantHandlers({ administrationOf }: OperatorDependencies) {
  return {
    async merchants({ input: { after, limit = pageUsual }, signedIn: { user } }) {
      const wanted = { limit: limit + 1, ...(after !== undefined && { after }) }
      const found = await administrationOf(actorOf(user)).merchants.list(wanted)
      if (isRejection(found)) return found
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return {
        merchants: shown.map(({ merchantId, createdAtMs, passwords, certificates, standing }) => ({
          ...{ merchantId, createdAt: isoTime(createdAtMs), passwords, certificates, standing },
        })),
        ...(found.length > limit && last && { next: last.merchantId }),
      }
    },
    merchantProfile: ({ input: { about }, signedIn: { user } }) =>
      profileOf(administrationOf(actorOf(user)), about),
    async addMerchant({ input: { about: merchantId, settings = [] }, signedIn: { user } }) {
      const added = await administrationOf(actorOf(user)).merchants.add({ merchantId, settings })
      return isRejection(added) ? added : { merchantId, password: added.password }
    },
    async changeProfile({ input: { about, settings = [] }, signedIn: { user } }) {
      const administration = administrationOf(actorOf(user))
      const changed = await administration.merchants.change(about, settings)
      return isRejection(changed) ? changed : profileOf(administration, about)
    },
    async changeStanding({ input: { about, ...wanted }, signedIn: { user } }) {
      const administration = administrationOf(actorOf(user))
      const changed = await administration.merchants.stand(about, wanted)
      return isRejection(changed) ? changed : profileOf(administration, about)
    },
  } satisfies Partial<OperatorHandlers>
}

async function profileOf(
  administration: Administration,
  merchantId: string,
): Promise<MerchantProfile | Rejection> {
  const shown = await administration.merchants.show(merchantId)
  if (isRejection(shown)) return shown
  const { standing } = shown.profile
  const profile: Readonly<Record<string, unknown>> = shown.profile
  // The standing is no setting to be changed like others.
  const { standing: _, ...settings } = profileSettings
  return {
    ...{ merchantId, cell: shown.cell, createdAt: isoTime(shown.createdAtMs), standing },
    settings: Object.entries(settings).map(([name, { meaning: doc, usual }]) => ({
      ...{ name, doc, value: settingText(profile[name]) },
      isUsual: settingText(profile[name]) === settingText(usual),
    })),
  }
}

const settingText = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value))

function createStateHandlers({ records, linkRecords, owedByLink, cardRanges }: OperatorDependencies) {
  return {
    async gatewayLinks() {
      const [reports, owed, events] = await Promise.all([
        linkRecords.reports(),
        owedByLink(),
        linkRecords.events({ limit: eventsMax }),
      ])
      return {
        links: reports.map(report => reportedLink(report, owed)),
        stranded: owed.filter(({ link }) => !reports.some(report => report.link === link)),
        events: events.map(({ link, what, atMs, nodeId }) => ({ link, what, nodeId, time: isoTime(atMs) })),
      }
    },
    async directoryServers() {
      const states = await cardRanges.states()
      return {
        directoryServers: states.map(({ directoryServer, current, nextInMs, failures, failure }) => ({
          ...{ name: directoryServer, nextInMs, failures },
          ...(current && { ranges: current.ranges, rangesAgeMs: current.ageMs }),
          ...(failure !== undefined && { failure }),
        })),
      }
    },
    async gatewayKeys() {
      const [generations, wrappings] = await Promise.all([records.generations(), records.wrappings()])
      return {
        generations: generations.map(({ number, startedAtMs, resealedAtMs, retiredAtMs }) => ({
          ...{ number, startedAt: isoTime(startedAtMs) },
          ...(resealedAtMs !== undefined && { resealedAt: isoTime(resealedAtMs) }),
          ...(retiredAtMs !== undefined && { retiredAt: isoTime(retiredAtMs) }),
        })),
        wrappings: wrappings.map(({ keyId, keys, newestAtMs }) => ({
          ...{ keyId, keys, newestAt: isoTime(newestAtMs) },
        })),
      }
    },
    gatewayNodes: async () => ({ nodes: await records.nodes() }),
  } satisfies Partial<OperatorHandlers>
}

const eventsMax = 50
/** Longer than any pause between two reports of a healthy node. */
const silentMs = 10_000

function reportedLink(
  { link, nodeId, ageMs, content }: Awaited<ReturnType<LinkRecords['reports']>>[number],
  owed: readonly OwedOverLink[],
): ReportedLink {
  const read: unknown = JSON.parse(content)
  const status = isObject(read) ? read : {}
  const trouble = typeof status.trouble === 'string' ? status.trouble : undefined
  return {
    ...{ link, nodeId, ageMs, status },
    health: ageMs > silentMs ? 'SILENT' : trouble === undefined ? 'USABLE' : 'TROUBLE',
    ...(trouble !== undefined && { trouble }),
    owed: owed.find(over => over.link === link)?.count ?? 0,
  }
}

function createObligationHandlers(dependencies: OperatorDependencies) {
  const { records, findMerchant, journal, administrationOf } = dependencies
  return {
    async obligations({ input: { obligation, after, limit = pageUsual } }) {
      const position = after === undefined ? undefined : readPosition(after)
      if (position && isRejection(position)) return position
      const found = await records.obligations({ obligation, after: position, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return {
        obligations: shown.map(shownObligation),
        ...(found.length > limit && last && { next: positionText(last) }),
      }
    },
    async tryObligations({ input: { about, orderId, transactionId }, signedIn: { user } }) {
      const merchant = await merchantOf(findMerchant, about)
      if (isRejection(merchant)) return merchant
      const { cell, merchantId } = merchant
      const details = { action: 'TRY_OBLIGATION', orderId, transactionId }
      await administrationOf(actorOf(user)).audit.note('payment.act', details, merchantId)
      await journal.hastenThese({ cell, merchantId, orderId }, [transactionId])
      return { isHastened: true }
    },
  } satisfies Partial<OperatorHandlers>
}

const shownObligation = (pending: PendingObligation): WaitingObligation => ({
  ...{ merchantId: pending.merchantId, orderId: pending.orderId, transactionId: pending.transactionId },
  ...{ obligation: pending.obligation, attempts: pending.attempts, unsent: pending.unsent },
  ...{ owedSince: isoTime(pending.owedAtMs), nextAttemptAt: isoTime(pending.nextAtMs) },
  ...(pending.lastAttemptAtMs !== undefined && { lastAttemptAt: isoTime(pending.lastAttemptAtMs) }),
  ...(pending.link !== undefined && { link: pending.link }),
})

const positionText = ({ nextAt, merchantId, orderNo, transactionId }: ObligationPosition): string =>
  [nextAt, merchantId, orderNo, transactionId].join('\n')

function readPosition(text: string): ObligationPosition | Rejection {
  const [nextAt = '', merchantId = '', orderNo = '', transactionId = ''] = text.split('\n')
  const isWhole = !Number.isNaN(Date.parse(nextAt)) && /^\d{1,18}$/.test(orderNo)
  return isWhole ? { nextAt, merchantId, orderNo, transactionId } : invalid('after', 'It is no such place.')
}
