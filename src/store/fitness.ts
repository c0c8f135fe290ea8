import type pg from 'pg'
import { StartRefusal } from '../platform/startRefusal.ts'
import { type Login, serverName } from './client.ts'
import { appRole, loginLimits, loginSettings } from './connection.ts'
import { connect, type Statement, unavailable } from './statement.ts'

/**
 * Whether a gateway may run with this login and through whatever lies between it and the server. Not the
 * owner, whom nothing keeps from rewriting what was recorded; not without time limits, or one statement that
 * hangs would hold up all; and not where the next transaction does not know what was prepared in this one.
 */
export async function requireFit(pool: pg.Pool, connection: Login): Promise<void> {
  const clients = await Promise.all(Array.from({ length: sessions }, () => connect(pool))).catch(error => {
    throw unavailable(error)
  })
  try {
    for (const client of clients) requireLogin(await loginOf(client))
    await requirePrepared(clients, connection)
  } finally {
    // Whatever was found, these sessions may be in the middle of something.
    for (const client of clients) client.release(true)
  }
}

/** As many as make it certain that a pooler shares them out anew. */
const sessions = 3

type Found = {
  readonly name: string
  readonly is_more: boolean
  readonly is_app: boolean
  readonly settings: Readonly<Record<string, string>>
}

async function loginOf(client: pg.PoolClient): Promise<Found> {
  const { rows } = await client.query<Found>(loginQuery, [Object.keys(loginSettings)])
  const [login] = rows
  if (login === undefined) throw new Error('A session has a login')
  return login
}

const loginQuery = `
select current_user as name, pg_has_role('${appRole}', 'usage') as is_app,
  rolsuper or rolcreaterole
    or pg_has_role((select datdba from pg_database where datname = current_database()), 'member')
    or pg_has_role((select relowner from pg_class where oid = 'public.orders'::regclass), 'member')
    as is_more,
  (select json_object_agg(name, setting) from pg_settings where name = any($1)) as settings
from pg_roles where rolname = current_user`

function requireLogin({ name, is_more, is_app, settings }: Found): void {
  if (is_more) {
    throw new StartRefusal(
      `TOLLGATE_DATABASE_URL logs in as ${name}, who owns the database or may change its roles: the ` +
        `gateway runs with a login of its own, such as ${appRole}, and the owner's belongs into ` +
        'TOLLGATE_OWNER_DATABASE_URL. npx tollgate migrate sets it up.',
    )
  }
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

const remedy =
  (name: string) =>
  ([setting, value]: readonly [string, string]) =>
    `ALTER ROLE "${name}" SET ${setting} = '${value}';`

/** A time limit may be shorter than usual, but not none. */
function isMet(setting: string, found: string, wanted: string): boolean {
  if (!Object.hasOwn(loginLimits, setting)) return found === wanted
  return Number(found) > 0 && Number(found) <= Number(wanted)
}

const trial: Statement = { name: 'trial', text: 'select pg_backend_pid() as pid' }

/**
 * Each session prepares a statement, then uses it again while the others hold whatever they get: a pooler has
 * to hand it another place by then.
 */
async function requirePrepared(clients: readonly pg.PoolClient[], connection: Login): Promise<void> {
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
