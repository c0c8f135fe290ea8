import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reachableFolder } from '../reachableFolder.ts'
import { endAll, runToEnd, startProcess } from './gatewayProcess.ts'

vi.setConfig({ testTimeout: 120_000 })

/** A machine that gives nobody user namespaces, as most containers do: whoever asks for one is refused. */
let root = ''
let settings: NodeJS.ProcessEnv = {}
beforeAll(async () => {
  root = await reachableFolder('plain')
  const refusing = join(root, 'refusing')
  await mkdir(refusing)
  await writeFile(join(refusing, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  settings = { PATH: `${refusing}:${process.env.PATH}` }
})
afterAll(async () => {
  await endAll()
  await rm(root, { recursive: true, force: true })
})

test('it starts there, whoever starts it, in a folder like those of the other tests', async () => {
  const gateway = await startProcess({ ...settings, TOLLGATE_DATA_DIR: join(root, 'data') })
  expect(await gateway.call('GET', '/ready')).toMatchObject({ status: 200 })
  expect((await gateway.end('SIGTERM')).code).toBe(0)
})

test('a folder on the way that is closed is named in one line, with what to do about it', async () => {
  const closed = join(root, 'closed')
  await mkdir(join(closed, 'inside'), { recursive: true })
  const isRoot = process.getuid?.() === 0
  await chmod(closed, isRoot ? 0o700 : 0)
  const dataDirectory = join(closed, 'inside', 'data')
  const { code, errors } = await runToEnd({ ...settings, TOLLGATE_DATA_DIR: dataDirectory })
  await chmod(closed, 0o700)
  expect(code).toBe(1)
  expect(errors).toMatch(/^tollgate: [^\n]+set TOLLGATE_DATA_DIR[^\n]*\n$/)
  expect(errors).toContain(dataDirectory)
  expect(errors).toContain(
    isRoot ? `${closed} is closed to user 65534, who runs the database for root` : 'EACCES',
  )
})
