import type { Owner } from '../orders/merchant.ts'
import type { CardBrand } from '../standards/cardBrands.ts'

/** Seals card data: outside of the vault, only the mask and the hash of a card number are used. */
export interface Vault {
  /**
   * The identity names the row that will store the card (see `cardIdentity`); the sealed card can be opened
   * only for that merchant and that row.
   */
  sealCard(merchantId: string, identity: string, card: KeptCard): Promise<Buffer>
  revealCard(merchantId: string, identity: string, sealed: Buffer): Promise<KeptCard>
  /** Equal for equal numbers, useless without the installation's key: for fingerprints. */
  cardHash(number: string): Buffer
  describeCard(number: string): CardDescription
}

/** Ids contain no control characters, so two different rows never have the same identity. */
export function cardIdentity(orderId: string, transactionId: string): string {
  return `${orderId}\n${transactionId}`
}

/** Cards stored under tokens, which merchants may keep where a card number may not be kept. */
export interface TokenVault {
  /**
   * Stores a card under its token, or under a new one: the same card of a merchant has the same token. What
   * is kept for payers goes with the last of them, unless the merchant keeps it too.
   */
  keep(owner: Owner, card: TokenCard, forWhom?: 'merchant' | 'payers'): Promise<Token>
  /** Stores a card under a name the merchant chose; replaces what is stored there. */
  save(owner: Owner, token: string, card: TokenCard): Promise<SavedToken>
  find(owner: Owner, token: string): Promise<Token | undefined>
  /** Deletes the card; false when there was none. */
  forget(owner: Owner, token: string): Promise<boolean>
  /** Records that it was used now. */
  markUsed(owner: Owner, token: string): Promise<void>
}

/** Cards that payers have saved at a merchant, under tokens of the merchant. */
export interface SavedCards {
  /** The last used first. A payer is named by the merchant's own reference. */
  of(owner: Owner, payer: string): Promise<readonly Token[]>
  /** Stores a card for the payer; undefined when there are savedCardsMax others. */
  save(owner: Owner, payer: string, given: CardToSave): Promise<Token | undefined>
  /** False when the payer has not saved it, or has removed it already. */
  remove(owner: Owner, payer: string, token: string): Promise<boolean>
}

export type CardToSave = { readonly card: TokenCard; readonly orderId: string }

/** More cards of one payer would be cards that somebody collects. */
export const savedCardsMax = 10

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

/**
 * The identity of a token's card. An order's id is never empty, so it differs from that of every
 * transaction's card.
 */
export function tokenIdentity(token: string): string {
  return cardIdentity('', token)
}

/**
 * The data of a card that may be stored. Security code, track and PIN are not part of it: they are never
 * written.
 */
export type KeptCard = {
  readonly number: string
  /** The year in two digits, as on the card. */
  readonly expiry?: { readonly month: number; readonly year: number }
  readonly nameOnCard?: string
}

/** What may be shown of a card. */
export type CardDescription = {
  readonly brand: CardBrand
  /** Absent where the number belongs to no known network. */
  readonly scheme?: CardBrand
  readonly fundingMethod: FundingMethod
  readonly maskedNumber: string
}

export type FundingMethod = 'CHARGE' | 'CREDIT' | 'DEBIT' | 'UNKNOWN'

/**
 * What is hashed of a payer who saves cards. Different for each merchant: a payer whom two of them know
 * cannot be recognised as the same.
 */
export const payerOfMerchant = (merchantId: string, reference: string): string =>
  `payer\n${merchantId}\n${reference}`
