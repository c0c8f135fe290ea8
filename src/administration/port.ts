import type { ResendSelection, SecretKind } from '../notifications/port.ts'
import type { Owner, Profile } from '../orders/merchant.ts'
import type { KeySet, WrappedValue } from '../terminals/port.ts'

/**
 * What operators change: merchants, their credentials and their profiles. Every change and its entry in the
 * audit log are one commit, and changes are made one after the other; nothing secret is ever in an entry.
 */
export interface AdministrationStore {
  /** What holds for a merchant about whom nothing else was said. */
  readonly usual: Profile
  /** By name. */
  merchants(wanted: WantedMerchants): Promise<readonly ListedMerchant[]>
  merchant(merchantId: string): Promise<KnownMerchant | undefined>
  /** With its first password; false when there is one of that name already. */
  addMerchant(merchant: NewMerchant, entries: readonly NewAuditEntry[]): Promise<boolean>
  /** Adds it unless it is there, and makes this its first password; noted is only what that changed. */
  ensureMerchant(merchant: NewMerchant, entries: EnsureEntries): Promise<void>
  /** Decided on the profile as it is while nobody else changes it; false when there is no such merchant. */
  changeProfile(merchantId: string, decide: DecideProfile): Promise<boolean>
  passwords(owner: Owner): Promise<readonly KnownPassword[]>
  /** Into the free slot; undefined when both are taken. */
  addPassword(
    owner: Owner,
    hash: Buffer,
    entry: (slot: PasswordSlot) => NewAuditEntry,
  ): Promise<PasswordSlot | undefined>
  /** False when there is none in that slot. */
  retirePassword(owner: Owner, slot: PasswordSlot, entry: NewAuditEntry): Promise<boolean>
  certificates(owner: Owner): Promise<readonly KnownCertificate[]>
  /** A key that the merchant has already is renewed, unless it was revoked or another merchant has it. */
  bindCertificate(
    owner: Owner,
    certificate: NewCertificate,
    entry: NewAuditEntry,
  ): Promise<CertificateBinding>
  /** When it was revoked: undefined when there is none with that key, or it was revoked before. */
  revokeCertificate(owner: Owner, keyHash: Buffer, entry: NewAuditEntry): Promise<number | undefined>
  /** The newest of each kind first. */
  secrets(owner: Owner): Promise<readonly KnownSecret[]>
  /** As the newest of its kind: the one before stays as the second until it is retired, older ones go. */
  addSecret(owner: Owner, secret: SealedNotificationSecret, entry: NewAuditEntry): Promise<void>
  /** Only where there is none of its kind: noted only then. */
  ensureSecret(owner: Owner, secret: SealedNotificationSecret, entry: NewAuditEntry): Promise<void>
  /** Leaves only the newest; false when there is no other. */
  retireSecret(owner: Owner, kind: SecretKind, entry: NewAuditEntry): Promise<boolean>
  /** One notification or all of a time range; a long range part by part, each with its entry. How many. */
  resend(owner: Owner, which: ResendSelection, entry: (count: number) => NewAuditEntry): Promise<number>
  /** Newest first. */
  audit(wanted: WantedAudit): Promise<readonly AuditEntry[]>
  /** The whole log as it lies there, oldest first, as of one moment. */
  chain(): AsyncIterable<readonly ChainedEntry[]>
  /** Something that was done elsewhere, such as a rotation of keys. */
  note(entry: NewAuditEntry): Promise<void>
}

/** What only the owner of the database may do with base keys of terminals: a gateway reads them. */
export interface BaseKeyRecords {
  /** Active ones first, by key set. */
  list(limit: number): Promise<readonly KnownBaseKey[]>
  /**
   * With its value. Taken: there is an active one for the same key set of the same merchant. Behind: another
   * key-encryption key locks by now.
   */
  add(
    key: NewBaseKey,
    value: WrappedValue,
    entry: NewAuditEntry,
    coming?: AddBaseKeyOptions,
  ): Promise<'added' | 'taken' | 'behind'>
  /** Deletes its value; what was known of it is told in the entry, and comes back. */
  retire(
    id: string,
    entry: (known: KnownBaseKey) => NewAuditEntry,
  ): Promise<KnownBaseKey | 'unknown' | 'before'>
}

/** Whether a test key that an operator retired counts as taken: it does where nobody asks for it again. */
export type AddBaseKeyOptions = { readonly staysRetired?: boolean }

export type NewBaseKey = KeySet & {
  readonly id: string
  /** Whose terminals; without one, anybody's. */
  readonly merchantId?: string
  readonly checkValue: string
  /** Everybody knows its value. One that was retired is not added again. */
  readonly isTest: boolean
}
export type KnownBaseKey = NewBaseKey & { readonly createdAtMs: number; readonly retiredAtMs?: number }

type WantedMerchants = { readonly after?: string; readonly limit: number }
export type ListedMerchant = Owner & {
  readonly createdAtMs: number
  readonly passwords: number
  /** Those that were not revoked. */
  readonly certificates: number
}
export type KnownMerchant = Owner & { readonly createdAtMs: number; readonly profile: Profile }
export type NewMerchant = Owner & { readonly passwordHash: Buffer; readonly settings?: GivenProfileSettings }
type EnsureEntries = { readonly added: NewAuditEntry; readonly password: NewAuditEntry }

/** Undefined leaves it as it is, and nothing is noted. */
type DecideProfile = (profile: Profile) => ProfileChange | undefined
type ProfileChange = { readonly settings: GivenProfileSettings; readonly entry: NewAuditEntry }
/** Of a profile what was said; the rest is usual, also when what is usual changes with a release. */
export type GivenProfileSettings = Readonly<Record<string, unknown>>

export type PasswordSlot = 1 | 2
export type KnownPassword = { readonly slot: PasswordSlot; readonly createdAtMs: number }
type SealedNotificationSecret = { readonly kind: SecretKind; readonly sealed: Buffer }
export type KnownSecret = { readonly kind: SecretKind; readonly createdAtMs: number }

type NewCertificate = {
  /** SHA-256 of the public key as the certificate carries it (SubjectPublicKeyInfo, DER). */
  readonly keyHash: Buffer
  readonly subject: string
  readonly notAfterMs: number
}
export type KnownCertificate = NewCertificate & {
  readonly createdAtMs: number
  readonly revokedAtMs?: number
}
export type CertificateBinding = 'bound' | 'renewed' | 'revoked' | 'taken'

/** Who did what, without any secret. */
export type NewAuditEntry = {
  readonly actor: string
  readonly action: AuditAction
  readonly merchantId?: string
  readonly details: Readonly<Record<string, unknown>>
}

const auditActions = [
  'merchant.add',
  'profile.change',
  'password.add',
  'password.retire',
  'certificate.bind',
  'certificate.revoke',
  'secret.add',
  'secret.retire',
  'notification.resend',
  'keys.new',
  'keys.rotate',
  'keys.retire',
  'keys.discard',
  'bdk.import',
  'bdk.retire',
] as const
export type AuditAction = (typeof auditActions)[number]

/** An entry as it is shown; a newer release may have written an action that this one does not know. */
export type AuditEntry = Omit<NewAuditEntry, 'action'> & {
  readonly action: string
  readonly entryNo: number
  readonly atMs: number
  readonly digest: Buffer
}
type WantedAudit = { readonly merchantId?: string; readonly before?: number; readonly limit: number }

/** An entry as it lies in the log, letter by letter: the digest is over exactly this. */
export type UnchainedEntry = {
  readonly entryNo: number
  /** In microseconds, as the table keeps it; null is a time that no entry can have. */
  readonly at: string | null
  readonly actor: string
  readonly action: string
  readonly merchantId: string | null
  readonly details: string
}
export type ChainedEntry = UnchainedEntry & { readonly digest: Buffer }
/** What ties an entry to the one before it; the first has none before it. */
export type EntryDigest = (entry: UnchainedEntry, before: Buffer | undefined) => Buffer
