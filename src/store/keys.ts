import type pg from 'pg'
import type { KeyStore, WrappedKey } from '../vault/keys.ts'
import { read, run } from './statement.ts'

export function createKeyStore(pool: pg.Pool): KeyStore {
  async function find(name: string): Promise<WrappedKey | undefined> {
    const [row] = await read<KeyRow>(pool, findStatement, [name])
    return row && { keyId: row.key_id, wrapped: row.wrapped }
  }

  // A key may already protect something, so the first one stays: what is stored is read back, whoever
  // stored it.
  async function add(name: string, { keyId, wrapped }: WrappedKey): Promise<WrappedKey> {
    await run(pool, addStatement, [name, keyId, wrapped])
    const stored = await find(name)
    if (stored === undefined) throw new Error(`The key ${name} was stored but cannot be read`)
    return stored
  }

  return { find, add }
}

type KeyRow = { readonly key_id: string; readonly wrapped: Buffer }

const findStatement = { name: 'find key', text: 'select key_id, wrapped from keys where name = $1' }

const addStatement = {
  name: 'add key',
  text: 'insert into keys (name, key_id, wrapped) values ($1, $2, $3) on conflict (name) do nothing',
}
