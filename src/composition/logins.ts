import type { Config } from '../config/settings.ts'
import { withTlsProven } from '../standards/databaseAddress.ts'
import type { Logins } from '../store/connection.ts'

/** To a database of the operator's own; undefined where it is the embedded one. */
export function givenLogins({ databaseUrl, ownerDatabaseUrl }: Config): Logins | undefined {
  if (databaseUrl === undefined) return undefined
  const owner = ownerDatabaseUrl === undefined ? {} : { owner: loginBy(ownerDatabaseUrl) }
  return { gateway: loginBy(databaseUrl), ...owner }
}

const loginBy = (address: string) => ({ connectionString: withTlsProven(address) })
