// Invitations: whoever has the link sets up how the invited user signs in, once.

import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import { newSession, type UsersContext } from './context.ts'
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
import type { ConsoleUser, SignInPlace, StoredUser } from './port.ts'
import { hashToken } from './tokens.ts'
import { ownEntry } from './userEntries.ts'
import { readUserName } from './userNames.ts'

export interface Invitations {
  /** What there is to accept. */
  show(token: string): Promise<ShownInvitation | Rejection>
  accept(token: string, given: AcceptedInvitation, place: SignInPlace): Promise<Accepted | Rejection>
}

export type ShownInvitation = {
  readonly user: ConsoleUser
  readonly expiresAtMs: number
  /** For an app that shows one-time codes. */
  readonly totp: ShownTotpOffer
  /** For the browser; absent where there can be no passkeys. */
  readonly passkeyOptions?: PasskeyCreationOptions
}

export type AcceptedInvitation = { readonly name: string } & (
  | { readonly passkey: string; readonly passkeyName: string }
  | { readonly password: string; readonly offer: string; readonly code: string }
)
/** Signed in by the token. */
export type Accepted = { readonly token: string; readonly recoveryCodes: readonly string[] }

export function createInvitations(context: UsersContext): Invitations {
  const { store, passkeys } = context
  const find = async (token: string) => {
    const user = await store.findByInvitation(hashToken(token))
    return user && !user.isDisabled ? user : undefined
  }
  return {
    async show(token) {
      const user = await find(token)
      if (!user?.invitation) return gone
      const passkeyOptions = await passkeys.creationOptions(user)
      const { userId, email, name, role, merchantId } = user
      return {
        user: { userId, email, name, role, ...(merchantId !== undefined && { merchantId }) },
        expiresAtMs: user.invitation.expiresAtMs,
        totp: showTotpOffer(context, user),
        ...(passkeyOptions && { passkeyOptions }),
      }
    },

    async accept(token, given, place) {
      const user = await find(token)
      if (!user) return gone
      const name = readUserName(given.name)
      if (isRejection(name)) return name
      const factor = await factorOf(context, { ...user, name }, given)
      return isRejection(factor) ? factor : finish(context, { user, token, name, factor, place })
    },
  }
}

const gone = invalid('token', 'The invitation was used, or it has expired. Ask for another one.')

async function factorOf(
  context: UsersContext,
  user: StoredUser,
  given: AcceptedInvitation,
): Promise<NewFactor | Rejection> {
  if ('passkey' in given)
    return newPasskeyChange(context, user, { passkey: given.passkey, name: given.passkeyName })
  const totp = await newTotpChange(context, user, given)
  if (isRejection(totp)) return totp
  const password = await newPasswordChange(context, user, given.password)
  return isRejection(password) ? password : { ...totp, change: { ...totp.change, ...password.change } }
}

type FinishedInvitation = {
  readonly user: StoredUser
  readonly token: string
  readonly name: string
  readonly factor: NewFactor
  readonly place: SignInPlace
}

async function finish(
  { store }: UsersContext,
  { user: { userId }, token, name, factor, place }: FinishedInvitation,
): Promise<Accepted | Rejection> {
  const { token: signedInBy, session } = newSession(place)
  const tokenHash = hashToken(token)
  const how = factor.change.addedPasskey ? 'passkey' : 'password'
  const changed = await store.change(userId, ({ user }) => {
    if (user.isDisabled || !user.invitation?.tokenHash.equals(tokenHash)) return { result: false }
    const change = { ...factor.change, name, invitation: null, startedSession: session }
    return { result: true, change, entries: [ownEntry(user, 'user.accept', { how, address: place.address })] }
  })
  const done = conflictOr(changed)
  if (isRejection(done)) return done
  return done === true ? { token: signedInBy, recoveryCodes: factor.recoveryCodes ?? [] } : gone
}
