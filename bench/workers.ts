import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectPath } from '../src/platform/files.ts'
import { appRole } from '../src/store/connection/pool.ts'
import { freePort } from '../test/freePorts.ts'
import { type Contender, type Gateway, portIn } from './contenders.ts'
import type { Goal } from './goals.ts'
import { startLineProcess } from './lineProcess.ts'
import type { Loader } from './loader.ts'
import { timesIn } from './operations.ts'
import { merchantId } from './payment.ts'
import { progress } from './progress.ts'
import { measureInRounds, middleOf, type Runner } from './rounds.ts'
import { asOwner } from './sample.ts'
import { decimal, printTable, whole } from './table.ts'

const effort = { rounds: 5, roundMs: 2_500, warmUpRequests: 8_000 }
/** Enough to keep every worker busy while the acquirer takes its time. */
const connections = 128
const acquirerMs = 50

/**
 * One worker beside several, in production, with an acquirer that takes its time: so that cores and not the
 * database are the limit. Load, database and acquirer run on the same cores: how much processor time a
 * payment takes says what more cores would do.
 */
export async function compareWorkers(beside: Gateway, loader: Loader): Promise<readonly Goal[]> {
  const cores = availableParallelism()
  const workers = Math.max(2, cores)
  execFileSync(process.execPath, [projectPath('build.mjs'), '--if-needed'], { stdio: 'ignore' })
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-workers-'))
  const started: Pick<Contender, 'stop'>[] = []
  try {
    progress('starting an acquirer host and two nodes')
    const host = await startSlowHost(join(folder, 'links.json'))
    started.push(host)
    const runners = new Map<string, Runner>()
    for (const count of [1, workers]) {
      const node = await startNode(beside, { folder, workers: count })
      started.unshift(node)
      runners.set(String(count), { ...node, connections })
    }
    const figures = await measureInRounds(runners, { loader, ...effort })
    const times = (figure: 'perSecond' | 'cpuMicroseconds') =>
      timesIn(figure, figures(String(workers)), figures('1'))
    printTable(
      [
        `${connections} at a time, acquirer ${acquirerMs} ms`,
        'requests/s',
        'median ms',
        'CPU µs',
        'with database',
      ],
      [...runners.keys()].map(name => [
        `${name} ${name === '1' ? 'worker' : 'workers'} on ${cores} cores, shared with all the rest`,
        whole(middleOf(figures(name), 'perSecond')),
        decimal(middleOf(figures(name), 'medianMs')),
        whole(middleOf(figures(name), 'cpuMicroseconds')),
        whole(middleOf(figures(name), 'wholeCpuMicroseconds')),
      ]),
    )
    console.log(`\nRequests/s of ${workers} workers, times those of one: ${decimal(times('perSecond'))}`)
    const name = `CPU of a payment with ${workers} workers and their primary, times that with one`
    return [{ name, reached: times('cpuMicroseconds'), bound: { most: 1.25 } }]
  } finally {
    for (const each of started) await each.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the links file that reaches it. */
async function startSlowHost(linksFile: string): Promise<Pick<Contender, 'stop'>> {
  const control = await freePort()
  const command = ['src/tollgate.ts', 'acquirer-host', '--memory', '--port', '0', '--json']
  const host = startLineProcess({ entry: [...command, '--control-port', String(control)] })
  const { links } = JSON.parse(await host.hear(/^\{/))
  await writeFile(linksFile, JSON.stringify(links))
  await fetch(`http://127.0.0.1:${control}/faults`, {
    method: 'POST',
    body: JSON.stringify({ slow: { probability: 1, ms: acquirerMs } }),
  })
  return host
}

type NodeOrder = { readonly folder: string; readonly workers: number }

/** A node in production, on a database of its own in the server of another gateway. */
async function startNode(beside: Gateway, { folder, workers }: NodeOrder): Promise<Contender> {
  const { host, port, user } = beside.connection
  const database = `bench_workers_${workers}`
  await asOwner(beside.connection, client => client.query(`create database ${database}`))
  const address = (login: unknown) => `postgres://${login}@localhost/${database}?host=${host}&port=${port}`
  const env = {
    TOLLGATE_MODE: 'production',
    TOLLGATE_WORKERS: String(workers),
    TOLLGATE_ACQUIRER_LINKS: join(folder, 'links.json'),
    TOLLGATE_PUBLIC_URL: 'https://pay.example',
    TOLLGATE_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    TOLLGATE_DATA_DIR: join(folder, String(workers)),
    TOLLGATE_DATABASE_URL: address(appRole),
    TOLLGATE_OWNER_DATABASE_URL: address(user),
    TOLLGATE_PORT: '0',
    TOLLGATE_LOG_LEVEL: 'warn',
    TOLLGATE_DRAIN_MS: '0',
  }
  const node = startLineProcess({ env })
  const line = await node.hear(/Base address/)
  const { password } = JSON.parse(tollgate(['merchants', 'add', merchantId, '--json'], env))
  const { databasePid } = beside
  return {
    ...{
      pid: node.pid,
      port: portIn(line, /:(\d+)\/api/),
      stop: node.stop,
      password,
      hasWorkers: workers > 1,
    },
    ...(databasePid !== undefined && { databasePid }),
  }
}

const tollgate = (words: readonly string[], env: NodeJS.ProcessEnv): string =>
  execFileSync(process.execPath, [projectPath('tollgate.mjs'), ...words], { env, encoding: 'utf8' })
