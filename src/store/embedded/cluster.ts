// The files of the embedded database: the cluster, its access rules and the folder of its socket.

import { chmod, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorCode, StartRefusal } from '../../platform/errors.ts'
import { isAlive } from './postmaster.ts'
import { changeOwner, commandAs, type PostgresBinaries, runCommand, type ServerAccount } from './programs.ts'
import type { EmbeddedSite } from './site.ts'

export const superuser = 'tollgate'

const initTimeoutMs = 120_000

/**
 * Creates the cluster in another folder and renames it when complete: a crash leaves no incomplete cluster,
 * and of two concurrent first starts one wins.
 */
export async function ensureCluster(
  site: EmbeddedSite,
  account: ServerAccount,
  binaries: PostgresBinaries,
): Promise<void> {
  if (await hasCluster(site)) return
  await clearAbandoned(site)
  const fresh = `${site.cluster}.${process.pid}.new`
  await mkdir(fresh, { mode: 0o700 })
  try {
    await changeOwner(account, fresh)
    const ending = await runCommand(
      commandAs(account, join(binaries.folder, 'initdb'), initArguments(fresh, binaries)),
      initTimeoutMs,
    )
    if (!ending.succeeded)
      throw new StartRefusal(`The database could not be made: ${lastLine(ending.output)}`)
    await rename(fresh, site.cluster)
    await syncFolder(site.dataDirectory)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) throw error
  }
}

/** Connections over the socket need no password: its folder is closed to other accounts. */
export async function writeAccessRules(
  site: EmbeddedSite,
  account: ServerAccount,
  listens: boolean,
): Promise<void> {
  const path = join(site.cluster, 'pg_hba.conf')
  const rules = ['local all all trust', ...(listens ? ['host all all 127.0.0.1/32 scram-sha-256'] : []), '']
  const text = rules.join('\n')
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return
  await writeFile(path, text, { mode: 0o600 })
  await changeOwner(account, path)
}

/** Another account may have made a folder of that name in the temporary folder, to intercept connections. */
export async function ensureSocketFolder(site: EmbeddedSite, account: ServerAccount): Promise<void> {
  const folder = site.socketFolder
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST')
      throw new StartRefusal(`${folder} cannot be made (${errorCode(error)}).`)
  }
  const found = await lstat(folder)
  const owners = [process.getuid?.(), ...(account.kind === 'user' ? [account.uid] : [])]
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new StartRefusal(
      `${folder}, the place of the database's socket, belongs to somebody else: remove it.`,
    )
  }
  await chmod(folder, 0o700)
  await changeOwner(account, folder)
}

async function hasCluster(site: EmbeddedSite): Promise<boolean> {
  const names = await readdir(site.cluster).catch((): string[] => [])
  if (names.length === 0) return false
  if (names.includes('PG_VERSION')) return true
  throw new StartRefusal(
    `${site.cluster} holds something else than a database: move it away or set TOLLGATE_DATA_DIR.`,
  )
}

/** Removes what killed starts left behind; in a container their process id may even be equal to ours. */
async function clearAbandoned(site: EmbeddedSite): Promise<void> {
  const pattern = /^(.+)\.(\d+)\.new$/
  for (const name of await readdir(dirname(site.cluster))) {
    const [, base, pid] = pattern.exec(name) ?? []
    if (base !== basename(site.cluster)) continue
    if (Number(pid) !== process.pid && isAlive(Number(pid))) continue
    await rm(join(dirname(site.cluster), name), { recursive: true, force: true, maxRetries: 5 })
  }
}

function initArguments(folder: string, { major }: PostgresBinaries): string[] {
  const locale = major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  return [
    `--pgdata=${folder}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--locale=C',
    ...locale,
    '--data-checksums',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ]
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? ''
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
