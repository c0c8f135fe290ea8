// Callback tokens of payers' browsers in PostgreSQL.

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import {
  type PayerCallback,
  type PayerCallbacks,
  payerCallbackKinds,
} from '../operations/model/counterparties.ts'
import { MerchantMoving } from '../platform/errors.ts'
import type { Cells } from './connection/cells.ts'
import { homesOf } from './connection/homes.ts'
import { knownWord, read, repeatable } from './connection/statement.ts'

export type CallbackStore = PayerCallbacks & {
  /** Removes some that have expired; returns how many. */
  removeExpired(limit: number): Promise<number>
}

/** Each statement may be repeated when its connection was lost: the second time it changes nothing more. */
export function createCallbackStore(pool: pg.Pool, cells: Cells): CallbackStore {
  return {
    newToken: ({ cell }) => newToken(cell),

    async issue({ key, transactionId, kind, content, lifeMs, token = newToken(key.cell) }) {
      const { cell, merchantId, orderId } = key
      await repeatable(pool, issueStatement, [
        ...[cell, hashOf(token), merchantId, orderId, transactionId, kind, JSON.stringify(content)],
        Math.round(lifeMs),
      ])
      return token
    },

    async look(token) {
      const cell = cellOf(token)
      if (cell === undefined) return undefined
      const row = await look(pool, cell, token)
      return row && callbackOf(row.home, row)
    },

    async use(token) {
      const cell = cellOf(token)
      if (cell === undefined) return undefined
      // Where its merchant is on its way to another cell, nothing is used up: the browser comes again.
      const known = await look(pool, cell, token)
      if (known === undefined) return undefined
      const values = [cell, hashOf(token), randomUUID()]
      const [row] = await repeatable<CallbackRow & { is_first: boolean }>(pool, useStatement, values)
      if (row === undefined) return undefined
      return row.is_first ? callbackOf(known.home, row) : 'used'
    },

    async removeExpired(limit) {
      const removed = await cells.collect(limit, (cell, rest) =>
        repeatable(pool, removeStatement, [cell, rest]),
      )
      return removed.length
    },
  }
}

/** It stays in the cell in which it was issued, also when its merchant has moved to another, its home. */
async function look(
  pool: pg.Pool,
  cell: number,
  token: string,
): Promise<(CallbackRow & { readonly home: number }) | undefined> {
  const [row] = await read<CallbackRow>(pool, lookStatement, [cell, hashOf(token)])
  if (row === undefined) return undefined
  const home = (await homesOf(pool, [row.merchant_id])).get(row.merchant_id)
  if (home?.isMoving) throw new MerchantMoving()
  return { ...row, home: home?.cell ?? cell }
}

const cellBytes = 2
const randomLength = 30

/** The token contains its cell, because the browser brings back nothing else. */
function newToken(cell: number): string {
  const head = Buffer.alloc(cellBytes)
  head.writeUInt16BE(cell)
  return Buffer.concat([head, randomBytes(randomLength)]).toString('base64url')
}

/** Undefined for anything that is not in the canonical form of a token. */
function cellOf(token: string): number | undefined {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const cell = bytes.readUInt16BE()
  return cell <= cellMax && bytes.toString('base64url') === token ? cell : undefined
}

/** The largest value of the column's type. */
const cellMax = 32_767

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

type CallbackRow = {
  readonly merchant_id: string
  readonly order_id: string
  readonly transaction_id: string
  readonly kind: string
  readonly content: string
}

const callbackOf = (cell: number, row: CallbackRow): PayerCallback => ({
  key: { cell, merchantId: row.merchant_id, orderId: row.order_id },
  transactionId: row.transaction_id,
  kind: knownWord(payerCallbackKinds, row.kind),
  content: JSON.parse(row.content),
})

const issueStatement = {
  name: 'issue callback',
  text: `
with moment as materialized (select tollgate_now() as now)
insert into callbacks (cell, token_hash, merchant_id, order_id, transaction_id, kind, content, created_at,
  expires_at)
select $1::int2, $2::bytea, $3, $4, $5, $6, $7, now, now + $8::int8 * interval '1 ms' from moment
on conflict do nothing`,
}

const columns = 'merchant_id, order_id, transaction_id, kind, content'

const lookStatement = {
  name: 'look at callback',
  text: `
select ${columns} from callbacks
where cell = $1::int2 and token_hash = $2::bytea and expires_at > tollgate_now()`,
}

/** The id of the use is stored, so that a repeated statement recognises its own. */
const useStatement = {
  name: 'use callback',
  text: `
with moment as materialized (select tollgate_now() as now),
used as (
  update callbacks set used_at = coalesce(used_at, (select now from moment)), used_by = $3::uuid
  where cell = $1::int2 and token_hash = $2::bytea and expires_at > (select now from moment)
    and (used_by is null or used_by = $3::uuid)
  returning ${columns}
)
select ${columns}, true as is_first from used
union all
select ${columns}, false from callbacks
where cell = $1::int2 and token_hash = $2::bytea and expires_at > (select now from moment)
  and not exists (select from used)`,
}

const removeStatement = {
  name: 'remove callbacks',
  text: `
with expired as materialized (
  select token_hash from callbacks
  where cell = $1::int2 and expires_at <= tollgate_now()
  order by expires_at limit $2::int4 for update skip locked
)
delete from callbacks c using expired
where c.cell = $1::int2 and c.token_hash = expired.token_hash
returning c.kind`,
}
