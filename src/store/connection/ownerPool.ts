import pg from 'pg'
import { type DatabaseLogin, poolLogin } from './login.ts'

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
