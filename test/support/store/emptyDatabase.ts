import { randomBytes } from 'node:crypto'
import { withClient } from '../../../src/store/schema/migrate.ts'
import type { Migration } from '../../../src/store/schema/migrations.ts'
import { withDatabase } from '../../database/address.ts'
import type { TestDatabase } from '../../database/database.ts'

export type OwnedLogins = TestDatabase['logins']

/** An empty database on the same server, for the time of the work. */
export async function withEmptyDatabase(
  beside: TestDatabase,
  work: (logins: OwnedLogins) => Promise<unknown>,
): Promise<void> {
  const name = `tollgate_empty_${randomBytes(6).toString('hex')}`
  await withClient(beside.config, client => client.query(`create database ${name}`))
  const { config, gateway } = withDatabase(beside, name)
  try {
    await work({ owner: config, gateway: gateway.config })
  } finally {
    await withClient(beside.config, client => client.query(`drop database ${name} with (force)`))
  }
}

/** Makes an empty database what an earlier release made of it. */
export async function migrateAsBefore(
  { owner }: OwnedLogins,
  migrations: readonly Migration[],
): Promise<void> {
  await withClient(owner, async client => {
    await client.query(`create table schema_migrations (number int4 primary key, name text not null,
      checksum text not null, applied_at timestamptz not null default clock_timestamp())`)
    for (const { number, name, text, checksum } of migrations) {
      await client.query(text)
      await client.query('insert into schema_migrations values ($1, $2, $3)', [number, name, checksum])
    }
  })
}
