import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { projectPath } from '../../platform/files.ts'
import { sandboxSchema } from '../../sandbox/store/schema.ts'
import { storeSchema } from './migrations.ts'

/**
 * A migration that was applied somewhere is refused in any other form, so it must never be changed again. A
 * new one is written down in checksums.txt when it is made; nothing that stands there is changed.
 */
const schemas = [
  { path: 'src/store/migrations/checksums.txt', migrations: storeSchema.migrations() },
  { path: 'src/sandbox/store/migrations/checksums.txt', migrations: sandboxSchema.migrations() },
]

const fileOf = ({ number, name }: { readonly number: number; readonly name: string }) =>
  `${String(number).padStart(4, '0')}-${name}.sql`

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-C', projectPath(), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })

describe.each(schemas)('$path', ({ path, migrations }) => {
  const released = readFileSync(projectPath(path), 'utf8')

  test('every migration is as it was written down when it was made', () => {
    const lines = migrations.map(migration => `${migration.checksum}  ${fileOf(migration)}\n`)
    expect(lines.join('')).toBe(released)
  })

  // Where the history is at hand, it has the last word: of the list itself no line was ever changed.
  test.runIf(existsSync(projectPath('.git')))('and nothing that was written down was changed since', () => {
    const commits = git('log', '--format=%H', '--', path).split('\n').filter(Boolean)
    const lines = commits.flatMap(commit => git('show', `${commit}:${path}`).split('\n').filter(Boolean))
    expect(lines.filter(line => !released.includes(line))).toEqual([])
  })
})
