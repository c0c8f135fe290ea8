import { keyedHash } from '../platform/secretBox.ts'
import { describeCard } from './description.ts'
import type { Keyring } from './keyring.ts'
import { createMerchantBox } from './merchantBox.ts'
import type { KeptCard, Vault } from './port.ts'

export function createVault(keyring: Keyring): Vault {
  const box = createMerchantBox(keyring.cards)
  return {
    sealCard: (merchantId, identity, card) => box.seal(merchantId, identity, write(card)),
    revealCard: async (merchantId, identity, sealed) => read(await box.open(merchantId, identity, sealed)),
    cardHash: number => keyedHash(keyring.secrets.cardHash, number),
    describeCard,
  }
}

/** Named one by one, so that a security code in the object a caller passes does not slip in. */
function write({ number, expiry, nameOnCard }: KeptCard): string {
  return JSON.stringify({ number, month: expiry?.month, year: expiry?.year, nameOnCard })
}

/** Authenticated text that only `write` can have made. */
function read(plain: string): KeptCard {
  const { number, month, year, nameOnCard }: Written = JSON.parse(plain)
  return {
    number,
    ...(month !== undefined && year !== undefined && { expiry: { month, year } }),
    ...(nameOnCard !== undefined && { nameOnCard }),
  }
}

type Written = {
  readonly number: string
  readonly month?: number
  readonly year?: number
  readonly nameOnCard?: string
}
