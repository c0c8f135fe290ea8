// The token store in PostgreSQL.

import type pg from 'pg'
import { tokenKinds } from '../vault/port.ts'
import type { StoredToken, TokenStore } from '../vault/stores.ts'
import { insertAtHome, requireHome, runAtHome } from './connection/homes.ts'
import { knownWord, read, repeatable } from './connection/statement.ts'

/** Each statement may be repeated when its connection was lost: the second time it changes nothing more. */
export function createTokenStore(pool: pg.Pool): TokenStore {
  return {
    async find(owner, token) {
      const [row] = await read<TokenRow>(pool, findStatement, [owner.cell, owner.merchantId, token])
      if (row === undefined) await requireHome(pool, owner)
      return row && storedToken({ ...row, token })
    },

    async findByCard({ cell, merchantId }, cardHash) {
      const values = [cell, merchantId, cardHash]
      const [row] = await read<NamedRow>(pool, findByCardStatement, values)
      return row && storedToken(row)
    },

    async put({ cell, merchantId }, { token, kind, cardHash, card, isForPayers = false }, over) {
      const [isAny, seen] = over === 'any' ? [true, null] : [false, over ?? null]
      const values = [cell, merchantId, token, kind, cardHash, card, isAny, isForPayers, seen]
      const [row] = await runAtHome<PutRow>(pool, putStatement, values)
      return row && { ...usageOf(row), isNew: !row.was_kept }
    },

    async forget(owner, token) {
      const forgotten = await repeatable(pool, forgetStatement, [owner.cell, owner.merchantId, token])
      if (forgotten.length === 0) await requireHome(pool, owner)
      return forgotten.length > 0
    },

    async markUsed({ cell, merchantId }, token) {
      await repeatable(pool, useStatement, [cell, merchantId, token])
    },
  }
}

type UsageRow = { readonly updated_ms: string; readonly used_ms: string | null }
type TokenRow = UsageRow & { readonly kind: string; readonly card: Buffer }
export type NamedRow = TokenRow & { readonly token: string }
type PutRow = UsageRow & { readonly was_kept: boolean }

const usageOf = ({ updated_ms, used_ms }: UsageRow) => ({
  updatedAtMs: Number(updated_ms),
  ...(used_ms !== null && { usedAtMs: Number(used_ms) }),
})

export const usage = `floor(extract(epoch from updated_at) * 1000) as updated_ms,
  floor(extract(epoch from used_at) * 1000) as used_ms`

export const storedToken = ({ token, kind, card, ...row }: NamedRow): StoredToken => ({
  ...{ token, kind: knownWord(tokenKinds, kind), card },
  ...usageOf(row),
})

const findStatement = {
  name: 'find token',
  text: `
select kind, card, ${usage} from tokens
where cell = $1::int2 and merchant_id = $2 and token = $3 and card is not null`,
}

const findByCardStatement = {
  name: 'find token by card',
  text: `
select token, kind, card, ${usage} from tokens
where cell = $1::int2 and merchant_id = $2 and card_hash = $3::bytea and card is not null
order by created_at, token limit 1`,
}

/**
 * Of two concurrent writes of one token, the second gets from the conflict what the first has written. Payers
 * who saved another card under it have not saved this one.
 */
const putStatement = insertAtHome(
  'put token',
  atHome => `
with moment as materialized (select tollgate_now() as now),
before as materialized (
  select token from tokens where cell = $1::int2 and merchant_id = $2 and token = $3 and card is not null
),
unsaved as (
  delete from saved_cards s
  where s.cell = $1::int2 and s.merchant_id = $2 and s.token = $3 and $7::boolean and exists (
    select 1 from tokens t
    where t.cell = $1::int2 and t.merchant_id = $2 and t.token = $3 and t.card_hash <> $5::bytea
  )
),
put as (
  insert into tokens as t
    (cell, merchant_id, token, kind, card_hash, card, for_payers, created_at, updated_at)
  select $1::int2, $2, $3, $4, $5::bytea, $6::bytea, $8::boolean, now, now from moment
  where ${atHome}
  on conflict (cell, merchant_id, token) do update
    set kind = excluded.kind, card_hash = excluded.card_hash, card = excluded.card,
      for_payers = excluded.for_payers and (t.for_payers or t.card is null),
      updated_at = excluded.updated_at
    where $7::boolean or (t.card_hash = excluded.card_hash and t.card is not distinct from $9::bytea)
  returning updated_at, used_at
)
select ${usage}, exists (select 1 from before) as was_kept from put`,
)

/** No payer finds it again when the same card is kept later. */
const forgetStatement = {
  name: 'forget token',
  text: `
with unsaved as (
  delete from saved_cards where cell = $1::int2 and merchant_id = $2 and token = $3
)
update tokens set card = null, updated_at = tollgate_now()
where cell = $1::int2 and merchant_id = $2 and token = $3 and card is not null
returning token`,
}

const useStatement = {
  name: 'use token',
  text: `
update tokens set used_at = tollgate_now()
where cell = $1::int2 and merchant_id = $2 and token = $3 and card is not null`,
}
