import { readOnce, type SchemaPlugIn } from '../../store/schema/migrations.ts'

/**
 * The tables of simulated counterparties, in a schema of their own that a database of live payments does not
 * have.
 */
export const sandboxSchema: SchemaPlugIn = {
  schema: 'simulator',
  stages: ['sandbox', 'simulated'],
  migrations: readOnce('sandbox', 'store', 'migrations'),
}
