import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { buildRecipe } from './buildRecipe.ts'
import { endAll, runToEnd, startProcess } from './gatewayProcess.ts'

vi.setConfig({ testTimeout: 120_000 })

/** A project of its own, whose sources somebody can edit. */
let project = ''
let database: TestDatabase
beforeAll(async () => {
  project = await reachableFolder('edited')
  for (const name of [...buildRecipe, 'dist'])
    await cp(projectPath(name), join(project, name), { recursive: true })
  await symlink(projectPath('node_modules'), join(project, 'node_modules'))
  database = await createDatabase('external')
})
afterAll(async () => {
  await endAll()
  await database?.drop()
  await rm(project, { recursive: true, force: true })
})

const key = randomBytes(32).toString('base64')
const production = () => ({
  TOLLGATE_MODE: 'production',
  TOLLGATE_ACQUIRER: 'simulated',
  TOLLGATE_PUBLIC_URL: 'https://pay.example',
  TOLLGATE_KEYS: `first:${key}`,
  TOLLGATE_DATA_DIR: join(project, 'data'),
  ...database.settings,
})
const objection = 'src/pages/scripts.json has other scripts for browsers than are here: '

test('what is edited while production runs reaches no browser, and vouches for nothing', async () => {
  const gateway = await startProcess(production(), project)
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${gateway.port}${path}`)).text()
  const edited = ['dist/pages/browser/provider/provider.css', 'dist/pages/scripts.json'].map(name =>
    join(project, name),
  )
  const originals = await Promise.all(edited.map(path => readFile(path, 'utf8')))
  await appendFile(edited[0] ?? '', '\n.slipped-in { color: red }\n')
  await writeFile(edited[1] ?? '', '["slipped-in"]')
  expect(await ask('/pay/return/unknown')).toMatch(/<style>[^<]*\.sheet[^<]*<\/style>/)
  for (const path of ['/pay/return/unknown', '/pay/redirect/unknown', '/static/scripts.json'])
    expect(await ask(path)).not.toContain('slipped-in')
  for (const [index, path] of edited.entries()) await writeFile(path, originals[index] ?? '')
  expect((await gateway.end('SIGTERM')).code).toBe(0)
})

test('production starts on sources as they were released, and no more once one was edited', async () => {
  const settings = production()
  const untouched = await startProcess(settings, project)
  expect((await untouched.end('SIGTERM')).code).toBe(0)
  await appendFile(join(project, 'src/pages/browser/checkout/main.ts'), "\nconsole.log('slipped in')\n")
  await promisify(execFile)(process.execPath, [join(project, 'build.mjs')])
  const { code, output, errors } = await runToEnd(settings, project)
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).toMatch(/^tollgate: [^\n]+\n$/)
  expect(errors).toContain(`${objection}checkout`)
})

test('a sandbox, where scripts are worked on, starts and says so in its log', async () => {
  const sandbox = await startProcess({ TOLLGATE_DATA_DIR: join(project, 'data') }, project)
  await expect.poll(sandbox.output, { timeout: 30_000 }).toContain(`${objection}checkout`)
  expect(sandbox.output()).toMatch(/"level":"warn"[^\n]*"msg":"scripts"|"msg":"scripts"[^\n]*"level":"warn"/)
  expect((await sandbox.end('SIGTERM')).code).toBe(0)
})
