// Applying what is missing: at once to a new database, one by one to one that is in use.

import type pg from 'pg'
import type { GatewayEnvironment } from '../../platform/environment.ts'
import { noteHome } from './copies.ts'
import { distribute, prepareDistribution } from './distribution.ts'
import {
  applyMigration,
  applyPlugIns,
  type MigratedSchema,
  missingMigrations,
  type SchemaPlugIn,
} from './migrations.ts'
import { applyOnline, type MigratingSessions } from './online.ts'
import { ensureStamp } from './stamp.ts'

/** What the database has to become. Of the plug-ins it has those that belong to its stage. */
export type MigrationTarget = {
  readonly store: MigratedSchema
  readonly stage: GatewayEnvironment | undefined
  readonly plugIns: readonly SchemaPlugIn[]
  readonly place: string
  /** Whether it takes the place of the one it is a copy of. */
  readonly isRestored: boolean
}

/** The owner's session, how to get another one, and what has to hold before anything is changed. */
type OwnerAccess = {
  readonly client: pg.Client
  readonly withSession: <Result>(work: (session: pg.Client) => Promise<Result>) => Promise<Result>
  readonly check: () => Promise<void>
}

/** Gives the names of what was applied. Of several who do this at once, one does it. */
export async function applyEverything(
  { client, withSession, check }: OwnerAccess,
  target: MigrationTarget,
): Promise<readonly string[]> {
  const { applied, isWhole } = await inLock(client, async () => {
    await check()
    return applyAtOnce(client, target)
  })
  if (isWhole) return applied
  const later = await withSession(guard => inLock(guard, () => applyOneByOne({ client, guard }, target)))
  const others = await inLock(client, () => applyOthers(client, target, applied.length + later.length > 0))
  return [...applied, ...later, ...others]
}

/** Migrations before this one may look at every row while payments wait. */
export const firstOnline = 40

/**
 * A new database becomes what it has to be, or stays as it is. One that is in use is refused if it is for
 * another stage; else it gets what is older than the first migration that payments do not wait for.
 */
async function applyAtOnce(
  client: pg.Client,
  target: MigrationTarget,
): Promise<{ readonly applied: readonly string[]; readonly isWhole: boolean }> {
  await prepareDistribution(client)
  const missing = await missingMigrations(client, target.store)
  const isNew = missing.length === target.store.migrations().length
  const atOnce = missing.filter(({ number }) => isNew || number < firstOnline)
  for (const migration of atOnce) await applyMigration(client, migration)
  const isWhole = atOnce.length === missing.length
  const applied = atOnce.map(({ name }) => name)
  if (isWhole)
    return { applied: [...applied, ...(await applyOthers(client, target, applied.length > 0))], isWhole }
  if (target.stage !== undefined) await ensureStamp(client, target.stage, target.place)
  return { applied, isWhole }
}

async function applyOneByOne(
  sessions: MigratingSessions,
  { store }: MigrationTarget,
): Promise<readonly string[]> {
  const missing = await missingMigrations(sessions.client, store)
  for (const migration of missing) await applyOnline(sessions, migration)
  return missing.map(({ name }) => name)
}

/** The places of tables, the stamp, and plug-ins, of which only gateways without live payments have any. */
async function applyOthers(
  client: pg.Client,
  { stage, plugIns, place, isRestored }: MigrationTarget,
  isChanged: boolean,
): Promise<readonly string[]> {
  await distribute(client, isChanged)
  if (stage === undefined) return []
  await ensureStamp(client, stage, place)
  await noteHome(client, isRestored)
  return applyPlugIns(client, plugIns, { stage, place })
}

/** Lock and settings are those of a transaction, so that a pooler in between does no harm. */
async function inLock<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query(
    "begin; set local search_path = public; set local lock_timeout = '30s'; " +
      'set local idle_in_transaction_session_timeout = 0',
  )
  try {
    // As text alone: with parameters the session would keep its view of the data, and an index that is built
    // while rows are written waits until nobody has an older one.
    await client.query(`select pg_advisory_xact_lock(${lockNumber})`)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** "tollgate" on the keys of a telephone: any number will do as long as it never changes. */
const lockNumber = 86554283
