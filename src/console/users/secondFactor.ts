// The second factor beside a password: a one-time code, or a recovery code in its place.

import type { StoredUser, UserChange } from './port.ts'
import { hashRecoveryCode, readRecoveryCode } from './recoveryCodes.ts'
import { isTotpForm, readTotp } from './totp.ts'
import type { UserKeys } from './userKeys.ts'

export type ShownFactor = {
  readonly how: 'totp' | 'recoveryCode'
  /** What makes it count once. */
  readonly change: Pick<UserChange, 'totp' | 'usedRecoveryCode'>
}

/** Undefined: it is none of this user's, or was used before. */
export function readSecondFactor(
  keys: Pick<UserKeys, 'recoveryCodes' | 'totp'>,
  user: StoredUser,
  { code, nowMs }: { readonly code: string; readonly nowMs: number },
): ShownFactor | undefined {
  const digits = code.replace(/\s/g, '')
  if (isTotpForm(digits)) {
    if (!user.totp) return undefined
    const { sealed, step: after } = user.totp
    const step = readTotp(keys.totp.open(user.userId, sealed), digits, { nowMs, after })
    return step === undefined ? undefined : { how: 'totp', change: { totp: { sealed, step } } }
  }
  if (readRecoveryCode(code) === undefined) return undefined
  const hash = hashRecoveryCode(keys.recoveryCodes, user.userId, code)
  const isKnown = user.recoveryCodeHashes.some(known => known.equals(hash))
  return isKnown ? { how: 'recoveryCode', change: { usedRecoveryCode: hash } } : undefined
}
