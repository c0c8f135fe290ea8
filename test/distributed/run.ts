// npm run distributed -- --kills 4 --seed 1: see docs/scale.md. Exit code 0: everything held; 1: something
// did not, or a kill that was asked for did not happen; 2: not understood; 3: the extension is not installed
// here; 130: interrupted.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clearProgress, progress } from '../../bench/progress.ts'
import { printTable, whole } from '../../bench/table.ts'
import { projectPath } from '../../src/platform/files.ts'
import { endAll } from '../faults/gatewayProcess.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { type CitusCluster, startCitus } from './cluster.ts'
import { findCitus } from './installation.ts'
import { type KillReport, killKinds, underKills } from './underKills.ts'
import { upgraded } from './upgraded.ts'
import { type AwayReport, awaySights, workerAway } from './workerAway.ts'

const parts = ['upgrade', 'journeys', 'store', 'race', 'away', 'kills'] as const
type Part = (typeof parts)[number]
type Asked = { readonly kills: number; readonly seed: number; readonly only: readonly Part[] }

async function main(words: readonly string[]): Promise<number> {
  const asked = readWords(words)
  if (!asked) {
    console.error(
      `npm run distributed takes --kills and --seed with numbers, and --only with ${parts.join(', ')}`,
    )
    return 2
  }
  const found = findCitus()
  if (typeof found === 'string') {
    console.error(`Nothing was tried: ${found}. docs/scale.md says how to install it.`)
    return 3
  }
  const folder = await reachableFolder('distributed')
  const cluster = await startCitus(folder, found)
  const leave = async () => {
    clearProgress()
    await endAll()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void leave().finally(() => process.exit(130)))
  return await tryAll(asked, { cluster, folder }).finally(leave)
}

function readWords(words: readonly string[]): Asked | undefined {
  const word = { type: 'string' } as const
  try {
    const { values } = parseArgs({ args: [...words], options: { kills: word, seed: word, only: word } })
    const kills = Number(values.kills ?? 4)
    const seed = Number(values.seed ?? Date.now() % 100_000)
    const wanted = values.only?.split(',') ?? parts
    const only = parts.filter(part => wanted.includes(part))
    const isGood = [kills, seed].every(each => Number.isInteger(each) && each > 0)
    return isGood && only.length === wanted.length ? { kills, seed, only } : undefined
  } catch {
    return undefined
  }
}

type Ground = { readonly cluster: CitusCluster; readonly folder: string }

async function tryAll({ kills, seed, only }: Asked, { cluster, folder }: Ground): Promise<number> {
  const failures: string[] = []
  for (const part of only) {
    progress(`${part} …`)
    if (part === 'kills') {
      const each = { node: kills, worker: kills, coordinator: Math.ceil(kills / 2) }
      const report = await underKills({ cluster, kills: each, seed, tell: progress })
      clearProgress()
      failures.push(...showKills(seed, each, report))
    } else if (part === 'upgrade') {
      const { applied, paid, violations } = await upgraded({ cluster, database: 'upgraded' }, progress)
      clearProgress()
      console.log(
        `${part.padEnd(10)} ${whole(applied)} migrations applied, then paid in ${whole(paid)} cells`,
      )
      failures.push(...violations)
    } else if (part === 'away') {
      const report = await workerAway({ cluster, database: 'away' }, progress)
      clearProgress()
      failures.push(...showAway(report))
    } else {
      const { passed, failed, excepted } = await runTests(part, { cluster, folder })
      clearProgress()
      const counts = `${whole(passed)} tests passed, ${whole(failed.length)} failed`
      console.log(`${part.padEnd(10)} ${counts}, ${whole(excepted.length)} cannot hold here`)
      for (const each of excepted) console.log(`  ${each}`)
      failures.push(...failed, ...(passed === 0 ? [`${part}: nothing was tried`] : []))
    }
  }
  for (const failure of failures.slice(0, 40)) console.log(`  ${failure.slice(0, 300)}`)
  console.log(`Violations ${failures.length}`)
  return failures.length === 0 ? 0 : 1
}

type TestedPart = Exclude<Part, 'away' | 'kills' | 'upgrade'>

/** What a run without the extension tries, on a database that is distributed. */
async function testsOf(part: TestedPart): Promise<readonly string[]> {
  if (part === 'race') return ['--project', 'long-together', 'src/store/journal/recovery.race.test.ts']
  const journeys = ['--project', '!long*', 'test/journeys/']
  if (part === 'journeys') return journeys
  const found = await readdir(projectPath('src/store'), { recursive: true })
  const files = found.filter(name => name.endsWith('.test.ts')).map(name => `src/store/${name}`)
  return ['--project', '!long*', ...files.filter(path => ofOneServer[path] === undefined), archives]
}

async function runTests(part: TestedPart, { cluster, folder }: Ground) {
  await mkdir(join(folder, 'results'), { recursive: true })
  const file = join(folder, 'results', `${part}.json`)
  const child = spawn(
    process.execPath,
    [
      projectPath('node_modules', 'vitest', 'vitest.mjs'),
      ...['run', '--reporter=json', `--outputFile=${file}`, ...(await testsOf(part))],
    ],
    {
      ...{ cwd: projectPath('.'), stdio: 'ignore' },
      env: {
        ...process.env,
        TOLLGATE_TEST_CITUS: cluster.all.map(({ port }) => port).join(','),
        RACE_COUNT: '400',
      },
    },
  )
  await once(child, 'exit')
  const results: TestResults = JSON.parse(await readFile(file, 'utf8'))
  const tests = results.testResults.flatMap(each => each.assertionResults)
  const broke = tests.filter(({ status }) => status === 'failed')
  const broken = results.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: [
      ...broke.filter(({ fullName }) => exceptions[fullName] === undefined).map(inShort),
      ...broken.map(({ name, message }) => `${name} could not be run: ${message}`),
    ],
    excepted: [
      ...broke.flatMap(({ fullName }) => {
        const reason = exceptions[fullName]
        return reason === undefined ? [] : [`${fullName}: ${reason}`]
      }),
      ...(part === 'store' ? Object.entries(ofOneServer).map(([path, reason]) => `${path}: ${reason}`) : []),
    ],
  }
}

/** What archives ask of the store, which has no test of it by itself. */
const archives = 'src/administration/archives/slowOrders.test.ts'

const otherStatements = 'begin and close are transactions of several statements here (decision 44)'
const ownQuery = "its own query is one that such a database refuses, not the product's"
const locks = 'it waits for locks and sessions of one server'

/** Files of tests that are about one server, and what of it they look at; told with the counts. */
const ofOneServer: Readonly<Record<string, string>> = {
  'src/store/connection/pooler.test.ts': 'a pooler before one server',
  'src/store/console/projection.test.ts': ownQuery,
  'src/store/journal/cheapUpdates.test.ts': 'pages and indexes of one server',
  'src/store/journal/journal.faults.test.ts': 'its wire loses answers of single statements',
  'src/store/journal/leaseFloors.test.ts': locks,
  'src/store/journal/plannedOnce.test.ts': otherStatements,
  'src/store/journal/whatStands.test.ts': otherStatements,
  'src/store/notifications/feed.race.test.ts': locks,
  'src/store/notifications/read.scale.test.ts': 'plans of one server',
  'src/store/schema/copies.test.ts': 'databases that one server can copy',
  'src/store/schema/role.test.ts': 'logins of one server',
  'src/store/schema/schema.test.ts': 'the schema of one server',
}

/** What cannot hold on a database that is distributed, and why; told with the counts, never left out. */
const exceptions: Readonly<Record<string, string>> = {
  'a form that is paid at once takes eleven: none reads what the one before it has read': otherStatements,
  'one whose issuer is asked about the payer takes sixteen': otherStatements,
  'a failure is not remembered': 'its other port is of no use where servers are named by addresses',
  'no statement reads a whole table, though all were planned while the tables were empty':
    'plans of one server',
  'nodes a clean stop leaves nothing; what could not be closed is left to those who stay':
    'a node that ends is not removed by itself there, but by the others soon after',
  'what was owed for weeks is found in the period of its outcome': ownQuery,
  'counters go within two hours after the end of their windows, some at a time': ownQuery,
}

/** With the first line of why it failed. */
const inShort = ({ fullName, failureMessages }: TestResult): string =>
  `${fullName}: ${failureMessages?.[0]?.split('\n')[0] ?? 'no reason'}`

type TestResult = {
  readonly status: string
  readonly fullName: string
  readonly failureMessages?: readonly string[]
}
type TestResults = {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly TestResult[]
  }[]
}

/** Prints what was seen; gives what was not, and what must not have been. */
function showAway({ seen, violations }: AwayReport): readonly string[] {
  printTable(
    ['While a worker was away', 'Times'],
    awaySights.map(sight => [sight, whole(seen[sight])]),
  )
  const missed = awaySights.filter(sight => seen[sight] === 0)
  return [...violations, ...missed.map(sight => `NOT SEEN: ${sight}`)]
}

/** Prints what happened; gives what must not have. */
function showKills(seed: number, wanted: KillReport['kills'], report: KillReport): readonly string[] {
  const { kills, answers, acknowledged, paidMeanwhile, violations } = report
  printTable(
    ['Killed', 'Times'],
    killKinds.map(kind => [kind, whole(kills[kind])]),
  )
  const told = Object.entries(answers).map(([kind, count]) => `${kind} ${whole(count)}`)
  const all = killKinds.reduce((sum, kind) => sum + kills[kind], 0)
  console.log(
    `Seed ${seed}; acknowledged ${whole(acknowledged)}, of them ${whole(paidMeanwhile)} while a worker was ` +
      `away; answers: ${told.join(', ')}`,
  )
  if (violations.length === 0) console.log(`(3/N: below ${(300 / all).toFixed(1)} % of kills)`)
  const missed = killKinds.filter(kind => kills[kind] < wanted[kind])
  return [
    ...violations,
    ...missed.map(kind => `NOT DONE: ${kind}`),
    ...(acknowledged > all ? [] : [`Only ${acknowledged} were acknowledged`]),
    ...(paidMeanwhile > 0 || kills.worker === 0 ? [] : ['Nobody could pay while a worker was away']),
  ]
}

process.exitCode = await main(process.argv.slice(2))
