// Users of the console as the rest of it knows them, and the store of users and their sessions.

import type { NewAuditEntry } from '../../administration/port.ts'
import type { Role } from '../permissions.ts'

export type ConsoleUser = {
  readonly userId: string
  /** In lower case; unique among the users of a merchant, and among operators. */
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Absent: an operator, who belongs to no merchant. */
  readonly merchantId?: string
}

/** A user who is signed in, in one browser. */
export type SignedInUser = {
  readonly user: ConsoleUser
  readonly sessionId: string
  /** Whether a second factor was shown within the last minutes: calls about money and secrets need that. */
  readonly isSteppedUp: boolean
  /** Whether it began within the last minutes, by whatever was shown then. */
  readonly isNew: boolean
}

/** A user, and everything by which this user can sign in. */
export type StoredUser = ConsoleUser & {
  readonly createdAtMs: number
  readonly isDisabled: boolean
  readonly passwordHash?: string
  readonly totp?: StoredTotp
  readonly passkeys: readonly StoredPasskey[]
  readonly recoveryCodeHashes: readonly Buffer[]
  /** One that can still be used. */
  readonly invitation?: StoredInvitation
}

/** Whose data key seals the user's secrets. No merchant has the name of operators. */
export const keyOwnerOf = ({ merchantId }: Pick<ConsoleUser, 'merchantId'>): string =>
  merchantId ?? operatorsKeys
export const operatorsKeys = '(operators)'
/** What the secret of one-time codes is sealed for, beside that. */
export const totpIdentity = (userId: string): string => `one-time codes\n${userId}`

/** `step` is the time step of the newest code that was accepted. */
export type StoredTotp = { readonly sealed: Buffer; readonly step: number }
export type StoredInvitation = { readonly tokenHash: Buffer; readonly expiresAtMs: number }

export type NewPasskey = {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: string
  readonly name: string
}
export type StoredPasskey = NewPasskey & { readonly createdAtMs: number; readonly usedAtMs?: number }

/** Where a browser calls from, as it is shown to its user. */
export type SignInPlace = { readonly address: string; readonly agent: string }

export type NewConsoleSession = SignInPlace & {
  readonly sessionId: string
  readonly tokenHash: Buffer
  /** 'always': as long as it lasts. */
  readonly steppedUp: 'now' | 'always' | 'not'
}

export type ListedSession = SignInPlace & {
  readonly sessionId: string
  readonly createdAtMs: number
  readonly seenAtMs: number
  readonly expiresAtMs: number
}

/** What of a user is shown in lists. */
export type ListedUser = ConsoleUser & {
  readonly createdAtMs: number
  readonly isDisabled: boolean
  readonly signedInAtMs?: number
  readonly hasPassword: boolean
  readonly hasTotp: boolean
  readonly passkeys: number
  readonly sessions: number
  /** When the invitation ends that this user has not used yet. */
  readonly invitedUntilMs?: number
}

/** One change of a user, all of it in one commit with its audit entries. */
export type UserChange = {
  readonly name?: string
  readonly role?: Role
  readonly isDisabled?: boolean
  readonly passwordHash?: string | null
  readonly totp?: StoredTotp | null
  /** A one-time code counts once. */
  readonly usedTotpStep?: number
  /** All of them are replaced. */
  readonly recoveryCodeHashes?: readonly Buffer[]
  readonly usedRecoveryCode?: Buffer
  readonly addedPasskey?: NewPasskey
  readonly removedPasskeys?: readonly Buffer[]
  readonly usedPasskey?: { readonly credentialId: Buffer; readonly signCount: number }
  /** A challenge counts once: where it was answered before, nothing of the change is made. */
  readonly answeredChallenge?: AnsweredChallenge
  /** Replaces an earlier one; null: there is none any more. */
  readonly invitation?: { readonly tokenHash: Buffer; readonly lifeMs: number } | null
  readonly startedSession?: NewConsoleSession
  readonly steppedUp?: { readonly sessionId: string; readonly tokenHash: Buffer }
  readonly endedSessions?: EndedSessions
}
export type AnsweredChallenge = { readonly hash: Buffer; readonly lifeMs: number }
/** Which sessions of the user end: all, all but one, or one. */
export type EndedSessions = 'all' | { readonly but: string } | { readonly only: string }

export type UserDecision<Result> = {
  readonly result: Result
  readonly change?: UserChange
  /** Without entries nothing is changed. */
  readonly entries?: readonly NewAuditEntry[]
}

/** What a decision about a user is made on, while nobody else can change it. */
export type KnownForDecision = {
  readonly user: StoredUser
  /** Others with the role of administrator of the same merchant, or operator, who can sign in. */
  readonly otherHeads: number
  /** The sessions in which the user is signed in. */
  readonly sessionIds: readonly string[]
}

/** Why nothing of a change was made: its challenge was answered before, or somebody has the passkey. */
export type ChangeConflict = 'answered' | 'passkeyTaken'

export interface UserStore {
  /** One for each merchant that this person works for. */
  findByEmail(email: string): Promise<readonly StoredUser[]>
  find(userId: string): Promise<StoredUser | undefined>
  /** By the id of one of the user's passkeys. */
  findByPasskey(credentialId: Buffer): Promise<StoredUser | undefined>
  /** By an invitation that can still be used. */
  findByInvitation(tokenHash: Buffer): Promise<StoredUser | undefined>
  /** By e-mail; of a merchant, or (null) operators, or (undefined) all. */
  list(wanted: WantedUsers): Promise<readonly ListedUser[]>
  /** False when there is such a user at this merchant, or among operators. */
  add(user: NewConsoleUser, entry: NewAuditEntry): Promise<boolean>
  /** A user that the gateway itself needs; without an entry, and nothing where it exists. */
  ensure(user: ConsoleUser): Promise<void>
  /** Undefined where there is no such user. */
  change<Result>(
    userId: string,
    decide: (known: KnownForDecision) => UserDecision<Result>,
  ): Promise<Result | ChangeConflict | undefined>
  /** Entries of the audit log about what changes no user, in one commit. */
  note(entries: readonly NewAuditEntry[]): Promise<void>
  /**
   * Whose session it is; undefined when it has ended. Marks it as seen, unless nobody is there: then a page
   * that asks by itself does not keep it from ending.
   */
  findSession(tokenHash: Buffer, isUnattended?: boolean): Promise<SignedInUser | undefined>
  /** The same for what its token has begun, whatever the token is by now; marks nothing. */
  findOpenSession(sessionId: string): Promise<SignedInUser | undefined>
  /** The newest first. */
  sessions(userId: string): Promise<readonly ListedSession[]>
}

export type WantedUsers = {
  readonly merchantId?: string | null
  /** Begin behind this e-mail. */
  readonly after?: string
  /** Of whoever has the last e-mail, all users come along. */
  readonly limit: number
}
export type NewConsoleUser = ConsoleUser & {
  readonly invitation: { readonly tokenHash: Buffer; readonly lifeMs: number }
}

/** Counts tries to sign in, of all nodes together. */
export interface SignInTries {
  /** Counts a try under each key as failed until it is forgiven, unless it came too early; in their order. */
  admit(keyHashes: readonly Buffer[], waits: TryWaits): Promise<readonly AdmittedTry[]>
  /** The try succeeded: 'all' forgets every failure under the keys, 'one' only this one. */
  forgive(keyHashes: readonly Buffer[], how: 'all' | 'one'): Promise<void>
}
/** How long to wait after each failure in a row, in milliseconds; the last one counts for all later ones. */
export type TryWaits = { readonly afterMs: readonly number[]; readonly forgottenAfterMs: number }
export type AdmittedTry = {
  readonly isAdmitted: boolean
  readonly failures: number
  /** How long until the next try is admitted. */
  readonly waitMs: number
}
