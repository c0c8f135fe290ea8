import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { errorCode, StartRefusal } from '../../platform/errors.ts'
import { explainLaunchFailure } from './launch.ts'
import { connectionTo, type EmbeddedConnection, isLast, takeShare } from './ownership.ts'
import { shutDown } from './postmaster.ts'
import { type HeldServer, holdServer } from './server.ts'
import { type EmbeddedSite, locateSite } from './site.ts'

/** A database that is there already, used for the time of a command. */
export type BorrowedDatabase = { readonly connection: EmbeddedConnection; stop(): Promise<void> }

const borrowedPort = 5432

/**
 * Uses the database of a data directory beside whoever uses it already: a gateway that runs, or one that
 * starts meanwhile, and other commands. Where no server runs it is started; the last one to leave stops it.
 */
export async function borrowEmbedded(dataDirectory: string, halt: AbortSignal): Promise<BorrowedDatabase> {
  if (process.platform === 'win32')
    throw new StartRefusal('There is no embedded database on Windows: set TOLLGATE_DATABASE_URL or use WSL.')
  await requireDatabase(resolve(dataDirectory))
  const site = await locateSite(dataDirectory, borrowedPort)
  const held = await holdServer({ site, take: takeShare, listens: false, halt }).catch(error => {
    throw explainLaunchFailure(error, site)
  })
  let stopped: Promise<void> | undefined
  return { connection: connectionTo(site), stop: () => (stopped ??= giveBack(site, held)) }
}

async function giveBack(site: EmbeddedSite, { owner, pid }: HeldServer): Promise<void> {
  // A session that was lost went with its server, or with a server that others use.
  if (await isLast(owner, 'guest').catch(() => false)) await shutDown(site, pid)
  await owner.end().catch(() => undefined)
}

/** A command that is run in the wrong folder must not make a database there. */
async function requireDatabase(dataDirectory: string): Promise<void> {
  try {
    await stat(join(dataDirectory, 'postgres', 'PG_VERSION'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR')
      throw new StartRefusal(
        `There is no database in ${dataDirectory}: start the gateway once, or set TOLLGATE_DATA_DIR.`,
      )
    throw new StartRefusal(
      `The database in ${dataDirectory} cannot be read (${errorCode(error)}): ` +
        'run this as the user it belongs to.',
    )
  }
}
