// What users do about themselves: how they sign in, and where they are signed in.

import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import type { UsersContext } from './context.ts'
import { endingOf } from './endedSessions.ts'
import {
  conflictOr,
  type NewFactor,
  newPasskeyChange,
  newPasswordChange,
  newTotpChange,
  type ShownTotpOffer,
  showTotpOffer,
} from './newFactors.ts'
import type { PasskeyCreationOptions } from './passkeys.ts'
import type { EndedSessions, ListedSession, SignedInUser, StoredUser, UserChange } from './port.ts'
import { makeRecoveryCodes } from './recoveryCodes.ts'
import { ownEntry } from './userEntries.ts'
import { readUserName } from './userNames.ts'

/** Every change of how a user signs in ends the user's other sessions. */
export interface Account {
  show(signedIn: SignedInUser): Promise<ShownAccount | Rejection>
  rename(signedIn: SignedInUser, name: string): Promise<Done | Rejection>
  offerTotp(signedIn: SignedInUser): Promise<ShownTotpOffer | Rejection>
  /** The first time a password belongs to it, because neither is good alone. */
  setTotp(signedIn: SignedInUser, given: GivenTotp): Promise<MadeCodes | Rejection>
  setPassword(signedIn: SignedInUser, password: string): Promise<Done | Rejection>
  makeRecoveryCodes(signedIn: SignedInUser): Promise<MadeCodes | Rejection>
  passkeyOptions(signedIn: SignedInUser): Promise<PasskeyCreationOptions | Rejection>
  addPasskey(signedIn: SignedInUser, given: GivenPasskey): Promise<Done | Rejection>
  removePasskey(signedIn: SignedInUser, passkeyId: string): Promise<Done | Rejection>
  /** Password and one-time codes, where passkeys are left. */
  removePassword(signedIn: SignedInUser): Promise<Done | Rejection>
  sessions(signedIn: SignedInUser): Promise<readonly ListedSession[]>
  endSessions(signedIn: SignedInUser, which: EndedSessions): Promise<Done | Rejection>
}

export type Done = { readonly done: true }
export type GivenTotp = { readonly offer: string; readonly code: string; readonly password?: string }
export type GivenPasskey = { readonly passkey: string; readonly name: string }
export type MadeCodes = { readonly recoveryCodes: readonly string[] }
export type ShownAccount = {
  readonly hasPassword: boolean
  readonly hasTotp: boolean
  readonly recoveryCodes: number
  readonly passkeys: readonly ShownPasskeyOfUser[]
}
export type ShownPasskeyOfUser = {
  readonly passkeyId: string
  readonly name: string
  readonly createdAtMs: number
  readonly usedAtMs?: number
}

const done: Done = { done: true }

export function createAccount(context: UsersContext): Account {
  const { store } = context
  return {
    show: signedIn => withOwn(context, signedIn, async user => accountOf(user)),

    async rename(signedIn, text) {
      const name = readUserName(text)
      if (isRejection(name)) return name
      return changeOwn(context, signedIn, ({ name: before }) =>
        name === before
          ? 'unchanged'
          : {
              ...{ change: { name }, action: 'user.change', details: { name: { before, after: name } } },
              staysSignedIn: true,
            },
      )
    },

    ...passwordMethods(context),
    ...passkeyMethods(context),
    sessions: ({ user }) => store.sessions(user.userId),

    async endSessions({ user: { userId } }, endedSessions) {
      const ended = await store.change<Done | Rejection>(userId, ({ user, sessionIds }) =>
        endingOf({ result: done, endedSessions, sessionIds }, details =>
          ownEntry(user, 'session.end', details),
        ),
      )
      return typeof ended === 'object' ? ended : done
    },
  }
}

type PasswordMethods = Pick<
  Account,
  'makeRecoveryCodes' | 'offerTotp' | 'removePassword' | 'setPassword' | 'setTotp'
>

const passwordMethods = (context: UsersContext): PasswordMethods => ({
  offerTotp: signedIn => withOwn(context, signedIn, async user => showTotpOffer(context, user)),
  setTotp: (signedIn, given) => setTotp(context, signedIn, given),

  setPassword: (signedIn, password) =>
    withOwn(context, signedIn, async user => {
      if (!user.totp) return invalid('password', 'It needs one-time codes beside it: set up both together.')
      const factor = await newPasswordChange(context, user, password)
      if (isRejection(factor)) return factor
      return changeOwn(context, signedIn, () => ({ change: factor.change, action: 'user.password' }))
    }),

  async makeRecoveryCodes(signedIn) {
    const { codes, hashes } = makeRecoveryCodes(context.keys.recoveryCodes, signedIn.user.userId)
    const changed = await changeOwn(context, signedIn, user =>
      user.totp
        ? { change: { recoveryCodeHashes: hashes }, action: 'user.recoveryCodes' }
        : invalid('recoveryCodes', 'They take the place of one-time codes, which are not set up.'),
    )
    return isRejection(changed) ? changed : { recoveryCodes: codes }
  },

  removePassword: signedIn =>
    changeOwn(context, signedIn, user =>
      user.passkeys.length === 0
        ? invalid('password', 'You would have no way to sign in: add a passkey first.')
        : {
            change: { passwordHash: null, totp: null, recoveryCodeHashes: [] },
            ...{ action: 'user.password', details: { removed: true } },
          },
    ),
})

const passkeyMethods = (
  context: UsersContext,
): Pick<Account, 'addPasskey' | 'passkeyOptions' | 'removePasskey'> => ({
  passkeyOptions: signedIn =>
    withOwn(context, signedIn, async user => (await context.passkeys.creationOptions(user)) ?? noPasskeys),

  addPasskey: (signedIn, given) =>
    withOwn(context, signedIn, async user => {
      const factor = await newPasskeyChange(context, user, given)
      if (isRejection(factor)) return factor
      const details = { name: factor.change.addedPasskey?.name }
      return changeOwn(context, signedIn, () => ({ change: factor.change, action: 'passkey.add', details }))
    }),

  removePasskey: (signedIn, passkeyId) =>
    changeOwn(context, signedIn, user => removedPasskey(user, passkeyId)),
})

const noPasskeys = invalid('passkey', 'Passkeys need the name of a host: open the console by that.')

const accountOf = (user: StoredUser): ShownAccount => ({
  hasPassword: user.passwordHash !== undefined,
  hasTotp: user.totp !== undefined,
  recoveryCodes: user.recoveryCodeHashes.length,
  passkeys: user.passkeys.map(({ credentialId, name, createdAtMs, usedAtMs }) => ({
    ...{ passkeyId: credentialId.toString('base64url'), name, createdAtMs },
    ...(usedAtMs !== undefined && { usedAtMs }),
  })),
})

async function setTotp(
  context: UsersContext,
  signedIn: SignedInUser,
  { offer, code, password }: GivenTotp,
): Promise<MadeCodes | Rejection> {
  return withOwn(context, signedIn, async user => {
    if (user.passwordHash === undefined && password === undefined)
      return invalid('password', 'One-time codes need a password beside them.')
    const totp = await newTotpChange(context, user, { offer, code })
    if (isRejection(totp)) return totp
    const given: NewFactor | Rejection =
      password === undefined ? { change: {} } : await newPasswordChange(context, user, password)
    if (isRejection(given)) return given
    const change = { ...totp.change, ...given.change }
    const changed = await changeOwn(context, signedIn, () => ({ change, action: 'user.totp' }))
    return isRejection(changed) ? changed : { recoveryCodes: totp.recoveryCodes ?? [] }
  })
}

function removedPasskey(user: StoredUser, passkeyId: string): OwnChange | Rejection {
  const credentialId = Buffer.from(passkeyId, 'base64url')
  const found = user.passkeys.find(known => known.credentialId.equals(credentialId))
  if (!found) return invalid('passkeyId', 'You have no such passkey.')
  if (user.passkeys.length === 1 && user.passwordHash === undefined)
    return invalid('passkeyId', 'You would have no way to sign in: add another passkey or a password first.')
  return {
    ...{ change: { removedPasskeys: [credentialId] }, action: 'passkey.remove' },
    details: { name: found.name },
  }
}

async function withOwn<Result>(
  { store }: UsersContext,
  { user: { userId } }: SignedInUser,
  work: (user: StoredUser) => Promise<Result | Rejection>,
): Promise<Result | Rejection> {
  const user = await store.find(userId)
  return user ? work(user) : notHere
}

const notHere = invalid('user', 'There is no such user any more.')
const ended = invalid('session', 'You are not signed in any more.')

type OwnChange = {
  readonly change: UserChange
  readonly action: Parameters<typeof ownEntry>[1]
  readonly details?: Parameters<typeof ownEntry>[2]
  /** In other browsers as well. */
  readonly staysSignedIn?: true
}

async function changeOwn(
  { store }: UsersContext,
  { user: { userId }, sessionId }: SignedInUser,
  decide: (user: StoredUser) => OwnChange | Rejection | 'unchanged',
): Promise<Done | Rejection> {
  const result = await store.change<Done | Rejection>(userId, ({ user, sessionIds }) => {
    // Judged when the call came: whoever ended the session since must not be followed by what it had begun.
    if (user.isDisabled || !sessionIds.includes(sessionId)) return { result: ended }
    const decided = decide(user)
    if (decided === 'unchanged') return { result: done }
    if (isRejection(decided)) return { result: decided }
    const { change, action, details, staysSignedIn } = decided
    return {
      result: done,
      change: { ...change, ...(!staysSignedIn && { endedSessions: { but: sessionId } }) },
      entries: [ownEntry(user, action, details)],
    }
  })
  return result === undefined ? notHere : conflictOr(result)
}
