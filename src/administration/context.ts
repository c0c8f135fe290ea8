// What the parts of administration share: their dependencies, finding a merchant, and the operator's name.

import type { SecretKind } from '../notifications/port.ts'
import type { Owner } from '../orders/merchant.ts'
import { invalid, isRejection, type Rejection } from '../orders/rejection.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import { nearest } from '../standards/nearest.ts'
import type { AdministrationStore, AuditAction, EntryDigest, KnownMerchant, NewAuditEntry } from './port.ts'

export type AdministrationDependencies = {
  readonly store: AdministrationStore
  readonly digest: EntryDigest
  /** The key under which API passwords are hashed. */
  readonly pepper: Buffer
  /** A new secret for notifications: its text, shown once, and its sealed form. */
  readonly makeSecret: (owner: Owner, kind: SecretKind) => Promise<MadeSecret>
  /** The operator who is named in the audit log. */
  readonly actor: string
}
type MadeSecret = { readonly secret: string; readonly sealed: Buffer }

/** Finds the merchant first; for an unknown id, the rejection suggests the nearest one. */
export async function withMerchant<Result>(
  { store }: Pick<AdministrationDependencies, 'store'>,
  merchantId: string,
  work: (merchant: KnownMerchant) => Promise<Result | Rejection>,
): Promise<Result | Rejection> {
  const merchant = await findMerchant(store, merchantId)
  return isRejection(merchant) ? merchant : work(merchant)
}

async function findMerchant(
  store: AdministrationStore,
  merchantId: string,
): Promise<KnownMerchant | Rejection> {
  const found = isMerchantId(merchantId) ? await store.merchant(merchantId) : undefined
  if (found !== undefined) return found
  const names = (await store.merchants({ limit: namesMax })).map(known => known.merchantId)
  const alike = nearest(merchantId, names)
  const others = names.length === 0 ? 'There is none at all yet.' : 'See tollgate merchants list.'
  const hint = alike === undefined ? others : `The nearest is ${alike}.`
  return invalid('merchantId', `There is no such merchant. ${hint}`, merchantId)
}

/** How many ids are compared to find the nearest. */
const namesMax = 1_000

export const isMerchantId = (text: string): boolean => /^[0-9A-Za-z_-]{1,40}$/.test(text)

export const auditEntryOf = (
  { actor }: Pick<AdministrationDependencies, 'actor'>,
  action: AuditAction,
  { merchantId }: { readonly merchantId: string },
  details: NewAuditEntry['details'] = {},
): NewAuditEntry => ({ actor, action, merchantId, details })

/** The operator's name as the audit log may keep it: one line, without control characters or card data. */
export function actorOf(text: string): string {
  const harmless = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '?').trim()
  const kept = [...harmless].slice(0, actorLengthMax).join('')
  return kept === '' || holdsCardData(kept) ? 'unknown' : kept
}

const actorLengthMax = 200
