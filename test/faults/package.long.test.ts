// The package as strangers get it: packed in another place, and run by npx in an empty folder.

import { execFile, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmod,
  chown,
  cp,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { codeBlocksOf, readDocs } from '../guides/codeBlocks.ts'
import { createClient } from '../journeys/client.ts'
import { authorization } from '../journeys/requests.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { buildRecipe } from './buildRecipe.ts'
import { runToEnd } from './gatewayProcess.ts'

const run = promisify(execFile)

let elsewhere = ''
let strangers = ''
let tarball = ''
beforeAll(async () => {
  elsewhere = await reachableFolder('another place')
  strangers = await reachableFolder('strangers')
  const { files, version } = JSON.parse(await readFile(projectPath('package.json'), 'utf8'))
  const made = ['dist', 'npm-shrinkwrap.json']
  const packed = files.filter((name: string) => !made.includes(name))
  for (const name of new Set([...buildRecipe, ...packed, 'README.md']))
    await cp(projectPath(name), join(elsewhere, name), { recursive: true })
  await samePackages()
  const env = { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'C', TOLLGATE_MODE: '' }
  await run('sh', ['-c', 'umask 077; exec npm pack'], { cwd: elsewhere, env })
  tarball = join(elsewhere, `tollgate-${version}.tgz`)
  await chmod(tarball, 0o644)
  await borrowCache()
})
afterAll(async () => {
  for (const folder of [elsewhere, strangers]) await rm(folder, { recursive: true, force: true })
})

/** The packages with the same files, not by a link: the bundler would follow it back here. */
const samePackages = () =>
  run('sh', ['-c', 'cp -al "$0" "$1" || cp -a "$0" "$1"', projectPath('node_modules'), elsewhere])

test('the same sources give the same build in another folder, time zone and language', async () => {
  const manifestIn = (folder: string) => readFile(join(folder, 'dist', 'manifest.json'), 'utf8')
  expect(await manifestIn(elsewhere)).toBe(await manifestIn(projectPath()))
  for (const name of ['main.mjs', 'sbom.cdx.json', 'console/assets/index.json'])
    expect((await stat(join(elsewhere, 'dist', name))).mode & 0o777).toBe(0o644)
})

test('npx runs it in an empty folder, without packages for development', async () => {
  const folder = await emptyFolder()
  await paysBy(['--yes', '--prefer-offline', `--package=${tarball}`, 'tollgate', 'start'], folder)
  expect(await readdir(folder)).toEqual(['data'])
})

test('somebody else than root runs what was installed, from a home with nothing in it', async context => {
  if (process.getuid?.() !== 0) context.skip('the test before was not root either')
  const folder = await emptyFolder()
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--omit=dev', tarball]
  await run('npm', install, { cwd: folder, env: bareEnvironment(process.env.HOME) })
  expect(await readdir(join(folder, 'node_modules'))).not.toContain('esbuild')
  const [uid = 0, gid = 0] = await Promise.all(['-u', '-g'].map(async which => idOfNobody(which)))
  await mkdir(join(folder, 'home'))
  for (const name of ['', 'home']) await chown(join(folder, name), uid, gid)
  await paysBy(['tollgate', 'start'], folder, { uid, gid, home: join(folder, 'home') })
})

test('a release is unpacked beside the one before, as operations.md says, and both run', async () => {
  const place = await emptyFolder()
  const linked = join(place, 'tollgate')
  const first = await typed('folder=', { RELEASE: tarball }, place)
  await typed('ln -sfnT', { folder: first }, place)
  expect(await readdir(place)).toEqual(['tollgate', basename(first)])
  const second = await typed('folder=', { RELEASE: await nextRelease() }, place)
  await expectToStart(linked)
  await typed('ln -sfnT', { folder: second }, place)
  expect(await realpath(linked)).toBe(second)
  // The one before, too: a node that still runs from there replaces its workers.
  for (const folder of [linked, first]) await expectToStart(folder)
  await expect(typed('folder=', { RELEASE: tarball }, place)).rejects.toThrow('File exists')
  const left = join(first, 'dist', 'part-ofNextRelease.mjs')
  await rename(join(second, 'dist', 'part-ofNextRelease.mjs'), left)
  expect((await runToEnd(production, first)).errors).toContain('into an empty folder')
})

/** What the page prints, with another folder for /opt; answers which folder it was about. */
async function typed(start: string, given: NodeJS.ProcessEnv, place: string): Promise<string> {
  const block = codeBlocksOf(readDocs('operations.md')).find(({ text }) => text.startsWith(start))
  const lines = `${block?.text.replaceAll('/opt/', `${place}/`)}\nstatus=$?; echo "$folder"; exit $status`
  const env = { ...bareEnvironment(process.env.HOME), npm_config_prefer_offline: 'true', ...given }
  const { stdout } = await run('sh', ['-c', lines], { cwd: place, env })
  return stdout.trim().split('\n').at(-1) ?? ''
}

/** The same with one part more, packed under the next number. */
async function nextRelease(): Promise<string> {
  const folder = await emptyFolder()
  await run('tar', ['-xzf', tarball, '-C', folder])
  const at = (...names: readonly string[]) => join(folder, 'package', ...names)
  const part = 'export const isNext = true\n'
  await writeFile(at('dist', 'part-ofNextRelease.mjs'), part)
  const manifest = JSON.parse(await readFile(at('dist', 'manifest.json'), 'utf8'))
  manifest.files.push(['dist/part-ofNextRelease.mjs', hash('sha256', part, 'base64')])
  await writeFile(at('dist', 'manifest.json'), JSON.stringify(manifest))
  const next = join(folder, 'tollgate-next.tgz')
  await run('tar', ['-czf', next, '-C', folder, 'package'])
  return next
}

const production = { TOLLGATE_MODE: 'production' }

/** The build is taken as it is, and what is missing are settings. */
async function expectToStart(folder: string): Promise<void> {
  const { code, errors } = await runToEnd(production, folder)
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringMatching(/^tollgate: .*TOLLGATE_/) })
}

const idOfNobody = async (which: string) => Number((await run('id', [which, 'nobody'])).stdout)

const folders = { last: 0 }
async function emptyFolder(): Promise<string> {
  folders.last += 1
  const folder = join(strangers, `empty-${folders.last}`)
  await mkdir(folder)
  await chmod(folder, 0o711)
  return folder
}

/** Nothing of who runs the tests: npm would take this project for the one it works in. */
const bareEnvironment = (home?: string): NodeJS.ProcessEnv => ({
  ...{ PATH: process.env.PATH, HOME: home },
  npm_config_cache: join(strangers, 'cache'),
})

/** What npm has fetched already; what npx installs for itself goes with the folder. */
async function borrowCache(): Promise<void> {
  const { stdout } = await run('npm', ['config', 'get', 'cache'], { cwd: elsewhere })
  await mkdir(join(strangers, 'cache'))
  await symlink(join(stdout.trim(), '_cacache'), join(strangers, 'cache', '_cacache'))
}

type Account = { readonly uid?: number; readonly gid?: number; readonly home?: string }

/** Starts it in a process group of its own, takes one payment, and ends it as a terminal does. */
async function paysBy(args: readonly string[], cwd: string, account: Account = {}): Promise<void> {
  const { home = process.env.HOME, ...ids } = account
  const env = { ...bareEnvironment(home), TOLLGATE_PORT: '0' }
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
