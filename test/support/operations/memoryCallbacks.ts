import { randomBytes } from 'node:crypto'
import type { PayerCallback, PayerCallbacks } from '../../../src/operations/model/counterparties.ts'

type Row = { readonly callback: PayerCallback; readonly expiresMs: number; isUsed: boolean }

/** Keeps callbacks as long as the process lives, by a clock that tests move: for tests without a database. */
export function memoryCallbacks(clock: { nowMs: number } = { nowMs: 0 }): PayerCallbacks {
  const rows = new Map<string, Row>()
  const alive = (token: string) => {
    const row = rows.get(token)
    return row && row.expiresMs > clock.nowMs ? row : undefined
  }
  return {
    newToken,
    async issue({ token = newToken(), lifeMs, ...callback }) {
      rows.set(token, { callback, expiresMs: clock.nowMs + lifeMs, isUsed: false })
      return token
    },
    look: async token => alive(token)?.callback,
    async use(token) {
      const row = alive(token)
      if (row?.isUsed) return 'used'
      if (row) row.isUsed = true
      return row?.callback
    },
  }
}

const newToken = (): string => randomBytes(32).toString('base64url')
