import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { type SessionPooler, startSessionPooler } from '../database/sessionPooler.ts'
import { passwords } from '../journeys/client.ts'
import { authorization, newOrder } from '../journeys/requests.ts'
import { endAll, startProcess } from './gatewayProcess.ts'

let database: TestDatabase
let pooler: SessionPooler
beforeAll(async () => {
  database = await createDatabase('embedded')
  pooler = await startSessionPooler(database.gateway.config, 12)
})
afterAll(async () => {
  await endAll()
  await pooler.stop()
  await database.drop()
})

test('behind too small a pooler a node says so at its start, and when payments feel it', async () => {
  const { user, host, port, database: name } = pooler.config
  const node = await startProcess({
    TOLLGATE_DATABASE_URL: `postgres://${user}@${host}:${port}/${name}`,
    TOLLGATE_OWNER_DATABASE_URL: database.url,
    TOLLGATE_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    TOLLGATE_SANDBOX_PASSWORD: passwords.TESTMERCHANT,
    TOLLGATE_LOG_LEVEL: 'warn',
  })
  const said = /Only 1[0-2] of the 40 sessions .* TOLLGATE_DATABASE_URL: raise max_connections/
  await expect.poll(node.output).toMatch(said)
  const ready = () => node.call('GET', '/ready', undefined, { authorization: null })
  const short = { status: 'NOT_READY', reasons: [{ code: 'DATABASE_SESSIONS_SHORT' }] }
  let isOver = false
  const pay = async () => {
    while (!isOver) await node.authorize(newOrder(), authorization())
  }
  const payers = Array.from({ length: 24 }, pay)
  await expect.poll(ready).toMatchObject({ status: 503, body: short })
  pooler.allow(100)
  await expect.poll(ready).toMatchObject({ status: 200 })
  isOver = true
  await Promise.all(payers)
  expect(await node.authorize(newOrder(), authorization())).toMatchObject({ status: 201 })
  expect((await node.end('SIGTERM')).code).toBe(0)
})
