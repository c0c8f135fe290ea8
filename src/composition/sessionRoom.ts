import type { Log } from '../platform/log.ts'
import { booksSessionsMax } from '../sandbox/store/books.ts'
import { sessionsAvailable } from '../store/connection/awaitServer.ts'
import type { DatabaseLogin } from '../store/connection/login.ts'
import { type Store, sessionsMax } from '../store/open.ts'

/**
 * A node that cannot have all its sessions works until there is much to do, and then fails payments: that is
 * said before. Not refused, because a node that is about to stop may hold what is missing.
 */
export async function tellRoom(login: DatabaseLogin, { uses, log }: Parts): Promise<void> {
  const wanted = sessionsMax + booksSessionsMax
  const open = uses().reduce((sum, { used, idle }) => sum + used + idle, 0)
  const found = open + (await sessionsAvailable(login, wanted - open))
  if (found >= wanted) return
  const reason =
    `Only ${found} of the ${wanted} sessions that a node may need can be had by TOLLGATE_DATABASE_URL: ` +
    'raise max_connections of PostgreSQL or the connection limit of the login; behind a pooler in ' +
    'session mode, its pool (PgBouncer: default_pool_size). Until then payments may fail under load.'
  log.warn('database', { reason })
}

type Parts = Pick<Store, 'uses'> & { readonly log: Pick<Log, 'warn'> }
