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

/** A pool of whose sessions some cannot be opened, by their numbers. */
function poolThatLacks(isLacking: (nth: number) => Error | undefined) {
  let opened = 0
  class Lacking extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      opened += 1
      if (callback === undefined) return super.connect()
      const failure = isLacking(opened)
      if (failure) process.nextTick(callback, failure)
      else super.connect(callback)
      return undefined
    }
  }
  const pool = new pg.Pool({ ...database.logins.gateway, max: 8, Client: Lacking })
  return { pool, opened: () => opened }
}

const refusedBy = (code: string) =>
  Object.assign(new pg.DatabaseError('sorry', 1, 'error'), { code, severity: 'FATAL' })

test('where one of its sessions is refused, the others are given back, and the start can end', async () => {
  const { pool, opened } = poolThatLacks(nth => (nth === 2 ? refusedBy('28P01') : undefined))
  await expect(requireFitLogin(pool, database.logins.gateway)).rejects.toThrow(StoreUnavailable)
  expect(opened()).toBe(3)
  // This waits for whatever is not given back, for ever.
  await pool.end()
  expect(pool.totalCount).toBe(0)
}, 10_000)

test.each([
  ['is full', refusedBy('53300')],
  ['answers late', new Error('Connection terminated due to connection timeout')],
])(
  'a server that %s for a moment keeps no node from starting',
  async (_, failure) => {
    const { pool, opened } = poolThatLacks(nth => (nth < 5 ? failure : undefined))
    await requireFitLogin(pool, database.logins.gateway)
    expect(opened()).toBeGreaterThan(5)
    await pool.end()
  },
  10_000,
)

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
