import type { PayerCallback, PayerCallbacks } from '../../src/operations/model/counterparties.ts'
import { Link, type LinkParts } from './journalLink.ts'

/** Addresses for payers' browsers, in the same store as the journal: they survive whoever issued them. */
export function createAddresses(nowMs: () => number): PayerCallbacks {
  const rows = new Map<string, Row>()
  let tokens = 0
  const newToken = () => `${prefix}${tokens++}`
  const living = (token: string) => {
    const row = rows.get(token)
    return row && row.expiresAtMs > nowMs() ? row : undefined
  }
  return {
    newToken,
    async issue({ lifeMs, token = newToken(), ...callback }) {
      rows.set(token, { callback, expiresAtMs: nowMs() + lifeMs, isUsed: false })
      return token
    },
    look: async token => living(token)?.callback,
    async use(token) {
      const row = living(token)
      if (row?.isUsed) return 'used'
      if (row) row.isUsed = true
      return row?.callback
    },
  }
}

type Row = { readonly callback: PayerCallback; readonly expiresAtMs: number; isUsed: boolean }

/** Nobody guesses here: one after the other is as good as a secret, and the same each time. */
const prefix = 'address-'

/** The way from one process to them. */
export function linkAddresses(addresses: PayerCallbacks, parts: LinkParts): PayerCallbacks {
  const link = new Link(parts)
  return {
    newToken: key => addresses.newToken(key),
    issue: callback => link.write('address', () => addresses.issue(callback)),
    look: token => link.read(() => addresses.look(token)),
    use: token => link.write('address', () => addresses.use(token)),
  }
}
