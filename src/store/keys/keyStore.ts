// Wrapped keys in PostgreSQL: finding and adding them, and which generation is current.

import type pg from 'pg'
import {
  dataKeyOf,
  type KeyState,
  type KeyStore,
  lockingSecret,
  type WrappedKey,
} from '../../vault/stores.ts'
import { read, repeatable } from '../connection/statement.ts'

export function createKeyStore(pool: pg.Pool): KeyStore {
  async function find(name: string): Promise<WrappedKey | undefined> {
    const [row] = await read<KeyRow>(pool, findStatement, [name])
    return row && { keyId: row.key_id, wrapped: row.wrapped }
  }

  return {
    find,

    // The first key stored under a name stays, because it may already be in use. What is stored is read back,
    // so of two concurrent writers both get that one.
    async add(name, { keyId, wrapped }) {
      const generation = dataKeyOf(name)?.generation ?? null
      await repeatable(pool, addStatement, [name, keyId, wrapped, generation, lockingSecret])
      return find(name)
    },

    async keyState() {
      const [row] = await read<KeyStateRow>(pool, keyStateStatement, [lockingSecret])
      if (row === undefined) throw new Error('The database does not say which generation of keys is current')
      return keyStateOf(row)
    },

    async isUsed(keyId) {
      const [row] = await read<{ is_used: boolean }>(pool, usedStatement, [keyId])
      return row?.is_used === true
    },
  }
}

type KeyRow = { readonly key_id: string; readonly wrapped: Buffer }
type KeyStateRow = {
  readonly generation: number
  readonly oldest: number
  readonly locked_with: string | null
}

const keyStateOf = ({ generation, oldest, locked_with }: KeyStateRow): KeyState => ({
  generation,
  oldest,
  ...(locked_with !== null && { lockedWith: locked_with }),
})

const findStatement = { name: 'find key', text: 'select key_id, wrapped from keys where name = $1' }

/**
 * The statement itself checks whether the writer's view is outdated: a key is not written if it is wrapped by
 * a key that is being replaced, or belongs to a generation that is not current.
 */
const addStatement = {
  name: 'add key',
  text: `
insert into keys (name, key_id, wrapped)
select $1, $2, $3::bytea
where coalesce((select key_id from keys where name = $5), $2) = $2
  and coalesce($4::int4, 0) in (0, (select max(number) from generations))
on conflict (name) do nothing`,
}

const keyStateStatement = {
  name: 'standing of keys',
  text: `
select (select max(number) from generations) as generation,
  (select min(number) from generations where retired_at is null) as oldest,
  (select key_id from keys where name = $1) as locked_with`,
}

const usedStatement = {
  name: 'use of key',
  text: 'select exists (select from keys where key_id = $1) as is_used',
}
