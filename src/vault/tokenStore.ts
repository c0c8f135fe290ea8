import type { Owner } from '../orders/merchant.ts'
import type { TokenKind } from './port.ts'

/** Where tokens are written down. A token is never forgotten, only its card is: nobody else gets its name. */
export interface TokenStore {
  /** Undefined as well when its card was forgotten. */
  find(owner: Owner, token: string): Promise<StoredToken | undefined>
  /** The token that was first given to this card and still has it. */
  findByCard(owner: Owner, cardHash: Buffer): Promise<string | undefined>
  /**
   * Writes a token down, also over one of the same name: over any, or only over one of the same card.
   * Undefined when it is another card's.
   */
  put(owner: Owner, token: NewToken, over: 'any' | 'sameCard'): Promise<PutToken | undefined>
  forget(owner: Owner, token: string): Promise<boolean>
  markUsed(owner: Owner, token: string): Promise<void>
}

export type NewToken = {
  readonly token: string
  readonly kind: TokenKind
  readonly cardHash: Buffer
  /** Sealed. */
  readonly card: Buffer
}
export type StoredToken = Omit<NewToken, 'cardHash'> & TokenUsage
export type PutToken = TokenUsage & { readonly isNew: boolean }
type TokenUsage = { readonly updatedAtMs: number; readonly usedAtMs?: number }
