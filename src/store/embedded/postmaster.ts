// The file postmaster.pid, and the processes of a server: reading, clearing and stopping.

import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../platform/clock.ts'
import { errorCode, StartRefusal } from '../../platform/errors.ts'
import { commandAs, runCommand, type ServerAccount } from './programs.ts'
import { type EmbeddedSite, socketLockOf } from './site.ts'

/** What the server writes about itself, line by line while it starts: any part may still be missing. */
export type PostmasterFile = {
  readonly text: string
  readonly pid: number
  readonly isReady: boolean
}

const stopTimeoutMs = 60_000
const quitTimeoutMs = 10_000

/**
 * Undefined without a socket folder: the driver would connect to 127.0.0.1:5432, perhaps another database.
 */
export function readPostmasterFile(site: EmbeddedSite): PostmasterFile | undefined {
  const text = readFileIfPresent(pathOf(site))
  if (text === undefined) return undefined
  const [pid = '', , , , socketFolder = '', , , status = ''] = text.split('\n')
  return {
    text,
    pid: Math.abs(Number.parseInt(pid, 10)) || 0,
    isReady: status.trim() === 'ready' && socketFolder !== '',
  }
}

/**
 * The servers of this cluster, found by their working directory. In a container, root may not be able to read
 * that of another user's processes.
 */
export async function serversIn(site: EmbeddedSite, account: ServerAccount): Promise<number[]> {
  const observer: ServerAccount = account.kind === 'user' ? account : { kind: 'self' }
  const { output } = await runCommand(
    existsSync('/proc/self/comm')
      ? commandAs(observer, '/bin/sh', ['-c', listing, 'sh', site.cluster])
      : commandAs(observer, 'lsof', ['-t', '-a', '-c', 'postgres', '-d', 'cwd', '--', site.cluster]),
  )
  return [...output.matchAll(/^\d+$/gm)].map(([pid]) => Number(pid))
}

/**
 * Removes the file of a dead server whose process id is unreadable or belongs to another process by now: with
 * it no server would start. Everything else is left to the starting server, which is safer: another start may
 * have just made a new file. False when it is too early to decide.
 */
export function clearStale(site: EmbeddedSite, file: PostmasterFile | undefined): boolean {
  if (file?.pid === 0 && ageOf(pathOf(site)) < writingMs) return false
  const isInTheWay = file !== undefined && (file.pid === 0 || isAlive(file.pid))
  if (isInTheWay && readFileIfPresent(pathOf(site)) === file.text) rmSync(pathOf(site), { force: true })
  const lock = Number.parseInt(readFileIfPresent(socketLockOf(site)) ?? '', 10)
  if (lock > 0 && isAlive(lock)) rmSync(socketLockOf(site), { force: true })
  return true
}

/** A server creates its file first and then writes it: for so long it may be incomplete. */
const writingMs = 1_000
const ageOf = (path: string): number =>
  systemClock.now().getTime() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)

/**
 * Stops the server and waits until its file is removed, which is when everything is on disk. A server that is
 * too slow is stopped immediately; it recovers from its log at the next start.
 */
export async function shutDown(site: EmbeddedSite, pid: number): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', stopTimeoutMs],
    ['SIGQUIT', quitTimeoutMs],
  ] as const) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    const deadline = systemClock.monotonicMs() + timeoutMs
    while (systemClock.monotonicMs() < deadline) {
      if (readPostmasterFile(site)?.pid !== pid) return
      await sleep(3)
    }
  }
  throw new Error(`The embedded database (process ${pid}) did not stop.`)
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

const listing = `for process in /proc/[0-9]*; do
  [ "$process/cwd" -ef "$1" ] || continue
  read -r name < "$process/comm" && [ "$name" = postgres ] && echo "\${process#/proc/}"
done 2>/dev/null`

function pathOf(site: EmbeddedSite): string {
  return join(site.cluster, 'postmaster.pid')
}

function readFileIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    const remedy = 'start as the user it belongs to or set TOLLGATE_DATA_DIR'
    throw new StartRefusal(`${path} cannot be read (${errorCode(error)}): ${remedy}.`)
  }
}
