// The keys of everything secret about users, each for one purpose.

import { keyedHash, open, seal } from '../../platform/secretBox.ts'

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

/** Seals the secret of one-time codes for one user. */
export interface TotpBox {
  seal(userId: string, secret: Buffer): Buffer
  open(userId: string, sealed: Buffer): Buffer
}

/** From a secret of the installation, which the operator's keys wrap. */
export function deriveUserKeys(secret: Buffer): UserKeys {
  const key = (purpose: string) => keyedHash(secret, `console ${purpose}`)
  const box = key('totp')
  const contextOf = (userId: string) => `console totp\n${userId}`
  return {
    passwords: key('passwords'),
    recoveryCodes: key('recovery codes'),
    tries: key('tries'),
    challenges: key('challenges'),
    totpOffers: key('totp offers'),
    totp: {
      // A copy, because sealing may overwrite what it is given.
      seal: (userId, plain) => seal(box, Buffer.from(plain), contextOf(userId)),
      open: (userId, sealed) => open(box, sealed, contextOf(userId)),
    },
  }
}
