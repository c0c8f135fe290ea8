import type { CardBrand } from '../standards/cardBrands.ts'

/** Card data's place: a number is sealed here, and from then on is known by its mask and its hash. */
export interface Vault {
  /**
   * The identity names the row the card will lie in (see `cardIdentity`); the sealed card opens for that
   * merchant and that row only.
   */
  sealCard(merchantId: string, identity: string, card: KeptCard): Promise<Buffer>
  revealCard(merchantId: string, identity: string, sealed: Buffer): Promise<KeptCard>
  /** Equal for equal numbers, useless without the installation's key: for fingerprints. */
  cardHash(number: string): Buffer
  describeCard(number: string): CardDescription
}

/** Ids contain no control characters, so this cannot be the name of two different rows. */
export function cardIdentity(orderId: string, transactionId: string): string {
  return `${orderId}\n${transactionId}`
}

/** What may be kept of a card. Security code, track and PIN have no place here: they are never written. */
export type KeptCard = {
  readonly number: string
  /** The year in two digits, as on the card. */
  readonly expiry?: { readonly month: number; readonly year: number }
  readonly nameOnCard?: string
}

/** What may be shown of a card. */
export type CardDescription = {
  readonly brand: CardBrand
  /** Absent where no network is known for the number. */
  readonly scheme?: CardBrand
  readonly fundingMethod: FundingMethod
  readonly maskedNumber: string
}

export type FundingMethod = 'CHARGE' | 'CREDIT' | 'DEBIT' | 'UNKNOWN'
