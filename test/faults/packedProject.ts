// The package, packed in another place as a release is, and empty folders of strangers to try it in.

import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectPath } from '../../src/platform/files.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { buildRecipe } from './buildRecipe.ts'

export type PackedProject = {
  /** Where it was packed. */
  readonly elsewhere: string
  readonly tarball: string
  emptyFolder(): Promise<string>
  /** Nothing of who runs the tests: npm would take this project for the one it works in. */
  bareEnvironment(home?: string): NodeJS.ProcessEnv
  remove(): Promise<void>
}

const run = promisify(execFile)

export async function packProject(): Promise<PackedProject> {
  const elsewhere = await reachableFolder('another place')
  const strangers = await reachableFolder('strangers')
  const { files, version } = JSON.parse(await readFile(projectPath('package.json'), 'utf8'))
  const made = ['dist', 'npm-shrinkwrap.json']
  const packed = files.filter((name: string) => !made.includes(name))
  for (const name of new Set([...buildRecipe, ...packed, 'README.md']))
    await cp(projectPath(name), join(elsewhere, name), { recursive: true })
  await samePackages(elsewhere)
  const env = { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'C', TOLLGATE_MODE: '' }
  await run('sh', ['-c', 'umask 077; exec npm pack'], { cwd: elsewhere, env })
  const tarball = join(elsewhere, `tollgate-${version}.tgz`)
  await chmod(tarball, 0o644)
  const cache = join(strangers, 'cache')
  await borrowCache(elsewhere, cache)
  let last = 0
  return {
    ...{ elsewhere, tarball },
    async emptyFolder() {
      last += 1
      const folder = join(strangers, `empty-${last}`)
      await mkdir(folder)
      await chmod(folder, 0o711)
      return folder
    },
    bareEnvironment: home => ({ PATH: process.env.PATH, HOME: home, npm_config_cache: cache }),
    async remove() {
      for (const folder of [elsewhere, strangers]) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The packages with the same files, not by a link: the bundler would follow it back here. */
const samePackages = (elsewhere: string) =>
  run('sh', ['-c', 'cp -al "$0" "$1" || cp -a "$0" "$1"', projectPath('node_modules'), elsewhere])

/** What npm has fetched already; what npx installs for itself goes with the folder. */
async function borrowCache(elsewhere: string, cache: string): Promise<void> {
  const { stdout } = await run('npm', ['config', 'get', 'cache'], { cwd: elsewhere })
  await mkdir(cache)
  await symlink(join(stdout.trim(), '_cacache'), join(cache, '_cacache'))
}
