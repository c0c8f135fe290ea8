// Credentials and notifications of a merchant, changed in the name of the user.

import type { Administration } from '../../administration/administration.ts'
import type { ShownMerchant } from '../../administration/merchants.ts'
import type { KeptNotification, NotificationStore } from '../../notifications/port.ts'
import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import type {
  DeveloperSettings,
  developerCalls,
  ShownClientCertificate,
  ShownDelivery,
} from '../api/developers.ts'
import { actorOf } from '../users/userEntries.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { type FindMerchant, merchantOf } from './merchantOf.ts'
import { createRequestLogHandlers, type RequestLogDependencies } from './requestLogHandlers.ts'
import { type NotificationReader, shownNotifications } from './shownNotifications.ts'

export type DeveloperHandlers = Pick<ConsoleHandlers, keyof typeof developerCalls>

export type DeveloperDependencies = NotificationReader &
  RequestLogDependencies & {
    readonly findMerchant: FindMerchant
    /** In the name of this user. */
    readonly administrationOf: (actor: string) => Administration
    readonly notifications: Pick<NotificationStore, 'find' | 'list'>
  }

export function createDeveloperHandlers(dependencies: DeveloperDependencies): DeveloperHandlers {
  return {
    ...createCredentialHandlers(dependencies),
    ...createSecretHandlers(dependencies),
    ...createDeliveryHandlers(dependencies),
    ...createRequestLogHandlers(dependencies),
  }
}

/** What is set now, after whatever was changed. */
async function settingsAfter(
  administration: Administration,
  merchantId: string,
  changed?: object,
): Promise<DeveloperSettings | Rejection> {
  if (changed && isRejection(changed)) return changed
  const shown = await administration.merchants.show(merchantId)
  return isRejection(shown) ? shown : settingsOf(shown)
}

const settingsOf = ({ passwords, certificates, secrets, profile }: ShownMerchant): DeveloperSettings => ({
  passwords: passwords.map(({ slot, createdAtMs }) => ({ slot, createdAt: isoTime(createdAtMs) })),
  certificates: certificates.map(shownCertificate),
  secrets: secrets.map(({ kind, createdAtMs }) => ({ kind, createdAt: isoTime(createdAtMs) })),
  notifications: {
    isOn: profile.notifications,
    address: profile.notificationUrl,
    secretOrigins: profile.secretOrigins,
  },
})

const shownCertificate = (known: ShownMerchant['certificates'][number]): ShownClientCertificate => ({
  ...{ fingerprint: known.fingerprint, subject: known.subject },
  ...{ createdAt: isoTime(known.createdAtMs), notAfter: isoTime(known.notAfterMs) },
  ...(known.revokedAtMs !== undefined && { revokedAt: isoTime(known.revokedAtMs) }),
})

function createCredentialHandlers({ administrationOf }: DeveloperDependencies) {
  return {
    developerSettings: ({ input, signedIn: { user } }) =>
      settingsAfter(administrationOf(actorOf(user)), input.merchantId),
    async addPassword({ input, signedIn: { user } }) {
      const added = await administrationOf(actorOf(user)).passwords.add(input.merchantId)
      if (isRejection(added)) return added
      return { slot: added.slot, password: added.password, others: added.others.length }
    },
    async retirePassword({ input: { merchantId, slot }, signedIn: { user } }) {
      const administration = administrationOf(actorOf(user))
      return settingsAfter(
        administration,
        merchantId,
        await administration.passwords.retire(merchantId, slot),
      )
    },
    async bindCertificate({ input: { merchantId, pem }, signedIn: { user } }) {
      const administration = administrationOf(actorOf(user))
      const bound = await administration.certificates.bind(merchantId, pem)
      return settingsAfter(administration, merchantId, bound)
    },
    async revokeCertificate({ input: { merchantId, fingerprint }, signedIn: { user } }) {
      const administration = administrationOf(actorOf(user))
      const revoked = await administration.certificates.revoke(merchantId, fingerprint)
      return settingsAfter(administration, merchantId, revoked)
    },
  } satisfies Partial<DeveloperHandlers>
}

function createSecretHandlers({ administrationOf }: DeveloperDependencies) {
  return {
    async addNotificationSecret({ input: { merchantId, kind }, signedIn: { user } }) {
      const added = await administrationOf(actorOf(user)).secrets.add(merchantId, kind)
      if (isRejection(added)) return added
      return { kind: added.kind, secret: added.secret, others: added.others.length }
    },
    async retireNotificationSecret({ input: { merchantId, kind }, signedIn: { user } }) {
      const administration = administrationOf(actorOf(user))
      return settingsAfter(administration, merchantId, await administration.secrets.retire(merchantId, kind))
    },
    async changeNotifications({ input, signedIn: { user } }) {
      const { merchantId, isOn, address, secretOrigins } = input
      const administration = administrationOf(actorOf(user))
      // As operators type them: the same rules, and the same findings.
      const settings = [
        ...(isOn === undefined ? [] : [`notifications=${isOn}`]),
        ...(address === undefined ? [] : [`notificationUrl=${address}`]),
        ...(secretOrigins === undefined ? [] : [`secretOrigins=${secretOrigins.join(',')}`]),
      ]
      const changed = settings.length === 0 ? {} : await administration.merchants.change(merchantId, settings)
      return settingsAfter(administration, merchantId, changed)
    },
  } satisfies Partial<DeveloperHandlers>
}

const pageUsual = 50

function createDeliveryHandlers(dependencies: DeveloperDependencies) {
  const { administrationOf, findMerchant, notifications } = dependencies
  return {
    async deliveries({ input: { merchantId, state, orderId, after, limit = pageUsual } }) {
      const merchant = await merchantOf(findMerchant, merchantId)
      if (isRejection(merchant)) return merchant
      const { cell } = merchant
      const found = await notifications.list({
        ...{ merchantId, limit: limit + 1 },
        ...(state !== undefined && { states: [state] }),
        ...(orderId !== undefined && { orderId }),
        ...(after !== undefined && { before: { cell, merchantId, feedNo: Number(after) } }),
      })
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return {
        deliveries: shown.map(shownDelivery),
        ...(found.length > limit && last && { next: String(last.feedNo) }),
      }
    },
    async explainDelivery({ input: { merchantId, notificationId } }) {
      const merchant = await merchantOf(findMerchant, merchantId)
      if (isRejection(merchant)) return merchant
      const kept = await notifications.find(merchant, notificationId)
      const [shown] = kept ? await shownNotifications(dependencies, [kept]) : []
      if (!kept || !shown) return invalid('notificationId', 'There is no such notification.', notificationId)
      return { ...shown, orderId: kept.orderId }
    },
    async resendNotification({ input: { merchantId, notificationId }, signedIn: { user } }) {
      const merchant = await merchantOf(findMerchant, merchantId)
      if (isRejection(merchant)) return merchant
      return {
        queued: await administrationOf(actorOf(user)).notifications.resend(merchant, { notificationId }),
      }
    },
    async resendNotifications({ input: { merchantId, from, until, state }, signedIn: { user } }) {
      const merchant = await merchantOf(findMerchant, merchantId)
      if (isRejection(merchant)) return merchant
      const range = { fromMs: Date.parse(from), toMs: Date.parse(until), ...(state && { states: [state] }) }
      const meant = await notifications.list({ merchantId, ...range, limit: resendMax + 1 })
      if (meant.length > resendMax) return tooManyToResend
      return { queued: await administrationOf(actorOf(user)).notifications.resend(merchant, range) }
    },
  } satisfies Partial<DeveloperHandlers>
}

/** A slip of the hand must not send everything there ever was. */
const resendMax = 5_000
const tooManyToResend = invalid(
  'until',
  `These are more than ${resendMax} notifications: choose a shorter time, or one state.`,
)

function shownDelivery(kept: KeptNotification): ShownDelivery {
  const { notificationId, orderId, transactionId, sequence, state, attempts, target, nextAtMs } = kept
  return {
    ...{ notificationId, orderId, transactionId, sequence, state, attempts },
    time: isoTime(kept.changedAtMs),
    ...(target !== undefined && { target }),
    ...(nextAtMs !== undefined && { nextAttemptAt: isoTime(nextAtMs) }),
  }
}

const isoTime = (ms: number): string => new Date(ms).toISOString()
