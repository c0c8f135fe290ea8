import type { Owner } from '../orders/merchant.ts'
import type { CardBrand } from '../standards/cardBrands.ts'

/** Seals card data: outside of the vault, a card number is known by its mask and its hash only. */
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

/** Cards kept under tokens, which merchants may store where a card number may not be stored. */
export interface TokenVault {
  /** Under the token the card has, or under a new one: the same card of a merchant has the same token. */
  keep(owner: Owner, card: TokenCard): Promise<Token>
  /** Under a name the merchant chose; replaces what is kept there. */
  save(owner: Owner, token: string, card: TokenCard): Promise<SavedToken>
  find(owner: Owner, token: string): Promise<Token | undefined>
  /** Forgets the card; false when there was none. */
  forget(owner: Owner, token: string): Promise<boolean>
  /** Remembers that it was used now. */
  markUsed(owner: Owner, token: string): Promise<void>
}

export type Token = {
  readonly token: string
  readonly card: TokenCard
  readonly updatedAtMs: number
  readonly usedAtMs?: number
}
type SavedToken = Token & { readonly isNew: boolean }
export type TokenCard = KeptCard & { readonly kind: TokenKind }

export const tokenKinds = ['CARD', 'GIFT_CARD'] as const
export type TokenKind = (typeof tokenKinds)[number]

/** Where a token's card lies. An order's id is never empty, so no transaction's card can lie there. */
export function tokenIdentity(token: string): string {
  return cardIdentity('', token)
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
