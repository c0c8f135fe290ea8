// The login to an external database, and whether it offers enough sessions.

import { type Config, settings } from '../config/settings.ts'
import { StartRefusal, UseRefusal } from '../platform/errors.ts'
import { readPrivate } from '../platform/files.ts'
import type { Log } from '../platform/log.ts'
import { hostsIn, keyFilesIn, withFirstHost, withVerifiedTls } from '../standards/databaseAddress.ts'
import { sessionsAvailable } from '../store/connection/awaitServer.ts'
import { type DatabaseLogin, loginAmong, loginBehind } from '../store/connection/login.ts'
import type { DatabaseLogins } from '../store/connection/pool.ts'
import type { Store } from '../store/open.ts'

/** The logins to an external database; undefined where it is the embedded one. */
export async function givenLogins({
  databaseUrl,
  ownerDatabaseUrl,
}: Config): Promise<DatabaseLogins | undefined> {
  if (databaseUrl === undefined) return undefined
  await requirePrivateKeys(settings.databaseUrl.name, databaseUrl)
  if (ownerDatabaseUrl === undefined) return { gateway: loginBy(databaseUrl) }
  await requirePrivateKeys(settings.ownerDatabaseUrl.name, ownerDatabaseUrl)
  return { gateway: loginBy(databaseUrl), owner: loginBy(ownerDatabaseUrl) }
}

/** The driver accepts a key file that other users can read; a missing file it reports itself. */
async function requirePrivateKeys(setting: string, address: string): Promise<void> {
  for (const path of keyFilesIn(address))
    await readPrivate(path).catch(error => {
      if (error instanceof StartRefusal) throw new UseRefusal(`${setting}: sslkey ${error.message}`)
    })
}

function loginBy(address: string): DatabaseLogin {
  const hosts = hostsIn(address)
  const connectionString = withVerifiedTls(withFirstHost(address))
  return hosts.length === 1 ? loginBehind(connectionString) : loginAmong(connectionString, hosts)
}

/**
 * A node that cannot open all its sessions works until load rises, and fails payments then: it warns when it
 * starts. It does not refuse to start, because a node that is about to stop may hold the missing sessions.
 */
export async function warnOfFewSessions(
  login: DatabaseLogin,
  { uses, log, wanted: wantedByOne, workers = 1 }: SessionCheckOptions,
): Promise<void> {
  const wanted = wantedByOne * workers
  const open = uses().reduce((sum, { used, idle }) => sum + used + idle, 0)
  const found = open + (await sessionsAvailable(login, wanted - open))
  if (found >= wanted) return
  const who = workers === 1 ? 'a node' : `the ${workers} workers of a node`
  const reason =
    `Only ${found} of the ${wanted} sessions that ${who} may need can be had by TOLLGATE_DATABASE_URL: ` +
    'raise max_connections of PostgreSQL or the connection limit of the login; behind a pooler in ' +
    'session mode, its pool (PgBouncer: default_pool_size). Until then payments may fail under load.'
  log.warn('database', { reason })
}

type SessionCheckOptions = Pick<Store, 'uses'> & {
  readonly log: Pick<Log, 'warn'>
  /** How many sessions a process may need. */
  readonly wanted: number
  /** How many of them the node has. */
  readonly workers?: number
}
