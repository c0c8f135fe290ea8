import type { Config } from '../config/settings.ts'
import { hostsIn, withFirstHost, withTlsProven } from '../standards/databaseAddress.ts'
import { type Login, loginAmong } from '../store/client.ts'
import type { Logins } from '../store/connection.ts'

/** To a database of the operator's own; undefined where it is the embedded one. */
export function givenLogins({ databaseUrl, ownerDatabaseUrl }: Config): Logins | undefined {
  if (databaseUrl === undefined) return undefined
  const owner = ownerDatabaseUrl === undefined ? {} : { owner: loginBy(ownerDatabaseUrl) }
  return { gateway: loginBy(databaseUrl), ...owner }
}

function loginBy(address: string): Login {
  const hosts = hostsIn(address)
  const connectionString = withTlsProven(withFirstHost(address))
  return hosts.length === 1 ? { connectionString } : loginAmong(connectionString, hosts)
}
