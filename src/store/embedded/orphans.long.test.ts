import type { ChildProcess } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareGateways, type StartGateway } from '../../../test/database/doomedGateway.ts'
import { reachableFolder } from '../../../test/reachableFolder.ts'
import { type EmbeddedDatabase, launchEmbedded } from './launch.ts'
import { isAlive } from './postmaster.ts'

let root = ''
let start: StartGateway
let heir: EmbeddedDatabase | undefined
const gateways: ChildProcess[] = []
const spawned = (gateway: ChildProcess) => void gateways.push(gateway)

beforeAll(async () => {
  root = await reachableFolder('orphans')
  start = await prepareGateways(root)
})
afterAll(async () => {
  await heir?.stop()
  await rm(root, { recursive: true, force: true })
})

const fileOf = (folder: string) => join(folder, 'postgres', 'postmaster.pid')
const serverPid = async (folder: string) =>
  Number.parseInt(await readFile(fileOf(folder), 'utf8').catch(() => ''), 10)

/** Within half a minute. */
async function gone(pid: number): Promise<void> {
  for (let tries = 0; tries < 300 && isAlive(pid); tries += 1) await sleep(100)
  expect(isAlive(pid)).toBe(false)
}

test('after kill -9 a server ends by itself, in order, unless somebody took it over', async () => {
  const [left, inherited] = [join(root, 'left'), join(root, 'inherited')]
  for (const folder of [left, inherited]) await start(folder, {}, spawned)
  const [pid, heirloom] = [await serverPid(left), await serverPid(inherited)]
  for (const gateway of gateways) gateway.kill('SIGKILL')
  heir = await launchEmbedded({ dataDirectory: inherited })
  expect(heir.attached).toBe(true)
  await gone(pid)
  expect(await readFile(fileOf(left), 'utf8').catch(error => error.code)).toBe('ENOENT')
  const log = await readFile(join(left, 'postgres.log'), 'utf8')
  expect(log.trim().split('\n').at(-1)).toContain('database system is shut down')
  await sleep(5_000)
  expect(await serverPid(inherited)).toBe(heirloom)
}, 60_000)

test('kill -9 while the server starts leaves none either', async () => {
  const ended = start(join(root, 'unborn'), {}, spawned).catch(String)
  let pid = Number.NaN
  while (Number.isNaN(pid)) pid = await serverPid(join(root, 'unborn'))
  for (const gateway of gateways) gateway.kill('SIGKILL')
  expect(await ended).toContain('ended without a word')
  await gone(pid)
}, 60_000)
