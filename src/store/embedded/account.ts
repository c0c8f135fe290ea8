import { spawn } from 'node:child_process'
import { chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode, StartRefusal } from '../../platform/errors.ts'
import type { EmbeddedSite } from './site.ts'

/** Who runs the database: PostgreSQL refuses to be root. */
export type ServerAccount =
  | { readonly kind: 'self' }
  | { readonly kind: 'namespace' }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number }

export type AccountCommand = {
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

/** The owner of an existing cluster decides; a new one of root's runs in a user namespace, else as nobody. */
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
  const account = await chooseAsRoot(site, owner)
  await requireReach(site, account)
  return account
}

/** The environment is made anew: the database must neither carry the gateway's keys nor obey PGDATA. */
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
export function runCommand(command: AccountCommand, patienceMs = 10_000): Promise<CommandEnding> {
  return new Promise(resolve => {
    let output = ''
    const child = spawn(command.file, command.args, {
      ...command.options,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: patienceMs,
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

/** In a namespace the account is root under another name, so only a real user needs to be given anything. */
export async function giveTo(account: ServerAccount, path: string): Promise<void> {
  if (account.kind === 'user') await chown(path, account.uid, account.gid)
}

async function chooseAsRoot(site: EmbeddedSite, owner: FileOwner | undefined): Promise<ServerAccount> {
  if (owner !== undefined && owner.uid !== 0) return { kind: 'user', ...owner }
  const trial = await runCommand(commandAs({ kind: 'namespace' }, 'true', []))
  if (trial.succeeded) return { kind: 'namespace' }
  if (owner === undefined) return { kind: 'user', uid: await nobody('-u'), gid: await nobody('-g') }
  throw new StartRefusal(
    `The database in ${site.cluster} belongs to root, as whom PostgreSQL does not run here: ` +
      'give the folder to another user (chown -R) or set TOLLGATE_DATA_DIR.',
  )
}

async function nobody(which: '-u' | '-g'): Promise<number> {
  const { succeeded, output } = await runCommand(commandAs({ kind: 'self' }, 'id', [which, 'nobody']))
  return succeeded ? Number.parseInt(output, 10) : 65_534
}

/** Root without its privileges, or nobody, may be stopped by any folder on the way. */
async function requireReach(site: EmbeddedSite, account: ServerAccount): Promise<void> {
  const closed = await closedTo(account, site.dataDirectory)
  if (closed === undefined) return
  const who = account.kind === 'user' ? `user ${account.uid}` : 'root without its privileges'
  throw new StartRefusal(
    `The data directory ${site.dataDirectory} cannot be used: ${closed} is closed to ${who}, who runs the ` +
      'database for root. Let others pass it (chmod o+x), start as a normal user or set TOLLGATE_DATA_DIR.',
  )
}

/** The first folder on the way that the account may not enter. */
async function closedTo(account: ServerAccount, folder: string): Promise<string | undefined> {
  const enter = (path: string) => runCommand(commandAs(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', path]))
  if ((await enter(folder)).succeeded) return undefined
  const parent = dirname(folder)
  return (parent === folder ? undefined : await closedTo(account, parent)) ?? folder
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
