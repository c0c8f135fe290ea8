import { execFile } from 'node:child_process'
import { cp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { buildRecipe } from './buildRecipe.ts'

const elsewhere = await reachableFolder('another place')
afterAll(() => rm(elsewhere, { recursive: true, force: true }))

/** The packages with the same files, not by a link: the bundler would follow it back here. */
const samePackages = () =>
  promisify(execFile)('sh', [
    '-c',
    'cp -al "$0" "$1" || cp -a "$0" "$1"',
    projectPath('node_modules'),
    elsewhere,
  ])

test('the same sources give the same build in another folder, time zone and language', async () => {
  for (const name of buildRecipe) await cp(projectPath(name), join(elsewhere, name), { recursive: true })
  await samePackages()
  const env = { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'C', TOLLGATE_MODE: '' }
  await promisify(execFile)('sh', ['-c', 'umask 077; exec "$0" build.mjs', process.execPath], {
    cwd: elsewhere,
    env,
  })
  const manifestIn = (folder: string) => readFile(join(folder, 'dist', 'manifest.json'), 'utf8')
  expect(await manifestIn(elsewhere)).toBe(await manifestIn(projectPath()))
  for (const name of ['main.mjs', 'sbom.cdx.json', 'console/assets/index.json'])
    expect((await stat(join(elsewhere, 'dist', name))).mode & 0o777).toBe(0o644)
})
