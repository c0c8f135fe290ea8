// The port of the session store: what the sessions need from it, and the stored form of a session.

import type { Owner } from '../orders/merchant.ts'

/** Stores sessions and expires them by its own clock; an expired session is no longer found. */
export interface SessionStore {
  create(session: NewSession): Promise<void>
  find(key: SessionKey): Promise<StoredSession | undefined>
  /** Finds the session of any merchant: a payer's browser sends only the session id. */
  findByName(sessionId: string): Promise<FoundSession | undefined>
  /** Updates a session if it still has the version that was read; false if it changed or expired. */
  update(change: SessionChange): Promise<boolean>
  /** Stores that an update was refused. */
  markFailed(key: SessionKey, seen: string): Promise<void>
  /** Claims the secrets for a use; false if they changed, were erased or are claimed for another use. */
  claimSecrets(seen: SeenSession, claim: SecretsClaim): Promise<boolean>
  /** Releases one holder's claim; other holders of the same use keep theirs. */
  releaseSecrets(key: SessionKey, holder: string): Promise<void>
  /**
   * Erases the secrets, which may be used once. If `used` is given, secrets that were added since are kept.
   */
  eraseSecrets(key: SessionKey, used?: UsedSecrets): Promise<void>
  /**
   * Counts one use of the session as a password for an order, up to the limit of the session. It can be used
   * only for the first order it was used for; a checkout session cannot be used as a password.
   */
  authenticate(key: SessionKey, orderId: string): Promise<SessionAuthentication>
  /** Removes some of the expired ones; returns how many. */
  removeExpired(limit: number): Promise<number>
}

export type SessionKey = Owner & { readonly sessionId: string }
/** The key of a session with the version that was read. */
export type SeenSession = SessionKey & Pick<StoredSession, 'version'>

/**
 * Concurrent requests for the same use (the same transaction) may hold the claim together, because at most
 * one of them executes.
 */
export type SecretsClaim = { readonly use: string; readonly holder: string }

/** The secrets of one version, and those that a holder claimed, even if they were sealed again since. */
export type UsedSecrets = { readonly version: string; readonly holder?: string | undefined }

export const sessionKinds = ['payment', 'checkout'] as const
export type SessionKind = (typeof sessionKinds)[number]

export const updateStatuses = ['FAILURE', 'NO_UPDATE', 'SUCCESS'] as const
type UpdateStatus = (typeof updateStatuses)[number]

export type StoredSession = {
  readonly kind: SessionKind
  /** The version of the API it was created with; its values are validated by that version. */
  readonly apiVersion: number
  readonly version: string
  readonly updateStatus: UpdateStatus
  readonly authenticationLimit: number
  readonly contents: SealedContents
  /** The use for which its secrets are claimed, if any. */
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
    /** The version on which the change is based. */
    readonly seen: string
    /** Whether that version had secrets: if they were erased meanwhile, the change must not restore them. */
    readonly sawSecrets: boolean
    /** Whether they were claimed: if they were claimed meanwhile, the change must not remove the claim. */
    readonly sawClaim: boolean
    /** Whether the change has new secrets, and no claimed ones: the new ones are not claimed by anyone. */
    readonly bringsSecrets: boolean
    /** Unless they are claimed with the change itself. */
    readonly claim?: SecretsClaim
    readonly life: SessionLifetime
  }

/**
 * The associated data of each sealed part: it can be opened neither as the other part nor in another session.
 */
export const sessionIdentity = (sessionId: string, part: keyof SealedContents): string =>
  `${sessionId}\n${part}`

/** `idleMs` counts from the last update, `totalMs` from the creation. */
export type SessionLifetime = { readonly idleMs: number; readonly totalMs: number }

/** Encrypts for a merchant and an identity, with a key that is used only for sessions. */
export interface SessionBox {
  seal(merchantId: string, identity: string, text: string): Promise<Buffer>
  open(merchantId: string, identity: string, sealed: Buffer): Promise<string>
}
