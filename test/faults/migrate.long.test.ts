import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../../src/store/schema/migrate.ts'
import { withDatabase } from '../database/address.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { endAll, runToEnd, startProcess } from './gatewayProcess.ts'
import { inProduction } from './nodeSettings.ts'
import { asked, tollgate } from './tollgateProcess.ts'

/** A new installation: an empty database, its owner, and a login for the nodes. */
const name = `tollgate_new_${randomBytes(5).toString('hex')}`
let server: TestDatabase
let root = ''
let node: Readonly<Record<string, string>>
let owner: Readonly<Record<string, string>>
beforeAll(async () => {
  root = await reachableFolder('migrate')
  server = await createDatabase('external')
  await withClient(server.config, client => client.query(`create database ${name}`))
  const { url, gateway } = withDatabase(server, name)
  node = inProduction(root, { gateway })
  owner = { TOLLGATE_OWNER_DATABASE_URL: url }
})
afterAll(async () => {
  await endAll()
  await withClient(server.config, client => client.query(`drop database if exists ${name} with (force)`))
  await server?.drop()
  await rm(root, { recursive: true, force: true })
})

test('a node that does not know the owner changes nothing: it says what the operator has to do', async () => {
  const { code, errors } = await runToEnd(node)
  expect([code, errors]).toEqual([
    1,
    expect.stringMatching(/not that of this release yet: npx tollgate migrate/),
  ])
})

test('a command without the owner cannot migrate either', async () => {
  const { code, errors } = await tollgate('migrate', node)
  expect([code, errors]).toEqual([2, expect.stringContaining('set TOLLGATE_OWNER_DATABASE_URL')])
})

test('with it, once, everything is there; a second time there is nothing to do', async () => {
  const first = await asked('migrate', { ...node, ...owner })
  expect(first).toMatchObject({ code: 0, applied: expect.arrayContaining(['foundation']) })
  expect(await asked('migrate', { ...node, ...owner })).toEqual({
    code: 0,
    applied: [],
    newest: first.newest,
  })
})

test('then nodes and everyday commands do without the owner; only what rewrites needs it', async () => {
  const gateway = await startProcess(node)
  expect(await gateway.call('GET', '/ready')).toMatchObject({ status: 200 })
  expect(await asked('merchants add SHOP', node)).toMatchObject({ code: 0 })
  expect(await asked('audit verify', node)).toMatchObject({ code: 0 })
  const rotation = await tollgate('keys rotate', node)
  expect([rotation.code, rotation.errors]).toEqual([
    2,
    expect.stringContaining("needs the login of the database's owner: set TOLLGATE_OWNER_DATABASE_URL"),
  ])
  expect((await gateway.end('SIGTERM')).code).toBe(0)
})

test('the owner as login of a node is refused, whoever set it up before', async () => {
  const { code, errors } = await runToEnd({
    ...node,
    TOLLGATE_DATABASE_URL: owner.TOLLGATE_OWNER_DATABASE_URL,
  })
  expect([code, errors]).toEqual([1, expect.stringContaining('who owns the database')])
})
