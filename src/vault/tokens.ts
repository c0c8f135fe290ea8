import type { Owner } from '../orders/merchant.ts'
import { keyedHash } from '../platform/secretBox.ts'
import { type Token, type TokenCard, type Tokens, tokenIdentity, type Vault } from './port.ts'
import { tokenDigits } from './tokenDigits.ts'
import type { StoredToken, TokenStore } from './tokenStore.ts'

export type TokensParts = {
  readonly vault: Vault
  readonly store: TokenStore
  /** The installation's secret for hashes of card numbers. */
  readonly cardKey: Buffer
}

export function createTokens(parts: TokensParts): Tokens {
  const { vault, store } = parts
  return {
    async keep(owner, card) {
      const known = await store.findByCard(owner, hashOf(parts, owner, card))
      const kept = known === undefined ? undefined : await put(parts, owner, { token: known, card })
      return kept ?? (await keepAnew(parts, owner, card))
    },

    async save(owner, token, card) {
      const saved = await put(parts, owner, { token, card, over: 'any' })
      if (!saved) throw new Error('A token that may replace any other was not written')
      return saved
    },

    async find(owner, token) {
      const stored = await store.find(owner, token)
      return stored && (await reveal(vault, owner, stored))
    },

    forget: (owner, token) => store.forget(owner, token),
    markUsed: (owner, token) => store.markUsed(owner, token),
  }
}

/** As many cards as share their visible digits have at most a ninth of the tokens they could have. */
const attemptsMax = 100

/** The same card is given the same names to try in the same order, so that two nodes find the same one. */
async function keepAnew(parts: TokensParts, owner: Owner, card: TokenCard): Promise<Token> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const seed = `token\n${owner.merchantId}\n${card.number}\n${attempt}`
    const token = tokenDigits(card.number, keyedHash(parts.cardKey, seed))
    const kept = await put(parts, owner, { token, card })
    if (kept) return kept
  }
  throw new Error('All names that were tried for a token are taken')
}

type Putting = { readonly token: string; readonly card: TokenCard; readonly over?: 'any' | 'sameCard' }

async function put(parts: TokensParts, owner: Owner, { token, card, over = 'sameCard' }: Putting) {
  const sealed = await parts.vault.sealCard(owner.merchantId, tokenIdentity(token), card)
  const row = { token, kind: card.kind, cardHash: hashOf(parts, owner, card), card: sealed }
  const stored = await parts.store.put(owner, row, over)
  return stored && { token, card, ...stored }
}

async function reveal(vault: Vault, { merchantId }: Owner, stored: StoredToken): Promise<Token> {
  const { card: sealed, kind, ...rest } = stored
  const card = await vault.revealCard(merchantId, tokenIdentity(stored.token), sealed)
  return { ...rest, card: { ...card, kind } }
}

/** Of the merchant's own: a card that two merchants keep cannot be recognised as one. */
function hashOf({ cardKey }: TokensParts, { merchantId }: Owner, { kind, number }: TokenCard): Buffer {
  return keyedHash(cardKey, `card\n${merchantId}\n${kind}\n${number}`)
}
