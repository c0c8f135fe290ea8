import type pg from 'pg'
import type { BaseKeyRecords, EntryDigest } from '../../administration/port.ts'
import { createBaseKeyRecords } from '../../store/administration/baseKeys.ts'
import type { DatabaseLogin } from '../../store/connection/login.ts'
import { createOwnerPool } from '../../store/connection/pool.ts'
import { failureOf, read, unavailable, withSession } from '../../store/connection/statement.ts'
import { prepareDistribution } from '../../store/schema/distribution.ts'
import type { KeySet } from '../../terminals/port.ts'
import {
  type BookedPage,
  type BookedPlace,
  type ComparedOrder,
  type ComparedPart,
  comparedOrders,
  newestBooked,
} from './reconciliation.ts'
import { sandboxSchema } from './schema.ts'

/**
 * What only the owner of the database may do in a sandbox: move the clock, and empty the tables. A gateway in
 * production never opens this.
 */
export function openSandboxStore(connection: DatabaseLogin, settings: SandboxSettings = {}): SandboxStore {
  const pool = createOwnerPool(connection, { name: 'tollgate-sandbox', max: 3, warn: settings.warn })
  return {
    clock: async () => readingOf(await read<ReadingRow>(pool, readingStatement, [])),
    advance: by => advance(pool, by),
    setClock: atMs => setClock(pool, atMs),
    baseKeys: digest => createBaseKeyRecords(pool, digest),
    reset: (merchantIds, keySets = []) => retried(() => reset(pool, merchantIds, keySets)),
    comparedOrders: part => comparedOrders(pool, part),
    newestBooked: wanted => newestBooked(pool, wanted),
    orderCount: async () => Number((await read<{ count: string }>(pool, countStatement, []))[0]?.count),
    close: () => pool.end(),
  }
}

type SandboxSettings = { readonly warn?: (message: string) => void }

export interface SandboxStore {
  clock(): Promise<SandboxClockReading>
  /** Undefined when that is further than the clock can be moved. */
  advance(by: ClockStep): Promise<SandboxClockReading | undefined>
  /** Undefined when that is too far ahead, or earlier than now while there are orders. */
  setClock(atMs: number): Promise<SandboxClockReading | undefined>
  /** With the owner's login, for the test keys that a sandbox starts with. */
  baseKeys(digest: EntryDigest): BaseKeyRecords
  /**
   * Removes everything but these merchants, with their initial settings, the keys, and of the base keys of
   * terminals the test keys of these sets.
   */
  reset(merchantIds: readonly string[], keySets?: readonly KeySet[]): Promise<void>
  /** Every order of the gateway, the books or both, or of a part of them, as of one moment. */
  comparedOrders(part?: ComparedPart): AsyncGenerator<ComparedOrder>
  newestBooked(wanted: BookedPage): Promise<readonly BookedPlace[]>
  orderCount(): Promise<number>
  close(): Promise<void>
}

export type SandboxClockReading = { readonly nowMs: number; readonly shiftMs: number }

/** How far the clock is moved; how long a month is, the calendar says. */
type ClockStep = { readonly months: number; readonly days: number; readonly ms: number }

const dayMs = 86_400_000
const aheadMaxMs = 50 * 366 * dayMs

const countStatement = { name: 'order count', text: 'select count(*) from orders' }

async function advance(
  pool: pg.Pool,
  { months, days, ms }: ClockStep,
): Promise<SandboxClockReading | undefined> {
  if ((months * 28 + days) * dayMs + ms > aheadMaxMs) return undefined
  return await transact(pool, async client => {
    // Serialized, or of two concurrent steps the second would begin where the first did.
    await client.query('select from clock for update')
    const { rows } = await client.query<ReadingRow>(advanceStatement, [months, days, ms / 1000, aheadMaxMs])
    return rows.length === 0 ? undefined : readingOf(rows)
  })
}

async function setClock(pool: pg.Pool, atMs: number): Promise<SandboxClockReading | undefined> {
  return await transact(pool, async client => {
    await client.query('select from clock for update')
    const { rows } = await client.query<ReadingRow>(setStatement, [atMs, aheadMaxMs])
    return rows.length === 0 ? undefined : readingOf(rows)
  })
}

/** Records of a time that is yet to come would be taken for ones that never end: orders forbid to go back. */
const setStatement = `
with wanted as materialized (
  select $1::float8 / 1000 - extract(epoch from clock_timestamp())::float8 as seconds
)
update clock set shift = make_interval(secs => seconds) from wanted
where seconds <= $2::float8 / 1000
  and (seconds >= extract(epoch from shift) or not exists (select from orders))
returning extract(epoch from shift) * 1000 as shift_ms,
  extract(epoch from clock_timestamp() + shift) * 1000 as now_ms`

/**
 * The shift is kept in seconds. In months or days it would depend on the day it is added to, and time would
 * jump, even backwards, while the real clock passes the end of a month.
 */
const advanceStatement = `
with reading as materialized (select tollgate_now() at time zone 'UTC' as now),
step as (
  select extract(epoch from now + make_interval(months => $1, days => $2, secs => $3) - now) as seconds
  from reading
)
update clock set shift = shift + make_interval(secs => seconds::float8) from step
where extract(epoch from shift) + seconds <= $4::float8 / 1000
returning extract(epoch from shift) * 1000 as shift_ms,
  extract(epoch from clock_timestamp() + shift) * 1000 as now_ms`

const readingStatement = {
  name: 'clock',
  text: `
select extract(epoch from shift) * 1000 as shift_ms, extract(epoch from tollgate_now()) * 1000 as now_ms
from clock`,
}

type ReadingRow = { readonly shift_ms: string; readonly now_ms: string }

function readingOf([row]: readonly ReadingRow[]): SandboxClockReading {
  return { nowMs: Math.floor(Number(row?.now_ms)), shiftMs: Math.round(Number(row?.shift_ms)) }
}

async function reset(
  pool: pg.Pool,
  merchantIds: readonly string[],
  keySets: readonly KeySet[],
): Promise<void> {
  await transact(pool, async client => {
    await prepareDistribution(client)
    const { rows } = await client.query<{ name: string }>(tablesStatement, [keptTables])
    await client.query(`truncate ${rows.map(({ name }) => name).join(', ')}`)
    await client.query(removeBaseKeys, [
      keySets.map(({ algorithm }) => algorithm),
      keySets.map(({ keySetId }) => keySetId),
    ])
    await client.query(forgetBaseKeys)
    // Merchants that stay are never missing, not even for a moment.
    await client.query('delete from merchant_passwords where merchant_id <> all($1)', [merchantIds])
    await client.query('delete from merchant_secrets where merchant_id <> all($1)', [merchantIds])
    await client.query('delete from console_users where merchant_id <> all($1)', [merchantIds])
    await client.query('delete from merchants where merchant_id <> all($1)', [merchantIds])
    await client.query('update merchants set profile = default')
    await client.query("update clock set shift = '0'")
  })
}

/**
 * Without the keys nobody could log in, and what nodes seal with the keys in their memory could never be
 * opened. The secrets that a receiver verifies notifications with last as long as the merchant's password,
 * and the test keys of terminals must not be missing even for a moment. Nodes go on using the trace numbers
 * that they have in memory, so nobody else may get them. Who empties the sandbox in the console stays signed
 * in.
 */
const keptTables = [
  ...['schema_migrations', 'stamp', 'keys', 'generations', 'clock', 'base_keys'],
  ...['merchants', 'merchant_passwords', 'merchant_secrets', 'trace_number_blocks'],
  ...['users', 'passkeys', 'recovery_codes', 'invitations', 'sessions'].map(name => `console_${name}`),
  ...['console_answered_challenges', 'console_sign_in_tries'],
]
const tablesStatement = `
select format('%I.%I', schemaname, tablename) as name from pg_tables
where schemaname in ('public', '${sandboxSchema.schema}') and tablename <> all($1)`

/** An operator may have imported a test key once more: for a merchant, or under another key set. */
const removeBaseKeys = `
delete from base_keys
where not is_test or retired_at is not null or merchant_id is not null
  or (algorithm, key_set_id) not in (select * from unnest($1::text[], $2::text[]))`

/** Wrapped values whose base key is gone. */
const forgetBaseKeys = `
delete from keys where name like 'bdk/%'
  and not exists (select from base_keys where base_key_id = substr(name, 5))`

/** Another node may hold locks; the work is repeated until it gets them, or fails for good. */
async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const failure = failureOf(error)
      if (failure === 'fault' || failure === 'culprit') throw error
      if (tries === triesMax) throw unavailable(error)
    }
  }
}

const triesMax = 3

function transact<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  return withSession(pool, async client => {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  })
}
