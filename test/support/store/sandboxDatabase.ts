import { sandboxSchema } from '../../../src/sandbox/store/schema.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import type { DatabaseKind } from '../../database/address.ts'
import { createDatabase, type TestDatabase } from '../../database/database.ts'

/** A database of a sandbox, with the tables of its simulated counterparties. */
export async function createSandboxDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const database = await createDatabase(kind)
  await migrate(database.logins, 'sandbox', [sandboxSchema])
  return database
}
