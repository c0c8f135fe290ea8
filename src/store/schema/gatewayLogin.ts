// The gateway's login: how the owner makes it, and what it must and must not be able to do.

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { systemClock } from '../../platform/clock.ts'
import { errorMessage, StartRefusal, StoreUnavailable } from '../../platform/errors.ts'
import { isPassing } from '../connection/awaitServer.ts'
import { type DatabaseLogin, serverName } from '../connection/login.ts'
import { appRole, loginLimits, loginSettings } from '../connection/pool.ts'
import { connect, type SqlStatement, told, unavailable } from '../connection/statement.ts'

/**
 * Ensures, as the owner, that the application's role and the gateway's login exist and that the login has the
 * role and its settings. Where the owner may not create them, the refusal says what an administrator has to
 * do. A login must be committed before it can be tried: if the work fails then, what was done here is undone.
 */
export async function withGatewayLogin<Result>(
  session: pg.Client,
  gateway: pg.ClientConfig,
  work: () => Promise<Result>,
): Promise<Result> {
  const owner: OwnerSession = { session, undoing: [] }
  try {
    await ensureLogin(owner, gateway)
    return await work()
  } catch (error) {
    // A lock timeout means that a concurrent start is doing the same, perhaps with this very login.
    if (errorCodeOf(error) !== lockNotAvailable) await undo(owner)
    throw error
  }
}

/** The owner's session, and what undoes what was done in it so far. */
type OwnerSession = { readonly session: pg.Client; readonly undoing: string[] }

/** The server refuses to undo what others depend on by now. */
async function undo({ session, undoing }: OwnerSession): Promise<void> {
  await session.query('rollback').catch(() => undefined)
  for (const text of undoing.reverse()) await session.query(text).catch(() => undefined)
}

/** Roles belong to the whole server, so starts on several of its databases may run into each other here. */
async function ensureLogin(owner: OwnerSession, gateway: pg.ClientConfig): Promise<void> {
  const { user = appRole, password } = new pg.Client(gateway)
  for (let tries = 1; ; tries += 1) {
    try {
      await ensureRole(owner, appRole)
      await ensureRole(owner, user)
      const { rows } = await owner.session.query<LoginRow>(gatewayLoginQuery, [user])
      await ensureUsable(owner, { user, password: password ?? undefined, login: rows[0] })
      return
    } catch (error) {
      if (errorCodeOf(error) === insufficientPrivilege) throw administratorNeeded(owner.session, user)
      // "tuple concurrently updated", or created a moment ago: by a concurrent start.
      if (!passingCodes.includes(errorCodeOf(error) ?? '') || tries === triesMax) throw error
    }
  }
}

/** Applies the settings as the login itself, which may always do so, for owners who may not. */
export async function applyLoginSettings(gateway: pg.Client): Promise<void> {
  const { rows } = await gateway.query<LoginRow>(gatewayLoginQuery, [gateway.user ?? appRole])
  const [login] = rows
  const settings = login === undefined || isPrivileged(login) ? '' : settingsText(gateway, login)
  if (settings !== '') await gateway.query(settings)
}

type LoginRow = {
  readonly rolname: string
  readonly rolcanlogin: boolean
  readonly rolsuper: boolean
  readonly rolconfig: readonly string[] | null
  readonly is_app: boolean
  readonly is_owner: boolean
}

const gatewayLoginQuery = `
select r.rolname, r.rolcanlogin, r.rolsuper, r.rolconfig,
  pg_has_role(r.oid, '${appRole}', 'usage') as is_app,
  pg_has_role(r.oid, (select datdba from pg_database where datname = current_database()), 'member')
    as is_owner
from pg_roles r where r.rolname = $1`

type WantedLogin = {
  readonly user: string
  readonly password: string | undefined
  readonly login: LoginRow | undefined
}

async function ensureRole({ session, undoing }: OwnerSession, role: string): Promise<void> {
  const { rows } = await session.query('select from pg_roles where rolname = $1', [role])
  if (rows.length > 0) return
  const name = session.escapeIdentifier(role)
  await session.query(`create role ${name} nologin`)
  undoing.push(`drop role ${name}`)
}

/** A login with more rights than a gateway needs is left unchanged: it is refused when it is used. */
async function ensureUsable(
  { session, undoing }: OwnerSession,
  { user, password, login }: WantedLogin,
): Promise<void> {
  if (login === undefined || isPrivileged(login)) return
  const name = session.escapeIdentifier(user)
  if (!login.is_app) {
    await session.query(`grant ${appRole} to ${name}`)
    undoing.push(`revoke ${appRole} from ${name}`)
  }
  if (!login.rolcanlogin) {
    // The verifier that the server would store: the password itself appears in no statement and no log.
    const secret = password === undefined ? '' : ` password ${session.escapeLiteral(scramVerifier(password))}`
    await session.query(`alter role ${name} login${secret}`)
    undoing.push(`alter role ${name} nologin${secret && ' password null'}`)
  }
  const settings = settingsText(session, login)
  if (settings === '') return
  try {
    await session.query(settings)
    undoing.push(settingsBefore(session, login))
  } catch (error) {
    // The login can still apply them itself; if it does not, the gateway is refused.
    if (errorCodeOf(error) !== insufficientPrivilege) throw error
  }
}

const isPrivileged = ({ rolsuper, is_owner }: LoginRow): boolean => rolsuper || is_owner

function settingsText(client: pg.Client, { rolname, rolconfig }: LoginRow): string {
  return Object.entries(loginSettings)
    .filter(([setting, value]) => !rolconfig?.includes(`${setting}=${value}`))
    .map(([setting, value]) => `alter role ${client.escapeIdentifier(rolname)} set ${setting} = '${value}'`)
    .join('; ')
}

/** Restores the values that the role had, read as setting values and not as SQL text. */
function settingsBefore(client: pg.Client, { rolname, rolconfig }: LoginRow): string {
  const name = client.escapeIdentifier(rolname)
  return Object.keys(loginSettings)
    .map(setting => {
      const before = rolconfig?.find(each => each.startsWith(`${setting}=`))?.slice(setting.length + 1)
      if (before === undefined) return `alter role ${name} reset ${setting}`
      const value = client.escapeLiteral(before)
      return `select set_config('${setting}', ${value}, true); alter role ${name} set ${setting} from current`
    })
    .join('; ')
}

function administratorNeeded(owner: pg.Client, user: string): StartRefusal {
  const name = user === appRole ? appRole : owner.escapeIdentifier(user)
  const role = user === appRole ? '' : `CREATE ROLE ${appRole}; `
  const grant = user === appRole ? '' : ` GRANT ${appRole} TO ${name};`
  return new StartRefusal(
    `The database user ${owner.user} may not set up the gateway's login ${user}. An administrator can: ` +
      `${role}CREATE ROLE ${name} LOGIN PASSWORD '…';${grant}`,
  )
}

const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

const triesMax = 5
const insufficientPrivilege = '42501'
const lockNotAvailable = '55P03'
/** Internal error, unique violation, duplicate object. */
const passingCodes = ['XX000', '23505', '42710']

const iterations = 4_096

/** The form in which PostgreSQL stores a password (SCRAM-SHA-256), so that it never sees the password. */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const server = keyed('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${server}`
}

/**
 * Requires that a gateway may run with this login, whatever is between it and the server: not as
 * the owner, who could rewrite what was recorded; not without time limits, or one statement that hangs would
 * block everything; and not through a pooler that loses prepared statements between transactions.
 */
export async function requireFitLogin(pool: pg.Pool, connection: DatabaseLogin): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: sessionsTried }, () => connectAtLast(pool)))
  const clients = opened.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
  try {
    for (const each of opened) if (each.status === 'rejected') throw unavailable(each.reason)
    for (const login of await Promise.all(clients.map(loginOf))) requireLogin(login)
    await requirePrepared(clients, connection)
  } catch (error) {
    throw error instanceof StartRefusal || error instanceof StoreUnavailable ? error : told(error)
  } finally {
    // Whatever the result, these sessions may be in the middle of a transaction. Until all of them are given
    // back, the pool does not end.
    for (const client of clients) client.release(true)
  }
}

/** Enough that a pooler must redistribute them. */
const sessionsTried = 3

/**
 * No payment waits for a start, so it is more patient than a payment: a server that many nodes come to at
 * once, or that is full until another node has stopped, has a session a moment later.
 */
async function connectAtLast(pool: pg.Pool): Promise<pg.PoolClient> {
  const untilMs = systemClock.monotonicMs() + startPatienceMs
  for (;;)
    try {
      return await connect(pool)
    } catch (error) {
      const { cause } = error as Error
      if (!isPassing(cause) || systemClock.monotonicMs() > untilMs) throw error
      await systemClock.sleep(pauseMs)
    }
}

const startPatienceMs = 10_000
const pauseMs = 250

type OwnLogin = {
  readonly name: string
  /** The role whose rights it has now: `set role` and `reset role` change it. */
  readonly acting: string
  readonly is_more: boolean
  readonly is_app: boolean
  readonly rewritable: string | null
  readonly settings: Readonly<Record<string, string>>
}

async function loginOf(client: pg.PoolClient): Promise<OwnLogin> {
  const { rows } = await client.query<OwnLogin>(ownLoginQuery, [Object.keys(loginSettings), recordedTables])
  const [login] = rows
  if (login === undefined) throw new Error('A session has a login')
  return login
}

/** Tables whose rows are written once; in some of them a gateway may update single columns. */
const recordedTables = [
  ...['orders', 'transactions', 'outcomes', 'exchanges', 'obligations'],
  ...['notifications', 'deliveries', 'audit', 'generations', 'stamp', 'clock'],
]

/** Looks at the session's login and at every role that it can set, because it may do that at any time. */
const ownLoginQuery = `
with owners as (
  select datdba as oid from pg_database where datname = current_database()
  union select relowner from pg_class where oid = 'public.orders'::regclass
), mine as (
  select oid, rolsuper or rolcreaterole or rolname in ('pg_execute_server_program', 'pg_write_server_files')
    or oid in (select oid from owners) as is_more
  from pg_roles where pg_has_role(session_user, oid, 'member')
)
select session_user as name, current_user as acting, (select bool_or(is_more) from mine) as is_more,
  pg_has_role(session_user, '${appRole}', 'usage') as is_app,
  (select string_agg(t, ', ') from unnest($2::text[]) t, lateral (select ('public.' || t)::regclass as oid) c
   where exists (select from mine where has_table_privilege(mine.oid, c.oid, 'UPDATE, DELETE, TRUNCATE'))
     or exists (select from mine, pg_attribute a where attrelid = c.oid and attnum > 0 and not attisdropped
       and has_column_privilege(mine.oid, c.oid, attnum, 'UPDATE')
       and not has_column_privilege('${appRole}', c.oid, attnum, 'UPDATE'))) as rewritable,
  (select json_object_agg(name, setting) from pg_settings where name = any($1)) as settings`

function requireLogin(login: OwnLogin): void {
  requireFewRights(login)
  const { name, is_app, settings } = login
  if (!is_app)
    throw new StartRefusal(
      `The database login ${name} is not in the role ${appRole}. The owner can: ` +
        `GRANT ${appRole} TO "${name}";`,
    )
  const lacking = Object.entries(loginSettings).filter(([setting, value]) => {
    return !isMet(setting, settings[setting] ?? '', value)
  })
  if (lacking.length === 0) return
  const [remedies, names] = [
    lacking.map(remedy(name)).join(' '),
    lacking.map(([setting]) => setting).join(', '),
  ]
  throw new StartRefusal(
    `The sessions of the database login ${name} lack what the gateway relies on (${names}). ` +
      `npx tollgate migrate puts that right, or an administrator: ${remedies} ` +
      'A pooler in between has to be restarted then.',
  )
}

/** No role that the session can assume may rewrite what was recorded. */
function requireFewRights({ name, acting, is_more, rewritable }: OwnLogin): void {
  if (is_more) {
    throw new StartRefusal(
      `TOLLGATE_DATABASE_URL logs in as ${name}, who owns the database or may change its roles: the ` +
        `gateway runs with a login of its own, such as ${appRole}, and the owner's belongs into ` +
        'TOLLGATE_OWNER_DATABASE_URL. npx tollgate migrate sets it up.',
    )
  }
  if (rewritable !== null)
    throw new StartRefusal(
      `The database login ${name}, or a role that it is in, may rewrite or delete what was recorded ` +
        `(${rewritable}): the gateway needs a login that has ${appRole} and no more.`,
    )
  if (acting !== name)
    throw new StartRefusal(
      `The sessions of the database login ${name} act as ${acting}: the gateway logs in as who it is. ` +
        `Take the role out of the address's options, or: ALTER ROLE "${name}" RESET role;`,
    )
}

const remedy =
  (name: string) =>
  ([setting, value]: readonly [string, string]) =>
    `ALTER ROLE "${name}" SET ${setting} = '${value}';`

/** A time limit may be shorter than usual, but not none. */
function isMet(setting: string, found: string, wanted: string): boolean {
  if (!Object.hasOwn(loginLimits, setting)) return found === wanted
  return Number(found) > 0 && Number(found) <= Number(wanted)
}

/** Codes with which a server, not a pooler, ends a session. */
const shuttingDown = '57P'

/** The driver's words: a pooler that has too few sessions lets a transaction wait, and loses nothing. */
const unanswered = 'Query read timeout'

/** Whether the session was lost, so that nothing is known of a pooler. */
function isLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code?.startsWith(shuttingDown) === true
  return errorMessage(error) !== unanswered
}

const probe: SqlStatement = { name: 'trial', text: 'select pg_backend_pid() as pid' }

/**
 * Each session prepares a statement, then uses it again while the others are in transactions and so hold
 * server sessions: a pooler then has to use another server session for it.
 */
async function requirePrepared(clients: readonly pg.PoolClient[], connection: DatabaseLogin): Promise<void> {
  try {
    for (const client of clients) await client.query(probe)
    for (const client of clients) {
      const others = clients.filter(other => other !== client)
      for (const other of others) await other.query('begin')
      await client.query(probe)
      for (const other of others) await other.query('rollback')
    }
  } catch (error) {
    if (isLost(error)) throw error
    throw new StartRefusal(
      'Prepared statements do not survive between the gateway and the database at ' +
        `${serverName(connection)}: ${errorMessage(error)}. ` +
        'A pooler in transaction mode must keep them (PgBouncer: 1.21 or newer, with ' +
        'max_prepared_statements of 200) and have three sessions free.',
    )
  }
}
