// How long it takes until the gateway is ready, on a data directory that is there already.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/platform/clock.ts'
import type { Goal } from './goals.ts'
import { startLineProcess } from './lineProcess.ts'
import { median } from './medians.ts'
import { cpuMs } from './processFacts.ts'
import { progress } from './progress.ts'
import { printTable, whole } from './table.ts'

const starts = 7
/** The first makes the database, the second finds what the first kept of compiled code: each way its own. */
const startsBefore = 2
/** A start that kept no compiled code yet does so within this time. */
const keepingMs = 4_000

/** As the README says, and without npm, which takes its own time. */
const ways = { npm: ['npm', 'start'], node: undefined } as const
type Way = keyof typeof ways
type Start = { readonly readyMs: number; readonly cpuMs: number }

/** Prints how long warm starts took, and returns the goal. */
export async function compareStarts(): Promise<readonly Goal[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-starts-'))
  const measured: Record<Way, Start[]> = { npm: [], node: [] }
  try {
    for (const way of ['node', 'npm'] as const)
      for (let before = 0; before < startsBefore; before += 1) await start(way, folder, keepingMs)
    for (let round = 1; round <= starts; round += 1) {
      progress(`warm starts: ${round} of ${starts}`)
      for (const way of ['npm', 'node'] as const) measured[way].push(await start(way, folder))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const middle = (way: Way, figure: keyof Start) => median(measured[way].map(one => one[figure]))
  printTable(
    ['warm start', 'ready after ms', 'own CPU ms'],
    [
      ['npm start', whole(middle('npm', 'readyMs')), ''],
      ['node start.mjs', whole(middle('node', 'readyMs')), whole(middle('node', 'cpuMs'))],
    ],
  )
  return [
    {
      name: 'seconds from npm start to ready, warm',
      reached: middle('npm', 'readyMs') / 1_000,
      bound: { most: 0.8 },
    },
  ]
}

async function start(way: Way, folder: string, stayMs = 0): Promise<Start> {
  const startedAtMs = systemClock.monotonicMs()
  const child = startLineProcess({
    ...(ways[way] && { command: ways[way] }),
    env: { TOLLGATE_DATA_DIR: join(folder, 'data'), TOLLGATE_PORT: '0', TOLLGATE_DRAIN_MS: '0' },
  })
  try {
    await child.hear(/Base address/)
    return { readyMs: systemClock.monotonicMs() - startedAtMs, cpuMs: cpuMs(child.pid) ?? Number.NaN }
  } finally {
    await systemClock.sleep(stayMs)
    await child.stop()
  }
}
