import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { ensureCluster, ensureSocketFolder, superuser } from '../../src/store/embedded/cluster.ts'
import {
  changeOwner,
  chooseAccount,
  commandAs,
  findBinaries,
  type PostgresBinaries,
  type ServerAccount,
} from '../../src/store/embedded/programs.ts'
import { serverArguments } from '../../src/store/embedded/server.ts'
import type { EmbeddedSite } from '../../src/store/embedded/site.ts'

/** A server for a test to break, reached over TCP as its superuser without a password. */
export type OwnServer = {
  readonly port: number
  ask<Row extends object>(query: string, database?: string): Promise<readonly Row[]>
  start(): Promise<void>
  isRunning(): boolean
  /** All of its processes, the first one first, from which all others come (Linux only). */
  processes(): Promise<readonly number[]>
  /** Like a power cut: nothing is written any more. */
  kill(): Promise<void>
  /** kill -9, with all its children; how many processes that were. */
  crash(): Promise<number>
}

/** Recovering after a crash, beside much else, takes some seconds. */
const startMsMax = 120_000

export type ServerMakings = { readonly account: ServerAccount; readonly binaries: PostgresBinaries }

/** Its cluster, which lets everybody on this machine in. */
export async function makeCluster(site: EmbeddedSite, given?: PostgresBinaries): Promise<ServerMakings> {
  const account = await chooseAccount(site)
  const binaries = given ?? (await findBinaries(site, account))
  await ensureCluster(site, account, binaries)
  await writeFor(account, join(site.cluster, 'pg_hba.conf'), accessRules)
  return { account, binaries }
}

const accessRules = ['local all all trust', 'host all,replication all 127.0.0.1/32 trust', ''].join('\n')

export async function writeFor(account: ServerAccount, path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  await changeOwner(account, path)
}

/** Its log is the site's. */
export function createServer(
  site: EmbeddedSite,
  { account, binaries, extra = [] }: ServerMakings & { readonly extra?: readonly string[] },
): OwnServer {
  const { port } = site
  const ask = async <Row extends object>(query: string, database = 'postgres') => {
    // One that hangs may accept a connection and say nothing.
    const connectionTimeoutMillis = 10_000
    const client = new Client({ host: '127.0.0.1', port, user: superuser, database, connectionTimeoutMillis })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(query)).rows
    } finally {
      await client.end()
    }
  }
  let running: ChildProcess | undefined
  const isRunning = () => running !== undefined && running.exitCode === null && running.signalCode === null
  const processes = async () => {
    const first = isRunning() ? (running?.pid ?? 0) : 0
    if (first === 0) return []
    const children = await readFile(`/proc/${first}/task/${first}/children`, 'utf8').catch(() => '')
    return [first, ...children.split(' ').filter(Boolean).map(Number)]
  }
  return {
    ...{ port, ask, isRunning, processes },
    async start() {
      await mkdir(site.dataDirectory, { recursive: true })
      await ensureSocketFolder(site, account)
      const options = [...serverArguments(site, true), ...extra.flatMap(setting => ['-c', setting])]
      const command = commandAs(account, join(binaries.folder, 'postgres'), options)
      const log = openSync(site.log, 'a', 0o600)
      running = spawn(command.file, command.args, { ...command.options, stdio: ['ignore', log, log] })
      closeSync(log)
      const untilMs = performance.now() + startMsMax
      while (!(await ask('select').then(isThere, () => false))) {
        if (!isRunning()) throw new Error(`PostgreSQL ended with ${running.exitCode}: see ${site.log}`)
        if (performance.now() > untilMs) throw new Error(`PostgreSQL does not answer: see ${site.log}`)
        await sleep(50)
      }
    },
    async kill() {
      if (running === undefined || !isRunning()) return
      const ended = once(running, 'exit')
      running.kill('SIGQUIT')
      await ended
    },
    async crash() {
      if (running === undefined || !isRunning()) return 0
      const ended = once(running, 'exit')
      // So that nobody is replaced, or comes, meanwhile.
      running.kill('SIGSTOP')
      const all = await processes()
      all.forEach(endNow)
      await ended
      return all.length
    },
  }
}

const isThere = () => true

/** It may have ended by itself meanwhile. */
function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}
