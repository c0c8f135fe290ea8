// The migration files, and which of them were applied; also those of plug-ins.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import type { GatewayEnvironment } from '../../platform/environment.ts'
import { StartRefusal } from '../../platform/errors.ts'
import { resourcePath } from '../../platform/files.ts'

/**
 * Numbered migrations of one schema, and the record in that schema of which were applied. The store's own are
 * those of the schema public; a plug-in has a schema of its own.
 */
export type MigratedSchema = { readonly schema: string; readonly migrations: () => readonly Migration[] }

/** What a plug-in keeps in the database, in a schema that exists only where the plug-in is used. */
export type SchemaPlugIn = MigratedSchema & {
  /** What a database may be for to have it. */
  readonly stages: readonly GatewayEnvironment[]
}

export type Migration = {
  readonly number: number
  readonly name: string
  readonly text: string
  readonly checksum: string
}

export const storeSchema: MigratedSchema = {
  schema: 'public',
  migrations: readOnce('store', 'migrations'),
}

/** A start asks for them several times. */
export function readOnce(...folder: readonly string[]): () => readonly Migration[] {
  let known: readonly Migration[] | undefined
  return () => {
    known ??= readMigrations(...folder)
    return known
  }
}

/** The migrations in a folder under src/, which have numbers without a gap. */
function readMigrations(...folder: readonly string[]): readonly Migration[] {
  const path = resourcePath(...folder)
  const files = readdirSync(path).filter(file => file.endsWith('.sql'))
  return files.sort().map((file, index) => {
    const [, number, name] = /^(\d{4})-([a-z-]+)\.sql$/.exec(file) ?? []
    if (name === undefined || Number(number) !== index + 1) throw new Error(`Migration out of line: ${file}`)
    // A checkout may have rewritten the line ends; that is no change.
    const text = readFileSync(`${path}/${file}`, 'utf8').replaceAll('\r\n', '\n')
    return { number: index + 1, name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

/** Within the transaction that migrates, by the database's owner; gives the names of what was applied. */
export async function applyMissing(client: pg.Client, migrated: MigratedSchema): Promise<readonly string[]> {
  const missing = await missingMigrations(client, migrated)
  for (const migration of missing) await applyMigration(client, migration, migrated.schema)
  return missing.map(({ name }) => name)
}

/** Within a transaction, so that what a database in use gets in steps is done at once. */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  schema?: string,
): Promise<void> {
  await client.query(
    stepsOf(migration) ? migration.text.replaceAll(/\bconcurrently\b/gi, '') : migration.text,
  )
  await recordApplied(client, migration, schema)
}

/**
 * The steps of a migration of which none may run in a transaction, such as an index that is built while rows
 * are written; undefined for all others. Its first line says so, and a line divides two steps. They are run
 * again when one of them failed.
 */
export function stepsOf({ text }: Pick<Migration, 'text'>): readonly string[] | undefined {
  return text.startsWith('-- steps\n') ? text.split(/^-- then$/m) : undefined
}

/** What of the schema is not in the database yet. Makes the place for it where there is none. */
export async function missingMigrations(
  client: pg.Client,
  { schema, migrations }: MigratedSchema,
): Promise<readonly Migration[]> {
  // Not IF NOT EXISTS: that needs the right to make schemas even where there is nothing to make.
  if (!(await hasSchema(client, schema))) await client.query(`create schema ${schema}`)
  await client.query(recordTable(schema))
  const { rows } = await client.query<AppliedRow>(appliedQuery(schema))
  const known = migrations()
  checkApplied(rows, known)
  return known.slice(rows.length)
}

export async function recordApplied(
  client: pg.Client,
  { number, name, checksum }: Migration,
  schema = 'public',
): Promise<void> {
  await client.query(`insert into ${schema}.schema_migrations (number, name, checksum) values ($1, $2, $3)`, [
    number,
    name,
    checksum,
  ])
}

/** Whether all of them were applied, for whoever may only read. */
export async function isUpToDate(
  client: pg.Client,
  { schema, migrations }: MigratedSchema,
): Promise<boolean> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    `select to_regclass('${schema}.schema_migrations')::text as found`,
  )
  const { rows } = tables[0]?.found ? await client.query<AppliedRow>(appliedQuery(schema)) : { rows: [] }
  const known = migrations()
  checkApplied(rows, known)
  return rows.length === known.length
}

export function checkApplied(applied: readonly AppliedRow[], known: readonly Migration[]): void {
  const newest = applied.at(-1)?.number ?? 0
  if (newest > known.length) {
    throw new StartRefusal(
      `The database was migrated by a newer Tollgate (${newest} > ${known.length}): start that release.`,
    )
  }
  applied.forEach(({ number, checksum }, index) => {
    const migration = known[index]
    if (migration?.number === number && migration.checksum === checksum) return
    throw new StartRefusal(
      `Migration ${number} was applied to the database in another form than this release has: ` +
        'a migration that was released must never be changed.',
    )
  })
}

type AppliedRow = { readonly number: number; readonly checksum: string }

const recordTable = (schema: string) => `
create table if not exists ${schema}.schema_migrations (
  number int4 primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp()
)`

const appliedQuery = (schema: string) =>
  `select number, checksum from ${schema}.schema_migrations order by number`

/** The schemas of plug-ins that a database for these payments has; gives the names of what was applied. */
export async function applyPlugIns(
  client: pg.Client,
  plugIns: readonly SchemaPlugIn[],
  { stage, place }: StampedDatabase,
): Promise<readonly string[]> {
  await refuseOthers(client, plugIns, { stage, place })
  const applied: string[] = []
  for (const plugIn of usedAt(stage, plugIns)) {
    const names = await applyMissing(client, plugIn)
    applied.push(...names.map(name => `${plugIn.schema}/${name}`))
  }
  return applied
}

/** Whether all plug-ins of a database for these payments are up to date, for whoever may only read. */
export async function arePlugInsUpToDate(
  client: pg.Client,
  plugIns: readonly SchemaPlugIn[],
  { stage, place }: StampedDatabase,
): Promise<boolean> {
  await refuseOthers(client, plugIns, { stage, place })
  for (const plugIn of usedAt(stage, plugIns)) if (!(await isUpToDate(client, plugIn))) return false
  return true
}

/** A database that was stamped with what it is for, and where it is, for messages. */
type StampedDatabase = { readonly stage: GatewayEnvironment; readonly place: string }

const usedAt = (stage: GatewayEnvironment, plugIns: readonly SchemaPlugIn[]) =>
  plugIns.filter(({ stages }) => stages.includes(stage))

/** Refuses plug-in schemas of another stage: simulated payments must not be stored beside live ones. */
async function refuseOthers(
  client: pg.Client,
  plugIns: readonly SchemaPlugIn[],
  { stage, place }: StampedDatabase,
): Promise<void> {
  for (const { schema, stages } of plugIns) {
    if (stages.includes(stage) || !(await hasSchema(client, schema))) continue
    throw new StartRefusal(
      `The database at ${place} has the schema ${schema}, which one for ${stage} payments must not have: ` +
        'find out who made it, and drop it.',
    )
  }
}

async function hasSchema(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query('select from pg_namespace where nspname = $1', [schema])
  return rows.length > 0
}
