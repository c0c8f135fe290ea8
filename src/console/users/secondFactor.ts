// The second factor beside a password: a one-time code, or a recovery code in its place.

import type { StoredUser, UserChange } from './port.ts'
import { hashRecoveryCode, readRecoveryCode } from './recoveryCodes.ts'
import { isTotpForm, readTotp } from './totp.ts'
import type { UserKeys } from './userKeys.ts'

export type ShownFactor = {
  readonly how: 'totp' | 'recoveryCode'
  /** What makes it count once. */
  readonly change: Pick<UserChange, 'usedRecoveryCode' | 'usedTotpStep'>
}

/** The secret of one-time codes, and the box that it was in. */
export type OpenedTotp = { readonly sealed: Buffer; readonly secret: Buffer }

export async function openTotp(
  { totp: box }: Pick<UserKeys, 'totp'>,
  user: StoredUser,
): Promise<OpenedTotp | undefined> {
  return user.totp && { sealed: user.totp.sealed, secret: await box.open(user, user.totp.sealed) }
}

/** Whether the secret is in another box by now: it was replaced, or sealed anew by a rotation of keys. */
export const isOtherBox = ({ totp }: StoredUser, opened: OpenedTotp | undefined): boolean =>
  totp !== undefined && opened?.sealed.equals(totp.sealed) !== true

/** Undefined: it is none of this user's, or was used before. */
export function readSecondFactor(
  keys: Pick<UserKeys, 'recoveryCodes'>,
  user: StoredUser,
  { code, nowMs, opened }: GivenCode,
): ShownFactor | undefined {
  const digits = code.replace(/\s/g, '')
  if (isTotpForm(digits)) {
    if (!user.totp || !opened || isOtherBox(user, opened)) return undefined
    const step = readTotp(opened.secret, digits, { nowMs, after: user.totp.step })
    return step === undefined ? undefined : { how: 'totp', change: { usedTotpStep: step } }
  }
  if (readRecoveryCode(code) === undefined) return undefined
  const hash = hashRecoveryCode(keys.recoveryCodes, user.userId, code)
  const isKnown = user.recoveryCodeHashes.some(known => known.equals(hash))
  return isKnown ? { how: 'recoveryCode', change: { usedRecoveryCode: hash } } : undefined
}

type GivenCode = {
  readonly code: string
  readonly nowMs: number
  readonly opened: OpenedTotp | undefined
}
