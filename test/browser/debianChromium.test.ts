import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Chromium } from './debianChromium.ts'
import { debianChromium } from './debianChromium.ts'

let root = ''
let cache = ''
const said: string[] = []

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tollgate-debian-'))
  cache = join(root, 'cache')
  said.length = 0
  vi.stubEnv('XDG_CACHE_HOME', cache)
  await mkdir(join(root, 'bin'))
  vi.stubEnv('PATH', `${join(root, 'bin')}:/usr/bin:/bin`)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, force: true })
})

/** A machine with such tools, in the words of a shell. */
async function tools(all: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, script] of Object.entries(all)) {
    await writeFile(join(root, 'bin', name), `#!/bin/sh\n${script}\n`)
    await chmod(join(root, 'bin', name), 0o755)
  }
}

const debian = {
  'apt-get': `echo "$*" >> "${'$'}{XDG_CACHE_HOME}/../asked"
    case "$*" in
      *--print-uris*) echo "'http://mirror.example/c.deb' c.deb 8 SHA256:0" ;;
      *--download-only*)
        for word in "$@"; do
          case "$word" in Dir::Cache=*) touch "${'$'}{word#*=}/archives/c.deb" ;; esac
        done ;;
    esac`,
  'dpkg-deb': `case "$1" in --version) exit ;; esac
    mkdir -p "$3/usr/lib/chromium"
    for kind in x86_64 aarch64; do mkdir -p "$3/usr/lib/$kind-linux-gnu/private"; done
    touch "$3/usr/lib/chromium/chromium"`,
}

/** It would start where its executable lies. */
const troubleOf = async ({ path }: Chromium): Promise<string | undefined> =>
  existsSync(path) ? undefined : 'nothing is there'

const find = (trouble = troubleOf) => debianChromium(line => said.push(line), trouble)

test('what Debian has is fetched into the cache once, with its private libraries', async () => {
  await tools(debian)
  const chromium = await find()
  expect(chromium.path.startsWith(join(cache, 'tollgate'))).toBe(true)
  expect(chromium.environment.LD_LIBRARY_PATH).toMatch(/-linux-gnu:.*-linux-gnu\/private/)
  expect(said.join('\n')).toMatch(/getting Debian's into .*; nothing is installed.*unpacked and starts/s)
  await tools({ 'apt-get': 'exit 1' })
  expect(await find()).toEqual(chromium)
  expect(await readdir(join(cache, 'tollgate'))).toHaveLength(1)
})

test('the lists, packages and locks of the machine stay as they are', async () => {
  await tools(debian)
  await find()
  const asked = (await readFile(join(root, 'asked'), 'utf8'))
    .split('\n')
    .filter(line => line.includes('install '))
  expect(asked).toHaveLength(2)
  for (const line of asked) {
    expect(line).toContain(`Dir::State=${cache}`)
    expect(line).toContain(`Dir::Cache=${cache}`)
    expect(line).toMatch(/--download-only|--print-uris/)
  }
})

test.each([
  ['a machine that is no Debian', { 'apt-get': 'exit 127' }, 'it has no apt-get'],
  [
    'sources without it',
    {
      ...debian,
      'apt-get': 'case "$*" in *install*) echo "E: Unable to locate package chromium" >&2; exit 100 ;; esac',
    },
    'Unable to locate package chromium',
  ],
  [
    'a mirror that is away',
    {
      ...debian,
      'apt-get': 'case "$*" in *--download-only*) echo "E: connection timed out" >&2; exit 100 ;; esac',
    },
    'connection timed out',
  ],
])('%s: the reason is told, and nothing is left behind', async (_, machine, reason) => {
  await tools(machine)
  await expect(find()).rejects.toThrow(reason)
  expect(await readdir(join(cache, 'tollgate'))).toEqual([])
})

test('what does not start when it is unpacked is not kept', async () => {
  await tools(debian)
  await expect(find(async () => 'libnss3.so: not found')).rejects.toThrow(
    'it does not start when unpacked: libnss3.so: not found',
  )
  expect(await readdir(join(cache, 'tollgate'))).toEqual([])
})
