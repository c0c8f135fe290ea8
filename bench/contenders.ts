// The servers under load: the gateway, and the references it is compared with.

import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { projectPath } from '../src/platform/files.ts'
import { loginsOf } from '../src/store/connection/pool.ts'
import { connectionTo } from '../src/store/embedded/ownership.ts'
import { locateSite } from '../src/store/embedded/site.ts'
import { migrate } from '../src/store/schema/migrate.ts'
import { startLineProcess } from './lineProcess.ts'
import type { ReferenceKind, ReferenceOrder } from './reference.ts'
import { asOwner, type Sample } from './sample.ts'

/** A server under load: a process of its own, listening on loopback. */
export type Contender = {
  readonly pid: number
  /** The server process of its database; that of `fixed` has none. */
  readonly databasePid?: number
  readonly port: number
  /** The API password of the merchant; without it, the published one. */
  readonly password?: string
  /** Whether its work is done by processes that it has started. */
  readonly hasWorkers?: boolean
  readonly stop: () => Promise<void>
}

export type Gateway = Contender & {
  /** Of the gateway's own embedded database. */
  readonly connection: pg.ClientConfig
  readonly dataDirectory: string
  /** The address that signs in to the console, once. */
  readonly consoleAddress: () => Promise<string>
}

/** The product as `npm start` runs it, on a new data directory; only the log is set as in production. */
export async function startGateway({ links, ...options }: GatewayOptions = {}): Promise<Gateway> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-bench-'))
  const dataDirectory = join(folder, 'data')
  const linksFile = join(folder, 'links.json')
  if (links) await writeFile(linksFile, JSON.stringify(links))
  const env = {
    TOLLGATE_DATA_DIR: dataDirectory,
    TOLLGATE_PORT: '0',
    TOLLGATE_LOG_LEVEL: 'warn',
    ...(links && { TOLLGATE_ACQUIRER_LINKS: linksFile }),
  }
  const { checkout = projectPath(), nodeOptions = [] } = options
  const child = startLineProcess({
    ...options,
    nodeOptions: [...startOptions(checkout), ...nodeOptions],
    env,
  })
  const stop = async () => {
    await child.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const consoleLine = child.hear(/Console .*\/console\/enter/)
  consoleLine.catch(() => 'whoever asks for the address is told')
  const line = await child.hear(/Base address/).catch(async error => {
    await stop()
    throw error
  })
  const site = await locateSite(dataDirectory, databasePort)
  return {
    pid: child.pid,
    databasePid: Number.parseInt(await readFile(join(site.cluster, 'postmaster.pid'), 'utf8'), 10),
    port: portIn(line, /:(\d+)\/api/),
    stop,
    connection: connectionTo(site),
    dataDirectory,
    consoleAddress: async () => /http\S*#[\w-]+/.exec(await consoleLine)?.[0] ?? '',
  }
}

/** The options of Node in the script of `npm start`. */
function startOptions(checkout: string): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
  return String(scripts.start)
    .split(' ')
    .filter(word => word.startsWith('--'))
}

export type GatewayOptions = {
  readonly nodeOptions?: readonly string[]
  /** Another checkout of the product, to run that one. */
  readonly checkout?: string
  /** The content of a links file; without it, the acquirer simulator answers. */
  readonly links?: object
}

/** A gateway whose acquirer is a process of its own, over a link in the default dialect. */
export async function startLinkedGateway(nodeOptions: readonly string[] = []): Promise<Gateway> {
  const command = ['src/tollgate.ts', 'acquirer-host', '--memory', '--port', '0', '--control-port', '0']
  const host = startLineProcess({ entry: [...command, '--json'] })
  try {
    const { links } = JSON.parse(await host.hear(/^\{/))
    const gateway = await startGateway({ nodeOptions, links })
    const stop = async () => {
      await gateway.stop()
      await host.stop()
    }
    return { ...gateway, stop }
  } catch (error) {
    await host.stop()
    throw error
  }
}

/** The embedded database's number, part of the name of its socket. */
const databasePort = 5432

/** On a database of its own in the gateway's server: the same settings, the same disk. */
export async function startReference(
  kind: ReferenceKind,
  beside: Gateway,
  sample: Sample,
): Promise<Contender> {
  const connection = await newDatabase(beside.connection, `bench_${kind}`)
  const order: ReferenceOrder = { kind, connection, sample }
  const child = startLineProcess({ entry: ['bench/reference.ts', JSON.stringify(order)] })
  const port = portIn(await child.hear(/^listening/), /(\d+)$/)
  const { databasePid } = beside
  return { pid: child.pid, ...(kind !== 'fixed' && { databasePid }), port, stop: child.stop }
}

export async function newDatabase(connection: pg.ClientConfig, name: string): Promise<pg.ClientConfig> {
  await asOwner(connection, client => client.query(`create database ${name}`))
  const own = { ...connection, database: name }
  await migrate(loginsOf(own))
  return own
}

export function portIn(line: string, form: RegExp): number {
  const port = Number(form.exec(line)?.[1])
  if (!(port > 0)) throw new Error(`No port in: ${line}`)
  return port
}
