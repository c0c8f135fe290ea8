import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkOut } from '../../bench/filesOfCommit.ts'
import { projectPath } from '../../src/platform/files.ts'
import { createEmptyDatabase, type TestDatabase } from '../database/database.ts'
import { startBalancedTraffic } from '../faults/balancedTraffic.ts'
import { endAll, startProcess } from '../faults/gatewayProcess.ts'

/** The release before: `UPGRADE_FROM` names a commit; else it is the one before the newest migration. */
const git = (...words: readonly string[]) =>
  execFileSync('git', words, { cwd: projectPath(), encoding: 'utf8' }).trim()
const newestMigration = () => git('log', '-1', '--format=%H', '--', 'src/store/migrations/checksums.txt')
const before = process.env.UPGRADE_FROM ?? `${newestMigration()}~1`

const password = randomBytes(16).toString('hex')
let database: TestDatabase
let old: string
beforeAll(async () => {
  old = checkOut(before)
  database = await createEmptyDatabase('external')
}, 300_000)
afterAll(async () => {
  await endAll()
  await database?.drop()
  rmSync(old, { recursive: true, force: true })
})

test('nodes of the release before are replaced one by one under load, and no request fails', async () => {
  const settings = {
    ...database.settings,
    TOLLGATE_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    TOLLGATE_SANDBOX_PASSWORD: password,
    TOLLGATE_LOG_LEVEL: 'warn',
    TOLLGATE_DRAIN_MS: '1500',
  }
  const nodes = [await startProcess(settings, old), await startProcess(settings, old)]
  const traffic = startBalancedTraffic(nodes, password)
  await traffic.atLeast(200)
  // The first of the new release migrates the database, under load.
  nodes.push(await startProcess(settings))
  await traffic.atLeast(400)
  for (const index of [0, 1]) {
    expect(await nodes[index]?.end('SIGTERM')).toMatchObject({ code: 0 })
    await traffic.atLeast(100)
    nodes[index] = await startProcess(settings)
    await traffic.atLeast(200)
  }
  const { failures, answered, longestMs } = await traffic.stop()
  console.log(
    `from ${git('rev-parse', '--short', before)}: ${answered} answers, longest ${longestMs.toFixed()} ms`,
  )
  expect(failures).toEqual([])
  for (const node of nodes) expect(await node.end('SIGTERM')).toMatchObject({ code: 0 })
}, 600_000)
