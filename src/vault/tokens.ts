// The token vault: which token a card gets, and storing cards under tokens.

import type { Owner } from '../orders/merchant.ts'
import { keyedHash } from '../platform/secretBox.ts'
import { passesLuhn } from '../standards/cardNumber.ts'
import { type Token, type TokenCard, type TokenVault, tokenIdentity, type Vault } from './port.ts'
import type { StoredToken, TokenStore } from './stores.ts'

type TokenVaultDependencies = {
  readonly vault: Vault
  readonly store: TokenStore
  /** The installation's secret for hashes of card numbers. */
  readonly cardKey: Buffer
}

export function createTokenVault(dependencies: TokenVaultDependencies): TokenVault {
  const { vault, store } = dependencies
  return {
    async keep(owner, card, forWhom = 'merchant') {
      const given = { card, isForPayers: forWhom === 'payers' }
      for (let attempt = 0; attempt < attemptsMax; attempt++) {
        const kept = await keepOnce(dependencies, owner, given)
        if (kept) return kept
      }
      throw new Error('Whenever a card was to be kept, others had just changed what is kept of it')
    },

    async save(owner, token, card) {
      const saved = await put(dependencies, owner, { token, card, over: 'any' })
      if (!saved) throw new Error('A token that may replace any other was not written')
      return saved
    },

    async find(owner, token) {
      const stored = await store.find(owner, token)
      return stored && (await openToken(vault, owner, stored))
    },

    forget: (owner, token) => store.forget(owner, token),
    markUsed: (owner, token) => store.markUsed(owner, token),
  }
}

/**
 * What is left out of a card that is kept already stays as it was. Undefined where it was changed, kept or
 * deleted meanwhile.
 */
async function keepOnce(
  dependencies: TokenVaultDependencies,
  owner: Owner,
  { card, isForPayers }: CardToKeep,
): Promise<Token | undefined> {
  const { vault, store } = dependencies
  const found = await store.findByCard(owner, hashOf(dependencies, owner, card))
  if (!found) return await storeUnderNewToken(dependencies, owner, { card, isForPayers })
  const { token, card: known } = await openToken(vault, owner, found)
  const whole = { ...known, ...card }
  return await put(dependencies, owner, { token, card: whole, isForPayers, over: found.card })
}

/** As many cards as share their visible digits have at most a ninth of the tokens they could have. */
const attemptsMax = 100

/**
 * Candidates are derived from the card, in the same order each time, so that two nodes find the same token.
 */
async function storeUnderNewToken(
  dependencies: TokenVaultDependencies,
  owner: Owner,
  { card, isForPayers }: CardToKeep,
): Promise<Token | undefined> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const seed = `token\n${owner.merchantId}\n${card.number}\n${attempt}`
    const token = tokenDigits(card.number, keyedHash(dependencies.cardKey, seed))
    const kept = await put(dependencies, owner, { token, card, isForPayers })
    if (kept) return kept
    if (await dependencies.store.findByCard(owner, hashOf(dependencies, owner, card))) return undefined
  }
  throw new Error('All names that were tried for a token are taken')
}

type CardToKeep = { readonly card: TokenCard; readonly isForPayers?: boolean | undefined }
type TokenToPut = CardToKeep & { readonly token: string; readonly over?: 'any' | Buffer }

async function put(
  dependencies: TokenVaultDependencies,
  owner: Owner,
  { token, card, isForPayers = false, over }: TokenToPut,
) {
  const sealed = await dependencies.vault.sealCard(owner.merchantId, tokenIdentity(token), card)
  const cardHash = hashOf(dependencies, owner, card)
  const row = { token, kind: card.kind, cardHash, card: sealed, isForPayers }
  const stored = await dependencies.store.put(owner, row, over)
  return stored && { token, card, ...stored }
}

export async function openToken(vault: Vault, { merchantId }: Owner, stored: StoredToken): Promise<Token> {
  const { card: sealed, kind, ...rest } = stored
  const card = await vault.revealCard(merchantId, tokenIdentity(stored.token), sealed)
  return { ...rest, card: { ...card, kind } }
}

/** Different for each merchant: a card that two merchants store cannot be recognised as the same. */
function hashOf(
  { cardKey }: TokenVaultDependencies,
  { merchantId }: Owner,
  { kind, number }: TokenCard,
): Buffer {
  return keyedHash(cardKey, `card\n${merchantId}\n${kind}\n${number}`)
}

const keptAtStart = 6
const keptAtEnd = 4
/** The first six and last four digits would reveal a shorter number: then only the last four are kept. */
const wholeNumberMin = 13

/**
 * A token for a card number: of the same length, with as many of its digits as a masked number shows, and
 * with a wrong check digit, so that no program takes it for a card. The hidden digits come from the given
 * random bytes.
 */
export function tokenDigits(number: string, random: Buffer): string {
  const start = number.length < wholeNumberMin ? '' : number.slice(0, keptAtStart)
  const end = number.slice(-keptAtEnd)
  const hiddenLength = number.length - start.length - end.length
  const hidden = (random.readBigUInt64BE(0) % 10n ** BigInt(hiddenLength))
    .toString()
    .padStart(hiddenLength, '0')
  const token = start + hidden + end
  return passesLuhn(token) ? start + nextDigit(hidden) + end : token
}

/** One digit that differs is enough to break the check. */
function nextDigit(digits: string): string {
  return digits.slice(0, -1) + String((Number(digits.slice(-1)) + 1) % 10)
}
