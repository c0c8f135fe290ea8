// Cards that payers have saved: which tokens of a merchant belong to which of its payers.

import type { Owner } from '../orders/merchant.ts'
import { keyedHash } from '../platform/secretBox.ts'
import { payerOfMerchant, type SavedCards, savedCardsMax, type TokenVault, type Vault } from './port.ts'
import type { SavedCardStore } from './stores.ts'
import { openToken } from './tokens.ts'

type SavedCardDependencies = {
  readonly vault: Vault
  readonly tokens: Pick<TokenVault, 'keep'>
  readonly store: SavedCardStore
  /** The installation's secret for hashes of card numbers. */
  readonly cardKey: Buffer
}

export function createSavedCards({ vault, tokens, store, cardKey }: SavedCardDependencies): SavedCards {
  const hashOf = ({ merchantId }: Owner, payer: string): Buffer =>
    keyedHash(cardKey, payerOfMerchant(merchantId, payer))
  return {
    async of(owner, payer) {
      const stored = await store.of(owner, hashOf(owner, payer))
      return await Promise.all(stored.map(one => openToken(vault, owner, one)))
    },

    async save(owner, payer, { card, orderId }) {
      const kept = await tokens.keep(owner, card, 'payers')
      const saved = { payer: hashOf(owner, payer), token: kept.token, orderId }
      if (await store.save(owner, saved, savedCardsMax)) return kept
      // Nobody has it: the card goes again.
      await store.remove(owner, saved.payer, saved.token)
      return undefined
    },

    remove: (owner, payer, token) => store.remove(owner, hashOf(owner, payer), token),
  }
}
