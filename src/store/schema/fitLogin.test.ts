import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { requireFitLogin } from './gatewayLogin.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase('external')
})
afterAll(() => database?.drop())

test('where one of its sessions is lost, the others are given back, and the start can end', async () => {
  let opened = 0
  class OneIsLost extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      opened += 1
      if (callback === undefined) return super.connect()
      if (opened === 2) process.nextTick(callback, new Error('Connection terminated unexpectedly'))
      else super.connect(callback)
      return undefined
    }
  }
  const login = database.logins.gateway
  const pool = new pg.Pool({ ...login, max: 8, Client: OneIsLost })
  await expect(requireFitLogin(pool, login)).rejects.toThrow(StoreUnavailable)
  expect(opened).toBe(3)
  // This waits for whatever is not given back, for ever.
  await pool.end()
  expect(pool.totalCount).toBe(0)
}, 10_000)

test.each([
  ['its login is looked at', 'session_user'],
  ['it prepares a statement', 'pg_backend_pid'],
  ['another is in a transaction', 'begin'],
])(
  'a session that is lost while %s is an outage, and nobody is to blame',
  async (_, text) => {
    class IsLostThen extends pg.Client {
      override query(...given: readonly unknown[]): never {
        const [asked] = given
        const asks = typeof asked === 'string' ? asked : JSON.stringify(asked)
        if (asks.includes(text)) Reflect.get(this, 'connection').stream.destroy()
        return Reflect.apply(super.query, this, given) as never
      }
    }
    const login = database.logins.gateway
    const pool = new pg.Pool({ ...login, max: 8, Client: IsLostThen })
    pool.on('connect', client => client.on('error', () => 'it is lost on purpose'))
    await expect(requireFitLogin(pool, login)).rejects.toThrow(StoreUnavailable)
    await pool.end()
  },
  10_000,
)
