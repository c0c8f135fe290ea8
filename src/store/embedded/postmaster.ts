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

const stopPatienceMs = 60_000
const quitPatienceMs = 10_000

/** Without a socket folder the driver would go to 127.0.0.1:5432, somebody else's database. */
export function readPostmasterFile(site: EmbeddedSite): PostmasterFile | undefined {
  const text = readIfThere(pathOf(site))
  if (text === undefined) return undefined
  const [pid = '', , , , socketFolder = '', , , status = ''] = text.split('\n')
  return {
    text,
    pid: Math.abs(Number.parseInt(pid, 10)) || 0,
    isReady: status.trim() === 'ready' && socketFolder !== '',
  }
}

/** The server and its children work inside the cluster. In a container, root may not see another user's. */
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
 * Removes what a dead server left where its number is another process's by now, or unreadable: then no server
 * would start. Everything else a starting server clears by itself, which is safer: whoever removes a file may
 * meet the one that another start has just made. False when it is too early to tell.
 */
export function clearStale(site: EmbeddedSite, judged: PostmasterFile | undefined): boolean {
  if (judged?.pid === 0 && ageOf(pathOf(site)) < writingMs) return false
  const isInTheWay = judged !== undefined && (judged.pid === 0 || isAlive(judged.pid))
  if (isInTheWay && readIfThere(pathOf(site)) === judged.text) rmSync(pathOf(site), { force: true })
  const lock = Number.parseInt(readIfThere(socketLockOf(site)) ?? '', 10)
  if (lock > 0 && isAlive(lock)) rmSync(socketLockOf(site), { force: true })
  return true
}

/** A server makes its file first and fills it then. */
const writingMs = 1_000
const ageOf = (path: string): number =>
  systemClock.now().getTime() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)

/** The file goes when everything is on disk. A server too slow for that is cut short; its log repairs it. */
export async function shutDown(site: EmbeddedSite, pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', stopPatienceMs],
    ['SIGQUIT', quitPatienceMs],
  ] as const) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    const deadline = systemClock.monotonicMs() + patienceMs
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

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    const remedy = 'start as the user it belongs to or set TOLLGATE_DATA_DIR'
    throw new StartRefusal(`${path} cannot be read (${errorCode(error)}): ${remedy}.`)
  }
}
