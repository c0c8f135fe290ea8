// Waiting for the database server at start, and counting the sessions that can be opened.

import pg from 'pg'
import type { TimedClock } from '../../platform/clock.ts'
import { errorCode, errorMessage } from '../../platform/errors.ts'
import { createClient, type DatabaseLogin, NoPrimary, serverName } from './login.ts'

/** Why the server cannot be used: a code for programs, and a text for people. */
export type ServerAbsence = { readonly flaw: 'standby' | 'unreachable'; readonly words: string }

export type AwaitServerOptions = {
  /** Called with the reason for waiting: at once when it is new, and then at intervals. */
  readonly report: (message: string) => void
  /** Called after each check with what keeps it from being used; undefined when nothing does any more. */
  readonly onLooked?: (absence: ServerAbsence | undefined) => void
  readonly halt: AbortSignal
  readonly clock: Pick<TimedClock, 'monotonicMs' | 'sleep'>
}

/**
 * Resolves when a primary answers, however long that takes: a node may be started before its database, or
 * during a fail-over. Errors that waiting does not cure (a wrong password, a database that does not exist)
 * are left to openStore, which refuses them.
 */
export async function awaitServer(
  connection: DatabaseLogin,
  { report, onLooked, halt, clock }: AwaitServerOptions,
): Promise<void> {
  let reported: { readonly absence: string; readonly atMs: number } | undefined
  for (let pauseMs = pauseMinMs; !halt.aborted; pauseMs = Math.min(pauseMs * 2, pauseMaxMs)) {
    const found = await absenceOf(connection)
    onLooked?.(found)
    const absence = found?.words
    if (absence === undefined) {
      if (reported) report(`The database at ${serverName(connection)} is there.`)
      return
    }
    const nowMs = clock.monotonicMs()
    if (reported?.absence !== absence || nowMs - reported.atMs > remindMs) {
      report(`The database at ${serverName(connection)} ${absence}: waiting for it.`)
      reported = { absence, atMs: nowMs }
    }
    await clock.sleep(pauseMs)
  }
}

const pauseMinMs = 250
const pauseMaxMs = 2_000
const remindMs = 60_000

/** Why it cannot be used now, if that is temporary; undefined when it can, or when waiting is futile. */
async function absenceOf(connection: DatabaseLogin): Promise<ServerAbsence | undefined> {
  const client = clientOf(connection)
  if (client === undefined) return undefined
  try {
    await client.connect()
    const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
    return rows[0]?.isStandby ? { flaw: 'standby', words: 'is a standby' } : undefined
  } catch (error) {
    const what = error instanceof NoPrimary ? 'has no primary now' : 'cannot be reached'
    const words = `${what} (${reasonOf(error)})`
    return isPassing(error) ? { flaw: 'unreachable', words } : undefined
  } finally {
    client.end().catch(() => undefined)
  }
}

/** An address that cannot be parsed is refused by openStore. */
function clientOf(connection: DatabaseLogin): pg.Client | undefined {
  try {
    const limits = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 }
    const client = createClient({ ...limits, ...connection, application_name: 'tollgate-start' })
    return client.on('error', () => undefined)
  } catch {
    return undefined
  }
}

/** A server's own errors pass only if it is starting, stopping or full; network errors do. */
export function isPassing(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return passingCodes.has(error.code ?? '')
  if (error instanceof AggregateError) return error.errors.every(isPassing)
  return !lastingCodes.has(errorCode(error)) && !/SSL|certificate|SASL|SCRAM/i.test(errorMessage(error))
}

const passingCodes: ReadonlySet<string> = new Set([
  ...['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08004', '08006'],
])
/** Unreadable files that the address names, and TLS that cannot be set up. */
const lastingCodes: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EINVAL', 'ERR_INVALID_ARG_TYPE'])

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(', ')
  const isNetwork = error instanceof Error && 'syscall' in error
  return isNetwork ? errorCode(error) : errorMessage(error)
}

/**
 * How many of the wanted sessions can be had at once. Each is opened in turn and has to answer, because a
 * pooler may accept every connection and serve only some.
 */
export async function sessionsAvailable(login: DatabaseLogin, wanted: number): Promise<number> {
  const limits = { connectionTimeoutMillis: sessionTimeoutMs, query_timeout: sessionTimeoutMs }
  const open: ReturnType<typeof createClient>[] = []
  try {
    while (open.length < wanted) {
      const client = createClient({ ...limits, ...login, application_name: 'tollgate-start' })
      open.push(client.on('error', () => undefined))
      await client.connect()
      await client.query('select')
    }
    return open.length
  } catch {
    return open.length - 1
  } finally {
    await Promise.all(open.map(client => client.end().catch(() => undefined)))
  }
}

const sessionTimeoutMs = 1_000
