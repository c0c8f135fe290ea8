import type pg from 'pg'
import type { AdministrationStore, KnownPassword, Slot } from '../../administration/port.ts'
import { read } from '../connection/statement.ts'
import type { Change } from './change.ts'

type Kept = Pick<AdministrationStore, 'passwords' | 'addPassword' | 'retirePassword'>

export function keepPasswords(pool: pg.Pool, change: Change): Kept {
  return {
    async passwords({ cell, merchantId }) {
      return (await read<PasswordRow>(pool, listStatement, [cell, merchantId])).map(knownOf)
    },

    addPassword: ({ cell, merchantId }, hash, entry) =>
      change(async ask => {
        const [row] = await ask<{ slot: Slot }>(addStatement, [cell, merchantId, hash])
        return { result: row?.slot, entries: row ? [entry(row.slot)] : [] }
      }),

    retirePassword: ({ cell, merchantId }, slot, entry) =>
      change(async ask => {
        const retired = await ask(retireStatement, [cell, merchantId, slot])
        return { result: retired.length > 0, entries: retired.map(() => entry) }
      }),
  }
}

type PasswordRow = { readonly slot: Slot; readonly created_ms: string }

const knownOf = ({ slot, created_ms }: PasswordRow): KnownPassword => ({
  slot,
  createdAtMs: Number(created_ms),
})

const listStatement = {
  name: 'list passwords',
  text: `
select slot, floor(extract(epoch from created_at) * 1000) as created_ms from merchant_passwords
where cell = $1::int2 and merchant_id = $2 order by slot`,
}

const addStatement = {
  name: 'add password',
  text: `
insert into merchant_passwords (cell, merchant_id, slot, password_hash)
select m.cell, m.merchant_id, free.slot, $3::bytea
from merchants m cross join (values (1::int2), (2::int2)) free (slot)
where m.cell = $1::int2 and m.merchant_id = $2 and not exists (
  select from merchant_passwords p
  where p.cell = m.cell and p.merchant_id = m.merchant_id and p.slot = free.slot
)
order by free.slot limit 1
returning slot`,
}

const retireStatement = {
  name: 'retire password',
  text: `
delete from merchant_passwords where cell = $1::int2 and merchant_id = $2 and slot = $3::int2
returning slot`,
}
