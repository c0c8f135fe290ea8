// Calls of browsers in which nobody is signed in.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { text } from '../../contract/kit/scalars.ts'
import { optional, required } from '../../contract/kit/vocabulary.ts'
import type { Role } from '../permissions.ts'
import { publicCall } from './call.ts'
import { shortName, userName } from './names.ts'

export type Entered = { readonly entered: boolean }

/** 'refused': something of it was wrong, and nobody says what. */
export type SignInAnswer =
  | { readonly outcome: 'signedIn' | 'refused' }
  | { readonly outcome: 'wait'; readonly seconds: number }

/** What a browser needs to ask for a passkey; absent where there can be none. */
export type PasskeyRequest = { readonly options?: PublicKeyCredentialRequestOptionsJSON }

export type ShownInvite = {
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly merchantId?: string
  readonly expiresAtMs: number
  /** For an app that shows one-time codes: as text, and as the address that its picture holds. */
  readonly totp: { readonly offer: string; readonly text: string; readonly uri: string }
  readonly passkeyOptions?: PublicKeyCredentialCreationOptionsJSON
}

export type AcceptedInvite = { readonly recoveryCodes: readonly string[] }

const token = required(text(43, 43), 'The last part of the address.')

export const signInCalls = {
  /** By the address that a sandbox prints when it starts: once, on its own machine. */
  enterSandbox: publicCall<Entered>()({ ticket: token }),
  signIn: publicCall<SignInAnswer>()({
    email: required(text(1, 200), 'Who signs in.'),
    password: required(text(1, 200), 'The password.'),
    code: required(text(1, 40), 'A one-time code, or a recovery code.'),
  }),
  passkeyForSignIn: publicCall<PasskeyRequest>()({}),
  signInWithPasskey: publicCall<SignInAnswer>()({
    passkey: required(text(2, 20_000), "The browser's answer, as JSON."),
  }),
  readInvitation: publicCall<ShownInvite>()({ token }),
  /** With a passkey, or with a password and a one-time code. */
  acceptInvitation: publicCall<AcceptedInvite>()({
    token,
    name: required(userName, 'What the user is called.'),
    passkey: optional(text(2, 20_000), "The browser's answer, as JSON."),
    passkeyName: optional(shortName, 'What the passkey is called.'),
    password: optional(text(1, 200), 'The password.'),
    offer: optional(text(43, 43), 'The name of the secret that the app has.'),
    code: optional(text(1, 40), 'What the app shows.'),
  }),
}
