import type pg from 'pg'
import { StartRefusal } from '../../platform/errors.ts'
import { type DatabaseLogin, serverName } from '../connection/login.ts'
import { appRole, loginLimits, loginSettings } from '../connection/pool.ts'
import { connect, type SqlStatement, unavailable } from '../connection/statement.ts'

/**
 * Whether a gateway may run with this login and through whatever lies between it and the server. Not the
 * owner, whom nothing keeps from rewriting what was recorded; not without time limits, or one statement that
 * hangs would hold up all; and not where the next transaction does not know what was prepared in this one.
 */
export async function requireFitLogin(pool: pg.Pool, connection: DatabaseLogin): Promise<void> {
  const clients = await Promise.all(Array.from({ length: sessionsTried }, () => connect(pool))).catch(
    error => {
      throw unavailable(error)
    },
  )
  try {
    for (const client of clients) requireLogin(await loginOf(client))
    await requirePrepared(clients, connection)
  } finally {
    // Whatever was found, these sessions may be in the middle of something.
    for (const client of clients) client.release(true)
  }
}

/** As many as make it certain that a pooler shares them out anew. */
const sessionsTried = 3

type OwnLogin = {
  readonly name: string
  /** Whose rights it has by now, which `set role` changes and `reset role` changes back. */
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

/** What is written once; of some, a gateway changes single columns. */
const recordedTables = [
  ...['orders', 'transactions', 'outcomes', 'exchanges', 'obligations'],
  ...['notifications', 'deliveries', 'audit', 'generations', 'stamp', 'clock'],
]

/** Of the session's login and of every role that it can become: what it acts as now it can change at will. */
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
  requireModest(login)
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

/** Nothing in the session's reach may undo what was recorded. */
function requireModest({ name, acting, is_more, rewritable }: OwnLogin): void {
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

const trial: SqlStatement = { name: 'trial', text: 'select pg_backend_pid() as pid' }

/**
 * Each session prepares a statement, then uses it again while the others hold whatever they get: a pooler has
 * to hand it another place by then.
 */
async function requirePrepared(clients: readonly pg.PoolClient[], connection: DatabaseLogin): Promise<void> {
  try {
    for (const client of clients) await client.query(trial)
    for (const client of clients) {
      const others = clients.filter(other => other !== client)
      for (const other of others) await other.query('begin')
      await client.query(trial)
      for (const other of others) await other.query('rollback')
    }
  } catch (error) {
    throw new StartRefusal(
      'Prepared statements do not survive between the gateway and the database at ' +
        `${serverName(connection)}: ${error instanceof Error ? error.message : 'no reason was given'}. ` +
        'A pooler in transaction mode must keep them (PgBouncer: 1.21 or newer, with ' +
        'max_prepared_statements of 200) and have three sessions free.',
    )
  }
}
