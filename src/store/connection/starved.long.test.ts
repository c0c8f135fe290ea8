import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { type SessionPooler, startSessionPooler } from '../../../test/database/sessionPooler.ts'
import { openStore, type Store, sessionsMax } from '../open.ts'
import { sessionsAvailable } from './awaitServer.ts'

/** Behind a pooler in session mode, each session holds one at the server as long as it lives. */
let database: TestDatabase
let pooler: SessionPooler
let store: Store
const warnings: string[] = []
beforeAll(async () => {
  database = await createDatabase('embedded')
  pooler = await startSessionPooler(database.gateway.config, 200)
  store = await openStore({ gateway: pooler.config }, { warn: text => void warnings.push(text) })
})
afterAll(async () => {
  pooler.allow(200)
  await store.close()
  await pooler.stop()
  await database.drop()
})

const standing = () => expect.poll(() => store.readiness(), { timeout: 15_000 })
const key = { cell: 0, merchantId: 'M', orderId: 'O' }

test('a node that cannot have all its sessions says so, although those it has are well', async () => {
  await standing().toEqual({ isMigratedFurther: false })
  // What is open already stays; nothing more can be had.
  pooler.allow(0)
  // One statement for each cell, so as many sessions.
  const loads = Array.from({ length: 8 }, (_, cell) =>
    store.journal.load({ ...key, cell }).catch(error => String(error)),
  )
  expect(await Promise.all(loads)).toContainEqual(expect.stringContaining('not available'))
  await standing().toEqual({ flaw: 'starved' })
  expect(warnings.join()).toContain('does not answer in a new session')
  pooler.allow(200)
  await standing().toEqual({ isMigratedFurther: false })
})

test('how many sessions can be had is tried out, and whoever asks gives them back', async () => {
  expect(await sessionsAvailable(pooler.config, 5)).toBe(5)
  const other = await startSessionPooler(database.gateway.config, 3)
  expect(await sessionsAvailable(other.config, sessionsMax)).toBe(3)
  expect(await sessionsAvailable(other.config, 2)).toBe(2)
  await other.stop()
})
