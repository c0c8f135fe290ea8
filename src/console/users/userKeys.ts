// The keys of everything secret about users, each for one purpose.

import { keyedHash } from '../../platform/secretBox.ts'
import type { ConsoleUser } from './port.ts'

export type UserKeys = {
  /** Mixed into hashes of passwords: who has only the table cannot try passwords. */
  readonly passwords: Buffer
  readonly recoveryCodes: Buffer
  readonly tries: Buffer
  readonly challenges: Buffer
  /** Makes the secrets of one-time codes. */
  readonly totpOffers: Buffer
  readonly totp: TotpBox
}

/** Seals the secret of one-time codes for one user, under keys that are rotated. */
export interface TotpBox {
  seal(user: TotpOwner, secret: Buffer): Promise<Buffer>
  open(user: TotpOwner, sealed: Buffer): Promise<Buffer>
}
export type TotpOwner = Pick<ConsoleUser, 'merchantId' | 'userId'>

/** From a secret of the installation, which the operator's keys wrap. */
export function deriveUserKeys(secret: Buffer, totp: TotpBox): UserKeys {
  const key = (purpose: string) => keyedHash(secret, `console ${purpose}`)
  return {
    passwords: key('passwords'),
    recoveryCodes: key('recovery codes'),
    tries: key('tries'),
    challenges: key('challenges'),
    totpOffers: key('totp offers'),
    totp,
  }
}
