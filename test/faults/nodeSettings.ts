import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { endAll } from './gatewayProcess.ts'

/**
 * For a test file: a database that its nodes share, and the settings of each. Both are removed at its end.
 */
export function sharedDatabase(password: string | undefined, more: Readonly<Record<string, string>>) {
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await createDatabase('external')
  })
  afterAll(async () => {
    await endAll()
    await database?.drop()
  })
  const found = (): TestDatabase => {
    if (!database) throw new Error('There is no database yet')
    return database
  }
  const settings = () => ({
    ...found().settings,
    TOLLGATE_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    TOLLGATE_SANDBOX_PASSWORD: password,
    TOLLGATE_LOG_LEVEL: 'warn',
    ...more,
  })
  return { database: found, settings }
}

/** A node of a new installation in production, with keys of its own. */
export const inProduction = (dataDirectory: string, { gateway }: Pick<TestDatabase, 'gateway'>) => ({
  TOLLGATE_MODE: 'production',
  TOLLGATE_ACQUIRER: 'simulated',
  // Each one more costs its start; workers.long.test.ts has several.
  TOLLGATE_WORKERS: '1',
  TOLLGATE_PUBLIC_URL: 'https://pay.example',
  TOLLGATE_KEYS: `first:${randomBytes(32).toString('base64')}`,
  TOLLGATE_DATA_DIR: dataDirectory,
  TOLLGATE_DATABASE_URL: gateway.url,
})
