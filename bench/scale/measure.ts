// What a payment costs on this machine: the figures that the simulation is fed with.

import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src/platform/clock.ts'
import { projectPath } from '../../src/platform/files.ts'
import { type Gateway, startGateway, startLinkedGateway } from '../contenders.ts'
import { type Loader, startLoader } from '../loader.ts'
import { median } from '../medians.ts'
import { progress } from '../progress.ts'
import { asOwner } from '../sample.ts'

const warmUp = { connections: 64, requests: 12_000 }
const connectionCounts = [1, 8, 64] as const
const durationMs = 6_000
const rounds = 3

/** One load: what came out, and what it took. */
export type MeasuredLoad = {
  readonly connections: number
  readonly perSecond: number
  readonly medianMs: number
  readonly gatewayUs: number
  readonly databaseUs: number
  /** How many payments shared a commit, on average. */
  readonly groupSize: number
}

export type Measured = {
  readonly date: string
  /** With the simulated acquirer, whose books are a third commit; and over a link to an acquirer host. */
  readonly sandbox: readonly MeasuredLoad[]
  readonly linked: readonly MeasuredLoad[]
  readonly flushUs: number
  /** For each payment over the link, at the highest load. */
  readonly logBytes: number
  readonly storedBytes: number
}

const file = projectPath('bench/scale/measured.json')

export const readMeasured = (): Measured => JSON.parse(readFileSync(file, 'utf8'))

export async function measure(): Promise<void> {
  const loader = startLoader()
  try {
    const sandbox = await withGateway(await startGateway(), gateway => measureLoads(gateway, loader))
    const linked = await withGateway(await startLinkedGateway(), async gateway => {
      const loads = await measureLoads(gateway, loader)
      return { loads, ...(await measureBytes(gateway, loader)) }
    })
    const { loads, ...bytes } = linked
    const date = systemClock.now().toISOString().slice(0, 10)
    const measured: Measured = { date, sandbox, linked: loads, flushUs: measureFlush(), ...bytes }
    writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`)
  } finally {
    await loader.stop()
  }
}

async function withGateway<Result>(
  gateway: Gateway,
  work: (gateway: Gateway) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(gateway)
  } finally {
    await gateway.stop()
  }
}

async function measureLoads(gateway: Gateway, loader: Loader): Promise<readonly MeasuredLoad[]> {
  await loader.load({ ...gateway, ...warmUp })
  const runs: MeasuredLoad[] = []
  for (let round = 1; round <= rounds; round += 1)
    for (const connections of connectionCounts) {
      progress(`round ${round} of ${rounds}: ${connections} at a time`)
      runs.push(await measureLoad(gateway, loader, connections))
    }
  return connectionCounts.map(connections => {
    const own = runs.filter(run => run.connections === connections)
    const middle = (figure: keyof MeasuredLoad) => Math.round(median(own.map(run => run[figure])) * 100) / 100
    return {
      connections,
      perSecond: middle('perSecond'),
      medianMs: middle('medianMs'),
      gatewayUs: middle('gatewayUs'),
      databaseUs: middle('databaseUs'),
      groupSize: middle('groupSize'),
    }
  })
}

async function measureLoad(gateway: Gateway, loader: Loader, connections: number): Promise<MeasuredLoad> {
  const before = await groupsOf(gateway)
  const report = await loader.load({ ...gateway, connections, durationMs })
  const after = await groupsOf(gateway)
  return {
    connections,
    perSecond: report.perSecond,
    medianMs: report.medianMs,
    gatewayUs: report.cpuMicroseconds,
    databaseUs: report.wholeCpuMicroseconds - report.cpuMicroseconds,
    groupSize: (after.rows - before.rows) / (after.groups - before.groups),
  }
}

/** Of beginning and closing together. */
async function groupsOf({ port }: Gateway): Promise<{ readonly rows: number; readonly groups: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}\\{[^}]*step="(?:begin|close)"[^}]*\\} (\\S+)$`, 'gm'))]
      .map(([, value]) => Number(value))
      .reduce((all, value) => all + value, 0)
  return { rows: sum('tollgate_commit_rows_sum'), groups: sum('tollgate_commit_rows_count') }
}

async function measureBytes(gateway: Gateway, loader: Loader) {
  progress('bytes of a payment')
  const look = () =>
    asOwner(gateway.connection, async client => {
      const { rows } = await client.query<{ log: string; stored: string }>(
        `select pg_current_wal_lsn() - '0/0' as log, pg_database_size(current_database()) stored`,
      )
      return { log: Number(rows[0]?.log), stored: Number(rows[0]?.stored) }
    })
  const before = await look()
  const { answered } = await loader.load({ ...gateway, connections: 64, durationMs: 2 * durationMs })
  const after = await look()
  const each = (figure: 'log' | 'stored') => Math.round((after[figure] - before[figure]) / answered)
  return { logBytes: each('log'), storedBytes: each('stored') }
}

/** How long the disk takes to have a page for certain. */
function measureFlush(): number {
  progress('flushing the disk')
  const path = join(tmpdir(), `tollgate-flush-${process.pid}`)
  const descriptor = openSync(path, 'w', 0o600)
  try {
    const page = Buffer.alloc(8_192, 1)
    const spentMs = Array.from({ length: 300 }, (_, turn) => {
      writeSync(descriptor, page, 0, page.length, (turn % 64) * page.length)
      const since = systemClock.monotonicMs()
      fdatasyncSync(descriptor)
      return systemClock.monotonicMs() - since
    })
    return Math.round(median(spentMs.slice(64)) * 1_000)
  } finally {
    closeSync(descriptor)
    rmSync(path)
  }
}
