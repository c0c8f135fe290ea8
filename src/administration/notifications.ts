// Managing notifications: the secrets that sign them, and sending them again.

import type { ResendSelection, SecretKind, SecretStore } from '../notifications/port.ts'
import type { Owner } from '../orders/merchant.ts'
import { invalid, isRejection, type Rejection } from '../orders/rejection.ts'
import { type AdministrationDependencies, auditEntryOf, withMerchant } from './context.ts'
import type { AdministrationStore, KnownSecret } from './port.ts'

export interface SecretAdministration {
  /** The secrets of a merchant, the newest of each kind first; never their values. */
  list(merchantId: string): Promise<readonly KnownSecret[] | Rejection>
  /**
   * Adds a secret, whose text is returned here and nowhere else; the previous one stays valid until it is
   * retired.
   */
  add(merchantId: string, kind: string): Promise<AddedSecret | Rejection>
  /** Leaves only the newest of that kind, and returns it. */
  retire(merchantId: string, kind: string): Promise<{ readonly left: readonly KnownSecret[] } | Rejection>
}

export type AddedSecret = {
  readonly kind: SecretKind
  readonly secret: string
  /** The previous one, if any, which is still valid. */
  readonly others: readonly KnownSecret[]
}

export function createSecretAdministration(dependencies: AdministrationDependencies): SecretAdministration {
  const { store, makeSecret } = dependencies
  return {
    list: merchantId => withMerchant(dependencies, merchantId, merchant => store.secrets(merchant)),

    add: (merchantId, given) =>
      withMerchant(dependencies, merchantId, async merchant => {
        const kind = kindOf(given)
        if (isRejection(kind)) return kind
        const others = (await store.secrets(merchant)).filter(known => known.kind === kind).slice(0, 1)
        const { secret, sealed } = await makeSecret(merchant, kind)
        await store.addSecret(
          merchant,
          { kind, sealed },
          auditEntryOf(dependencies, 'secret.add', merchant, { kind }),
        )
        return { kind, secret, others }
      }),

    retire: (merchantId, given) =>
      withMerchant(dependencies, merchantId, async merchant => {
        const kind = kindOf(given)
        if (isRejection(kind)) return kind
        const [newest] = (await store.secrets(merchant)).filter(known => known.kind === kind)
        const entry = auditEntryOf(dependencies, 'secret.retire', merchant, { kind })
        if (newest && (await store.retireSecret(merchant, kind, entry))) return { left: [newest] }
        return invalid('kind', 'There is no older one to retire: add a new one first.', kind)
      }),
  }
}

const kindOf = (kind: string): SecretKind | Rejection =>
  kind === 'signing' || kind === 'shared' ? kind : invalid('kind', 'It must be signing or shared.', kind)

/** Secrets that the gateway creates on first use are audited like those of an operator. */
export function auditedSecrets(
  secrets: Pick<SecretStore, 'find'>,
  store: AdministrationStore,
  actor: string,
): SecretStore {
  return {
    find: secrets.find,
    ensure: (owner, kind, sealed) =>
      store.ensureSecret(owner, { kind, sealed }, auditEntryOf({ actor }, 'secret.add', owner, { kind })),
    add: (owner, kind, sealed) =>
      store.addSecret(owner, { kind, sealed }, auditEntryOf({ actor }, 'secret.add', owner, { kind })),
    async retire(owner, kind) {
      await store.retireSecret(owner, kind, auditEntryOf({ actor }, 'secret.retire', owner, { kind }))
    },
  }
}

export interface NotificationAdministration {
  /** Queues one notification, or all of a time range, for delivery again; returns how many. */
  resend(owner: Owner, which: ResendSelection): Promise<number>
}

export function createNotificationAdministration(
  dependencies: AdministrationDependencies,
): NotificationAdministration {
  return {
    resend: (owner, which) =>
      dependencies.store.resend(owner, which, count =>
        auditEntryOf(dependencies, 'notification.resend', owner, detailsOf(which, count)),
      ),
  }
}

function detailsOf(which: ResendSelection, count: number) {
  if (!('fromMs' in which)) return { notificationId: which.notificationId }
  const { fromMs, toMs, states } = which
  const range = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
  return { ...range, count, ...(states && { states }) }
}
