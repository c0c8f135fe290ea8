// How long event loops stood still, as the probes inside of the processes noted it.

import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectPath } from '../../src/platform/files.ts'

/** For the environment of a process that is watched. */
export const watchedBy = (file: string): NodeJS.ProcessEnv => ({
  STALL_PROBE_FILE: file,
  NODE_OPTIONS: `--import=${projectPath('test/hostile/stallProbe.mjs')}`,
})

export type Stalls = {
  /** The longest by the clock. On a busy machine it counts the time in which others were running, too. */
  readonly longestMs: number
  /** The longest during which the process itself was running: this is what it did to its callers. */
  readonly longestOwnMs: number
  /** How many of those of the process itself were longer than the bound. */
  readonly tooLong: number
}

export const stallBoundMs = 50

type Note = { readonly pid: number; readonly atMs: number } & Readonly<Record<string, number>>

async function notesIn(file: string, pid: number): Promise<readonly Note[]> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(line => line.endsWith('}'))
  return lines.map((line): Note => JSON.parse(line)).filter(note => note.pid === pid)
}

type Span = { readonly fromMs: number; readonly untilMs?: number }

/** Of one process, in a span of time. */
export async function stallsIn(
  file: string,
  pid: number,
  { fromMs, untilMs = Number.POSITIVE_INFINITY }: Span,
): Promise<Stalls> {
  const notes = (await notesIn(file, pid)).filter(
    ({ atMs, stoodMs }) => stoodMs !== undefined && atMs >= fromMs && atMs < untilMs,
  )
  const own = notes.map(({ stoodMs = 0, ranMs = 0 }) => Math.min(stoodMs, ranMs))
  return {
    longestMs: Math.max(0, ...notes.map(({ stoodMs = 0 }) => stoodMs)),
    longestOwnMs: Math.max(0, ...own),
    tooLong: own.filter(ms => ms > stallBoundMs).length,
  }
}

/** What is alive in the process after collecting garbage, in megabytes. */
export async function aliveMegabytes(file: string, child: ChildProcess): Promise<number> {
  const pid = child.pid ?? 0
  const alive = async () => (await notesIn(file, pid)).filter(({ aliveBytes }) => aliveBytes !== undefined)
  const before = (await alive()).length
  child.kill('SIGUSR2')
  for (let tries = 0; tries < 500; tries++) {
    const after = await alive()
    if (after.length > before) return (after.at(-1)?.aliveBytes ?? 0) / 1_000_000
    await sleep(20)
  }
  throw new Error('The probe inside of the gateway does not answer')
}

/** A process that does nothing but watch itself: what it stalls is what the machine does to everybody. */
export function startIdleProcess(file: string): ChildProcess {
  return spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)'], {
    env: { ...process.env, ...watchedBy(file) },
    stdio: 'ignore',
  })
}
