import type { ClientConfig } from 'pg'

export type DatabaseKind = 'embedded' | 'external'

/** Every database of the run is a copy of the template, and its name starts with the prefix. */
export type ServerDetails = {
  readonly config: ClientConfig
  readonly url: string
  readonly template: string
  readonly prefix: string
}

/** How the same server is reached with another database. */
export function withDatabase(
  { config, url }: ServerDetails,
  database: string,
): { config: ClientConfig; url: string } {
  const address = new URL(url)
  address.pathname = `/${database}`
  const connectionString = address.toString()
  return {
    config: config.connectionString === undefined ? { ...config, database } : { ...config, connectionString },
    url: connectionString,
  }
}
