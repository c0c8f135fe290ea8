// Merchants, their passwords and their notification secrets as operators change them.

import type pg from 'pg'
import type {
  AdministrationStore,
  KnownMerchant,
  KnownPassword,
  KnownSecret,
  ListedMerchant,
  OpenMatters,
  PasswordSlot,
} from '../../administration/port.ts'
import type { SecretKind } from '../../notifications/port.ts'
import type { Owner, Profile } from '../../orders/merchant.ts'
import { read } from '../connection/statement.ts'
import { changedProfile, profileOf } from '../merchants.ts'
import type { AuditedChange } from './change.ts'

type MerchantMethods = Pick<
  AdministrationStore,
  'merchants' | 'merchant' | 'addMerchant' | 'freeCell' | 'ensureMerchant' | 'changeProfile' | 'openMatters'
>

export function createMerchantAdministration(
  pool: pg.Pool,
  change: AuditedChange,
  usual: Profile,
): MerchantMethods {
  return {
    async merchants({ after = '', limit }) {
      const rows = await read<ListedRow>(pool, listMerchantsStatement, [after, limit])
      return rows.map(row => listedOf(row, usual))
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

    freeCell: async () => (await read<{ cell: number }>(pool, freeCellStatement, []))[0]?.cell ?? 0,

    ensureMerchant: ({ cell, merchantId, passwordHash, settings = {} }, entries) =>
      change(async ask => {
        const profile = changedProfile('{}', settings, usual)
        const [added] = await ask(addMerchantStatement, [cell, merchantId, profile])
        const [replaced] = await ask(firstPasswordStatement, [merchantId, passwordHash])
        const noted = [...(added ? [entries.added] : []), ...(replaced ? [entries.password] : [])]
        return { result: undefined, entries: noted }
      }),

    openMatters: owner => readOpenMatters(pool, owner),

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
type ListedRow = MerchantRow & {
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

const listedOf = (row: ListedRow, usual: Profile): ListedMerchant => {
  const { profile, ...merchant } = merchantOf(row, usual)
  const { passwords, certificates } = row
  return { ...merchant, passwords, certificates, standing: profile.standing }
}

const listMerchantsStatement = {
  name: 'list merchants',
  text: `
select cell, merchant_id, floor(extract(epoch from created_at) * 1000) as created_ms, profile,
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

async function readOpenMatters(pool: pg.Pool, { cell, merchantId }: Owner): Promise<OpenMatters> {
  const [row] = await read<OpenMatters>(pool, openMattersStatement, [cell, merchantId])
  return row ?? { owed: 0, authorized: 0, inReview: 0 }
}

/** Authorizations lapse, within 60 days unless they are updated, and their orders keep the state. */
const openMattersStatement = {
  name: 'open matters of merchant',
  text: `
select (select count(*)::int4 from (
    select from obligations where cell = $1::int2 and merchant_id = $2 and status = 'PENDING' limit 1000) o
  ) as owed, (select count(*)::int4 from (
    select from found_orders where cell = $1::int2 and merchant_id = $2 and status = 'AUTHORIZED'
      and status <> 'CAPTURED' and created_at > now() - interval '4 months' limit 1000) f
  ) as authorized, (select count(*)::int4 from (
    select from risk_reviews where cell = $1::int2 and merchant_id = $2 limit 1000) r
  ) as "inReview"`,
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

/**
 * Where tables are spread over servers: of the first cell in each shard, one with the fewest merchants on the
 * server with the fewest. More cells than shards would only make groups smaller.
 */
const freeCellStatement = {
  name: 'free cell',
  text: 'select 0 as cell',
  spread: `
with placed as materialized (
  select c.cell, p.shardid, p.groupid as server, count(m.merchant_id) as merchants
  from generate_series(0, 1023) as c (cell)
  join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('orders', c.cell)
  left join merchants m on m.cell = c.cell
  group by c.cell, p.shardid, p.groupid
),
servers as (select server, sum(merchants) as merchants from placed group by server)
select f.cell from (select distinct on (shardid) * from placed order by shardid, cell) f
join servers s using (server)
order by s.merchants, f.merchants, f.cell limit 1`,
}

/** An existing merchant stays in its cell. Returns no row if nothing changed. */
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

type PasswordMethods = Pick<AdministrationStore, 'passwords' | 'addPassword' | 'retirePassword'>

export function createPasswordAdministration(pool: pg.Pool, change: AuditedChange): PasswordMethods {
  return {
    async passwords({ cell, merchantId }) {
      return (await read<PasswordRow>(pool, listPasswordsStatement, [cell, merchantId])).map(passwordOf)
    },

    addPassword: ({ cell, merchantId }, hash, entry) =>
      change(async ask => {
        const [row] = await ask<{ slot: PasswordSlot }>(addPasswordStatement, [cell, merchantId, hash])
        return { result: row?.slot, entries: row ? [entry(row.slot)] : [] }
      }),

    retirePassword: ({ cell, merchantId }, slot, entry) =>
      change(async ask => {
        const retired = await ask(retirePasswordStatement, [cell, merchantId, slot])
        return { result: retired.length > 0, entries: retired.map(() => entry) }
      }),
  }
}

type PasswordRow = { readonly slot: PasswordSlot; readonly created_ms: string }

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

type SecretMethods = Pick<AdministrationStore, 'secrets' | 'addSecret' | 'ensureSecret' | 'retireSecret'>

/** The newest secret is in the first slot, the one before it in the second. */
export function createSecretAdministration(pool: pg.Pool, change: AuditedChange): SecretMethods {
  return {
    async secrets({ cell, merchantId }) {
      return (await read<SecretRow>(pool, listSecretsStatement, [cell, merchantId])).map(secretOf)
    },

    addSecret: ({ cell, merchantId }, { kind, sealed }, entry) =>
      change(async ask => {
        const which = [cell, merchantId, kind]
        await ask(forgetSecretStatement, which)
        await ask(moveSecretStatement, which)
        await ask(addSecretStatement, [...which, sealed])
        return { result: undefined, entries: [entry] }
      }),

    ensureSecret: ({ cell, merchantId }, { kind, sealed }, entry) =>
      change(async ask => {
        const added = await ask(addSecretStatement, [cell, merchantId, kind, sealed])
        return { result: undefined, entries: added.map(() => entry) }
      }),

    retireSecret: ({ cell, merchantId }, kind, entry) =>
      change(async ask => {
        const retired = await ask(forgetSecretStatement, [cell, merchantId, kind])
        return { result: retired.length > 0, entries: retired.map(() => entry) }
      }),
  }
}

type SecretRow = { readonly kind: SecretKind; readonly created_ms: string }

const secretOf = ({ kind, created_ms }: SecretRow): KnownSecret => ({ kind, createdAtMs: Number(created_ms) })

const listSecretsStatement = {
  name: 'list kept secrets',
  text: `
select kind, floor(extract(epoch from created_at) * 1000) as created_ms from merchant_secrets
where cell = $1::int2 and merchant_id = $2 order by kind desc, slot`,
}

const whose = 'where cell = $1::int2 and merchant_id = $2 and kind = $3'

const forgetSecretStatement = {
  name: 'forget second secret',
  text: `delete from merchant_secrets ${whose} and slot = 2 returning slot`,
}

const moveSecretStatement = {
  name: 'make second secret',
  text: `update merchant_secrets set slot = 2 ${whose} and slot = 1`,
}

const addSecretStatement = {
  name: 'keep secret',
  text: `
insert into merchant_secrets (cell, merchant_id, kind, slot, sealed) values ($1, $2, $3, 1, $4)
on conflict do nothing returning slot`,
}
