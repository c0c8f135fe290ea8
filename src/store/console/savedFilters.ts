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
      return (await repeatable(pool, saveStatement, [userId, merchantId, name, query])).length > 0
    },
    async remove(userId, merchantId, name) {
      await repeatable(pool, removeStatement, [userId, merchantId, name])
    },
  }
}

type FilterRow = { readonly name: string; readonly content: string; readonly saved_at: Date }

/** Of one user: at one merchant, and in all. */
const keptMax = 50
const keptInAllMax = 500

const listStatement = {
  name: 'saved filters',
  text: `
select name, content, saved_at from saved_filters where user_id = $1 and merchant_id = $2
order by lower(name), name limit ${keptMax}`,
}

const saveStatement = {
  name: 'save filter',
  text: `
insert into saved_filters (user_id, merchant_id, name, content)
select $1, $2, $3, $4 from (
  select count(*) as all_kept, count(*) filter (where merchant_id = $2) as kept,
    bool_or(merchant_id = $2 and name = $3) as is_known
  from saved_filters where user_id = $1
) f
where is_known or (kept < ${keptMax} and all_kept < ${keptInAllMax})
on conflict (user_id, merchant_id, name) do update
  set content = excluded.content, saved_at = clock_timestamp()
returning name`,
}

const removeStatement = {
  name: 'remove filter',
  text: 'delete from saved_filters where user_id = $1 and merchant_id = $2 and name = $3',
}
