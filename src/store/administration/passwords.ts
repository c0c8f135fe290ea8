import type pg from 'pg'
import type { AdministrationStore, KnownPassword, Slot } from '../../administration/port.ts'
import { read } from '../connection/statement.ts'
import type { AuditedChange } from './change.ts'

type PasswordMethods = Pick<AdministrationStore, 'passwords' | 'addPassword' | 'retirePassword'>

export function createPasswordAdministration(pool: pg.Pool, change: AuditedChange): PasswordMethods {
  return {
    async passwords({ cell, merchantId }) {
      return (await read<PasswordRow>(pool, listPasswordsStatement, [cell, merchantId])).map(passwordOf)
    },

    addPassword: ({ cell, merchantId }, hash, entry) =>
      change(async ask => {
        const [row] = await ask<{ slot: Slot }>(addPasswordStatement, [cell, merchantId, hash])
        return { result: row?.slot, entries: row ? [entry(row.slot)] : [] }
      }),

    retirePassword: ({ cell, merchantId }, slot, entry) =>
      change(async ask => {
        const retired = await ask(retirePasswordStatement, [cell, merchantId, slot])
        return { result: retired.length > 0, entries: retired.map(() => entry) }
      }),
  }
}

type PasswordRow = { readonly slot: Slot; readonly created_ms: string }

const passwordOf = ({ slot, created_ms }: PasswordRow): KnownPassword => ({
  slot,
  createdAtMs: Number(created_ms),
})

const listPasswordsStatement = {
  name: 'list passwords',
  text: `
select slot, floor(extract(epoch from created_at) * 1000) as created_ms from merchant_passwords
where cell = $1::int2 and merchant_id = $2 order by slot`,
}

const addPasswordStatement = {
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

const retirePasswordStatement = {
  name: 'retire password',
  text: `
delete from merchant_passwords where cell = $1::int2 and merchant_id = $2 and slot = $3::int2
returning slot`,
}
