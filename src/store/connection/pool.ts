// Pools of database sessions: those of the gateway's login and those of the owner, with their time limits.

import pg from 'pg'
import { systemClock } from '../../platform/clock.ts'
import { UseRefusal } from '../../platform/errors.ts'
import { type DatabaseLogin, poolLogin, requireNoOlder } from './login.ts'
import { keepColumns } from './preparedQuery.ts'

/** The role of gateways: it can neither delete nor rewrite what was recorded. */
export const appRole = 'tollgate_app'

/** The logins of the running gateway and, where it is known, of the owner of the tables. */
export type DatabaseLogins = { readonly gateway: DatabaseLogin; readonly owner?: DatabaseLogin }

/** The logins of the embedded database, which needs no password. */
export const loginsOf = (owner: DatabaseLogin): Required<DatabaseLogins> => {
  return { owner, gateway: { ...owner, user: appRole } }
}

/** The owner's login, for what the gateway's own login may not do. */
export function ownerOf({ owner }: DatabaseLogins): DatabaseLogin {
  if (owner !== undefined) return owner
  throw new UseRefusal("This needs the login of the database's owner: set TOLLGATE_OWNER_DATABASE_URL.")
}

const statementTimeoutMs = 5_000
export const connectTimeoutMs = 1_000
/** The timeout for connecting where several hosts are named, and the primary has to be found first. */
const findTimeoutMs = 3_000

/**
 * Session settings that are stored with the login role itself, so that no connection pooler in between can
 * lose them. Every statement of the gateway finds its rows by key, so sequential scans are switched off: a
 * plan that was made while a table was empty would stay in use when it is not.
 */
export const loginLimits = {
  lock_timeout: 2_000,
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: 10_000,
} as const
export const loginSettings: Readonly<Record<string, string>> = {
  search_path: 'public',
  enable_seqscan: 'off',
  jit: 'off',
  ...Object.fromEntries(Object.entries(loginLimits).map(([name, ms]) => [name, String(ms)])),
}

/** A pool of sessions under the gateway's own login. */
export function createPool(login: DatabaseLogin, { max, warn }: PoolLimits): pg.Pool {
  const pool = new pg.Pool({
    ...poolLogin(login),
    max,
    application_name: 'tollgate',
    keepAlive: true,
    connectionTimeoutMillis: login.hosts === undefined ? connectTimeoutMs : findTimeoutMs,
    idleTimeoutMillis: 60_000,
    // The server's own limit comes first; this one is for a server that no longer answers.
    query_timeout: statementTimeoutMs + 2_000,
    onConnect: client =>
      requireAnswer(client, login)
        .then(() => noteSpread(pool, client))
        .catch(error => {
          noteRefused(pool)
          warn?.(error.message)
          throw error
        }),
  })
  // The pool has already dropped that session; the next statement finds out whether the server is there.
  pool.on('error', error => warn?.(`A database session was lost: ${error.message}`))
  pool.on('connect', client => {
    refusedAtMs.delete(pool)
    client.on('error', () => undefined)
    client.on('notice', notice => {
      if (notice.code === genericWarning) warnedSessions.add(client)
    })
  })
  return pool
}

/** A pooler accepts connections that it has no session for, and lets them wait: so the server must answer. */
async function requireAnswer(client: pg.ClientBase, { timelines }: DatabaseLogin): Promise<void> {
  const unanswered = new Error('The database does not answer in a new session.')
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, connectTimeoutMs, unanswered)
  })
  const answered = keepColumns(client).then(() => timelines && requireNoOlder(client, timelines))
  await Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

/** Asked in the first session: a database is distributed before it is migrated, or never. */
async function noteSpread(pool: pg.Pool, client: pg.ClientBase): Promise<void> {
  if (!spread.has(pool)) spread.set(pool, await isDistributed(client))
}

/** Whether the database is distributed, or is to be. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select from pg_extension where extname = 'citus'")
  return rows.length > 0
}

/** Whether tables are spread over several servers, by the extension Citus; known once there was a session. */
export const isSpread = (pool: pg.Pool): boolean => spread.get(pool) === true

/** What one pool knows of its database is known of it for the others: they need no session for it. */
export function shareSpread(known: pg.Pool, others: readonly pg.Pool[]): void {
  for (const pool of others) spread.set(pool, isSpread(known))
}

const spread = new WeakMap<pg.Pool, boolean>()

/** Notes that a pool could not open another session. */
export const noteRefused = (pool: pg.Pool): void => void refusedAtMs.set(pool, systemClock.monotonicMs())

/** Whether a pool recently failed to open a session, and has opened none since; those it has may work. */
export const isStarved = (pool: pg.Pool): boolean =>
  systemClock.monotonicMs() - (refusedAtMs.get(pool) ?? Number.NEGATIVE_INFINITY) < starvedMs

const refusedAtMs = new WeakMap<pg.Pool, number>()
const starvedMs = 5_000

type PoolLimits = { readonly max: number; readonly warn?: ((message: string) => void) | undefined }

/**
 * Whether the session's last statement came back with a warning. The only one that our statements can cause
 * says that the commit stopped waiting for the standby: it is committed here, and perhaps nowhere else.
 */
export function takeWarning(client: pg.ClientBase): boolean {
  return warnedSessions.delete(client)
}

const genericWarning = '01000'
const warnedSessions = new WeakSet<pg.ClientBase>()

/** Sessions of the database's owner, for what the running gateway's own role may not do. */
export function createOwnerPool(login: DatabaseLogin, { name, max, warn }: OwnerPoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...poolLogin(withOptions(login, sessionOptions)),
    max,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 10_000,
  })
  pool.on('error', error => warn?.(`A database session of ${name} was lost: ${error.message}`))
  // Where a session is lost while it is used, its statement fails, and that is enough.
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

type OwnerPoolOptions = {
  readonly name: string
  readonly max: number
  readonly warn?: ((message: string) => void) | undefined
}

/** Sequential scans are switched off as for the gateway's login: see loginSettings. */
const sessionOptions = [
  'search_path=public',
  'lock_timeout=10s',
  'statement_timeout=60s',
  'idle_in_transaction_session_timeout=60s',
  'enable_seqscan=off',
  'work_mem=32MB',
  'jit=off',
]
  .map(option => `-c ${option}`)
  .join(' ')

/** A connection string may have options of its own, and the driver lets them replace those given here. */
function withOptions(login: DatabaseLogin, added: string): DatabaseLogin {
  const { connectionString } = login
  const given = /[?&]options=[^&]*/
  if (connectionString === undefined || !given.test(connectionString)) {
    return { ...login, options: [login.options, added].filter(Boolean).join(' ') }
  }
  const merged = connectionString.replace(given, theirs => `${theirs}%20${encodeURIComponent(added)}`)
  return { ...login, connectionString: merged }
}
