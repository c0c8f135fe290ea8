// One-time codes by time (RFC 6238): six digits, thirty seconds, and each code counts once.

import { Secret, TOTP } from 'otpauth'
import { keyedHash } from '../../platform/secretBox.ts'
import { newToken } from './tokens.ts'

/** A secret that a user may take for an app; it is made again from its name, so that nothing is stored. */
export type TotpOffer = { readonly name: string; readonly secret: Buffer }

export const offerTotp = (key: Buffer, userId: string): TotpOffer => {
  const name = newToken()
  return { name, secret: offeredSecret(key, userId, name) }
}

export const offeredSecret = (key: Buffer, userId: string, name: string): Buffer =>
  keyedHash(key, JSON.stringify([userId, name])).subarray(0, secretBytes)

/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20

/** What apps read: a text to type, and the address of which a picture is shown. */
export function describeTotp(secret: Buffer, email: string): { readonly text: string; readonly uri: string } {
  const totp = totpOf(secret, email)
  return { text: totp.secret.base32, uri: totp.toString() }
}

/**
 * The time step of a code that is right now, or was within the last step, or will be within the next, and is
 * newer than `after`; undefined for any other.
 */
export function readTotp(secret: Buffer, code: string, { nowMs, after }: TotpMoment): number | undefined {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: nowMs, window: 1 })
  if (delta === null) return undefined
  const step = Math.floor(nowMs / 1_000 / period) + delta
  return step > after ? step : undefined
}

type TotpMoment = { readonly nowMs: number; readonly after: number }

const period = 30
const totpOf = (secret: Buffer, label: string) =>
  new TOTP({
    ...{ issuer: 'Tollgate', label, algorithm: 'SHA1', digits: 6, period },
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

export const isTotpForm = (code: string): boolean => /^\d{6}$/.test(code)
