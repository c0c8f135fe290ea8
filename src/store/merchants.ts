import type pg from 'pg'
import type { MerchantAccess, MerchantDirectory } from '../http/credentials.ts'
import type { Profile } from '../orders/profile.ts'
import { systemClock } from '../platform/clock.ts'
import { profileOf, profileText } from './profile.ts'
import { read, run } from './statement.ts'

const rememberedMs = 1_000
const rememberedMax = 10_000

/** Who may call, remembered for a moment: a retired password is refused everywhere within a second. */
export function createMerchants(pool: pg.Pool): Merchants {
  const remembered = new Map<string, Remembered>()

  function find(merchantId: string): Promise<MerchantAccess | undefined> {
    if (!merchantIdPattern.test(merchantId)) return Promise.resolve(undefined)
    const known = remembered.get(merchantId)
    if (known !== undefined && systemClock.monotonicMs() < known.until) return known.access
    const access = readAccess(pool, merchantId)
    remember(merchantId, access)
    access.catch(() => {
      if (remembered.get(merchantId)?.access === access) remembered.delete(merchantId)
    })
    return access
  }

  // Unknown merchants are remembered too, or guessing names would be a way to keep the database busy.
  function remember(merchantId: string, access: Remembered['access']): void {
    remembered.delete(merchantId)
    const [oldest] = remembered.size >= rememberedMax ? remembered.keys() : []
    if (oldest !== undefined) remembered.delete(oldest)
    remembered.set(merchantId, { access, until: systemClock.monotonicMs() + rememberedMs })
  }

  async function ensureMerchant({ merchantId, cell, passwordHash }: NewMerchant): Promise<void> {
    await run(pool, addStatement, [cell, merchantId])
    await run(pool, passwordStatement, [merchantId, passwordHash])
    remembered.delete(merchantId)
  }

  async function setProfile(merchantId: string, profile: Profile): Promise<void> {
    const [found] = await run(pool, profileStatement, [merchantId, profileText(profile)])
    remembered.delete(merchantId)
    if (found === undefined) throw new Error(`There is no merchant ${merchantId}`)
  }

  return { find, ensureMerchant, setProfile }
}

export type Merchants = MerchantDirectory & {
  /** Adds the merchant unless it is there, and makes this its only password. */
  ensureMerchant(merchant: NewMerchant): Promise<void>
  /** What the merchant may do from now on: on every node within a second. */
  setProfile(merchantId: string, profile: Profile): Promise<void>
}

export type NewMerchant = {
  readonly merchantId: string
  readonly cell: number
  readonly passwordHash: Buffer
}

type Remembered = { readonly access: Promise<MerchantAccess | undefined>; readonly until: number }

const merchantIdPattern = /^[0-9A-Za-z_-]{1,40}$/

async function readAccess(pool: pg.Pool, merchantId: string): Promise<MerchantAccess | undefined> {
  const rows = await read<AccessRow>(pool, findStatement, [merchantId])
  const [merchant] = rows
  if (merchant === undefined) return undefined
  const passwordHashes = rows.flatMap(({ password_hash }) => (password_hash === null ? [] : [password_hash]))
  return { merchantId, cell: merchant.cell, passwordHashes, profile: profileOf(merchant.profile) }
}

type AccessRow = {
  readonly cell: number
  readonly profile: string
  readonly password_hash: Buffer | null
}

const findStatement = {
  name: 'find merchant',
  text: `
select m.cell, m.profile, p.password_hash
from merchants m left join merchant_passwords p on p.cell = m.cell and p.merchant_id = m.merchant_id
where m.merchant_id = $1
order by p.slot`,
}

const addStatement = {
  name: 'add merchant',
  text: 'insert into merchants (cell, merchant_id) values ($1, $2) on conflict do nothing',
}

/** A merchant that was there already stays in the cell where it lives. */
const passwordStatement = {
  name: 'set password',
  text: `
with merchant as (select cell, merchant_id from merchants where merchant_id = $1),
retired as (
  delete from merchant_passwords p using merchant m
  where p.cell = m.cell and p.merchant_id = m.merchant_id and p.slot = 2
)
insert into merchant_passwords as p (cell, merchant_id, slot, password_hash)
select cell, merchant_id, 1, $2::bytea from merchant
on conflict (cell, merchant_id, slot) do update
  set password_hash = excluded.password_hash, created_at = excluded.created_at
  where p.password_hash <> excluded.password_hash`,
}

const profileStatement = {
  name: 'set profile',
  text: 'update merchants set profile = $2 where merchant_id = $1 returning merchant_id',
}
