// The rotation of keys in PostgreSQL, with the owner's login: generations, rewrapped keys, resealed boxes.

import type pg from 'pg'
import type { EntryDigest } from '../../administration/port.ts'
import {
  type KeyGeneration,
  type KeyStore,
  purposes,
  type RewrappedKey,
  type RotationStore,
  type StoredKey,
  sealedPlaces,
  type WantedKeys,
} from '../../vault/stores.ts'
import { type ChangeQuery, createAuditedChange } from '../administration/change.ts'
import type { DatabaseLogin } from '../connection/login.ts'
import { createOwnerPool } from '../connection/pool.ts'
import { read, repeatable, withSession } from '../connection/statement.ts'
import { createKeyStore } from './keyStore.ts'
import {
  boundsOf,
  boxesIn,
  countIn,
  estimateOf,
  isClear,
  lockTries,
  raiseFence,
  replaceIn,
} from './reseal.ts'

/** As the owner of the database: see RotationStore. The audit log needs a secret of the keyring. */
export function openRotation(
  connection: DatabaseLogin,
  { warn, triesMax = lockTries }: RotationSettings = {},
): OpenRotation {
  const pool = createOwnerPool(connection, { name: 'tollgate-keys', max: 2, warn })
  const keys = createKeyStore(pool)
  return {
    keys,
    store: digest => createRotationStore({ pool, triesMax }, keys, digest),
    close: () => pool.end(),
  }
}

type RotationSettings = {
  readonly warn?: (message: string) => void
  /** How often a table is asked for that somebody else is using. */
  readonly triesMax?: number
}

type RotationTables = { readonly pool: pg.Pool; readonly triesMax: number }

export type OpenRotation = {
  readonly keys: KeyStore
  readonly store: (digest: EntryDigest) => RotationStore
  readonly close: () => Promise<void>
}

function createRotationStore(tables: RotationTables, keys: KeyStore, digest: EntryDigest): RotationStore {
  const { pool } = tables
  const change = createAuditedChange(pool, digest)
  return {
    async generations() {
      return (await read<GenerationRow>(pool, generationsStatement, [])).map(generationOf)
    },
    start: (number, entry) =>
      change(async ask => {
        const isNew = (await ask(startStatement, [number])).length > 0
        return { result: isNew, entries: isNew ? [entry] : [] }
      }),
    finish: (number, entry) =>
      change(async ask => {
        const isNew = (await ask(finishStatement, [number])).length > 0
        return { result: undefined, entries: isNew ? [entry] : [] }
      }),
    find: keys.find,
    keys: wanted => storedKeys(pool, wanted),
    async wrappings() {
      const rows = await read<{ key_id: string; keys: string }>(pool, wrappingsStatement, [])
      return new Map(rows.map(row => [row.key_id, Number(row.keys)]))
    },
    async rewrap(key, entry) {
      if (!entry) return (await repeatable(pool, rewrapStatement, rewrapValues(key))).length > 0
      return await change(async ask => {
        const isDone = (await ask(rewrapStatement, rewrapValues(key))).length > 0
        return { result: isDone, entries: isDone ? [entry] : [] }
      })
    },
    boxes: (place, wanted) => boxesIn(pool, place, wanted),
    replace: (place, boxes) => replaceIn(pool, place, boxes),
    estimate: place => estimateOf(pool, place),
    fence: (place, oldest) => raiseFence(tables, place, oldest),
    isClear: place => isClear(pool, place),
    retire: (oldest, entry) =>
      change(async ask => {
        const deleted = (await isAllClear(ask, oldest)) ? await deleteBefore(ask, oldest) : undefined
        const entries = deleted === undefined ? [] : [{ ...entry, details: { ...entry.details, deleted } }]
        return { result: deleted, entries }
      }),
    count: place => withSession(pool, client => countIn(client, place)),
  }
}

/** Whether the server has verified that nothing older is stored anywhere, and accepts nothing older. */
async function isAllClear(ask: ChangeQuery, oldest: number): Promise<boolean> {
  for (const place of sealedPlaces) {
    const bounds = await boundsOf(ask, place)
    if (!bounds.every(bound => bound?.isValid && bound.oldest >= oldest)) return false
  }
  return true
}

async function deleteBefore(ask: ChangeQuery, oldest: number): Promise<number> {
  await ask(retireStatement, [oldest])
  return (await ask(deleteStatement, [oldest])).length
}

async function storedKeys(pool: pg.Pool, wanted: WantedKeys): Promise<readonly StoredKey[]> {
  const { after, limit, notUnder = null, merchantId = null } = wanted
  const rows = await read<KeyRow>(pool, keysStatement, [after, limit, notUnder, merchantId])
  return rows.map(({ name, key_id, wrapped, created_ms }) => {
    return { name, keyId: key_id, wrapped, createdAtMs: Number(created_ms) }
  })
}

type KeyRow = {
  readonly name: string
  readonly key_id: string
  readonly wrapped: Buffer
  readonly created_ms: string
}

const keysStatement = {
  name: 'stored keys',
  text: `
select name, key_id, wrapped, floor(extract(epoch from created_at) * 1000) as created_ms from keys
where name > $1 and ($3::text is null or key_id <> $3) and ($4::text is null or split_part(name, '/', 2) = $4)
order by name limit $2`,
}

const wrappingsStatement = {
  name: 'wrappings',
  text: 'select key_id, count(*) as keys from keys group by key_id order by key_id',
}

const rewrapValues = ({ name, seen, wrapped }: RewrappedKey) => [
  ...[name, seen.keyId, seen.wrapped],
  ...[wrapped.keyId, wrapped.wrapped],
]

const rewrapStatement = {
  name: 'rewrap key',
  text: `
update keys set key_id = $4, wrapped = $5::bytea where name = $1 and key_id = $2 and wrapped = $3::bytea
returning name`,
}

type GenerationRow = {
  readonly number: number
  readonly started_ms: string
  readonly age_ms: string
  readonly resealed_for_ms: string | null
  readonly retired_ms: string | null
}

const generationOf = (row: GenerationRow): KeyGeneration => ({
  number: row.number,
  startedAtMs: Number(row.started_ms),
  ageMs: Number(row.age_ms),
  ...(row.resealed_for_ms !== null && { resealedForMs: Number(row.resealed_for_ms) }),
  ...(row.retired_ms !== null && { retiredAtMs: Number(row.retired_ms) }),
})

const generationsStatement = {
  name: 'generations',
  text: `
select number, floor(extract(epoch from started_at) * 1000) as started_ms,
  floor(extract(epoch from clock_timestamp() - started_at) * 1000) as age_ms,
  floor(extract(epoch from clock_timestamp() - resealed_at) * 1000) as resealed_for_ms,
  floor(extract(epoch from retired_at) * 1000) as retired_ms
from generations order by number`,
}

const startStatement = {
  name: 'start generation',
  text: 'insert into generations (number) values ($1) on conflict do nothing returning number',
}

const finishStatement = {
  name: 'finish generation',
  text: `
update generations set resealed_at = clock_timestamp() where number = $1 and resealed_at is null
returning number`,
}

const retireStatement = {
  name: 'retire generations',
  text: 'update generations set retired_at = clock_timestamp() where number < $1 and retired_at is null',
}

/** Names of data keys have three parts, the last of them is the number. */
const deleteStatement = {
  name: 'delete keys',
  text: `
delete from keys
where name ~ '^(${purposes.join('|')})/[^/]+/[0-9]+$' and split_part(name, '/', 3)::int4 < $1
returning name`,
}
