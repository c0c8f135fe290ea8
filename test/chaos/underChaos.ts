// Several nodes on one PostgreSQL, an acquirer host, proxies between all of them, and clients who write down
// every answer. Everything fails, again and again; then nothing does, and nobody may contradict anybody.

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { endAll } from '../faults/gatewayProcess.ts'
import { halted } from '../halted.ts'
import { startHostProcess } from '../links/hostProcess.ts'
import { linkedSettings } from '../links/linkedSettings.ts'
import type { Ask } from '../links/merchants.ts'
import { Nodes } from '../links/nodes.ts'
import { settle } from '../links/settle.ts'
import { Shoppers } from '../links/shoppers.ts'
import { blindly, judge, messageFaults, patienceMs, standingFaults } from '../links/underFire.ts'
import { reachableFolder } from '../reachableFolder.ts'
import type { Heard as Noted } from '../simulation/clientLog.ts'
import { randomOf } from '../simulation/random.ts'
import { DoomedDatabase } from './doomedDatabase.ts'
import { FaultProxy } from './faultProxy.ts'
import { NodeClock } from './nodeClock.ts'
import { askAllAgain, checkStored } from './reconcile.ts'
import { type FaultKind, type Surroundings, Trouble, ways } from './trouble.ts'
import { Witnesses } from './witnesses.ts'

export type ChaosOptions = {
  readonly seed: number
  readonly kinds: readonly FaultKind[]
  /** So many nodes are killed for each time that every other fault happens once. */
  readonly killsPerRound: number
  /** Whether it has gone on for long enough, now. */
  readonly isEnough: (trouble: Trouble, sinceMs: number) => boolean
  readonly atOnce?: number
  /** Ends it at once: what was begun is stopped and removed. */
  readonly halt?: AbortSignal
  readonly tell?: (progress: string, trouble: Trouble, sinceMs: number) => void
}

export type ChaosReport = {
  readonly violations: readonly string[]
  /** How often each fault happened that was asked for. */
  readonly faults: Readonly<Record<string, number>>
  readonly hostFaults: Readonly<Record<string, number>>
  readonly answers: Readonly<Record<string, number>>
  readonly transactions: number
  readonly entries: number
  /** About money, at the host; of these reversals, and those whose original data the host found right. */
  readonly messages: number
  readonly reversals: number
  /** Those that came after a repeat of theirs: a way that delays one message lets others pass. */
  readonly overtaken: number
  readonly matched: number
  /** Left to people, because the host allows no further repeat. */
  readonly leftToPeople: number
  readonly races: number
  readonly failedStarts: number
  readonly seconds: Readonly<Record<'fighting' | 'settling' | 'comparing', number>>
}

export const dialectName = 'iso1987-ascii'
const nodeCount = 3

export async function underChaos(options: ChaosOptions): Promise<ChaosReport> {
  const folder = await reachableFolder('chaos')
  const database = await DoomedDatabase.start(folder)
  const host = await startHostProcess({ folder, dialect: dialectName, seed: options.seed })
  const around = await surround(folder, { database, host })
  const { nodes } = around
  const client = new Client(database.login())
  const watch: number[] = []
  let isCompared = false
  try {
    await nodes.start()
    watch.push(performance.now())
    const { trouble, witnesses } = await fight(options, around)
    watch.push(performance.now())
    await client.connect()
    await settle({ lateMs: 4_000, minutes: 2, restMs: 500, nodes, client })
    watch.push(performance.now())
    const judged = await judge({
      ...{ host, nodes, client, dialect: blindly(dialectName), areDelayed: true },
    })
    const compared = [...(await askAllAgain(witnesses, nodeCount)), ...(await checkStored(database))]
    watch.push(performance.now())
    isCompared = true
    return {
      violations: [...judged.findings, ...compared],
      faults: Object.fromEntries(options.kinds.map(kind => [kind, trouble.count(kind)])),
      ...{ hostFaults: judged.faults, answers: answersIn(witnesses.log), races: witnesses.races },
      ...{ transactions: judged.transactions, entries: judged.entries, messages: judged.wire.messages },
      ...{
        overtaken: judged.overtaken.length,
        reversals: judged.wire.reversals,
        matched: judged.comparisons.matched,
      },
      ...{ leftToPeople: judged.leftToPeople, failedStarts: nodes.failedStarts },
      seconds: secondsBetween(watch),
    }
  } finally {
    // Whoever is paused does not hear that it shall end.
    for (const node of nodes.live()) node.child.kill('SIGCONT')
    await nodes.stop()
    await endAll()
    await client.end().catch(() => undefined)
    await Promise.all(proxiesOf(around).map(proxy => proxy.close()))
    await Promise.all([host.stop(), database.stop()])
    // Where it came to no end, the database's log may say why.
    if (isCompared || options.halt?.aborted) await rm(folder, { recursive: true, force: true })
    else console.error(`what was written down is in ${folder}`)
  }
}

/** The nodes, each with ways of its own to the others and a clock of its own. */
async function surround(
  folder: string,
  { database, host }: Pick<Surroundings, 'database' | 'host'>,
): Promise<Surroundings> {
  const places = Array.from({ length: nodeCount }, (_, index) => index)
  const openAll = (target?: number) => Promise.all(places.map(() => FaultProxy.open(target)))
  const proxies = {
    'client to node': await openAll(),
    'node to database': await openAll(database.port),
    'node to acquirer': await openAll(host.port),
  }
  const clocks: NodeClock[] = []
  const settings: NodeJS.ProcessEnv[] = []
  for (const index of places) {
    const own = join(folder, `node${index}`)
    await mkdir(own)
    await writeFile(join(own, 'dialect.json'), JSON.stringify(blindly(dialectName)))
    const clock = await NodeClock.make(own)
    const port = proxies['node to acquirer'][index]?.port ?? 0
    const link = { port, dialect: './dialect.json', connections: 2, backlogPerSecond: 200 }
    const reached = { settings: database.settingsAt(proxies['node to database'][index]?.port ?? 0) }
    const linked = await linkedSettings({ folder: own, database: reached, patienceMs, link })
    clocks.push(clock)
    settings.push({ ...linked, NODE_OPTIONS: clock.nodeOptions })
  }
  const nodes = new Nodes({
    ...{ count: nodeCount, settingsOf: index => settings[index] ?? {}, areStartsDisturbed: true },
    onStarted: (index, node) => proxies['client to node'][index]?.aim(node.port),
  })
  return { nodes, database, host, proxies, clocks }
}

const proxiesOf = ({ proxies }: Surroundings): readonly FaultProxy[] => ways.flatMap(way => proxies[way])

/** Load and trouble, until it is enough; then everything is as it should be. */
async function fight(options: ChaosOptions, around: Surroundings) {
  const { seed, kinds, killsPerRound, isEnough, atOnce = 24, halt, tell = () => undefined } = options
  const { host, nodes, clocks, proxies } = around
  const startedAtMs = performance.now()
  const ports = proxies['client to node'].map(({ port }) => port)
  const witnesses = new Witnesses({ ports, patienceMs: clientPatienceMs })
  let isOver = false
  const trouble = new Trouble(
    {
      ...{ random: randomOf(seed), kinds, killsPerRound },
      isEnough: self => isOver || isEnough(self, performance.now() - startedAtMs),
    },
    around,
  )
  const ask: Ask = (random, request) => witnesses.ask(random, request)
  const shoppers = new Shoppers({ ask, seed, atOnce, isEnough: () => isOver })
  const telling = setInterval(() => {
    const kills = `${nodes.killed} nodes killed, ${trouble.count('database killed')} databases killed`
    tell(`${kills}, ${shoppers.done} transactions`, trouble, performance.now() - startedAtMs)
  }, 1_000)
  await host.setFaults({ ...messageFaults, ...standingFaults })
  const shopping = shoppers.run()
  try {
    await Promise.race([trouble.run(), shopping, halted(halt)])
  } finally {
    isOver = true
    clearInterval(telling)
    for (const proxy of proxiesOf(around)) proxy.heal()
    await Promise.all([host.clearFaults(), ...clocks.map(clock => clock.set(0))])
  }
  await shopping
  await witnesses.areDone()
  if (nodes.live().length < nodeCount) throw new Error('Not every node is back')
  return { trouble, witnesses }
}

const clientPatienceMs = 3_000

function answersIn(log: Witnesses['log']): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { heard } of log) counts[wordsOf(heard)] = (counts[wordsOf(heard)] ?? 0) + 1
  return Object.fromEntries(Object.entries(counts).sort())
}

const wordsOf = (heard: Noted): string => (heard.kind === 'answer' ? heard.how : heard.kind)

function secondsBetween(watch: readonly number[]): ChaosReport['seconds'] {
  const [fighting = 0, settling = 0, comparing = 0] = watch
    .slice(1)
    .map((at, index) => Math.round((at - (watch[index] ?? at)) / 1_000))
  return { fighting, settling, comparing }
}
