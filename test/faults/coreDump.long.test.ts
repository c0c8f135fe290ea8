import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reachableFolder } from '../reachableFolder.ts'
import { canaryNumbers, canaryRequests } from './canaries.ts'
import { databasePid, endAll, type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { createScan, scanFolder } from './scanner.ts'

/** Whether the kernel writes a dump beside the process that crashed, and may be asked for it here. */
const pattern = await readFile('/proc/sys/kernel/core_pattern', 'utf8').catch(() => '')
const canBeAskedFor = () => spawnSync('prlimit', ['--core=unlimited', 'true']).status === 0
const isWrittenBeside = /^[\w.%-]+\n?$/.test(pattern) && canBeAskedFor()

let root = ''
beforeAll(async () => {
  root = await reachableFolder('dump')
})
afterEach(endAll)
afterAll(() => rm(root, { recursive: true, force: true }))

const filterOf = (pid: number | undefined) => readFile(`/proc/${pid}/coredump_filter`, 'latin1')

test.runIf(process.platform === 'linux')(
  'the memory of a gateway and of its database is left out of core dumps',
  async () => {
    const dataDirectory = join(root, 'filters')
    const gateway = await startProcess({ TOLLGATE_DATA_DIR: dataDirectory })
    for (const pid of [gateway.child.pid, await databasePid(dataDirectory)])
      expect(await filterOf(pid)).toBe('00000000\n')
    expect(await gateway.end('SIGTERM')).toMatchObject({ code: 0 })
  },
)

test.runIf(isWrittenBeside)('a core dump holds no card number that the process works with', async () => {
  const kept = await secretsInDump('kept')
  expect(kept).toMatchObject({ dumps: 1, finds: [] })
  expect(kept.bytes).toBeGreaterThan(1_000)
  // The same with its memory: what was searched for was there, and is found.
  const whole = await secretsInDump('whole', ({ child }) =>
    writeFile(`/proc/${child.pid}/coredump_filter`, '0x33'),
  )
  expect(whole.dumps).toBe(1)
  expect(whole.finds.length).toBeGreaterThan(0)
})

/** Of a gateway that crashes a moment after it was paid with, by the kernel itself. */
async function secretsInDump(name: string, before?: (gateway: GatewayProcess) => Promise<void>) {
  const folder = join(root, name)
  await mkdir(folder)
  const dataDirectory = join(root, `${name}-data`)
  const gateway = await startProcess({ TOLLGATE_DATA_DIR: dataDirectory }, undefined, folder)
  const numbers = canaryNumbers(40, 7)
  for (const { method, path, body, options } of canaryRequests(numbers))
    await gateway.call(method, path, body, options)
  await before?.(gateway)
  execFileSync('prlimit', ['--pid', String(gateway.child.pid), '--core=unlimited'])
  const database = await databasePid(dataDirectory)
  const crashed = once(gateway.child, 'exit')
  const ended = gateway.end('SIGSEGV')
  try {
    expect(await crashed).toEqual([null, 'SIGSEGV'])
  } finally {
    if (database !== undefined) process.kill(database, 'SIGINT')
  }
  await ended
  const dumps = await readdir(folder)
  const searched = await scanFolder(folder, createScan({ numbers, marks: [] }))
  return { ...searched, dumps: dumps.length }
}
