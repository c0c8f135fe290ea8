import type { Owner } from '../../../src/orders/merchant.ts'
import type { NewToken, PutToken, TokenStore } from '../../../src/vault/stores.ts'

type Row = Omit<NewToken, 'card'> & { card: Buffer | undefined; usage: Omit<PutToken, 'isNew'> }

/** Keeps what it is given as long as the process lives: for tests that need tokens but no database. */
export function memoryTokenStore(): TokenStore {
  const rows = new Map<string, Row>()
  let clockMs = 0
  const keyOf = ({ merchantId }: Owner, token: string) => `${merchantId}/${token}`
  return {
    async find(owner, token) {
      const { card, usage, kind } = rows.get(keyOf(owner, token)) ?? {}
      return card && usage && kind && { token, kind, card, ...usage }
    },
    async findByCard(owner, cardHash) {
      const found = [...rows].find(
        ([key, { card, cardHash: hash }]) =>
          key.startsWith(keyOf(owner, '')) && card && hash.equals(cardHash),
      )
      if (!found) return undefined
      const [, { token, kind, card = Buffer.alloc(0), usage }] = found
      return { token, kind, card, ...usage }
    },
    async put(owner, row, over) {
      const key = keyOf(owner, row.token)
      const known = rows.get(key)
      const isAsSeen = known?.cardHash.equals(row.cardHash) && known.card === over
      if (known && over !== 'any' && !isAsSeen) return undefined
      const usage = { ...known?.usage, updatedAtMs: ++clockMs }
      rows.set(key, { ...row, usage })
      return { ...usage, isNew: known?.card === undefined }
    },
    async forget(owner, token) {
      const row = rows.get(keyOf(owner, token))
      const isThere = row?.card !== undefined
      if (row) row.card = undefined
      return isThere
    },
    async markUsed(owner, token) {
      const row = rows.get(keyOf(owner, token))
      if (row) row.usage = { ...row.usage, usedAtMs: ++clockMs }
    },
  }
}
