import type pg from 'pg'
import type { AdministrationStore, KnownMerchant, ListedMerchant } from '../../administration/port.ts'
import type { Profile } from '../../orders/merchant.ts'
import { read } from '../connection/statement.ts'
import { changedProfile, profileOf } from '../profile.ts'
import type { AuditedChange } from './change.ts'

type MerchantMethods = Pick<
  AdministrationStore,
  'merchants' | 'merchant' | 'addMerchant' | 'ensureMerchant' | 'changeProfile'
>

export function createMerchantAdministration(
  pool: pg.Pool,
  change: AuditedChange,
  usual: Profile,
): MerchantMethods {
  return {
    async merchants({ after = '', limit }) {
      const rows = await read<ListedRow>(pool, listMerchantsStatement, [after, limit])
      return rows.map(listedOf)
    },

    async merchant(merchantId) {
      const [row] = await read<MerchantRow>(pool, findStatement, [merchantId])
      return row && merchantOf(row, usual)
    },

    addMerchant: ({ cell, merchantId, passwordHash, settings = {} }, entries) =>
      change(async ask => {
        const profile = changedProfile('{}', settings, usual)
        const [added] = await ask(addMerchantStatement, [cell, merchantId, profile])
        if (added === undefined) return { result: false, entries: [] }
        await ask(firstPasswordStatement, [merchantId, passwordHash])
        return { result: true, entries }
      }),

    ensureMerchant: ({ cell, merchantId, passwordHash, settings = {} }, entries) =>
      change(async ask => {
        const profile = changedProfile('{}', settings, usual)
        const [added] = await ask(addMerchantStatement, [cell, merchantId, profile])
        const [replaced] = await ask(firstPasswordStatement, [merchantId, passwordHash])
        const noted = [...(added ? [entries.added] : []), ...(replaced ? [entries.password] : [])]
        return { result: undefined, entries: noted }
      }),

    changeProfile: (merchantId, decide) =>
      change(async ask => {
        const [row] = await ask<{ profile: string }>(profileStatement, [merchantId])
        if (row === undefined) return { result: false, entries: [] }
        const decided = decide(profileOf(row.profile, usual))
        if (decided === undefined) return { result: true, entries: [] }
        const { settings, entry } = decided
        await ask(setProfileStatement, [merchantId, changedProfile(row.profile, settings, usual)])
        return { result: true, entries: [entry] }
      }),
  }
}

type MerchantRow = {
  readonly cell: number
  readonly merchant_id: string
  readonly created_ms: string
  readonly profile: string
}
type ListedRow = Omit<MerchantRow, 'profile'> & {
  readonly passwords: number
  readonly certificates: number
}

const merchantOf = (
  { cell, merchant_id, created_ms, profile }: MerchantRow,
  usual: Profile,
): KnownMerchant => ({
  cell,
  merchantId: merchant_id,
  createdAtMs: Number(created_ms),
  profile: profileOf(profile, usual),
})

const listedOf = ({ cell, merchant_id, created_ms, passwords, certificates }: ListedRow): ListedMerchant => ({
  cell,
  merchantId: merchant_id,
  createdAtMs: Number(created_ms),
  passwords,
  certificates,
})

const listMerchantsStatement = {
  name: 'list merchants',
  text: `
select cell, merchant_id, floor(extract(epoch from created_at) * 1000) as created_ms,
  (select count(*)::int4 from merchant_passwords p where p.cell = m.cell and p.merchant_id = m.merchant_id)
    as passwords,
  (select count(*)::int4 from merchant_certificates c
   where c.cell = m.cell and c.merchant_id = m.merchant_id and c.revoked_at is null) as certificates
from merchants m where merchant_id > $1 order by merchant_id limit $2`,
}

const findStatement = {
  name: 'show merchant',
  text: `
select cell, merchant_id, floor(extract(epoch from created_at) * 1000) as created_ms, profile
from merchants where merchant_id = $1`,
}

const profileStatement = {
  name: 'profile to change',
  text: 'select profile from merchants where merchant_id = $1',
}

const setProfileStatement = {
  name: 'change profile',
  text: 'update merchants set profile = $2 where merchant_id = $1',
}

const addMerchantStatement = {
  name: 'add merchant',
  text: `
insert into merchants (cell, merchant_id, profile) values ($1, $2, $3)
on conflict do nothing returning merchant_id`,
}

/** A merchant that was there stays in the cell where it lives. Nothing comes back if nothing changed. */
const firstPasswordStatement = {
  name: 'first password',
  text: `
insert into merchant_passwords as p (cell, merchant_id, slot, password_hash)
select cell, merchant_id, 1, $2::bytea from merchants where merchant_id = $1
on conflict (cell, merchant_id, slot) do update
  set password_hash = excluded.password_hash, created_at = excluded.created_at
  where p.password_hash <> excluded.password_hash
returning p.slot`,
}
