// Migrating the database at start, and checks that both logins lead to the right one.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { GatewayEnvironment } from '../../platform/environment.ts'
import { errorCode, errorMessage, StartRefusal, UseRefusal } from '../../platform/errors.ts'
import { createClient, type DatabaseLogin, serverName } from '../connection/login.ts'
import type { DatabaseLogins } from '../connection/pool.ts'
import { failureOf, unavailable } from '../connection/statement.ts'
import { applyEverything } from './applying.ts'
import { refuseCopy } from './copies.ts'
import { applyLoginSettings, withGatewayLogin } from './gatewayLogin.ts'
import { arePlugInsUpToDate, isUpToDate, type SchemaPlugIn, storeSchema } from './migrations.ts'
import { requireStamp } from './stamp.ts'

/**
 * Brings the database to this release's schema. Where its stage is given, it is stamped with that, and has
 * those plug-ins' schemas that belong to it. Several nodes may start at once, and one of them does it.
 */
export async function migrate(
  { owner, gateway }: Required<DatabaseLogins>,
  stage?: GatewayEnvironment,
  plugIns: readonly SchemaPlugIn[] = [],
  { isRestored = false }: MigrationWishes = {},
): Promise<AppliedMigrations> {
  const done = await withClient(owner, async client => {
    await checkServer(client)
    try {
      const isMet = await isGatewayLoginUsable({ owner, gateway }, client)
      return await withGatewayLogin(client, gateway, async () => {
        const check = async () => {
          if (!isMet) await checkGatewayLogin({ owner, gateway }, client)
        }
        const target = { store: storeSchema, stage, plugIns, place: serverName(owner), isRestored }
        const applied = await applyEverything(
          { client, withSession: work => withClient(owner, work), check },
          target,
        )
        return { applied, newest: storeSchema.migrations().length }
      })
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      throw new StartRefusal(`The database at ${serverName(owner)} cannot be migrated: ${error.message}`)
    }
  })
  await withClient(gateway, applyLoginSettings)
  return done
}

/** `isRestored`: it takes the place of the database that it is a copy of. */
export type MigrationWishes = { readonly isRestored?: boolean }

type AppliedMigrations = { readonly applied: readonly string[]; readonly newest: number }

/** Requires that both logins lead to one database, for callers that migrate nothing. */
export async function requireSameDatabase(logins: Required<DatabaseLogins>): Promise<void> {
  await withClient(logins.owner, async client => {
    await client.query('begin')
    await checkGatewayLogin(logins, client)
    await client.query('rollback')
  })
}

/** Whether the gateway's login works already. If so, it is verified before anything is changed. */
async function isGatewayLoginUsable(logins: Required<DatabaseLogins>, owner: pg.Client): Promise<boolean> {
  await owner.query('begin')
  try {
    await checkGatewayLogin(logins, owner)
    return true
  } catch (error) {
    if (error instanceof StartRefusal && isLoginRefused(error.cause)) return false
    throw error
  } finally {
    await owner.query('rollback').catch(() => undefined)
  }
}

/** With several hosts, each has an error of its own. */
function isLoginRefused(reason: unknown): boolean {
  if (reason instanceof AggregateError) return reason.errors.some(isLoginRefused)
  return reason instanceof pg.DatabaseError && loginRefusalCodes.includes(reason.code ?? '')
}
/** Invalid authorization, wrong password, no right to connect; and what some poolers answer instead. */
const loginRefusalCodes = ['28000', '28P01', '42501', '08P01']

const checkGatewayLogin = (logins: Required<DatabaseLogins>, owner: pg.Client) =>
  withClient(logins.gateway, async gateway => {
    await checkServer(gateway)
    await requireOneDatabase(logins, { owner, gateway })
  })

/**
 * Requires that both logins lead to one database; else the owner's would be checked and migrated while
 * payments go into the gateway's. One session takes an advisory lock, and the other must find it taken. The
 * lock is in the server's memory, so a copy of the database does not pass; and it is held for a transaction
 * only, so that a pooler in between does no harm.
 */
async function requireOneDatabase(
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

/** The owner's session is in a transaction. */
type BothSessions = { readonly owner: pg.Client; readonly gateway: pg.Client }

/** For callers that only use the database: its schema is changed with the owner's login. */
export async function requireMigrated(
  gateway: DatabaseLogin,
  stage?: GatewayEnvironment,
  plugIns: readonly SchemaPlugIn[] = [],
): Promise<void> {
  const place = serverName(gateway)
  await withClient(gateway, async client => {
    await checkServer(client)
    if (!(await isUpToDate(client, storeSchema))) throw notMigrated(place)
    if (stage === undefined) return
    await requireStamp(client, stage, place)
    if (!(await arePlugInsUpToDate(client, plugIns, { stage, place }))) throw notMigrated(place)
  })
}

/** Nodes act by themselves: on a copy of live payments that would be on those of the original. */
export const requireOriginal = (gateway: DatabaseLogin): Promise<void> =>
  withClient(gateway, client => refuseCopy(client, serverName(gateway)))

const notMigrated = (place: string): StartRefusal =>
  new StartRefusal(
    `The database at ${place} is not that of this release yet: npx tollgate migrate ` +
      "brings it up to date, with the owner's login in TOLLGATE_OWNER_DATABASE_URL.",
  )

/** Connects, or refuses with a one-line message that says why it could not; so where it is lost midway. */
export async function withClient<Result>(
  connection: DatabaseLogin,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = clientOf(connection)
  let isLost = false
  client.on('error', () => {
    isLost = true
  })
  try {
    await client.connect()
  } catch (error) {
    const refusal = `The database at ${serverName(connection)} cannot be used: ${reasonOf(error)}`
    throw new StartRefusal(refusal, { cause: error })
  }
  try {
    return await work(client)
  } catch (error) {
    const isEnded = error instanceof pg.DatabaseError && failureOf(error) === 'unsure'
    throw isEnded || (isLost && !(error instanceof StartRefusal)) ? unavailable(error) : error
  } finally {
    await client.end().catch(() => undefined)
  }
}

function clientOf(connection: DatabaseLogin): pg.Client {
  try {
    const limits = { connectionTimeoutMillis: 5_000, application_name: 'tollgate-migrate' }
    return createClient({ ...limits, ...connection })
  } catch (error) {
    // The error message would quote the address, and with it the password.
    const isFile = error instanceof Error && 'syscall' in error
    throw new UseRefusal(
      isFile
        ? `A file that the address of the database names cannot be read (${errorCode(error)}).`
        : 'The address of the database cannot be read.',
    )
  }
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<ServerRow>(`
    select current_setting('server_version_num')::int4 as version, current_setting('server_version') as name,
      current_setting('server_encoding') as encoding, pg_is_in_recovery() as is_standby`)
  const [server] = rows
  if (server === undefined) return
  if (server.version < 150_000)
    throw new StartRefusal(`PostgreSQL 15 or newer is needed, this one is ${server.name}.`)
  if (server.encoding !== 'UTF8')
    throw new StartRefusal(`The database must be UTF8, this one is ${server.encoding}.`)
  if (server.is_standby) throw new StartRefusal('The database is a standby: give the address of the primary.')
}

type ServerRow = {
  readonly version: number
  readonly name: string
  readonly encoding: string
  readonly is_standby: boolean
}

/** A refused connection to a name with several addresses is an AggregateError without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return errorMessage(error)
}
