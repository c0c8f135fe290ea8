// The embedded PostgreSQL server: started and owned by a gateway, or borrowed by a command.

import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { errorCode, StartRefusal } from '../../platform/errors.ts'
import { connectionTo, type EmbeddedConnection, isLast, takeGuestLock, takeOwnership } from './ownership.ts'
import { readPostmasterFile, serversIn, shutDown } from './postmaster.ts'
import { chooseAccount } from './programs.ts'
import { type HeldServer, type HoldServerOptions, holdServer } from './server.ts'
import { type EmbeddedSite, locateSite } from './site.ts'

export type LaunchOptions = {
  readonly dataDirectory: string
  /** Listens also on 127.0.0.1, with a password, as an external server would. */
  readonly listen?: { readonly port: number; readonly password: string }
  /** Called when the server is lost while the gateway runs, and when it is back. */
  readonly report?: (message: string) => void
}

export type EmbeddedDatabase = {
  readonly connection: EmbeddedConnection
  /** Whether the server was already running, left by a gateway that was killed. */
  readonly attached: boolean
  stop(): Promise<void>
}

const defaultPort = 5432
const recoveryPauseMaxMs = 5_000

/** Starts PostgreSQL in the data directory, owned by this process until stop; restarted if it is lost. */
export async function launchEmbedded(options: LaunchOptions): Promise<EmbeddedDatabase> {
  if (process.platform === 'win32') {
    throw new StartRefusal('There is no embedded database on Windows: set TOLLGATE_DATABASE_URL or use WSL.')
  }
  const halt = new AbortController()
  const site = await locateSite(options.dataDirectory, options.listen?.port ?? defaultPort)
  const holding = { site, take: takeOwnership, listens: options.listen !== undefined, halt: halt.signal }
  const first = await holdServer(holding).catch(error => {
    throw explainLaunchFailure(error, site)
  })
  await setPassword(first, options)
  const supervised = superviseServer(holding, first, options.report ?? (() => undefined))
  const stop = async () => {
    halt.abort()
    await supervised.settled()
    await stopServer(holding, supervised.held())
  }
  let stopped: Promise<void> | undefined
  return {
    connection: connectionTo(site),
    attached: first.isAttached,
    stop: () => (stopped ??= stop()),
  }
}

/** When the server crashes, the owner's connection ends: then attaches again, or starts a new server. */
function superviseServer(holding: HoldServerOptions, first: HeldServer, report: (message: string) => void) {
  let held: HeldServer | undefined
  let recovery = Promise.resolve()
  const watch = (next: HeldServer) => {
    held = next
    next.owner.once('end', () => {
      held = undefined
      recovery = recover()
    })
  }
  const recover = async () => {
    if (holding.halt.aborted) return
    report('The embedded database was lost; starting it again.')
    for (let pauseMs = 100; !holding.halt.aborted; pauseMs = Math.min(pauseMs * 2, recoveryPauseMaxMs)) {
      try {
        watch(await holdServer(holding))
        return report('The embedded database is back.')
      } catch (error) {
        if (!holding.halt.aborted) report(error instanceof Error ? error.message : errorCode(error))
      }
      await sleep(pauseMs, undefined, { signal: holding.halt }).catch(() => undefined)
    }
  }
  watch(first)
  return { held: () => held, settled: () => recovery }
}

/**
 * The locks are kept until the server is down, so that nobody attaches to a server about to stop. A command
 * that still works on it stops it in our place.
 */
async function stopServer({ site }: HoldServerOptions, held: HeldServer | undefined): Promise<void> {
  if (held && !(await isLast(held.owner, 'owner').catch(() => true))) {
    await held.owner.end().catch(() => undefined)
    return
  }
  const pid = readPostmasterFile(site)?.pid
  // The process id of a lost server may belong to another process by now.
  const servers = held === undefined ? await serversIn(site, await chooseAccount(site)) : [held.pid]
  if (pid !== undefined && servers.includes(pid)) await shutDown(site, pid)
  await held?.owner.end().catch(() => undefined)
}

/**
 * Errors of the system or the server (no space, no permission) are for the user to fix, and become refusals;
 * the rest are faults of ours.
 */
function explainLaunchFailure(error: unknown, { dataDirectory }: EmbeddedSite): unknown {
  const isTheirs = error instanceof DatabaseError || (error instanceof Error && 'syscall' in error)
  return isTheirs
    ? new StartRefusal(`No database could be started in ${dataDirectory}: ${error.message}.`)
    : error
}

async function setPassword({ owner }: HeldServer, { listen }: LaunchOptions): Promise<void> {
  if (listen === undefined) return
  await owner.query(`alter role tollgate password ${owner.escapeLiteral(listen.password)}`)
}

/** An existing database, used for the duration of a command. */
export type BorrowedDatabase = { readonly connection: EmbeddedConnection; stop(): Promise<void> }

const borrowedPort = 5432

/**
 * Uses the database of a data directory beside a gateway that runs or starts meanwhile, and beside other
 * commands. Where no server runs it is started; the last user stops it.
 */
export async function borrowEmbedded(dataDirectory: string, halt: AbortSignal): Promise<BorrowedDatabase> {
  if (process.platform === 'win32')
    throw new StartRefusal('There is no embedded database on Windows: set TOLLGATE_DATABASE_URL or use WSL.')
  await requireDatabase(resolve(dataDirectory))
  const site = await locateSite(dataDirectory, borrowedPort)
  const held = await holdServer({ site, take: takeGuestLock, listens: false, halt }).catch(error => {
    throw explainLaunchFailure(error, site)
  })
  let stopped: Promise<void> | undefined
  return { connection: connectionTo(site), stop: () => (stopped ??= giveBack(site, held)) }
}

async function giveBack(site: EmbeddedSite, { owner, pid }: HeldServer): Promise<void> {
  // If the session was lost, its server is gone, or is used by others.
  if (await isLast(owner, 'guest').catch(() => false)) await shutDown(site, pid)
  await owner.end().catch(() => undefined)
}

/** A command that is run in the wrong folder must not create a database there. */
async function requireDatabase(dataDirectory: string): Promise<void> {
  try {
    await stat(join(dataDirectory, 'postgres', 'PG_VERSION'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR')
      throw new StartRefusal(
        `There is no database in ${dataDirectory}: start the gateway once, or set TOLLGATE_DATA_DIR.`,
      )
    throw new StartRefusal(
      `The database in ${dataDirectory} cannot be read (${errorCode(error)}): ` +
        'run this as the user it belongs to.',
    )
  }
}
