import pg from 'pg'

/** The database role under which the gateway runs: it can neither delete nor rewrite what was recorded. */
export const appRole = 'tollgate_app'

const lockPatienceMs = 2_000
const statementPatienceMs = 5_000
const connectPatienceMs = 1_000

/**
 * A pool of sessions under the application's role. Every statement of the gateway finds its rows by key, so
 * plans that read whole tables are switched off: one made while a table was empty would outlive that.
 */
export function createPool(connection: pg.ClientConfig, { max, warn }: PoolLimits): pg.Pool {
  const pool = new pg.Pool({
    ...withOptions(connection, sessionOptions),
    max,
    application_name: 'tollgate',
    keepAlive: true,
    connectionTimeoutMillis: connectPatienceMs,
    idleTimeoutMillis: 60_000,
    // The server ends a statement first; this is for a server that cannot be heard any more.
    query_timeout: statementPatienceMs + 2_000,
  })
  // The pool has already dropped that session; whoever needs one next sees whether the server is there.
  pool.on('error', error => warn?.(`A database session was lost: ${error.message}`))
  pool.on('connect', client => {
    client.on('error', () => undefined)
    client.on('notice', notice => {
      if (notice.code === genericWarning) warnedSessions.add(client)
    })
  })
  return pool
}

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

/** Where the server is, for messages: never the password. */
export function serverName(connection: pg.ClientConfig): string {
  const { host, port, database } = new pg.Client(connection)
  return host.startsWith('/') ? `${host} (port ${port})` : `${host}:${port}${database ? `/${database}` : ''}`
}

/** An address may bring options of its own, and the driver lets those replace the ones given beside it. */
export function withOptions(connection: pg.ClientConfig, options: string): pg.ClientConfig {
  const { connectionString } = connection
  const given = /[?&]options=[^&]*/
  if (connectionString === undefined || !given.test(connectionString)) {
    return { ...connection, options: [connection.options, options].filter(Boolean).join(' ') }
  }
  const merged = connectionString.replace(given, theirs => `${theirs}%20${encodeURIComponent(options)}`)
  return { ...connection, connectionString: merged }
}

const sessionOptions = [
  `role=${appRole}`,
  'search_path=public',
  `lock_timeout=${lockPatienceMs}`,
  `statement_timeout=${statementPatienceMs}`,
  'idle_in_transaction_session_timeout=10000',
  'enable_seqscan=off',
  'jit=off',
]
  .map(option => `-c ${option}`)
  .join(' ')
