// Calls about the user who makes them.

import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { text } from '../../contract/kit/scalars.ts'
import { optional, required } from '../../contract/kit/vocabulary.ts'
import type { Permission, Role } from '../permissions.ts'
import { userCall } from './call.ts'
import { shortName, userName } from './names.ts'
import type { PasskeyRequest, SignInAnswer } from './signIn.ts'

export type WhoAmI = {
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Absent for operators. */
  readonly merchantId?: string
  readonly permissions: readonly Permission[]
  readonly isSteppedUp: boolean
  /** What the pages have to know of the gateway itself. */
  readonly gateway: {
    /** Whether no money moves. */
    readonly isTest: boolean
    /** Whether it can be controlled, too. */
    readonly isSandbox: boolean
  }
}

export type ChangeDone = { readonly done: true }
export type ShownCodes = { readonly recoveryCodes: readonly string[] }

export type OwnAccount = {
  readonly hasPassword: boolean
  readonly hasTotp: boolean
  readonly recoveryCodes: number
  readonly passkeys: readonly OwnPasskey[]
}
export type OwnPasskey = {
  readonly passkeyId: string
  readonly name: string
  readonly createdAtMs: number
  readonly usedAtMs?: number
}

/** Where a user is signed in. */
export type ShownSession = {
  readonly sessionId: string
  readonly address: string
  readonly agent: string
  readonly createdAtMs: number
  readonly seenAtMs: number
  readonly expiresAtMs: number
  /** Whether it is the session of this call. */
  readonly isOwn: boolean
}

/** Whoever lost the other factors sets up new ones after signing in by a recovery code. */
const steppedUp = { needsStepUp: 'orNewSignIn' } as const
const passkey = text(2, 20_000)
const passkeyDoc = "The browser's answer, as JSON."

export const accountCalls = {
  whoAmI: userCall<WhoAmI>()({}),
  signOut: userCall<{ readonly signedOut: true }>()({}),
  passkeyForStepUp: userCall<PasskeyRequest>()({}),
  /** By a passkey or by a one-time code. */
  stepUp: userCall<SignInAnswer>()({
    code: optional(text(1, 40), 'What the app shows.'),
    passkey: optional(passkey, passkeyDoc),
  }),
  account: userCall<OwnAccount>()({}),
  rename: userCall<ChangeDone>()({ name: required(userName, 'What you are called.') }),
  offerTotp: userCall<{ readonly offer: string; readonly text: string; readonly uri: string }>()(
    {},
    steppedUp,
  ),
  setTotp: userCall<ShownCodes>()(
    {
      offer: required(text(43, 43), 'The name of the secret that the app has.'),
      code: required(text(1, 40), 'What the app shows.'),
      password: optional(text(1, 200), 'A password, where there is none yet.'),
    },
    steppedUp,
  ),
  setPassword: userCall<ChangeDone>()({ password: required(text(1, 200), 'The new password.') }, steppedUp),
  removePassword: userCall<ChangeDone>()({}, steppedUp),
  newRecoveryCodes: userCall<ShownCodes>()({}, steppedUp),
  passkeyToAdd: userCall<{ readonly options: PublicKeyCredentialCreationOptionsJSON }>()({}, steppedUp),
  addPasskey: userCall<ChangeDone>()(
    { passkey: required(passkey, passkeyDoc), name: required(shortName, 'What it is called.') },
    steppedUp,
  ),
  removePasskey: userCall<ChangeDone>()({ passkeyId: required(text(1, 1_400), 'Which one.') }, steppedUp),
  mySessions: userCall<{ readonly sessions: readonly ShownSession[] }>()({}),
  endMySession: userCall<ChangeDone>()({ sessionId: required(text(36, 36), 'Which one.') }),
  endMyOtherSessions: userCall<ChangeDone>()({}),
}
