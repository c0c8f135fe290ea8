// How to connect: by one address, or to whichever of several hosts is the primary.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { systemClock, type TimedClock } from '../../platform/clock.ts'
import { errorMessage } from '../../platform/errors.ts'
import type { DatabaseHost } from '../../standards/databaseAddress.ts'

/** How to connect to a database; where several hosts are named, to the one that is the primary. */
export type DatabaseLogin = pg.ClientConfig & {
  readonly hosts?: DatabaseHosts
  readonly timelines?: SeenTimelines
}

/** The newest timeline that was seen behind one address. */
export type SeenTimelines = { newest: number }

/** A login by one address, behind which a balancer may lead to one server today and to another tomorrow. */
export function loginBehind(connectionString: string): DatabaseLogin {
  return { connectionString, timelines: { newest: 0 } }
}

/** A login to whichever of several hosts is the primary; the connection string has everything else. */
export function loginAmong(connectionString: string, all: readonly DatabaseHost[]): DatabaseLogin {
  const limits = { connectionTimeoutMillis: 1_000, query_timeout: 1_000, application_name: 'tollgate-hosts' }
  const dial = (at: DatabaseHost) => {
    const client = new pg.Client({ ...limits, connectionString })
    return Object.assign(client, at).on('error', () => undefined)
  }
  return { connectionString, hosts: createDatabaseHosts(all, dial) }
}

/** A client that is not connected yet. */
export const createClient = (login: DatabaseLogin): pg.Client =>
  login.hosts === undefined ? new pg.Client(login) : new PrimaryClient(login)

/** The configuration of a pool that connects by this login. */
export const poolLogin = (login: DatabaseLogin): pg.PoolConfig =>
  login.hosts === undefined ? login : { ...login, Client: PrimaryClient }

/** Finds the primary before it connects, and verifies that it reached the primary before it is used. */
class PrimaryClient extends pg.Client {
  readonly #hosts: DatabaseHosts | undefined

  constructor(login?: DatabaseLogin) {
    super(login)
    this.#hosts = login?.hosts
    // A pool listens only once it has the session: lost before, that must end the session, not the process.
    this.on('error', () => undefined)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
    const reached = this.#reach()
    if (callback === undefined) return reached
    const finish = callback as (error: Error | null, client?: pg.Client) => void
    reached.then(
      () => finish(null, this),
      error => finish(error),
    )
    return undefined
  }

  async #reach(): Promise<pg.Client> {
    const at = await this.#hosts?.find()
    if (at === undefined) return super.connect()
    // The pool may have timed out meanwhile.
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

/** Host, port and database for messages, without the password. */
export function serverName(login: DatabaseLogin): string {
  const { host, port, database } = new pg.Client(login)
  const name = (login.hosts?.all ?? [{ host, port }]).map(hostName).join(',')
  return host.startsWith('/') || !database ? name : `${name}/${database}`
}

/** Several hosts of which one is the primary; after a fail-over it is another one. */
type DatabaseHosts = {
  readonly all: readonly DatabaseHost[]
  /** The primary as it was seen a moment ago, else after asking all hosts. */
  find(): Promise<DatabaseHost>
  /** Rejects when the host of this session is no longer the primary. */
  confirm(session: pg.Client, at: DatabaseHost): Promise<void>
  /** Registers a session to be cut when the primary is seen elsewhere; the result unregisters it. */
  keep(at: DatabaseHost, cut: () => void): () => void
}

/** Makes a client for one host, to find out what it is; the caller ends it. */
type OpenHostSession = (at: DatabaseHost) => pg.Client

/**
 * Asks all hosts at once, and takes the writable one with the newest timeline: each promotion begins a new
 * timeline. So a former primary that comes back as if nothing had happened is recognised, even when it is
 * named first or is the only one that answers.
 */
function createDatabaseHosts(
  all: readonly DatabaseHost[],
  dial: OpenHostSession,
  clock: Pick<TimedClock, 'monotonicMs'> = systemClock,
): DatabaseHosts {
  const kept = new Map<() => void, DatabaseHost>()
  let newest = 0
  let latest: { readonly at: DatabaseHost; readonly seenMs: number } | undefined
  let seeking: Promise<DatabaseHost> | undefined
  const accept = ({ at, timeline }: FoundPrimary): DatabaseHost => {
    newest = Math.max(newest, timeline)
    latest = { at, seenMs: clock.monotonicMs() }
    for (const [cut, reached] of kept) if (reached !== at) cut()
    return at
  }
  const seek = async () => {
    const probes = await probeAll(all, async at => requireNewest(await probePrimary(dial, at), newest))
    const [best] = probes.flatMap(probe => ('primary' in probe ? [probe.primary] : [])).sort(newestFirst)
    if (best !== undefined) return accept(best)
    throw new NoPrimary(probes.flatMap(probe => ('failure' in probe ? [probe.failure] : [])))
  }
  return {
    all,
    async find() {
      if (latest !== undefined && clock.monotonicMs() - latest.seenMs < trustMs) return latest.at
      seeking ??= seek().finally(() => {
        seeking = undefined
      })
      return seeking
    },
    async confirm(session, at) {
      try {
        const { timeline } = requireNewest(await primaryIn(session, at), newest)
        newest = timeline
      } catch (error) {
        latest = undefined
        throw error
      }
    },
    keep(at, cut) {
      kept.set(cut, at)
      return () => {
        kept.delete(cut)
        latest = undefined
      }
    },
  }
}

/** Sessions are opened rarely, but many at once after a server was lost. */
const trustMs = 1_000
/** How long the other hosts are waited for once a primary has answered: a dead host may never answer. */
const graceMs = 300

/** Carries, for each host, why it is not the primary. */
export class NoPrimary extends AggregateError {
  constructor(reasons: readonly unknown[]) {
    super(reasons, `no host is a primary (${reasons.map(reasonOf).join('; ')})`)
  }
}

type FoundPrimary = { readonly at: DatabaseHost; readonly timeline: number }
type HostProbe = { readonly primary: FoundPrimary } | { readonly failure: unknown }

/** Among equals the first in the address wins: sorting is stable. */
const newestFirst = (one: FoundPrimary, other: FoundPrimary): number => other.timeline - one.timeline

async function probeAll(
  all: readonly DatabaseHost[],
  probe: (at: DatabaseHost) => Promise<FoundPrimary>,
): Promise<readonly HostProbe[]> {
  const probes: (HostProbe | undefined)[] = all.map(() => undefined)
  const asking = all.map(async (at, index) => {
    probes[index] = await probe(at).then(
      primary => ({ primary }),
      failure => ({ failure }),
    )
    if ('failure' in probes[index]) throw probes[index].failure
  })
  const enough = Promise.any(asking).then(
    () => sleep(graceMs),
    () => undefined,
  )
  await Promise.race([Promise.allSettled(asking), enough])
  return probes.filter(found => found !== undefined)
}

async function probePrimary(dial: OpenHostSession, at: DatabaseHost): Promise<FoundPrimary> {
  const session = dial(at)
  try {
    await session.connect()
    return await primaryIn(session, at)
  } finally {
    session.end().catch(() => undefined)
  }
}

/** A read-only server is of as little use as a standby. */
async function primaryIn(session: pg.Client, at: DatabaseHost): Promise<FoundPrimary> {
  const { rows } = await session.query<HostKind>(kindQuery)
  const [kind] = rows
  if (kind === undefined || kind.isStandby) throw new Error(`${hostName(at)} is a standby`)
  if (kind.isReadOnly) throw new Error(`${hostName(at)} is read-only`)
  return { at, timeline: await timelineIn(session) }
}

/** Where a server does not reveal its timeline, as a standby does not, all count as equal: 0. */
async function timelineIn(session: pg.ClientBase): Promise<number> {
  const { rows } = await session.query<{ name: string }>(timelineQuery).catch(error => {
    if (error instanceof pg.DatabaseError && !isEnding(error)) return { rows: [] }
    throw error
  })
  return Number.parseInt(rows[0]?.name.slice(0, 8) ?? '0', 16)
}

/** Class 57: the server ends this session, or itself. */
const isEnding = ({ code = '' }: pg.DatabaseError): boolean => code.startsWith('57')

/**
 * Requires that a new session sees no older timeline than was seen before: a former primary that came back
 * lacks what its successor has acknowledged.
 */
export async function requireNoOlder(session: pg.ClientBase, seen: SeenTimelines): Promise<void> {
  const timeline = await timelineIn(session)
  if (timeline !== 0 && timeline < seen.newest)
    throw new Error(
      'Behind its address the database is in an older state: ' +
        `it is on timeline ${timeline}, and ${seen.newest} was seen. If that is meant, restart this node.`,
    )
  seen.newest = Math.max(seen.newest, timeline)
}

type HostKind = { readonly isStandby: boolean; readonly isReadOnly: boolean }

const kindQuery = `
select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`
/** The name of a WAL segment begins with its timeline. */
const timelineQuery = 'select pg_walfile_name(pg_current_wal_lsn()) as name'

function requireNewest(seen: FoundPrimary, newest: number): FoundPrimary {
  if (seen.timeline >= newest) return seen
  const found = `timeline ${seen.timeline}, and ${newest} was seen`
  throw new Error(`${hostName(seen.at)} was replaced as primary: it is on ${found}`)
}

const hostName = ({ host, port }: DatabaseHost): string =>
  host.startsWith('/') ? `${host} (port ${port})` : `${host.includes(':') ? `[${host}]` : host}:${port}`

const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')
  return errorMessage(error)
}
