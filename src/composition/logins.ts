import { type Config, settings } from '../config/settings.ts'
import { StartRefusal, UseRefusal } from '../platform/errors.ts'
import { readPrivate } from '../platform/files.ts'
import { hostsIn, keyFilesIn, withFirstHost, withTlsProven } from '../standards/databaseAddress.ts'
import { type DatabaseLogin, loginAmong } from '../store/connection/login.ts'
import type { DatabaseLogins } from '../store/connection/pool.ts'

/** To a database of the operator's own; undefined where it is the embedded one. */
export async function givenLogins({
  databaseUrl,
  ownerDatabaseUrl,
}: Config): Promise<DatabaseLogins | undefined> {
  if (databaseUrl === undefined) return undefined
  await requirePrivateKeys(settings.databaseUrl.name, databaseUrl)
  if (ownerDatabaseUrl === undefined) return { gateway: loginBy(databaseUrl) }
  await requirePrivateKeys(settings.ownerDatabaseUrl.name, ownerDatabaseUrl)
  return { gateway: loginBy(databaseUrl), owner: loginBy(ownerDatabaseUrl) }
}

/** The driver reads keys whoever else can; one that is missing it tells by itself. */
async function requirePrivateKeys(setting: string, address: string): Promise<void> {
  for (const path of keyFilesIn(address))
    await readPrivate(path).catch(error => {
      if (error instanceof StartRefusal) throw new UseRefusal(`${setting}: sslkey ${error.message}`)
    })
}

function loginBy(address: string): DatabaseLogin {
  const hosts = hostsIn(address)
  const connectionString = withTlsProven(withFirstHost(address))
  return hosts.length === 1 ? { connectionString } : loginAmong(connectionString, hosts)
}
