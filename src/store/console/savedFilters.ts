// Searches that users have given a name.

import type pg from 'pg'
import type { FilterStore } from '../../console/search/port.ts'
import { read, repeatable } from '../connection/statement.ts'

export function createFilterStore(pool: pg.Pool): FilterStore {
  return {
    async list(userId, merchantId) {
      const rows = await read<FilterRow>(pool, listStatement, [userId, merchantId])
      return rows.map(({ name, content, saved_at }) => ({
        name,
        query: content,
        savedAt: saved_at.toISOString(),
      }))
    },
    async save(userId, merchantId, { name, query }) {
      await repeatable(pool, saveStatement, [userId, merchantId, name, query])
    },
    async remove(userId, merchantId, name) {
      await repeatable(pool, removeStatement, [userId, merchantId, name])
    },
  }
}

type FilterRow = { readonly name: string; readonly content: string; readonly saved_at: Date }

/** Of one user at one merchant. */
const keptMax = 50

const listStatement = {
  name: 'saved filters',
  text: `
select name, content, saved_at from saved_filters where user_id = $1 and merchant_id = $2
order by lower(name), name limit ${keptMax}`,
}

const saveStatement = {
  name: 'save filter',
  text: `
with forgotten as (
  delete from saved_filters where user_id = $1 and merchant_id = $2 and name in (
    select name from saved_filters where user_id = $1 and merchant_id = $2 and name <> $3
    order by saved_at desc offset ${keptMax - 1}
  )
)
insert into saved_filters (user_id, merchant_id, name, content) values ($1, $2, $3, $4)
on conflict (user_id, merchant_id, name) do update
  set content = excluded.content, saved_at = clock_timestamp()`,
}

const removeStatement = {
  name: 'remove filter',
  text: 'delete from saved_filters where user_id = $1 and merchant_id = $2 and name = $3',
}
