import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { StartRefusal } from '../../platform/errors.ts'
import { serverName } from '../connection/login.ts'
import type { DatabaseLogins } from '../connection/pool.ts'

/**
 * That both logins lead to one database: else the owner's is judged and migrated, and the gateway's is paid
 * into. A lock that one takes, the other finds taken there and nowhere else. It lives in the server's memory,
 * so no copy passes for it; and for a transaction only, so that a pooler in between does no harm.
 */
export async function requireOneDatabase(
  logins: Required<DatabaseLogins>,
  { owner, gateway }: BothSessions,
): Promise<void> {
  const lock = [randomBytes(8).readBigInt64BE().toString()]
  await owner.query('select pg_advisory_xact_lock($1)', lock)
  const { rows } = await gateway.query<{ is_free: boolean }>(
    'select pg_try_advisory_xact_lock($1) as is_free',
    lock,
  )
  if (rows[0]?.is_free === false) return
  throw new StartRefusal(
    `TOLLGATE_OWNER_DATABASE_URL (${serverName(logins.owner)}) and TOLLGATE_DATABASE_URL ` +
      `(${serverName(logins.gateway)}) lead to different databases: both must name the same one.`,
  )
}

/** The owner's is in a transaction. */
type BothSessions = { readonly owner: pg.Client; readonly gateway: pg.Client }
