// The package as strangers get it: packed in another place, and run by npx in an empty folder.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { createClient } from '../journeys/client.ts'
import { authorization } from '../journeys/requests.ts'
import { type PackedProject, packProject } from './packedProject.ts'

const run = promisify(execFile)

let project: PackedProject
beforeAll(async () => {
  project = await packProject()
})
afterAll(() => project?.remove())

test('the same sources give the same build in another folder, time zone and language', async () => {
  const manifestIn = (folder: string) => readFile(join(folder, 'dist', 'manifest.json'), 'utf8')
  expect(await manifestIn(project.elsewhere)).toBe(await manifestIn(projectPath()))
  for (const name of ['main.mjs', 'sbom.cdx.json', 'console/assets/index.json'])
    expect((await stat(join(project.elsewhere, 'dist', name))).mode & 0o777).toBe(0o644)
})

test('npx runs it in an empty folder, without packages for development', async () => {
  const folder = await project.emptyFolder()
  await paysBy(['--yes', '--prefer-offline', `--package=${project.tarball}`, 'tollgate', 'start'], folder)
  expect(await readdir(folder)).toEqual(['data'])
})

test('somebody else than root runs what was installed, from a home with nothing in it', async context => {
  if (process.getuid?.() !== 0) context.skip('the test before was not root either')
  const folder = await project.emptyFolder()
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--omit=dev', project.tarball]
  await run('npm', install, { cwd: folder, env: project.bareEnvironment(process.env.HOME) })
  expect(await readdir(join(folder, 'node_modules'))).not.toContain('esbuild')
  const [uid = 0, gid = 0] = await Promise.all(['-u', '-g'].map(async which => idOfNobody(which)))
  await mkdir(join(folder, 'home'))
  for (const name of ['', 'home']) await chown(join(folder, name), uid, gid)
  await paysBy(['tollgate', 'start'], folder, { uid, gid, home: join(folder, 'home') })
})

const idOfNobody = async (which: string) => Number((await run('id', [which, 'nobody'])).stdout)

type Account = { readonly uid?: number; readonly gid?: number; readonly home?: string }

/** Starts it in a process group of its own, takes one payment, and ends it as a terminal does. */
async function paysBy(args: readonly string[], cwd: string, account: Account = {}): Promise<void> {
  const { home = process.env.HOME, ...ids } = account
  const env = { ...project.bareEnvironment(home), TOLLGATE_PORT: '0' }
  const child = spawn('npx', args, { ...ids, cwd, env, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => (output += text))
  const ended = once(child, 'close')
  const gone = ended.then(() => Promise.reject(new Error(`It ended before it was ready: ${output}`)))
  gone.catch(() => undefined)
  try {
    const port = () => Number(/Base address +http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1] ?? 0)
    await Promise.race([gone, expect.poll(port, { timeout: 60_000 }).toBeGreaterThan(0)])
    const client = createClient(port())
    const { status, body } = await client.call('PUT', 'order/packed/transaction/1', authorization())
    client.disconnect()
    expect({ status, result: body.result }).toEqual({ status: 201, result: 'SUCCESS' })
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT')
    await ended
  }
  expect(output).not.toContain('"level":"error"')
}
