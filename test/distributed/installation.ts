import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresBinaries } from '../../src/store/embedded/programs.ts'

export type CitusBinaries = PostgresBinaries

/** The programs of an installed PostgreSQL that has the extension; else why there are none, in one line. */
export function findCitus(): CitusBinaries | string {
  const folder = process.env.CITUS_POSTGRES ?? '/usr/lib/postgresql/15/bin'
  if (!existsSync(join(folder, 'postgres'))) return `${folder} has no PostgreSQL`
  const share = join(folder, 'pg_config')
  try {
    const extensions = execFileSync(share, ['--sharedir'], { encoding: 'utf8' }).trim()
    if (!existsSync(join(extensions, 'extension', 'citus.control')))
      return `the PostgreSQL of ${folder} has no extension citus`
    const version = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
    return { folder, major: Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1]) }
  } catch {
    return `${share} cannot be executed`
  }
}
