// The vault of cards: sealing and opening them, and what may be shown of a card number.

import { keyedHash } from '../platform/secretBox.ts'
import { brandOf, type CardBrand } from '../standards/cardBrands.ts'
import { maskedNumber } from '../standards/cardNumber.ts'
import type { Keyring } from './keyring.ts'
import { createMerchantBox } from './merchantBox.ts'
import type { CardDescription, FundingMethod, KeptCard, Vault } from './port.ts'

export function createVault(keyring: Keyring): Vault {
  const box = createMerchantBox(keyring.cards)
  return {
    sealCard: (merchantId, identity, card) => box.seal(merchantId, identity, writeCard(card)),
    revealCard: async (merchantId, identity, sealed) =>
      readCard(await box.open(merchantId, identity, sealed)),
    cardHash: number => keyedHash(keyring.secrets.cardHash, number),
    describeCard,
  }
}

/** Fields are named one by one, so that a security code in the caller's object is not stored. */
function writeCard({ number, expiry, nameOnCard }: KeptCard): string {
  return JSON.stringify({ number, month: expiry?.month, year: expiry?.year, nameOnCard })
}

/** Authenticated text that only `writeCard` can have made. */
function readCard(plain: string): KeptCard {
  const { number, month, year, nameOnCard }: SealedCardText = JSON.parse(plain)
  return {
    number,
    ...(month !== undefined && year !== undefined && { expiry: { month, year } }),
    ...(nameOnCard !== undefined && { nameOnCard }),
  }
}

type SealedCardText = {
  readonly number: string
  readonly month?: number
  readonly year?: number
  readonly nameOnCard?: string
}

export function describeCard(number: string): CardDescription {
  const brand = brandOf(number)
  return {
    brand,
    ...(!withoutScheme.has(brand) && { scheme: brand }),
    fundingMethod: fundingMethod(number, brand),
    maskedNumber: maskedNumber(number),
  }
}

const withoutScheme: ReadonlySet<CardBrand> = new Set(['LOCAL_BRAND_ONLY', 'UNKNOWN'])
const debitPrefixes = ['4012', '5111']

function fundingMethod(number: string, brand: CardBrand): FundingMethod {
  if (brand === 'NETWORK_A') return 'CHARGE'
  return debitPrefixes.some(prefix => number.startsWith(prefix)) ? 'DEBIT' : 'CREDIT'
}
