import type { ResendSelection, SecretKind } from '../notifications/port.ts'
import type { Owner, Profile } from '../orders/merchant.ts'
import type { MerchantStanding } from '../orders/standing.ts'
import type { ListKind, ListName } from '../risk/rule.ts'
import type { KeySet, WrappedValue } from '../terminals/port.ts'

/**
 * What operators can change: merchants, their credentials, their profiles, and how directory servers know
 * them. Every change and its entry in the audit log are one commit, and changes are made one after the other;
 * no entry contains a secret.
 */
export interface AdministrationStore {
  /** The default profile. */
  readonly usual: Profile
  /** By name. */
  merchants(wanted: WantedMerchants): Promise<readonly ListedMerchant[]>
  merchant(merchantId: string): Promise<KnownMerchant | undefined>
  /** Adds a merchant with its first password; false when the name exists already. */
  addMerchant(merchant: NewMerchant, entries: readonly NewAuditEntry[]): Promise<boolean>
  /** For a new merchant: the first, or on a distributed database one with few, on a server with few. */
  freeCell(): Promise<number>
  /**
   * Adds the merchant unless it exists, and makes this its first password; only what that changed is audited.
   */
  ensureMerchant(merchant: NewMerchant, entries: EnsureEntries): Promise<void>
  /** `decide` sees the profile while no one else can change it; false when there is no such merchant. */
  changeProfile(merchantId: string, decide: DecideProfile): Promise<boolean>
  openMatters(owner: Owner): Promise<OpenMatters>
  passwords(owner: Owner): Promise<readonly KnownPassword[]>
  /** Stored in the free slot; undefined when both are taken. */
  addPassword(
    owner: Owner,
    hash: Buffer,
    entry: (slot: PasswordSlot) => NewAuditEntry,
  ): Promise<PasswordSlot | undefined>
  /** False when there is none in that slot. */
  retirePassword(owner: Owner, slot: PasswordSlot, entry: NewAuditEntry): Promise<boolean>
  certificates(owner: Owner): Promise<readonly KnownCertificate[]>
  /** A key that the merchant already has is renewed, unless it was revoked. Others may have it, too. */
  bindCertificate(
    owner: Owner,
    certificate: NewCertificate,
    entry: NewAuditEntry,
  ): Promise<CertificateBinding>
  /** The time of the revocation; undefined when there is none with that key, or it was revoked before. */
  revokeCertificate(owner: Owner, keyHash: Buffer, entry: NewAuditEntry): Promise<number | undefined>
  /** The newest of each kind first. */
  secrets(owner: Owner): Promise<readonly KnownSecret[]>
  /**
   * Stored as the newest of its kind: the previous one stays as the second until it is retired, older ones
   * are deleted.
   */
  addSecret(owner: Owner, secret: SealedNotificationSecret, entry: NewAuditEntry): Promise<void>
  /** Stored, and audited, only where there is none of its kind. */
  ensureSecret(owner: Owner, secret: SealedNotificationSecret, entry: NewAuditEntry): Promise<void>
  /** Leaves only the newest; false when there is no other. */
  retireSecret(owner: Owner, kind: SecretKind, entry: NewAuditEntry): Promise<boolean>
  /** How directory servers know merchants, by merchant and directory server. */
  directoryMerchants(wanted: WantedDirectoryMerchants): Promise<readonly StoredDirectoryMerchant[]>
  directoryMerchant(owner: Owner, directoryServer: string): Promise<StoredDirectoryMerchant | undefined>
  /** `decide` sees what is stored while no one else can change it. */
  changeDirectoryMerchant<Result>(
    owner: Owner,
    directoryServer: string,
    decide: (content: string | undefined) => DirectoryMerchantDecision<Result>,
  ): Promise<Result>
  /** Returns what was stored; it goes into the entry. */
  removeDirectoryMerchant(
    owner: Owner,
    directoryServer: string,
    entry: (content: string) => NewAuditEntry,
  ): Promise<StoredDirectoryMerchant | undefined>
  /**
   * One notification or all of a time range; a long range in parts, each with its entry. Returns how many.
   */
  resend(owner: Owner, which: ResendSelection, entry: (count: number) => NewAuditEntry): Promise<number>
  /** Risk rules of a merchant, or under an empty name those of the gateway. */
  riskRules(scope: string): Promise<StoredRiskRules | undefined>
  /** `decide` sees what is stored while no one else can change it. */
  changeRiskRules<Result>(
    scope: string,
    decide: (content: string | undefined) => DirectoryMerchantDecision<Result>,
  ): Promise<Result>
  /** The newest first. */
  riskListEntries(wanted: WantedRiskEntries): Promise<readonly RiskListEntry[]>
  /** `value` as it is compared: of a card its hash. Undefined where there are as many as there may be. */
  addRiskListEntry(
    scope: string,
    added: Omit<RiskListEntry, 'addedAtMs' | 'id'> & { readonly value: string },
    audited: { readonly entry: NewAuditEntry; readonly max: number },
  ): Promise<RiskListEntry | undefined>
  removeRiskListEntry(
    scope: string,
    named: Pick<RiskListEntry, 'id' | 'list'>,
    entry: (removed: RiskListEntry) => NewAuditEntry,
  ): Promise<RiskListEntry | undefined>
  /** Personal data of payers, and erasing it. */
  readonly payers: PayerRecords
  /** Newest first. */
  audit(wanted: WantedAudit): Promise<readonly AuditEntry[]>
  /** The whole log as it is stored, oldest first, as of one moment. */
  chain(): AsyncIterable<readonly ChainedEntry[]>
  /** Adds an entry about something done elsewhere, such as a rotation of keys. */
  note(entry: NewAuditEntry): Promise<void>
}

/** Finding a payer's orders, and taking the personal data out of them. */
export interface PayerRecords {
  /** Newest first, some at a time; by an e-mail address those whose newest one it is. */
  orders(owner: Owner, wanted: WantedPayerOrders): Promise<PayerOrders>
  /** What else knows an e-mail address. */
  traces(owner: Owner, email: string): Promise<PayerTraces>
  /** All in one commit, with the entry about what was erased. */
  erase(owner: Owner, wanted: WantedErasures): Promise<ErasureOutcomes>
  /** Some of the request log, newest first: bodies about orders that were erased, or with the address. */
  eraseCalls(owner: Owner, wanted: WantedCallErasure): Promise<ErasedCalls>
  /** Saved searches by the address; gives how many there were. */
  eraseFilters(owner: Owner, email: string, entry: (count: number) => NewAuditEntry): Promise<number>
  erasureOf(owner: Owner, orderId: string): Promise<KnownErasure | undefined>
}

export type PayerSelection =
  | { readonly email: string }
  | { readonly orderId: string }
  /** The hash of the merchant's own reference, under which payers save cards. */
  | { readonly payer: Buffer }
export type WantedErasures = {
  readonly orderIds: readonly string[]
  /** Whose saved cards go, besides those that were saved with the orders. */
  readonly payer?: Buffer | undefined
  readonly actor: string
  readonly entry: (erased: readonly string[], cards: number) => NewAuditEntry
}
export type ErasureOutcomes = {
  readonly outcomes: readonly ErasureOutcome[]
  /** Saved cards that are gone. */
  readonly cards: number
}
export type WantedPayerOrders = {
  readonly who: PayerSelection
  /** What the page before ended with. */
  readonly after?: string | undefined
  readonly limit: number
}
export type PayerOrders = { readonly orders: readonly PayerOrder[]; readonly next?: string }
export type PayerOrder = {
  readonly orderId: string
  readonly createdAtMs: number
  readonly status: string
  readonly currency: string
  /** In minor units. */
  readonly amount: bigint
  /** Why it cannot be erased now. */
  readonly obstacle?: ErasureObstacle
  /** Of an erasure before. */
  readonly erasure?: KnownErasure
}
/**
 * A transaction runs; something is owed about one, for which it is needed; or its last change is not found by
 * the search yet. Each passes.
 */
export const erasureObstacles = ['RUNNING', 'OWED', 'UNTOLD'] as const
export type ErasureObstacle = (typeof erasureObstacles)[number]
export type KnownErasure = { readonly atMs: number; readonly by: string }
export type ErasureOutcome = {
  readonly orderId: string
  readonly outcome: ErasureObstacle | 'ERASED' | 'UNKNOWN'
}
export type PayerTraces = {
  /** Counted up to a bound. */
  readonly orders: number
  readonly isMore: boolean
  readonly savedFilters: number
  /** The risk lists that the address is on. */
  readonly lists: readonly ListName[]
}
export type WantedCallErasure = {
  readonly email?: string | undefined
  /** What the part before ended with. */
  readonly before?: string | undefined
  readonly entry: (count: number) => NewAuditEntry
}
export type ErasedCalls = { readonly count: number; readonly next?: string }

/**
 * Changes of base keys of terminals, which only the owner of the database may make: a gateway only reads
 * them.
 */
export interface BaseKeyRecords {
  /** Active ones first, by key set. */
  list(limit: number): Promise<readonly KnownBaseKey[]>
  /**
   * Stores it with its value. Taken: there is an active one for the same key set of the same merchant.
   * Behind: a newer key-encryption key is in use by now.
   */
  add(
    key: NewBaseKey,
    value: WrappedValue,
    entry: NewAuditEntry,
    coming?: AddBaseKeyOptions,
  ): Promise<'added' | 'taken' | 'behind'>
  /** Deletes its value; its description goes into the entry, and is returned. */
  retire(
    id: string,
    entry: (known: KnownBaseKey) => NewAuditEntry,
  ): Promise<KnownBaseKey | 'unknown' | 'before'>
}

/** Whether a test key that an operator retired counts as taken: it does when keys are added automatically. */
export type AddBaseKeyOptions = { readonly staysRetired?: boolean }

export type NewBaseKey = KeySet & {
  readonly id: string
  /** The merchant of the terminals; absent: those of all merchants. */
  readonly merchantId?: string
  readonly checkValue: string
  /** Its value is published. A retired one is not added again. */
  readonly isTest: boolean
}
export type KnownBaseKey = NewBaseKey & { readonly createdAtMs: number; readonly retiredAtMs?: number }

type WantedMerchants = { readonly after?: string; readonly limit: number }
export type ListedMerchant = Owner & {
  readonly createdAtMs: number
  readonly passwords: number
  /** Certificates that were not revoked. */
  readonly certificates: number
  readonly standing: MerchantStanding
}
/** What is open or owed about a merchant's orders; counted up to a bound. */
export type OpenMatters = {
  /** To acquirers, issuers and providers. */
  readonly owed: number
  /** Orders of the last four months that are authorized and not captured. */
  readonly authorized: number
  /** Payments that wait for a review. */
  readonly inReview: number
}
export type KnownMerchant = Owner & { readonly createdAtMs: number; readonly profile: Profile }
export type NewMerchant = Owner & { readonly passwordHash: Buffer; readonly settings?: GivenProfileSettings }
type EnsureEntries = { readonly added: NewAuditEntry; readonly password: NewAuditEntry }

/** Undefined leaves the profile as it is, and nothing is audited. */
type DecideProfile = (profile: Profile) => ProfileChange | undefined
type ProfileChange = { readonly settings: GivenProfileSettings; readonly entry: NewAuditEntry }
/** The settings that were given explicitly; the others have the default, also when a release changes that. */
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
export type CertificateBinding = 'bound' | 'renewed' | 'revoked'

type WantedDirectoryMerchants = { readonly merchantId?: string; readonly limit: number }
/** How a directory server knows a merchant, as it is stored: JSON. */
export type StoredDirectoryMerchant = {
  readonly merchantId: string
  readonly directoryServer: string
  readonly content: string
  readonly changedAtMs: number
}
/** Without a change the record stays as it is, and nothing is audited. */
type DirectoryMerchantDecision<Result> = {
  readonly result: Result
  readonly change?: { readonly content: string; readonly entry: NewAuditEntry }
}

/** A rule set as it is stored: JSON. */
export type StoredRiskRules = { readonly content: string; readonly changedAtMs: number }
type WantedRiskEntries = {
  readonly scope: string
  readonly list: ListName
  /** The id of the last one of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}
/** As people may see it: what is compared stays in the store. */
export type RiskListEntry = {
  /** Digits. */
  readonly id: string
  readonly list: ListName
  readonly kind: ListKind
  readonly shown: string
  readonly note: string
  readonly addedBy: string
  readonly addedAtMs: number
}

/** Who did what, without any secret. */
export type NewAuditEntry = {
  readonly actor: string
  readonly action: AuditAction
  readonly merchantId?: string
  readonly details: Readonly<Record<string, unknown>>
}

export const auditActions = [
  'merchant.add',
  'merchant.suspend',
  'merchant.resume',
  'merchant.close',
  'merchant.move',
  'profile.change',
  'password.add',
  'password.retire',
  'certificate.bind',
  'certificate.revoke',
  'secret.add',
  'secret.retire',
  'directoryMerchant.set',
  'directoryMerchant.remove',
  'notification.resend',
  'audit.verify',
  'keys.new',
  'keys.rotate',
  'keys.retire',
  'keys.discard',
  'bdk.import',
  'bdk.retire',
  'reconciliation.request',
  'reconciliation.exchange',
  'ranges.refresh',
  'ranges.forget',
  'payment.act',
  'payer.erase',
  'archive.write',
  'archive.delete',
  'user.invite',
  'user.accept',
  'user.signIn',
  'user.signInFailed',
  'user.stepUp',
  'user.change',
  'user.reset',
  'user.password',
  'user.totp',
  'user.recoveryCodes',
  'passkey.add',
  'passkey.remove',
  'session.end',
  'risk.rule.save',
  'risk.rule.state',
  'risk.rule.remove',
  'risk.thresholds',
  'risk.issuers',
  'risk.list.add',
  'risk.list.remove',
  'risk.review',
  'sandbox.script.add',
  'sandbox.script.remove',
  'sandbox.clock',
] as const
export type AuditAction = (typeof auditActions)[number]

/** An entry as it is shown; a newer release may have written an action that is unknown here. */
export type AuditEntry = Omit<NewAuditEntry, 'action'> & {
  readonly action: string
  readonly entryNo: number
  readonly atMs: number
  readonly digest: Buffer
}
type WantedAudit = { readonly merchantId?: string; readonly before?: number; readonly limit: number }

/** An entry exactly as it is stored: the digest covers this. */
export type UnchainedEntry = {
  readonly entryNo: number
  /** In microseconds, as the table stores it; null is a time that no valid entry has. */
  readonly at: string | null
  readonly actor: string
  readonly action: string
  readonly merchantId: string | null
  readonly details: string
}
export type ChainedEntry = UnchainedEntry & { readonly digest: Buffer }
/** The digest that chains an entry to the one before it; the first has none before it. */
export type EntryDigest = (entry: UnchainedEntry, before: Buffer | undefined) => Buffer
