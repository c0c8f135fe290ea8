import type { Owner } from '../orders/merchant.ts'

/** Stores sessions, by the store's own clock; an expired session is not found any more. */
export interface SessionStore {
  create(session: NewSession): Promise<void>
  find(key: SessionKey): Promise<StoredSession | undefined>
  /** Whichever merchant it belongs to: for a payer's browser, which knows only the session id. */
  findByName(sessionId: string): Promise<FoundSession | undefined>
  /** Only while the session still has the version that was read; false when it changed or expired. */
  update(change: SessionChange): Promise<boolean>
  /** Remembers that an update was refused. */
  markFailed(key: SessionKey, seen: string): Promise<void>
  /** Whether there are secrets still, as they were seen, that nobody has claimed for another use. */
  claimSecrets(seen: SeenSession, claim: SecretsClaim): Promise<boolean>
  /** Takes one holder's claim back; others of the same use keep theirs. */
  releaseSecrets(key: SessionKey, holder: string): Promise<void>
  /** Erases what may not outlast the first use: where it is told what was used, nothing that came since. */
  eraseSecrets(key: SessionKey, used?: UsedSecrets): Promise<void>
  /**
   * Counts one use as a password for an order, unless there were as many as the session allows. The first
   * order is the only one; at checkout it is no password.
   */
  authenticate(key: SessionKey, orderId: string): Promise<SessionAuthentication>
  /** Removes some of the expired ones; returns how many. */
  removeExpired(limit: number): Promise<number>
}

export type SessionKey = Owner & { readonly sessionId: string }
/** With the version of it that was read. */
export type SeenSession = SessionKey & Pick<StoredSession, 'version'>

/** For what, and by whom: requests for the same use hold it side by side, as one at most begins. */
export type SecretsClaim = { readonly use: string; readonly holder: string }

/** Those that a version held; and those that somebody claimed, also when they were sealed anew since. */
export type UsedSecrets = { readonly version: string; readonly holder?: string | undefined }

export const sessionKinds = ['payment', 'checkout'] as const
export type SessionKind = (typeof sessionKinds)[number]

export const updateStatuses = ['FAILURE', 'NO_UPDATE', 'SUCCESS'] as const
type UpdateStatus = (typeof updateStatuses)[number]

export type StoredSession = {
  readonly kind: SessionKind
  /** The version of the API it was created with; its values are judged by that. */
  readonly apiVersion: number
  readonly version: string
  readonly updateStatus: UpdateStatus
  readonly authenticationLimit: number
  readonly contents: SealedContents
  /** For which use its secrets are claimed, if for one. */
  readonly claimedFor?: string
}

export type FoundSession = {
  readonly key: SessionKey
  readonly stored: StoredSession
  readonly ageMs: number
  readonly leftMs: number
}

export type SessionAuthentication = 'ok' | 'unknown' | 'exceeded' | 'otherOrder'

/** Sealed separately, so that the secrets can be erased while the rest stays. */
export type SealedContents = { readonly lasting: Buffer; readonly secrets?: Buffer }

export type NewSession = SessionKey & StoredSession & { readonly life: SessionLifetime }
export type SessionChange = SessionKey &
  Pick<StoredSession, 'version' | 'authenticationLimit' | 'contents'> & {
    /** The version the change was made on. */
    readonly seen: string
    /** Whether there were secrets then: those that were erased meanwhile must not come back. */
    readonly sawSecrets: boolean
    /** Whether they were claimed: what is claimed meanwhile must not become free. */
    readonly sawClaim: boolean
    /** Whether it has secrets of its own, and none that were claimed: nobody has a claim on those. */
    readonly bringsSecrets: boolean
    readonly life: SessionLifetime
  }

/** Bound into each sealed part: neither opens in place of the other, nor in another session. */
export const sessionIdentity = (sessionId: string, part: keyof SealedContents): string =>
  `${sessionId}\n${part}`

/** Counted from the last update, and at most from the creation. */
export type SessionLifetime = { readonly idleMs: number; readonly totalMs: number }

/** Seals for a merchant and an identity, under a key that is used only for sessions. */
export interface SessionBox {
  seal(merchantId: string, identity: string, text: string): Promise<Buffer>
  open(merchantId: string, identity: string, sealed: Buffer): Promise<string>
}
