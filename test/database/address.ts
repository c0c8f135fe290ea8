import type { ClientConfig } from 'pg'

export type DatabaseKind = 'embedded' | 'external'

/** One login: as the driver takes it, and as an operator writes it. */
export type Way = { readonly config: ClientConfig; readonly url: string }

/** Every database of the run is a copy of the template, and its name starts with the prefix. */
export type ServerDetails = Way & {
  /** With the login of gateways; the other one is the owner's. */
  readonly gateway: Way
  readonly template: string
  readonly prefix: string
  /** The other servers of a distributed one, each of which has a database of the same name. */
  readonly others?: readonly ClientConfig[]
}

/** The login to another database of the same server. */
export function withDatabase({ config, url, gateway }: Way & { readonly gateway: Way }, database: string) {
  return { ...toDatabase({ config, url }, database), gateway: toDatabase(gateway, database) }
}

function toDatabase({ config, url }: Way, database: string): Way {
  const address = new URL(url)
  address.pathname = `/${database}`
  const connectionString = address.toString()
  return {
    config: config.connectionString === undefined ? { ...config, database } : { ...config, connectionString },
    url: connectionString,
  }
}
