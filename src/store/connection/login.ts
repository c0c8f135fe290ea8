import pg from 'pg'
import type { DatabaseHost } from '../../standards/databaseAddress.ts'
import { createDatabaseHosts, type DatabaseHosts, hostName } from './hosts.ts'

/** How a database is reached; where several hosts are named, by whichever is the primary. */
export type DatabaseLogin = pg.ClientConfig & { readonly hosts?: DatabaseHosts }

/** To one of several hosts: the address has all but them. */
export function loginAmong(connectionString: string, all: readonly DatabaseHost[]): DatabaseLogin {
  const limits = { connectionTimeoutMillis: 1_000, query_timeout: 1_000, application_name: 'tollgate-hosts' }
  const dial = (at: DatabaseHost) => {
    const client = new pg.Client({ ...limits, connectionString })
    return Object.assign(client, at).on('error', () => undefined)
  }
  return { connectionString, hosts: createDatabaseHosts(all, dial) }
}

/** A session that is not opened yet. */
export const createClient = (login: DatabaseLogin): pg.Client =>
  login.hosts === undefined ? new pg.Client(login) : new PrimaryClient(login)

/** What a pool makes its sessions of. */
export const poolLogin = (login: DatabaseLogin): pg.PoolConfig =>
  login.hosts === undefined ? login : { ...login, Client: PrimaryClient }

/** Looks for the primary before it connects, and whether it found it, before it is used. */
class PrimaryClient extends pg.Client {
  readonly #hosts: DatabaseHosts | undefined

  constructor(login?: DatabaseLogin) {
    super(login)
    this.#hosts = login?.hosts
  }

  override connect(): Promise<pg.Client>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
    const reached = this.#reach()
    if (callback === undefined) return reached
    const tell = callback as (error: Error | null, client?: pg.Client) => void
    reached.then(
      () => tell(null, this),
      error => tell(error),
    )
    return undefined
  }

  async #reach(): Promise<pg.Client> {
    const at = await this.#hosts?.find()
    if (at === undefined) return super.connect()
    // Its pool may have lost patience meanwhile.
    if (this.connection.stream.destroyed) throw new Error('the primary was not found in time')
    Object.assign(this, at)
    await super.connect()
    try {
      await this.#hosts?.confirm(this, at)
    } catch (error) {
      await super.end().catch(() => undefined)
      throw error
    }
    const forget = this.#hosts?.keep(at, () => this.connection.stream.destroy())
    this.once('end', () => forget?.())
    return this
  }
}

type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/** Where the server is, for messages: never the password. */
export function serverName(login: DatabaseLogin): string {
  const { host, port, database } = new pg.Client(login)
  const name = (login.hosts?.all ?? [{ host, port }]).map(hostName).join(',')
  return host.startsWith('/') || !database ? name : `${name}/${database}`
}
