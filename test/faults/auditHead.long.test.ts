import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withClient } from '../../src/store/schema/migrate.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { endAll, type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { inProduction } from './nodeSettings.ts'
import { asked, tollgate } from './tollgateProcess.ts'

/** A node in production, five entries, their head, and a copy of the log from before the last two. */
let database: TestDatabase
let root = ''
let node: Readonly<Record<string, string>>
let gateway: GatewayProcess
let headFile = ''
let head = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tollgate-head-'))
  headFile = join(root, 'audit-head')
  database = await createDatabase('external')
  node = { ...inProduction(root, database), TOLLGATE_DRAIN_MS: '0' }
  await asked('migrate', { ...node, ...database.settings })
  await asked('merchants add SHOP', node)
  await change(1)
  await sql('create table older as select * from audit')
  gateway = await startProcess(node)
  await change(2)
  await change(3)
  await gateway.end('SIGTERM')
  await sql('create table kept as select * from audit')
  head = await readFile(headFile, 'utf8')
}, 60_000)
afterAll(async () => {
  await endAll()
  await database?.drop()
  await rm(root, { recursive: true, force: true })
})

const sql = (text: string) => withClient(database.config, client => client.query(text))
/** One entry more. */
const change = (percent: number) => asked(`merchants profile SHOP captureExcessPercent=${percent}`, node)
const verify = (more = '') => asked(`audit verify${more}`, node)

/** Each story finds the log and its head as they were. */
beforeEach(async () => {
  await sql('truncate audit; insert into audit select * from kept')
  await writeFile(headFile, head)
})

test('a node begins the head and says it in its log, and commands move it on', async () => {
  await rm(headFile)
  expect(await verify()).toMatchObject({ code: 0, isIntact: true, entries: 5, head: null })
  gateway = await startProcess(node)
  const begun = await readFile(headFile, 'utf8')
  await change(4)
  expect(await verify()).toMatchObject({ code: 0, head: { origin: headFile, entryNo: 6 } })
  const { output } = await gateway.end('SIGTERM')
  const [, told = ''] = /"head":"(audit-head:[^"]+)"/.exec(output) ?? []
  expect(`${told}\n`).toBe(begun)
  expect(await verify(` --head ${told}`)).toMatchObject({ code: 0, head: { entryNo: 5 } })
})

test('an empty log of which nobody noted anything is not called intact', async () => {
  await sql('truncate audit')
  await rm(headFile)
  expect(await tollgate('audit verify', node)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Empty: there is no entry, and no head/),
  })
})

const ends = 'The log ends before entry 5, which was noted'

test('whoever empties the log is found out', async () => {
  await sql('truncate audit')
  expect(await verify()).toMatchObject({
    code: 1,
    isIntact: false,
    entryNo: 1,
    why: expect.stringContaining(ends),
  })
})

test('whoever cuts its end off is found out', async () => {
  await sql('delete from audit where entry_no = 5')
  expect(await verify()).toMatchObject({ code: 1, entryNo: 5, why: expect.stringContaining(ends) })
})

test('whoever puts an older copy back is found out, also after the log went on', async () => {
  await sql('truncate audit; insert into audit select * from older')
  expect(await verify()).toMatchObject({ code: 1, entryNo: 4, why: expect.stringContaining(ends) })
  for (const percent of [4, 5, 6]) await change(percent)
  expect(await readFile(headFile, 'utf8')).toBe(head)
  expect(await verify()).toMatchObject({
    code: 1,
    entryNo: 5,
    why: expect.stringContaining('not the one that was noted'),
  })
})

test('a node that finds such a log says so when it starts, and leaves the head as it is', async () => {
  await sql('truncate audit; insert into audit select * from older')
  gateway = await startProcess(node)
  expect(await gateway.end('SIGTERM')).toMatchObject({
    code: 0,
    output: expect.stringContaining('Entry 5 of the audit log is not what its head in '),
  })
  expect(await readFile(headFile, 'utf8')).toBe(head)
})

test('whoever takes the head away as well is found out by one that was kept elsewhere', async () => {
  const log = join(root, 'gateway.log')
  await writeFile(log, `{"msg":"ready"}\n{"msg":"audit head","head":"${head.trim()}"}\n`)
  await rm(headFile)
  expect(await verify(` --head ${log}`)).toMatchObject({ code: 0, head: { origin: log, entryNo: 5 } })
  await sql('truncate audit')
  expect(await verify()).toMatchObject({ code: 1, entries: 0, head: null })
  expect(await verify(` --head ${log}`)).toMatchObject({ code: 1, why: expect.stringContaining(ends) })
  expect(await verify(` --head ${head.trim()}`)).toMatchObject({ code: 1 })
})

test('a head that was changed, emptied or made up is named', async () => {
  for (const text of [head.replace(':5:', ':3:'), '']) {
    await writeFile(headFile, text)
    expect(await verify()).toMatchObject({ code: 1, why: expect.stringContaining('was not signed by this') })
  }
  const none = await tollgate(`audit verify --head ${join(root, 'missing')}`, node)
  expect([none.code, none.errors]).toEqual([2, expect.stringContaining('cannot be read (ENOENT)')])
})

test('whoever empties the log and has its key made anew is found out', async () => {
  await sql("truncate audit; create table old_keys as select * from keys where name = 'secret/audit'")
  await sql("delete from keys where name = 'secret/audit'")
  expect(await verify()).toMatchObject({
    code: 1,
    why: expect.stringContaining('was not signed by this log'),
  })
})
