import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { Client as DatabaseClient } from 'pg'
import { projectPath } from '../../src/platform/files.ts'
import { launch, type Started } from '../faults/gatewayProcess.ts'
import { tollgate } from '../faults/tollgateProcess.ts'
import { freePort } from '../freePorts.ts'
import { type HostProcess, startHostProcess } from '../links/hostProcess.ts'
import { linksFile } from '../links/linkedSettings.ts'
import { filledIn, settingsIn } from './filledIn.ts'
import { type Ground, until } from './ground.ts'
import type { Members } from './members.ts'

/** Everything of deploy/, on one machine: two nodes, their ways to the database, the balancer, Prometheus. */
export type Installation = {
  /** Where merchants call: the balancer, over TLS. */
  readonly port: number
  readonly authority: string
  readonly password: string
  readonly nodes: readonly Node[]
  readonly host: HostProcess
  readonly prometheus: number
  /** A session of the owner with whichever server leads. */
  openDatabase(): Promise<DatabaseClient>
  stop(): Promise<void>
}

export type Node = Started & { readonly port: number; readonly metricsPort: number }

const nodeNames = ['node1', 'node2'] as const

export async function install(ground: Ground, members: Members, seed: number): Promise<Installation> {
  const port = await freePort()
  const database = await startDatabaseFront(ground, members)
  const owner = `postgres://tollgate:choose-one@127.0.0.1:${database}/tollgate?${tls(ground)}`
  await createDatabase(ground, database)
  const pooler = await startPooler(ground, database)
  const host = await startHostProcess({ folder: ground.folder, dialect: 'iso1987-ascii', seed })
  ground.atEnd(() => host.stop())
  // Every blow finds payments between question and answer.
  await host.setFaults({ slow: { probability: 0.5, ms: 500 } })
  await writeFile(ground.path('links.json'), JSON.stringify(linksFile({ port: host.port, ...link })))
  await ground.write('keys', `2026a:${Buffer.alloc(32, seed).toString('base64')}\n`)
  const settings = [
    await settingsOf(ground, 'node1', database),
    { ...(await settingsOf(ground, 'node2', database)), ...throughPooler(pooler) },
  ]
  const [first = {}] = settings
  await typed('migrate', { ...first, TOLLGATE_OWNER_DATABASE_URL: owner })
  const added = await typed('merchants add TESTMERCHANT --json', first)
  const nodes = await Promise.all(settings.map(startNode))
  const metrics = await startGatewayFront(ground, port, nodes)
  const prometheus = await startPrometheus(ground, { members, nodes, metrics })
  return {
    ...{ port, nodes, host, prometheus, password: passwordIn(added) },
    authority: await readFile(ground.path('certificate.pem'), 'utf8'),
    async openDatabase() {
      const client = new DatabaseClient({ connectionString: owner })
      client.on('error', () => undefined)
      await client.connect()
      return client
    },
    async stop() {
      for (const { child } of nodes) child.kill('SIGTERM')
      await Promise.all(nodes.map(({ ended }) => ended))
    },
  }
}

const link = { dialect: 'iso1987-ascii', connections: 2, backlogPerSecond: 200 }

const tls = (ground: Ground): string => `sslmode=verify-full&sslrootcert=${ground.path('certificate.pem')}`

async function startDatabaseFront(ground: Ground, members: Members): Promise<number> {
  const port = await freePort()
  const servers = (['db1', 'db2', 'db3'] as const).map((name, index) => {
    const { server, rest } = members.doorsOf(name)
    return [`10.0.0.2${index + 1}:5432 check port 8008`, `127.0.0.1:${server} check port ${rest}`]
  })
  const places = { 'bind 127.0.0.1:5432': `bind 127.0.0.1:${port}`, ...Object.fromEntries(servers) }
  await startBalancer(ground, 'database', filledIn('haproxy/database.cfg', places))
  return port
}

/** As root of this machine it would want to change its user: without a global section it stays who it is. */
async function startBalancer(ground: Ground, name: string, text: string): Promise<void> {
  const path = await ground.write(`haproxy-${name}.cfg`, text)
  ground.start(`haproxy-${name}`, 'haproxy', ['-db', '-f', path])
}

/** The statements of docs/operations.md, as the administrator pastes them. */
async function createDatabase(ground: Ground, port: number): Promise<void> {
  const page = readFileSync(projectPath('docs', 'operations.md'), 'utf8')
  const [, statements = ''] = /^```sql\n(.*?)^```/ms.exec(page) ?? []
  const connectionString = `postgres://postgres:choose-a-first@127.0.0.1:${port}/postgres?${tls(ground)}`
  let client: DatabaseClient | undefined
  await until('the balancer leads to the leader', async () => {
    const tried = new DatabaseClient({ connectionString })
    tried.on('error', () => undefined)
    client = await tried.connect().then(
      () => tried,
      () => undefined,
    )
    return client !== undefined
  })
  for (const statement of statements
    .split(';')
    .map(each => each.trim())
    .filter(each => each !== ''))
    await client?.query(statement)
  await client?.end()
}

async function startPooler(ground: Ground, database: number): Promise<number> {
  const port = await freePort()
  const text = filledIn('pgbouncer/pgbouncer.ini', {
    'host=db.example port=5432': `host=127.0.0.1 port=${database}`,
    'listen_port = 6432': `listen_port = ${port}`,
    '/etc/pgbouncer/userlist.txt': await ground.write('userlist.txt', filledIn('pgbouncer/userlist.txt', {})),
    '/var/log/postgresql/pgbouncer.log': ground.path('pgbouncer.log'),
    '/var/run/postgresql/pgbouncer.pid': ground.path('pgbouncer.pid'),
    '/etc/pgbouncer/database-authority.pem': ground.path('certificate.pem'),
  })
  ground.start('pgbouncer-start', 'pgbouncer', [await ground.write('pgbouncer.ini', text)])
  return port
}

const throughPooler = (pooler: number): Readonly<Record<string, string>> =>
  settingsIn(filledIn('pgbouncer/environment', { '127.0.0.1:6432': `127.0.0.1:${pooler}` }))

async function settingsOf(ground: Ground, name: (typeof nodeNames)[number], database: number) {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const text = filledIn('systemd/environment', {
    'TOLLGATE_HOST=0.0.0.0': 'TOLLGATE_HOST=127.0.0.1',
    'TOLLGATE_PORT=8080': `TOLLGATE_PORT=${port}`,
    'TOLLGATE_METRICS_HOST=10.0.0.11': 'TOLLGATE_METRICS_HOST=127.0.0.1',
    'TOLLGATE_METRICS_PORT=9464': `TOLLGATE_METRICS_PORT=${metricsPort}`,
    'TOLLGATE_TRUSTED_PROXIES=10.0.0.5': 'TOLLGATE_TRUSTED_PROXIES=127.0.0.1',
    'db.example:5432': `127.0.0.1:${database}`,
    '/etc/tollgate/database-authority.pem': ground.path('certificate.pem'),
    '/etc/tollgate/acquirer-links.json': ground.path('links.json'),
    '/etc/tollgate/keys': ground.path('keys'),
    '/var/lib/tollgate': ground.path(name),
  })
  // One worker, for three database servers share these cores; an acquirer that is given up sooner, so that
  // what nobody knows is settled within minutes of the end.
  return { ...settingsIn(text), TOLLGATE_WORKERS: '1', TOLLGATE_ACQUIRER_PATIENCE_MS: '5000' }
}

async function startNode(settings: Readonly<Record<string, string>>): Promise<Node> {
  const [port, metricsPort] = [Number(settings.TOLLGATE_PORT), Number(settings.TOLLGATE_METRICS_PORT)]
  const started = launch(settings)
  const isReady = () =>
    fetch(`http://127.0.0.1:${metricsPort}/ready`).then(
      ({ status }) => status === 200,
      () => false,
    )
  const refused = started.ended.then(({ code, errors }) => {
    throw new Error(`A node ended with ${code}: ${errors}`)
  })
  // Much later it ends because it is told to.
  refused.catch(() => undefined)
  await Promise.race([until('a node is ready', isReady), refused])
  return { ...started, port, metricsPort }
}

async function startGatewayFront(ground: Ground, port: number, nodes: readonly Node[]): Promise<number> {
  const metrics = await freePort()
  const [one, other] = nodes.map(node => `127.0.0.1:${node.port}`)
  const text = filledIn('haproxy/gateway.cfg', {
    '10.0.0.5:443': `127.0.0.1:${port}`,
    '10.0.0.5:8405': `127.0.0.1:${metrics}`,
    ...{ '10.0.0.11:8080': one ?? '', '10.0.0.12:8080': other ?? '' },
    '/etc/haproxy/tollgate/certificate.pem': ground.path('both.pem'),
    '/etc/haproxy/tollgate/busy.http': projectPath('deploy', 'haproxy', 'busy.http'),
  })
  await startBalancer(ground, 'gateway', text)
  const isThere = () =>
    fetch(`http://127.0.0.1:${metrics}/metrics`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until('the balancer listens', isThere)
  return metrics
}

type Watched = { readonly members: Members; readonly nodes: readonly Node[]; readonly metrics: number }

async function startPrometheus(ground: Ground, { members, nodes, metrics }: Watched): Promise<number> {
  const port = await freePort()
  const etcds = members.etcdPorts()
  const ports = {
    ...Object.fromEntries(nodes.map((node, index) => [`10.0.0.1${index + 1}:9464`, node.metricsPort])),
    ...Object.fromEntries(
      (['db1', 'db2', 'db3'] as const).flatMap((name, index) => [
        [`10.0.0.2${index + 1}:8008`, members.doorsOf(name).rest],
        [`10.0.0.2${index + 1}:2379`, etcds[index]],
      ]),
    ),
    '10.0.0.5:8405': metrics,
    // Nobody is there: what matters here is which alerts there are.
    '10.0.0.31:9093': 9,
  }
  const text = filledIn('prometheus/prometheus.yml', {
    ...Object.fromEntries(Object.entries(ports).map(([from, to]) => [from, `127.0.0.1:${to}`])),
    '/etc/prometheus/tollgate-alerts.yml': projectPath('deploy', 'prometheus', 'tollgate-alerts.yml'),
    // A minute of faults has to be seen in a run of minutes.
    'scrape_interval: 15s': 'scrape_interval: 2s',
  })
  const path = await ground.write('prometheus.yml', text)
  const data = await ground.makeFolder('prometheus')
  ground.start('prometheus', 'prometheus', [
    ...[`--config.file=${path}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`],
  ])
  return port
}

async function typed(line: string, settings: NodeJS.ProcessEnv): Promise<string> {
  const { code, output, errors } = await tollgate(line, settings)
  if (code !== 0) throw new Error(`npx tollgate ${line} ended with ${code}: ${output}${errors}`)
  return output
}

function passwordIn(output: string): string {
  const found = /"password":\s*"([^"]+)"/.exec(output)?.[1]
  if (found === undefined) throw new Error('A merchant was added and has no password')
  return found
}

/** Production runs the build. */
export function buildGateway(): void {
  execFileSync(process.execPath, [projectPath('build.mjs'), '--if-needed'], { stdio: 'ignore' })
}
