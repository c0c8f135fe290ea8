// Changing base keys of terminals, with the owner's login.

import type pg from 'pg'
import type { BaseKeyRecords, EntryDigest, KnownBaseKey } from '../../administration/port.ts'
import { type BaseKeyAlgorithm, baseKeyName } from '../../terminals/port.ts'
import { lockingSecret } from '../../vault/stores.ts'
import type { DatabaseLogin } from '../connection/login.ts'
import { createOwnerPool } from '../connection/pool.ts'
import { read } from '../connection/statement.ts'
import { createAuditedChange } from './change.ts'

/** As the owner of the database; the audit log needs a secret of the keyring. */
export function openBaseKeyRecords(
  connection: DatabaseLogin,
  { warn }: { readonly warn?: (message: string) => void } = {},
): OpenBaseKeyRecords {
  const pool = createOwnerPool(connection, { name: 'tollgate-base-keys', max: 1, warn })
  return { records: digest => createBaseKeyRecords(pool, digest), close: () => pool.end() }
}

export type OpenBaseKeyRecords = {
  readonly records: (digest: EntryDigest) => BaseKeyRecords
  readonly close: () => Promise<void>
}

/** The pool must use the owner's login. */
export function createBaseKeyRecords(pool: pg.Pool, digest: EntryDigest): BaseKeyRecords {
  const change = createAuditedChange(pool, digest)
  return {
    async list(limit) {
      return (await read<BaseKeyRow>(pool, listStatement, [limit])).map(knownOf)
    },

    add: (key, value, entry, { staysRetired = false } = {}) =>
      change(async ask => {
        const { id, algorithm, keySetId, merchantId = null, checkValue, isTest } = key
        const [taken] = await ask(takenStatement, [keySetId, merchantId, staysRetired])
        if (taken) return { result: 'taken', entries: [] }
        const kept = [baseKeyName(id), value.keyId, value.wrapped, lockingSecret]
        const [isKept] = await ask(keepStatement, kept)
        if (!isKept) return { result: 'behind', entries: [] }
        await ask(addStatement, [id, algorithm, keySetId, merchantId, checkValue, isTest])
        return { result: 'added', entries: [entry] }
      }),

    retire: (id, entry) =>
      change<Retired>(async ask => {
        const [retired] = await ask<BaseKeyRow>(retireStatement, [id])
        if (!retired) {
          const [known] = await ask(knownStatement, [id])
          return { result: known ? 'before' : 'unknown', entries: [] }
        }
        await ask(forgetStatement, [baseKeyName(id)])
        const known = knownOf(retired)
        return { result: known, entries: [entry(known)] }
      }),
  }
}

type Retired = Awaited<ReturnType<BaseKeyRecords['retire']>>
type BaseKeyRow = {
  readonly base_key_id: string
  readonly algorithm: BaseKeyAlgorithm
  readonly key_set_id: string
  readonly merchant_id: string | null
  readonly check_value: string
  readonly is_test: boolean
  readonly created_ms: string
  readonly retired_ms: string | null
}

const knownOf = (row: BaseKeyRow): KnownBaseKey => ({
  id: row.base_key_id,
  algorithm: row.algorithm,
  keySetId: row.key_set_id,
  ...(row.merchant_id !== null && { merchantId: row.merchant_id }),
  checkValue: row.check_value,
  isTest: row.is_test,
  createdAtMs: Number(row.created_ms),
  ...(row.retired_ms !== null && { retiredAtMs: Number(row.retired_ms) }),
})

const columns = `base_key_id, algorithm, key_set_id, merchant_id, check_value, is_test,
  floor(extract(epoch from created_at) * 1000) as created_ms,
  floor(extract(epoch from retired_at) * 1000) as retired_ms`

const listStatement = {
  name: 'list base keys',
  text: `
select ${columns} from base_keys
order by retired_at is not null, key_set_id, merchant_id nulls first, created_at, base_key_id limit $1`,
}

const takenStatement = {
  name: 'taken key set',
  text: `
select from base_keys
where key_set_id = $1 and merchant_id is not distinct from $2 and (retired_at is null or $3 and is_test)
limit 1`,
}

/** Not written if it is wrapped by a key that is being replaced, which an operator may destroy soon. */
const keepStatement = {
  name: 'keep base key',
  text: `
insert into keys (name, key_id, wrapped)
select $1, $2, $3::bytea where coalesce((select key_id from keys where name = $4), $2) = $2
returning name`,
}

const addStatement = {
  name: 'add base key',
  text: `
insert into base_keys (base_key_id, algorithm, key_set_id, merchant_id, check_value, is_test)
values ($1, $2, $3, $4, $5, $6)`,
}

const knownStatement = { name: 'known base key', text: 'select from base_keys where base_key_id = $1' }

const retireStatement = {
  name: 'retire base key',
  text: `
update base_keys set retired_at = tollgate_now() where base_key_id = $1 and retired_at is null
returning ${columns}`,
}

const forgetStatement = { name: 'forget base key', text: 'delete from keys where name = $1' }
