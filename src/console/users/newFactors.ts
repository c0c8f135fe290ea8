// Setting up how a user signs in: what the browser brings is judged before anything is changed.

import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import { nowMsOf, type UsersContext } from './context.ts'
import { judgePassword } from './passwords.ts'
import type { ChangeConflict, StoredUser, UserChange } from './port.ts'
import { makeRecoveryCodes } from './recoveryCodes.ts'
import { describeTotp, offeredSecret, offerTotp, readTotp } from './totp.ts'

/** A secret for an app, as text and as the address of a picture; `offer` names it when a code is shown. */
export type ShownTotpOffer = { readonly offer: string; readonly text: string; readonly uri: string }

export function showTotpOffer({ keys }: UsersContext, user: StoredUser): ShownTotpOffer {
  const { name, secret } = offerTotp(keys.totpOffers, user.userId)
  return { offer: name, ...describeTotp(secret, user.email) }
}

/** A change that gives a user another factor, and the recovery codes that are shown this once. */
export type NewFactor = { readonly change: UserChange; readonly recoveryCodes?: readonly string[] }

export async function newPasswordChange(
  { passwords }: UsersContext,
  user: StoredUser,
  password: string,
): Promise<NewFactor | Rejection> {
  const refusal = judgePassword(password, user)
  if (refusal) return refusal
  const passwordHash = await passwords.hash(password)
  return isRejection(passwordHash) ? passwordHash : { change: { passwordHash } }
}

/** The app is set up when it shows a code that is right; that one is used by it. */
export async function newTotpChange(
  context: UsersContext,
  user: StoredUser,
  { offer, code }: { readonly offer: string; readonly code: string },
): Promise<NewFactor | Rejection> {
  const { keys } = context
  const secret = offeredSecret(keys.totpOffers, user.userId, offer)
  const step = readTotp(secret, code.replace(/\s/g, ''), { nowMs: nowMsOf(context), after: 0 })
  if (step === undefined)
    return invalid('code', 'It is not what the app should show now. Is the clock of the device right?')
  const { codes, hashes } = makeRecoveryCodes(keys.recoveryCodes, user.userId)
  const totp = { sealed: await keys.totp.seal(user, secret), step }
  return { change: { totp, recoveryCodeHashes: hashes }, recoveryCodes: codes }
}

export async function newPasskeyChange(
  { passkeys }: UsersContext,
  user: StoredUser,
  { passkey: answer, name }: { readonly passkey: string; readonly name: string },
): Promise<NewFactor | Rejection> {
  if (user.passkeys.length >= passkeysMax)
    return invalid('passkey', `You have ${passkeysMax} already: remove one that you do not use.`)
  const created = await passkeys.readCreation(user, answer, name.trim() || 'Passkey')
  if (!created) return invalid('passkey', 'It was not made for this page, or too long ago. Try again.')
  const { passkey: addedPasskey, challenge: answeredChallenge } = created
  return { change: { addedPasskey, answeredChallenge } }
}

const passkeysMax = 20

/** Of a change with a new passkey. Whose the other one is stays unsaid. */
export function conflictOr<Result>(result: Result | ChangeConflict): Result | Rejection {
  if (result === 'answered') return invalid('passkey', 'This answer was used before. Try again.')
  if (result === 'passkeyTaken') return invalid('passkey', 'This passkey is known already. Make another one.')
  return result
}
