import { keyOwnerOf, totpIdentity } from '../console/users/port.ts'
import type { TotpBox } from '../console/users/userKeys.ts'
import type { Keyring } from '../vault/keyring.ts'
import { createMerchantBox } from '../vault/merchantBox.ts'

/** Secrets of one-time codes are sealed like everything else, so that they are sealed anew with it. */
export function totpBoxOf({ users }: Pick<Keyring, 'users'>): TotpBox {
  const box = createMerchantBox(users)
  return {
    seal: (user, secret) => box.seal(keyOwnerOf(user), totpIdentity(user.userId), secret.toString('base64')),
    open: async (user, sealed) =>
      Buffer.from(await box.open(keyOwnerOf(user), totpIdentity(user.userId), sealed), 'base64'),
  }
}
