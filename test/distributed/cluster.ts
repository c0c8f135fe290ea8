import { join } from 'node:path'
import { superuser } from '../../src/store/embedded/cluster.ts'
import { locateSite } from '../../src/store/embedded/site.ts'
import { createServer, makeCluster, type OwnServer } from '../database/ownServer.ts'
import { freePort } from '../freePorts.ts'
import type { CitusBinaries } from './installation.ts'

/** A coordinator and two workers on loopback, each with a data directory of its own. */
export type CitusCluster = {
  readonly coordinator: OwnServer
  readonly workers: readonly [OwnServer, OwnServer]
  readonly all: readonly OwnServer[]
  /** Makes a database on each of them, and one cluster of these. */
  createDatabase(name: string): Promise<void>
  stop(): Promise<void>
}

export async function startCitus(folder: string, binaries: CitusBinaries): Promise<CitusCluster> {
  const [coordinator, first, second] = [
    await startMember(join(folder, 'coordinator'), binaries),
    await startMember(join(folder, 'worker1'), binaries),
    await startMember(join(folder, 'worker2'), binaries),
  ]
  const workers = [first, second] as const
  const all = [coordinator, ...workers]
  return {
    ...{ coordinator, workers, all },
    async createDatabase(name) {
      for (const server of all) {
        await server.ask(`create database ${name}`)
        await server.ask('create extension citus', name)
      }
      await coordinator.ask(`select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`, name)
      for (const { port } of workers)
        await coordinator.ask(`select citus_add_node('127.0.0.1', ${port})`, name)
    },
    async stop() {
      await Promise.all(all.map(server => server.kill()))
    },
  }
}

async function startMember(folder: string, binaries: CitusBinaries): Promise<OwnServer> {
  const site = await locateSite(folder, await freePort())
  const { account } = await makeCluster(site, binaries)
  const server = createServer(site, { account, binaries, extra: settings })
  await server.start()
  await server.ask(`create database ${superuser}`)
  return server
}

const settings = [
  'shared_preload_libraries=citus',
  // Of a transaction over several servers, the first half.
  'max_prepared_transactions=200',
  'max_connections=300',
  // Each of them has all tables, and two servers need no more.
  'citus.shard_count=8',
  'citus.node_conninfo=sslmode=disable connect_timeout=2',
  'recovery_init_sync_method=syncfs',
]
