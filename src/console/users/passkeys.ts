// Passkeys (WebAuthn): asking a browser for one, and judging what it answers. A passkey verifies its user by
// itself, so it is both factors at once.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { type ChallengePurpose, newChallenge, readChallenge } from './challenges.ts'
import { lifetimes } from './lifetimes.ts'
import { readPasskeyAssertion, readPasskeyCreation } from './passkeyMessages.ts'
import type { AnsweredChallenge, NewPasskey, StoredUser } from './port.ts'

/** For whom passkeys are: the name of the host, and the addresses of its pages. */
export type RelyingParty = { readonly id: string; readonly origins: readonly string[] }

export type PasskeyDependencies = {
  readonly key: Buffer
  /** Undefined where there can be none: browsers have passkeys for names of hosts, not for addresses. */
  readonly relyingParty: () => RelyingParty | undefined
  readonly nowMs: () => number
}

export interface Passkeys {
  /** For the browser: make a new one. Undefined where there can be none. */
  creationOptions(user: StoredUser): Promise<PasskeyCreationOptions | undefined>
  /** A new passkey, if the browser's answer is one for this user. */
  readCreation(user: StoredUser, answer: string, name: string): Promise<CreatedPasskey | undefined>
  /** For the browser: show one. Without a user, any that it has for this host. */
  requestOptions(purpose: ChallengePurpose, user?: StoredUser): Promise<PasskeyRequestOptions | undefined>
  /** Whose passkey the answer names, before anything is verified. */
  credentialIdOf(answer: string): Buffer | undefined
  verify(user: StoredUser, answer: string, purpose: ChallengePurpose): Promise<ShownPasskey | undefined>
}

export type PasskeyCreationOptions = PublicKeyCredentialCreationOptionsJSON
export type PasskeyRequestOptions = PublicKeyCredentialRequestOptionsJSON
export type CreatedPasskey = { readonly passkey: NewPasskey; readonly challenge: AnsweredChallenge }
export type ShownPasskey = {
  readonly credentialId: Buffer
  readonly signCount: number
  readonly challenge: AnsweredChallenge
}

/** Loaded by the first passkey: it reads certificates of many kinds, a tenth of what a start would load. */
const library = () => import('@simplewebauthn/server')

export function createPasskeys(dependencies: PasskeyDependencies): Passkeys {
  const { key, relyingParty, nowMs } = dependencies
  const challengeFor = (purpose: ChallengePurpose) => plainBytes(newChallenge(key, purpose, nowMs()))
  return {
    async creationOptions(user) {
      const party = relyingParty()
      if (!party) return undefined
      const { generateRegistrationOptions } = await library()
      return generateRegistrationOptions({
        ...{ rpName: 'Tollgate console', rpID: party.id, attestationType: 'none' },
        ...{ userName: user.email, userDisplayName: user.name, userID: userHandleOf(user.userId) },
        challenge: challengeFor(registrationOf(user)),
        timeout: lifetimes.challengeMs,
        excludeCredentials: user.passkeys.map(credentialOf),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },

    async readCreation(user, answer, name) {
      const response = readPasskeyCreation(answer)
      return response && judgeCreation(dependencies, { user, response, name })
    },

    async requestOptions(purpose, user) {
      const party = relyingParty()
      if (!party) return undefined
      const { generateAuthenticationOptions } = await library()
      return generateAuthenticationOptions({
        ...{ rpID: party.id, challenge: challengeFor(purpose), userVerification: 'required' },
        timeout: lifetimes.challengeMs,
        ...(user && { allowCredentials: user.passkeys.map(credentialOf) }),
      })
    },

    credentialIdOf: answer => readPasskeyAssertion(answer)?.credentialId,

    async verify(user, answer, purpose) {
      const read = readPasskeyAssertion(answer)
      return read && judgeAssertion(dependencies, { user, purpose, ...read })
    },
  }
}

const registrationOf = ({ userId }: StoredUser): ChallengePurpose => ({ what: 'register', userId })

/** The library throws for whatever is wrong with an answer: all of that is one refusal. */
async function judgeCreation(
  { key, relyingParty, nowMs }: PasskeyDependencies,
  { user, response, name }: CreationCase,
): Promise<CreatedPasskey | undefined> {
  const party = relyingParty()
  if (!party) return undefined
  let challenge: AnsweredChallenge | undefined
  const { verifyRegistrationResponse } = await library()
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge(given) {
      challenge = readChallenge(key, registrationOf(user), { challenge: given, nowMs: nowMs() })
      return challenge !== undefined
    },
    ...{ expectedOrigin: [...party.origins], expectedRPID: party.id, requireUserVerification: true },
  }).catch(() => undefined)
  if (!result?.verified || !challenge) return undefined
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential
  const passkey = {
    ...{ credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), signCount: counter },
    ...{ transports: transports.filter(isTransport).join(' '), name },
  }
  return { passkey, challenge }
}

type CreationCase = {
  readonly user: StoredUser
  readonly response: NonNullable<ReturnType<typeof readPasskeyCreation>>
  readonly name: string
}

async function judgeAssertion(
  { key, relyingParty, nowMs }: PasskeyDependencies,
  { user, purpose, credentialId, response, userHandle }: AssertionCase,
): Promise<ShownPasskey | undefined> {
  const party = relyingParty()
  const passkey = user.passkeys.find(known => known.credentialId.equals(credentialId))
  if (!party || !passkey) return undefined
  if (userHandle !== undefined && userHandle !== Buffer.from(userHandleOf(user.userId)).toString('base64url'))
    return undefined
  let challenge: AnsweredChallenge | undefined
  const { verifyAuthenticationResponse } = await library()
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge(given) {
      challenge = readChallenge(key, purpose, { challenge: given, nowMs: nowMs() })
      return challenge !== undefined
    },
    ...{ expectedOrigin: [...party.origins], expectedRPID: party.id, requireUserVerification: true },
    credential: {
      ...{ id: passkey.credentialId.toString('base64url'), publicKey: plainBytes(passkey.publicKey) },
      counter: passkey.signCount,
    },
  }).catch(() => undefined)
  if (!result?.verified || !challenge) return undefined
  return { credentialId, signCount: result.authenticationInfo.newCounter, challenge }
}

type AssertionCase = NonNullable<ReturnType<typeof readPasskeyAssertion>> & {
  readonly user: StoredUser
  readonly purpose: ChallengePurpose
}

const credentialOf = ({ credentialId, transports }: StoredUser['passkeys'][number]) => ({
  id: credentialId.toString('base64url'),
  ...(transports !== '' && { transports: transports.split(' ') }),
})

/** Says nothing about the user to who finds the key. */
const userHandleOf = (userId: string) => plainBytes(Buffer.from(userId.replaceAll('-', ''), 'hex'))

/** A copy that is not part of a larger memory. */
const plainBytes = (bytes: Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)

const isTransport = (text: string): boolean => /^[a-z-]{1,20}$/.test(text)
