import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
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
  runCommand,
  type ServerAccount,
} from '../../src/store/embedded/programs.ts'
import { serverArguments } from '../../src/store/embedded/server.ts'
import { type EmbeddedSite, locateSite } from '../../src/store/embedded/site.ts'
import { freePort } from '../freePorts.ts'

/** A server of the pair, reached over TCP as its superuser without a password. */
export type Member = {
  readonly port: number
  ask<Row extends object>(query: string, database?: string): Promise<readonly Row[]>
  /** Like a power cut: nothing is written any more. */
  kill(): Promise<void>
  start(): Promise<void>
}

export type Pair = {
  /** The primary at the beginning. */
  readonly first: Member
  /** Its standby, which has every commit before it is answered. */
  readonly second: Member
  /** Makes the standby the primary, as a tool for fail-over does. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** A primary and its synchronous standby, from the packaged binaries. */
export async function startPair(folder: string): Promise<Pair> {
  const [one, other] = [
    await locateSite(join(folder, 'first'), await freePort()),
    await locateSite(join(folder, 'second'), await freePort()),
  ]
  const account = await chooseAccount(one)
  const binaries = await findBinaries(one, account)
  await ensureCluster(one, account, binaries)
  await writeFor(account, join(one.cluster, 'pg_hba.conf'), accessRules)
  await runCommand(commandAs(account, 'chmod', ['700', one.cluster]))
  await runCommand({ ...commandAs({ kind: 'self' }, 'cp', ['-a', one.cluster, other.cluster]) }, 60_000)
  await writeFor(account, join(other.cluster, 'standby.signal'), '')
  const upstream = `host=127.0.0.1 port=${one.port} user=${superuser} application_name=second`
  const first = createMember(one, { account, binaries })
  const second = createMember(other, { account, binaries, extra: [`primary_conninfo=${upstream}`] })
  await first.start()
  await first.ask(`create database ${superuser}`)
  await second.start()
  await first.ask("alter system set synchronous_standby_names = 'second'")
  await first.ask('select pg_reload_conf()')
  await settled(first, "select from pg_stat_replication where sync_state = 'sync'")
  return {
    ...{ first, second },
    async promote() {
      await second.ask('select pg_promote()')
      await settled(second, 'select where not pg_is_in_recovery()')
    },
    async stop() {
      await Promise.all([first.kill(), second.kill()])
    },
  }
}

const accessRules = ['local all all trust', 'host all,replication all 127.0.0.1/32 trust', ''].join('\n')

type Makings = {
  readonly account: ServerAccount
  readonly binaries: PostgresBinaries
  readonly extra?: readonly string[]
}

function createMember(site: EmbeddedSite, { account, binaries, extra = [] }: Makings): Member {
  const { port } = site
  const ask = async <Row extends object>(query: string, database = 'postgres') => {
    const client = new Client({ host: '127.0.0.1', port, user: superuser, database })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(query)).rows
    } finally {
      await client.end()
    }
  }
  let running: ChildProcess | undefined
  return {
    port,
    ask,
    async start() {
      await mkdir(site.dataDirectory, { recursive: true })
      await ensureSocketFolder(site, account)
      const options = [...serverArguments(site, true), ...extra.flatMap(setting => ['-c', setting])]
      const command = commandAs(account, join(binaries.folder, 'postgres'), options)
      running = spawn(command.file, command.args, { ...command.options, stdio: 'ignore' })
      while (!(await ask('select').then(isThere, () => false))) await sleep(50)
    },
    async kill() {
      if (running === undefined || running.exitCode !== null) return
      const ended = once(running, 'exit')
      running.kill('SIGQUIT')
      await ended
    },
  }
}

const isThere = () => true

async function settled(member: Member, query: string): Promise<void> {
  while ((await member.ask(query)).length === 0) await sleep(50)
}

async function writeFor(account: ServerAccount, path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  await changeOwner(account, path)
}
