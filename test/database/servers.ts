import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { appRole, loginsOf } from '../../src/store/connection/pool.ts'
import { superuser } from '../../src/store/embedded/cluster.ts'
import { launchEmbedded } from '../../src/store/embedded/launch.ts'
import { migrate } from '../../src/store/schema/migrate.ts'
import { freePort } from '../freePorts.ts'
import { type DatabaseKind, type ServerDetails, type Way, withDatabase } from './address.ts'

export type DatabaseServers = {
  readonly details: Readonly<Record<DatabaseKind, ServerDetails>>
  stop(): Promise<void>
}

/** One server, reached by its socket as superuser and over TCP as a role such as a hosted database gives. */
export async function startServers(folder: string): Promise<DatabaseServers> {
  const distributed = process.env.TOLLGATE_TEST_CITUS
  if (distributed !== undefined) return useDistributed(distributed.split(',').map(Number))
  const password = randomBytes(12).toString('hex')
  const dataDirectory = join(folder, 'data')
  const guard = guardAgainstDeath(dataDirectory)
  const port = await freePort()
  const embedded = await launchEmbedded({ dataDirectory, listen: { port, password } })
  const prefix = `tollgate_test_${randomBytes(4).toString('hex')}`
  const { connection } = embedded
  const logins = loginsOf(connection)
  const gateway = { config: logins.gateway, url: socketUrl({ ...connection, user: appRole }) }
  const own = detailsOf(
    { config: { ...connection }, url: socketUrl(connection) },
    gateway,
    `${prefix}_embedded`,
  )
  const given = process.env.TOLLGATE_TEST_DATABASE_URL
  const url = given ?? (await hostedUrl(own.config, { port, password }))
  const external = detailsOf(wayTo(url), wayTo(gatewayUrl(url, prefix)), `${prefix}_external`)
  const stop = async () => {
    if (given !== undefined) await dropAll(external, prefix)
    await embedded.stop()
    guard.dismiss()
  }
  try {
    // The lesser role first: the superuser may use what it creates for the whole server, but not the reverse.
    await makeTemplate(external)
    await makeTemplate(own)
  } catch (error) {
    await stop()
    throw error
  }
  return { details: { embedded: own, external }, stop }
}

/** The coordinator of a distributed server that is there already, then its workers; for both kinds. */
async function useDistributed(ports: readonly number[]): Promise<DatabaseServers> {
  const prefix = `tollgate_test_${randomBytes(4).toString('hex')}`
  const [coordinator = 0, ...workers] = ports
  const way = (user: string, port = coordinator) =>
    wayTo(`postgres://${user}@127.0.0.1:${port}/${superuser}?sslmode=disable`)
  const others = workers.map(port => way(superuser, port).config)
  const server = { ...detailsOf(way(superuser), way(appRole), prefix), others }
  const each = [server.config, ...others]
  for (const port of ports) {
    await withClient(way(superuser, port).config, client =>
      client.query(`create database ${server.template}`),
    )
    const inside = withDatabase({ ...way(superuser, port), gateway: way(appRole) }, server.template)
    await withClient(inside.config, client => client.query('create extension citus'))
  }
  const { config: owner, gateway } = withDatabase(server, server.template)
  await withClient(owner, async client => {
    await client.query("select citus_set_coordinator_host('127.0.0.1', $1)", [coordinator])
    for (const port of workers) await client.query("select citus_add_node('127.0.0.1', $1)", [port])
  })
  await migrate({ owner, gateway: gateway.config })
  for (const config of each) await withClient(config, client => closeTemplate(client, server.template))
  return { details: { embedded: server, external: server }, stop: async () => undefined }
}

/** The extension has a session of its own in each database. */
async function closeTemplate(client: Client, template: string): Promise<void> {
  await client.query(`alter database ${template} with allow_connections false is_template true`)
  const end = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
  while ((await client.query(end, [template])).rows.length > 0) await sleep(100)
}

function detailsOf(owner: Way, gateway: Way, prefix: string): ServerDetails {
  return { ...owner, gateway, prefix, template: `${prefix}_template` }
}

const wayTo = (url: string): Way => ({ config: { connectionString: url }, url })

/** A login for this run: on a shared server, the logins of others are left alone. */
function gatewayUrl(url: string, login: string): string {
  const address = new URL(url)
  address.username = login
  address.password = randomBytes(12).toString('hex')
  return address.toString()
}

function socketUrl({
  host,
  port,
  user,
  database,
}: {
  host: string
  port: number
  user: string
  database: string
}) {
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
}

async function hostedUrl(config: ClientConfig, { port, password }: { port: number; password: string }) {
  await withClient(config, client =>
    client.query(
      // Databases are dropped while gateways are still closing: the role that drops them may end their
      // sessions.
      `create role tollgate_hosted login createdb createrole in role pg_signal_backend
        password ${client.escapeLiteral(password)}`,
    ),
  )
  return `postgres://tollgate_hosted:${password}@127.0.0.1:${port}/tollgate`
}

async function makeTemplate(server: ServerDetails): Promise<void> {
  await withClient(server.config, client => client.query(`create database ${server.template}`))
  const { config: owner, gateway } = withDatabase(server, server.template)
  await migrate({ owner, gateway: gateway.config })
  await withClient(server.config, client =>
    client.query(`alter database ${server.template} with allow_connections false is_template true`),
  )
}

/** Tests that were interrupted have left theirs. */
async function dropAll({ config, prefix, template }: ServerDetails, login: string): Promise<void> {
  await withClient(config, async client => {
    await client.query(`alter database ${template} with is_template false`).catch(() => undefined)
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`drop role if exists ${login}`)
  })
}

async function withClient<Result>(
  config: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(config)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * The server is designed to outlive its parent. When this process is killed the pipe ends, and the shell
 * cleans up.
 */
function guardAgainstDeath(dataDirectory: string): { dismiss(): void } {
  const script = `read -r dismissed && exit
    kill -QUIT "$(head -n 1 "$1/postgres/postmaster.pid")"; sleep 1; rm -rf "$(dirname "$1")"`
  const shell = spawn('sh', ['-c', script, 'sh', dataDirectory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  shell.stdin.on('error', () => undefined)
  return { dismiss: () => shell.stdin.end('dismissed\n') }
}
