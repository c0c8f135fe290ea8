import pg from 'pg'
import { systemClock } from '../../platform/clock.ts'
import { UseRefusal } from '../../platform/errors.ts'
import { type DatabaseLogin, poolLogin } from './login.ts'

/** Who may use the tables as a gateway does: it can neither delete nor rewrite what was recorded. */
export const appRole = 'tollgate_app'

/** How the database is reached: by the running gateway, and by the owner of the tables, where it is known. */
export type DatabaseLogins = { readonly gateway: DatabaseLogin; readonly owner?: DatabaseLogin }

/** In the embedded database nobody needs a password. */
export const loginsOf = (owner: DatabaseLogin): Required<DatabaseLogins> => {
  return { owner, gateway: { ...owner, user: appRole } }
}

/** For what the running gateway's own login may not do. */
export function ownerOf({ owner }: DatabaseLogins): DatabaseLogin {
  if (owner !== undefined) return owner
  throw new UseRefusal("This needs the login of the database's owner: set TOLLGATE_OWNER_DATABASE_URL.")
}

const statementPatienceMs = 5_000
const connectPatienceMs = 1_000
/** Where the primary has to be found first. */
const findPatienceMs = 3_000

/**
 * They live in the login itself, so that no pooler in between can lose them. Every statement of the gateway
 * finds its rows by key, so plans that read whole tables are switched off: one made while a table was empty
 * would outlive that.
 */
export const loginLimits = {
  lock_timeout: 2_000,
  statement_timeout: statementPatienceMs,
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
    connectionTimeoutMillis: login.hosts === undefined ? connectPatienceMs : findPatienceMs,
    idleTimeoutMillis: 60_000,
    // The server ends a statement first; this is for a server that cannot be heard any more.
    query_timeout: statementPatienceMs + 2_000,
    onConnect: client =>
      requireHeard(client).catch(error => {
        noteRefused(pool)
        warn?.(error.message)
        throw error
      }),
  })
  // The pool has already dropped that session; whoever needs one next sees whether the server is there.
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

/** A pooler lets everybody in, and whoever it has no session for waits: it is none until it has answered. */
async function requireHeard(client: pg.ClientBase): Promise<void> {
  const unheard = new Error('The database does not answer in a new session.')
  let patience: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    patience = setTimeout(reject, connectPatienceMs, unheard)
  })
  await Promise.race([client.query('select'), late]).finally(() => clearTimeout(patience))
}

/** Notes that a pool could not have one session more. */
export const noteRefused = (pool: pg.Pool): void => void refusedAtMs.set(pool, systemClock.monotonicMs())

/** Whether it lately could not, and has had none since; what it has may be well. */
export const isStarved = (pool: pg.Pool): boolean =>
  systemClock.monotonicMs() - (refusedAtMs.get(pool) ?? Number.NEGATIVE_INFINITY) < starvedMs

const refusedAtMs = new WeakMap<pg.Pool, number>()
const starvedMs = 5_000

export type PoolLimits = { readonly max: number; readonly warn?: ((message: string) => void) | undefined }

/**
 * Whether the session's last statement came back with a warning. The only one our statements can cause is
 * that the commit stopped waiting for the standby: committed here, perhaps nowhere else.
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
  // Of a session that is lost while it is used, whoever uses it hears by its statement.
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

export type OwnerPoolOptions = {
  readonly name: string
  readonly max: number
  readonly warn?: ((message: string) => void) | undefined
}

/** As everywhere, plans that read a table for each row of another are switched off: see connection.ts. */
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

/** An address may bring options of its own, and the driver lets those replace the ones given beside it. */
function withOptions(login: DatabaseLogin, added: string): DatabaseLogin {
  const { connectionString } = login
  const given = /[?&]options=[^&]*/
  if (connectionString === undefined || !given.test(connectionString)) {
    return { ...login, options: [login.options, added].filter(Boolean).join(' ') }
  }
  const merged = connectionString.replace(given, theirs => `${theirs}%20${encodeURIComponent(added)}`)
  return { ...login, connectionString: merged }
}
