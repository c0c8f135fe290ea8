// Merchants and their certificate keys as the running gateway reads them, cached for a second. They are
// changed in administration/.

import type pg from 'pg'
import type {
  KeyBinding,
  KeyDirectory,
  MerchantAccess,
  MerchantDirectory,
} from '../http/authentication/credentials.ts'
import { ordinaryProfile, type Profile, profileSettings, readProfile } from '../orders/merchant.ts'
import { isRejection } from '../orders/rejection.ts'
import { systemClock } from '../platform/clock.ts'
import { MerchantMoving } from '../platform/errors.ts'
import { RecentReads } from '../platform/recentReads.ts'
import { noteHome } from './connection/homes.ts'
import { read } from './connection/statement.ts'

/** A move waits for as long before it changes anything: by then no node begins anything in the old cell. */
export const merchantRememberedMs = 1_000
/** That a merchant is being moved, for a few seconds: whoever asks again soon hears when it is over. */
const movingRememberedMs = 100
const merchantsRememberedMax = 10_000

/**
 * Who may call, cached for a second: after that a retired password is refused on every node. While a merchant
 * is being moved to another cell it cannot be found, as if the database were away.
 */
export function createMerchantReader(pool: pg.Pool, usual: Profile = ordinaryProfile): MerchantReader {
  // Unknown merchants are cached too, so that guessing names cannot keep the database busy; wrong passwords,
  // however many, keep at most one session of it busy.
  const reads = new RecentReads<MerchantAccess | undefined>({
    clock: systemClock,
    goodForMs: merchantRememberedMs,
    keysMax: merchantsRememberedMax,
    isReadAhead: found => found !== undefined,
    failureGoodForMs: failure => (failure instanceof MerchantMoving ? movingRememberedMs : undefined),
  })
  const read = async (merchantId: string) => {
    const nowMs = systemClock.monotonicMs()
    const found = await readAccess(pool, merchantId, usual)
    if (found) noteHome(pool, found, nowMs)
    return found
  }
  return {
    find: (merchantId, sinceMs) =>
      merchantIdPattern.test(merchantId)
        ? reads.find(merchantId, () => read(merchantId), sinceMs)
        : Promise.resolve(undefined),
    forget: merchantId => reads.forget(merchantId),
  }
}

export type MerchantReader = MerchantDirectory & {
  /** Drops the merchant from this node's cache; the others notice a change within a second. */
  forget(merchantId: string): void
}

const merchantIdPattern = /^[0-9A-Za-z_-]{1,40}$/

async function readAccess(
  pool: pg.Pool,
  merchantId: string,
  usual: Profile,
): Promise<MerchantAccess | undefined> {
  const found = await read<AccessRow>(pool, findStatement, [merchantId])
  // Whoever moved it was killed, or has given it up without saying so.
  const isCalledOff = found[0]?.is_overdue === true && (await isMoveCalledOff(pool, merchantId))
  const rows = isCalledOff ? await read<AccessRow>(pool, findStatement, [merchantId]) : found
  const [merchant] = rows
  if (merchant === undefined) return undefined
  if (merchant.is_moving) throw new MerchantMoving()
  const passwordHashes = rows.flatMap(({ password_hash }) => (password_hash === null ? [] : [password_hash]))
  return { merchantId, cell: merchant.cell, passwordHashes, profile: profileOf(merchant.profile, usual) }
}

const isMoveCalledOff = async (pool: pg.Pool, merchantId: string): Promise<boolean> => {
  const [row] = await read<{ is_off: boolean }>(pool, callOffStatement, [merchantId])
  return row?.is_off === true
}

const callOffStatement = { name: 'call off move', text: 'select call_off_move($1) as is_off' }

type AccessRow = {
  readonly cell: number
  readonly profile: string
  readonly password_hash: Buffer | null
  readonly is_moving: boolean
  readonly is_overdue: boolean
}

const findStatement = {
  name: 'find merchant',
  text: `
select m.cell, m.profile, p.password_hash, m.moving_to is not null as is_moving,
  coalesce(m.moving_until < clock_timestamp(), false) as is_overdue
from merchants m left join merchant_passwords p on p.cell = m.cell and p.merchant_id = m.merchant_id
where m.merchant_id = $1
order by p.slot`,
}

const bindingRememberedMs = 1_000
const bindingsRememberedMax = 10_000

/**
 * Whether a merchant has bound a key, cached for a second: after that a revoked one is refused on every node.
 * However many merchants have bound the key, one is read. That nobody has is remembered of the key alone:
 * presenting one under many names keeps the database no busier, and pushes out nothing that is known.
 */
export function createCertificateKeys(pool: pg.Pool): KeyDirectory {
  const kept = { clock: systemClock, goodForMs: bindingRememberedMs, keysMax: bindingsRememberedMax }
  const bindings = new RecentReads<KeyBinding>({ ...kept, isReadAhead: binding => binding === 'bound' })
  const firstLooks = new RecentReads<KeyBinding>({ ...kept, isReadAhead: () => false })

  return {
    async bindingOf(keyHash, merchantId) {
      const key = keyHash.toString('base64')
      const name = `${key} ${merchantId}`
      const binding = () => bindings.find(name, () => readBinding(pool, keyHash, merchantId))
      if (bindings.known(name)) return binding()
      const look = firstLooks.known(key)
      if (!look) return firstLooks.find(key, binding)
      return (await look.catch(() => undefined)) === 'unknown' ? 'unknown' : binding()
    },
  }
}

async function readBinding(pool: pg.Pool, keyHash: Buffer, merchantId: string): Promise<KeyBinding> {
  const [row] = await read<BindingRow>(pool, bindingStatement, [keyHash, merchantId])
  if (row?.is_revoked === true) return 'revoked'
  if (row?.is_revoked === false) return 'bound'
  return row?.is_known ? 'ofOthers' : 'unknown'
}

type BindingRow = { readonly is_known: boolean; readonly is_revoked: boolean | null }

const bindingStatement = {
  name: 'binding of key',
  text: `
select exists (select from merchant_certificates where key_hash = $1::bytea) as is_known,
  (
    select c.revoked_at is not null from merchants m
    join merchant_certificates c on c.cell = m.cell and c.merchant_id = m.merchant_id and c.key_hash = $1
    where m.merchant_id = $2
  ) as is_revoked`,
}

/**
 * Settings missing in the stored profile have their usual values; an invalid one is a fault. Settings of a
 * newer release are ignored.
 */
export function profileOf(text: string, usual: Profile): Profile {
  const known = Object.entries(storedIn(text)).filter(([name]) => Object.hasOwn(profileSettings, name))
  const profile = readProfile(Object.fromEntries(known), usual)
  if (!isRejection(profile)) return profile
  throw new RangeError(`The stored profile of a merchant makes no sense: ${profile.explanation}`)
}

/** Verifies that the result can be read again. Other settings stay, those of a newer release included. */
export function changedProfile(text: string, settings: Settings, usual: Profile): string {
  const changed = JSON.stringify({ ...storedIn(text), ...settings })
  profileOf(changed, usual)
  return changed
}

type Settings = Readonly<Record<string, unknown>>

const storedIn = (text: string): Settings => JSON.parse(text)
