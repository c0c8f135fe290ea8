import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { systemClock } from '../../platform/clock.ts'
import { StartRefusal } from '../../platform/startRefusal.ts'
import { type Account, chooseAccount, commandAs, giveTo } from './account.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster, ensureSocketFolder, writeAccessRules } from './cluster.ts'
import { claim, type Take } from './ownership.ts'
import { clearStale, readPostmasterFile, serversIn } from './postmaster.ts'
import { serverArguments } from './settings.ts'
import type { Site } from './site.ts'

export type Held = { readonly owner: Client; readonly pid: number; readonly isAttached: boolean }
export type Wish = {
  readonly site: Site
  readonly take: Take
  readonly listens: boolean
  readonly halt: AbortSignal
}
type Started = { readonly child: ChildProcess; readonly logStart: number; readonly atMs: number }

/** Replaying the log after a crash may take minutes when there is much of it. */
const startPatienceMs = 300_000
const startsMax = 3
const filePatienceMs = 5_000
const logBytesMax = 8_000_000

/** Attaches to the server that runs in the cluster, or waits for it, or starts one; then takes hold of it. */
export async function holdServer({ site, take, listens, halt }: Wish): Promise<Held> {
  const deadline = systemClock.monotonicMs() + startPatienceMs
  let account: Account | undefined
  let started: Started | undefined
  let starts = 0
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 1.2, 100)) {
    const file = readPostmasterFile(site)
    const owner = file?.isReady ? await claim(site, file, take) : undefined
    if (file !== undefined && owner !== undefined) {
      return { owner, pid: file.pid, isAttached: file.pid !== started?.child.pid }
    }
    if (halt.aborted) return giveUp(started)
    if (file === undefined && hasLostItsFile(started)) started?.child.kill('SIGINT')
    if (!isRunning(started)) {
      account ??= await chooseAccount(site)
      const servers = await serversIn(site, account)
      if (servers.length === 0) {
        if (started !== undefined && file === undefined && wasNotNeeded(site, started)) starts = 0
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

async function start(site: Site, account: Account, listens: boolean): Promise<Started> {
  const binaries = await findBinaries(site, account)
  await ensureCluster(site, account, binaries)
  await writeAccessRules(site, account, listens)
  await ensureSocketFolder(site, account)
  const { file, args, options } = commandAs(
    account,
    join(binaries.folder, 'postgres'),
    serverArguments(site, listens),
  )
  const log = openLog(site)
  try {
    await giveTo(account, site.log)
    const logStart = statSync(site.log).size
    // Detached: neither Ctrl-C nor the gateway's death is the database's.
    const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', log, log] })
    child.on('error', () => undefined)
    child.unref()
    return { child, logStart, atMs: systemClock.monotonicMs() }
  } finally {
    closeSync(log)
  }
}

function isRunning(started: Started | undefined): boolean {
  const child = started?.child
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null
}

/** Written as soon as a server starts, it was taken for a stale one: now nobody finds that server. */
function hasLostItsFile(started: Started | undefined): boolean {
  return isRunning(started) && systemClock.monotonicMs() > (started?.atMs ?? 0) + filePatienceMs
}

function giveUp(started: Started | undefined): never {
  if (isRunning(started)) started?.child.kill('SIGINT')
  throw new StartRefusal('The start of the embedded database was called off.')
}

function openLog(site: Site): number {
  const size = statSync(site.log, { throwIfNoEntry: false })?.size ?? 0
  if (size > logBytesMax) renameSync(site.log, `${site.log}.old`)
  return openSync(site.log, 'a', 0o600)
}

/** It served others, and the last of them stopped it; or another was first, and is gone by now. */
function wasNotNeeded(site: Site, { child, logStart }: Started): boolean {
  return (
    child.exitCode === 0 || logSince(site, logStart).some(line => /lock file .* already exists/.test(line))
  )
}

const logSince = (site: Site, start: number): readonly string[] =>
  readFileSync(site.log).subarray(start).toString().trim().split('\n')

function explain(site: Site, { logStart }: Started): StartRefusal {
  const lines = logSince(site, logStart)
  const telling = lines.findLast(line => /(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? ''
  const reason = telling.replace(/^.*(FATAL|PANIC):\s*/, '') || 'it ended without a word'
  return new StartRefusal(`The embedded database did not start: ${reason} (its log: ${site.log}).`)
}

function tooSlow(site: Site, pid: number | undefined): string {
  const who = pid === undefined ? '' : ` (process ${pid})`
  const limit = `${startPatienceMs / 1000} s`
  return `The database in ${site.cluster}${who} was not ready within ${limit}: see ${site.log}.`
}
