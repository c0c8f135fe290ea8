// Which tokens belong to which payers, in PostgreSQL.

import type pg from 'pg'
import type { SavedCardStore } from '../vault/stores.ts'
import { insertAtHome, requireHome, runAtHome } from './connection/homes.ts'
import { read, repeatable } from './connection/statement.ts'
import { type NamedRow, storedToken, usage } from './tokens.ts'

/** Each statement may be repeated when its connection was lost: the second time it changes nothing more. */
export function createSavedCardStore(pool: pg.Pool): SavedCardStore {
  return {
    async of(owner, payer) {
      const rows = await read<NamedRow>(pool, findStatement, [owner.cell, owner.merchantId, payer])
      if (rows.length === 0) await requireHome(pool, owner)
      return rows.map(storedToken)
    },

    async save({ cell, merchantId }, { payer, token, orderId }, max) {
      const values = [cell, merchantId, payer, token, orderId, max]
      return (await runAtHome(pool, saveStatement, values)).length > 0
    },

    async remove(owner, payer, token) {
      const values = [owner.cell, owner.merchantId, payer, token]
      const [row] = await repeatable<{ was_saved: boolean }>(pool, removeSavedCardStatement, values)
      if (!row?.was_saved) await requireHome(pool, owner)
      return row?.was_saved ?? false
    },
  }
}

const findStatement = {
  name: 'find saved cards',
  text: `
select t.token, t.kind, t.card, ${usage}
from saved_cards s
join tokens t on t.cell = s.cell and t.merchant_id = s.merchant_id and t.token = s.token
where s.cell = $1::int2 and s.merchant_id = $2 and s.payer = $3::bytea and t.card is not null
order by greatest(t.used_at, s.saved_at) desc, t.token`,
}

const saveStatement = insertAtHome(
  'save card',
  atHome => `
with moment as materialized (select tollgate_now() as now),
others as materialized (
  select count(*) as number from saved_cards
  where cell = $1::int2 and merchant_id = $2 and payer = $3::bytea and token <> $4
)
insert into saved_cards as s (cell, merchant_id, payer, token, order_id, saved_at)
select $1::int2, $2, $3::bytea, $4, $5, now from moment, others
where number < $6::int4 and ${atHome}
on conflict (cell, merchant_id, payer, token) do update
  set order_id = excluded.order_id, saved_at = excluded.saved_at
returning token`,
)

const removeSavedCardStatement = {
  name: 'remove saved card',
  text: 'select remove_saved_card($1::int2, $2, $3::bytea, $4) as was_saved',
}
