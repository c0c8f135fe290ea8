import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reachableFolder } from '../../test/reachableFolder.ts'
import { loginsOf } from './connection/pool.ts'
import { type EmbeddedDatabase, launchEmbedded } from './embedded/launch.ts'
import { openStore, type Store } from './open.ts'

/** A server of its own: what is changed here holds for all of it. */
let folder = ''
let server: EmbeddedDatabase
let store: Store
let owner: pg.Client

beforeAll(async () => {
  folder = await reachableFolder('standing')
  server = await launchEmbedded({ dataDirectory: join(folder, 'data') })
  store = await openStore(loginsOf(server.connection))
  owner = new pg.Client(server.connection)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await store.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function changeServer(setting: string): Promise<void> {
  await owner.query(`alter system ${setting}`)
  await owner.query('select pg_reload_conf()')
}

const standing = () => expect.poll(() => store.readiness(), { timeout: 15_000 })

test('a database that can commit nothing is stalled: its standby is away, and it waits', async () => {
  await standing().toEqual({ isMigratedFurther: false })
  await changeServer("set synchronous_standby_names = 'nobody'")
  await standing().toEqual({ flaw: 'stalled' })
  await changeServer('reset synchronous_standby_names')
  await standing().toEqual({ isMigratedFurther: false })
})

test('that a newer release has been at the database is noticed', async () => {
  await owner.query("insert into schema_migrations (number, name, checksum) values (9999, 'later', 'x')")
  await standing().toEqual({ isMigratedFurther: true })
  await owner.query('delete from schema_migrations where number = 9999')
})

test.each([
  ['sandbox', { isMigratedFurther: false }],
  ['live', { flaw: 'clockMoved' }],
] as const)(
  'a clock that was moved under a node for %s, whatever the stamp says by now',
  async (stage, told) => {
    const node = await openStore(loginsOf(server.connection), { stage })
    const tells = expect.poll(() => node.readiness(), { timeout: 15_000 })
    for (const stamped of ['sandbox', 'live']) {
      await owner.query('update stamp set stage = $1', [stamped])
      await owner.query("update clock set shift = interval '1 day'")
      await tells.toEqual(told)
      await owner.query("update clock set shift = '0'")
      await tells.toEqual({ isMigratedFurther: false })
    }
    await owner.query('delete from stamp')
    await node.close()
  },
)
