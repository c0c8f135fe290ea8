// Who uses the embedded server: advisory locks of the owner and of guests, and the watchdog session that
// stops a server which nobody uses any more.

import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { systemClock } from '../../platform/clock.ts'
import { StartRefusal } from '../../platform/errors.ts'
import { superuser } from './cluster.ts'
import type { PostmasterFile } from './postmaster.ts'
import type { EmbeddedSite } from './site.ts'

/** How to connect to the embedded database; `ssl` is given so that PGSSLMODE is not obeyed. */
export type EmbeddedConnection = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly ssl: false
}

const database = 'tollgate'
/** "toll" in ASCII: one gateway owns an embedded database, as long as its connection lives. */
const ownerLock = 0x746f6c6c
/** Held shared by everybody who uses the server without owning it, and exclusively to stop the server. */
const guestLock = 0x746f6c67
/** The application name of the session that stops a server which nobody uses any more. */
const watchName = 'tollgate watchdog'
/** A killed owner's connection ends with it, but the server needs a moment to notice. */
const lockTimeoutMs = 1_000
const connectTimeoutMs = 5_000
const queryTimeoutMs = 10_000

export function connectionTo(site: EmbeddedSite): EmbeddedConnection {
  return { host: site.socketFolder, port: site.port, user: superuser, database, ssl: false }
}

/** Claims a server that answers, by a lock of this session; false when it is about to stop. */
export type TakeServer = (client: Client, site: EmbeddedSite) => Promise<boolean>

/** The holder's connection, or undefined while no server answers that works on this very cluster. */
export async function claimServer(
  site: EmbeddedSite,
  file: PostmasterFile,
  take: TakeServer,
): Promise<Client | undefined> {
  let client: Client | undefined
  try {
    client = await connectOrCreate(site)
    if ((await isServerOfFile(client, file)) && (await take(client, site))) return client
  } catch (error) {
    if (!isPassing(error)) throw error
  }
  await client?.end().catch(() => undefined)
  return undefined
}

async function connectOrCreate(site: EmbeddedSite): Promise<Client> {
  try {
    return await connect(site, database)
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === '3D000')) throw error
  }
  const maintenance = await connect(site, 'postgres')
  try {
    await maintenance.query(`create database ${database}`)
  } catch (error) {
    // Of two concurrent first starts, one finds the database created by the other.
    if (!(error instanceof DatabaseError && ['42P04', '23505'].includes(error.code ?? ''))) throw error
  } finally {
    await maintenance.end()
  }
  return connect(site, database)
}

async function connect(site: EmbeddedSite, name: string): Promise<Client> {
  const client = new Client({
    ...connectionTo(site),
    database: name,
    application_name: `tollgate ${process.pid}`,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
  })
  // The holder listens to the end of the connection; an error event without a listener would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  return client
}

/**
 * Whether the server works on this very cluster: it must read the same file as we do, because copied or moved
 * folders may lead to another server's socket.
 */
async function isServerOfFile(client: Client, file: PostmasterFile): Promise<boolean> {
  const { rows } = await client.query<{ text: string }>("select pg_read_file('postmaster.pid') as text")
  const [pid, , startedAt] = file.text.split('\n')
  const [itsPid, , itsStart] = (rows[0]?.text ?? '').split('\n')
  return pid === itsPid && startedAt === itsStart
}

/** For a gateway: takes the owner's lock. A server whose locks the watchdog holds is about to stop. */
export const takeOwnership: TakeServer = async (client, site) => {
  const deadline = systemClock.monotonicMs() + lockTimeoutMs
  for (;;) {
    if (await ask(client, 'pg_try_advisory_lock', ownerLock)) return true
    if (systemClock.monotonicMs() > deadline) break
    await sleep(20)
  }
  const holder = await holderOfLock(client)
  if (holder === watchName) return false
  await client.end()
  const pid = /\d+$/.exec(holder)?.[0] ?? 'unknown'
  throw new StartRefusal(`${site.dataDirectory} is in use by another Tollgate (process ${pid}).`)
}

/** For a command, beside others and beside a gateway. */
export const takeGuestLock: TakeServer = client => ask(client, 'pg_try_advisory_lock_shared', guestLock)

/** Whether nobody uses the server any more: neither guests nor, if it is asked by one, a gateway. */
export async function isLast(client: Client, as: 'owner' | 'guest'): Promise<boolean> {
  if (as === 'owner') return ask(client, 'pg_try_advisory_lock', guestLock)
  // The share is released first: of two that leave at the same time, each would wait for the other's share.
  await ask(client, 'pg_advisory_unlock_shared', guestLock)
  if (!(await ask(client, 'pg_try_advisory_lock', guestLock))) return false
  return ask(client, 'pg_try_advisory_lock', ownerLock)
}

async function ask(client: Client, what: LockFunction, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ answer: boolean }>(`select ${what}($1) as answer`, [lock])
  return rows[0]?.answer === true
}

type LockFunction = 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared' | 'pg_advisory_unlock_shared'

async function holderOfLock(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1
       and l.database = (select oid from pg_database where datname = current_database())`,
    [ownerLock],
  )
  return rows[0]?.name ?? ''
}

/** Whether to try again: no listener yet, or a server that starts, stops or recovers. */
function isPassing(error: unknown): boolean {
  if (error instanceof StartRefusal) return false
  if (!(error instanceof DatabaseError)) return true
  return ['57P01', '57P02', '57P03', '53300'].includes(error.code ?? '')
}

/** "tolw" in ASCII: at most one watchdog session. */
const watchLock = 0x746f6c77
const lookSeconds = 3
/** Enough that a gateway that is restarted finds the server still running. */
const looksMax = 5

/**
 * Leaves a session in the server that stops it when nobody uses it any more, even if its users were killed.
 * The session is a process of the server, so it depends on no other process, runs under the server's account
 * and cannot outlive it. It finds out whether the server is used by taking the same locks as its users, and
 * holds them until the server is down. Best effort: a failure to connect is ignored.
 */
export async function leaveWatchdog(site: EmbeddedSite): Promise<void> {
  const client = new Client({
    ...connectionTo(site),
    application_name: watchName,
    connectionTimeoutMillis: 5_000,
    // Nothing waits for it, and its end needs no handling.
    stream: () => new Socket().unref(),
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // The statement must go on after its client has gone.
    await client.query('set client_connection_check_interval = 0; set statement_timeout = 0')
    const { rows } = await client.query<{ isMine: boolean }>(
      `select pg_try_advisory_lock(${watchLock}) as "isMine"`,
    )
    if (!rows[0]?.isMine) return await client.end()
    client.query(watching).catch(() => client.end().catch(() => undefined))
  } catch {
    client.end().catch(() => undefined)
  }
}

/** Each check is a transaction of its own, so that no old snapshot keeps deleted rows from being vacuumed. */
const watching = `
do $$
declare
  looks int4 := 0;
begin
  loop
    perform pg_sleep(${lookSeconds});
    commit;
    if exists (
      select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
      where l.locktype = 'advisory' and l.granted and l.classid = 0
        and l.objid in (${ownerLock}, ${guestLock})
    ) then
      looks := 0;
    else
      looks := looks + 1;
    end if;
    continue when looks < ${looksMax};
    looks := 0;
    if pg_try_advisory_lock(${ownerLock}) then
      if pg_try_advisory_lock(${guestLock}) then
        execute format('copy (select) to program %L',
          'kill -INT ' || split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int4);
        perform pg_sleep(600);
        perform pg_advisory_unlock(${guestLock});
      end if;
      perform pg_advisory_unlock(${ownerLock});
    end if;
  end loop;
end $$`
