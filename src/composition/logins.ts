import type { Config } from '../config/settings.ts'
import type { Logins } from '../store/connection.ts'

/** To a database of the operator's own; undefined where it is the embedded one. */
export function givenLogins({ databaseUrl, ownerDatabaseUrl }: Config): Logins | undefined {
  if (databaseUrl === undefined) return undefined
  const owner = ownerDatabaseUrl === undefined ? {} : { owner: { connectionString: ownerDatabaseUrl } }
  return { gateway: { connectionString: databaseUrl }, ...owner }
}
