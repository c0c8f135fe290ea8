// Attaching to the embedded server or starting it, and its settings.

import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { systemClock } from '../../platform/clock.ts'
import { StartRefusal } from '../../platform/errors.ts'
import { ensureCluster, ensureSocketFolder, writeAccessRules } from './cluster.ts'
import { claimServer, leaveWatchdog, type TakeServer } from './ownership.ts'
import { clearStale, type PostmasterFile, readPostmasterFile, serversIn } from './postmaster.ts'
import { changeOwner, chooseAccount, commandAs, findBinaries, type ServerAccount } from './programs.ts'
import type { EmbeddedSite } from './site.ts'

export type HeldServer = { readonly owner: Client; readonly pid: number; readonly isAttached: boolean }
export type HoldServerOptions = {
  readonly site: EmbeddedSite
  readonly take: TakeServer
  readonly listens: boolean
  readonly halt: AbortSignal
}
type StartedServer = {
  readonly child: ChildProcess
  readonly logStart: number
  readonly atMs: number
  /** From now on it does not stop with this process: others hold it, or a watchdog does. */
  readonly release: () => void
}

/** Replaying the log after a crash may take minutes when there is much of it. */
const startTimeoutMs = 300_000
const startsMax = 3
const fileTimeoutMs = 5_000
const logBytesMax = 8_000_000

/** Attaches to the server that runs in the cluster, or waits for it, or starts one; then takes its lock. */
export async function holdServer({ site, take, listens, halt }: HoldServerOptions): Promise<HeldServer> {
  const deadline = systemClock.monotonicMs() + startTimeoutMs
  let account: ServerAccount | undefined
  let started: StartedServer | undefined
  let starts = 0
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 1.2, 100)) {
    const file = readPostmasterFile(site)
    const owner = file?.isReady ? await claimed(site, file, { take, started }) : undefined
    if (file !== undefined && owner !== undefined) {
      await leaveWatchdog(site)
      started?.release()
      return { owner, pid: file.pid, isAttached: file.pid !== started?.child.pid }
    }
    if (halt.aborted) return giveUp(started)
    if (file === undefined && hasLostItsFile(started)) started?.child.kill('SIGINT')
    if (!isRunning(started)) {
      account ??= await chooseAccount(site)
      const servers = await serversIn(site, account)
      if (servers.length === 0) {
        if (started !== undefined && file === undefined && hasEndedRegularly(site, started)) starts = 0
        else if (started !== undefined && (file === undefined || starts === startsMax))
          throw explain(site, started)
        if (clearStale(site, file)) {
          started = await start(site, account, listens)
          starts += 1
          pauseMs = 2
        }
      }
    }
    if (systemClock.monotonicMs() > deadline) throw new StartRefusal(tooSlow(site, file?.pid))
    await sleep(pauseMs)
  }
}

/** A refusal means that the server has another owner: then a server started here is left to it. */
async function claimed(site: EmbeddedSite, file: PostmasterFile, { take, started }: ClaimOptions) {
  try {
    return await claimServer(site, file, take)
  } catch (error) {
    if (error instanceof StartRefusal) started?.release()
    throw error
  }
}

type ClaimOptions = { readonly take: TakeServer; readonly started: StartedServer | undefined }

async function start(site: EmbeddedSite, account: ServerAccount, listens: boolean): Promise<StartedServer> {
  const binaries = await findBinaries(site, account)
  await ensureCluster(site, account, binaries)
  await writeAccessRules(site, account, listens)
  await ensureSocketFolder(site, account)
  const program = join(binaries.folder, 'postgres')
  const { file, args, options } = commandAs(account, '/bin/sh', [
    ...['-c', guarded, 'sh', site.cluster],
    ...[program, ...serverArguments(site, listens)],
  ])
  const log = openLog(site)
  try {
    await changeOwner(account, site.log)
    const logStart = statSync(site.log).size
    // Detached: neither Ctrl-C nor the end of the gateway ends the database.
    const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', log, log, 'pipe'] })
    child.on('error', () => undefined)
    child.unref()
    const [, , , pipe] = child.stdio
    if (pipe instanceof Socket) pipe.on('error', () => undefined).unref()
    const release = () => void (pipe instanceof Socket && pipe.end('held\n'))
    return { child, logStart, atMs: systemClock.monotonicMs(), release }
  } finally {
    closeSync(log)
  }
}

/**
 * Until somebody holds the server, the end of the pipe means the end of the process that started it, and then
 * the server is stopped: this very one, identified by the file that it keeps as long as it runs.
 */
const guarded = `cluster=$1; shift
( (
  read -r word <&3 && exit
  for try in 1 2 3 4 5 6 7 8 9 10; do
    read -r pid < "$cluster/postmaster.pid" && [ "$pid" = "$$" ] && kill -INT "$pid" && exit
    sleep 1
  done
) > /dev/null 2>&1 & )
exec "$@" 3<&-`

function isRunning(started: StartedServer | undefined): boolean {
  const child = started?.child
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null
}

/** Whether the new server's file was removed by mistake as a stale one: then nobody can find the server. */
function hasLostItsFile(started: StartedServer | undefined): boolean {
  return isRunning(started) && systemClock.monotonicMs() > (started?.atMs ?? 0) + fileTimeoutMs
}

function giveUp(started: StartedServer | undefined): never {
  if (isRunning(started)) started?.child.kill('SIGINT')
  throw new StartRefusal('The start of the embedded database was called off.')
}

function openLog(site: EmbeddedSite): number {
  const size = statSync(site.log, { throwIfNoEntry: false })?.size ?? 0
  if (size > logBytesMax) renameSync(site.log, `${site.log}.old`)
  return openSync(site.log, 'a', 0o600)
}

/**
 * Whether it ended regularly: others used it and the last of them stopped it, or another server was first.
 */
function hasEndedRegularly(site: EmbeddedSite, { child, logStart }: StartedServer): boolean {
  return (
    child.exitCode === 0 || logSince(site, logStart).some(line => /lock file .* already exists/.test(line))
  )
}

const logSince = (site: EmbeddedSite, start: number): readonly string[] =>
  readFileSync(site.log).subarray(start).toString().trim().split('\n')

function explain(site: EmbeddedSite, { logStart }: StartedServer): StartRefusal {
  const lines = logSince(site, logStart)
  const telling = lines.findLast(line => /(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? ''
  const reason = telling.replace(/^.*(FATAL|PANIC):\s*/, '') || 'it ended without a word'
  return new StartRefusal(`The embedded database did not start: ${reason} (its log: ${site.log}).`)
}

function tooSlow(site: EmbeddedSite, pid: number | undefined): string {
  const who = pid === undefined ? '' : ` (process ${pid})`
  const limit = `${startTimeoutMs / 1000} s`
  return `The database in ${site.cluster}${who} was not ready within ${limit}: see ${site.log}.`
}

/** Names known to PostgreSQL 15 and newer only: an unknown name would keep the server from starting. */
const settings = {
  // A commit that was acknowledged is on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Statements may carry cardholder data: they stay out of the log, as do errors and details of crashes.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  log_lock_waits: 'off',
  log_temp_files: '-1',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
  // Each checkpoint makes every page's next change cost a full page of log: few and long ones.
  max_wal_size: '4GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  wal_compression: 'off',
  shared_buffers: '256MB',
  max_connections: '120',
  // Every statement is short and finds its rows by key: compiling it or sharing it among workers only costs.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  unix_socket_permissions: '0700',
  cluster_name: 'tollgate',
} as const

export function serverArguments(site: EmbeddedSite, listens: boolean): string[] {
  const folder = `"${site.socketFolder.replaceAll('"', '""')}"`
  const own = {
    ...settings,
    unix_socket_directories: folder,
    listen_addresses: listens ? '127.0.0.1' : '',
    port: String(site.port),
    // There, the ordinary call leaves the data in the disk's volatile cache.
    ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
  }
  return ['-D', site.cluster, ...Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
