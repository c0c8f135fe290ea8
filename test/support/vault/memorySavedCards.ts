import { type SavedCards, savedCardsMax, type Token } from '../../../src/vault/port.ts'

/** Payers' cards in memory: for tests that need saved cards but no database. */
export function memorySavedCards() {
  const rows: { readonly key: string; readonly orderId: string; readonly saved: Token }[] = []
  const keyOf = (merchantId: string, payer: string) => `${merchantId}/${payer}`
  const all = (key: string) => rows.filter(row => row.key === key).map(({ saved }) => saved)
  const drop = (isGone: (row: (typeof rows)[number]) => boolean): boolean => {
    const before = rows.length
    rows.splice(0, rows.length, ...rows.filter(row => !isGone(row)))
    return rows.length < before
  }
  const savedCards: SavedCards = {
    of: async ({ merchantId }, payer) => all(keyOf(merchantId, payer)),
    async save({ merchantId }, payer, { card, orderId }) {
      const key = keyOf(merchantId, payer)
      const token = `T${card.number.slice(-4)}`
      if (all(key).filter(one => one.token !== token).length >= savedCardsMax) return undefined
      drop(row => row.key === key && row.saved.token === token)
      const saved = { token, card, updatedAtMs: 0 }
      rows.unshift({ key, orderId, saved })
      return saved
    },
    remove: async ({ merchantId }, payer, token) =>
      drop(row => row.key === keyOf(merchantId, payer) && row.saved.token === token),
  }
  return {
    ...savedCards,
    find: (merchantId: string, token: unknown) =>
      rows.find(({ key, saved }) => key.startsWith(`${merchantId}/`) && saved.token === token)?.saved,
  }
}
