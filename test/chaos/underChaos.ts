// Several nodes on one PostgreSQL, all whom they speak with, proxies between all of them, and clients who
// write down every answer. Everything fails, again and again; then nothing does, and nobody may contradict
// anybody.

import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import { halted } from '../halted.ts'
import type { Ask } from '../links/merchants.ts'
import { settle } from '../links/settle.ts'
import { Shoppers } from '../links/shoppers.ts'
import { blindly, judge, messageFaults, standingFaults } from '../links/underFire.ts'
import { byBrowser } from '../providers/browserVisit.ts'
import { compareProviderBooks } from '../providers/compareProviderBooks.ts'
import { Payers } from '../providers/payers.ts'
import { reachableFolder } from '../reachableFolder.ts'
import type { Heard as Noted } from '../simulation/clientLog.ts'
import { randomOf } from '../simulation/random.ts'
import {
  AuthenticatingPayers,
  type AuthenticatingPayersOptions,
} from '../threeDSecure/authenticatingPayers.ts'
import { callFaults, directoryFaults } from './messageFaults.ts'
import { askAllAgain, checkStored, reconcileAuthentications } from './reconcile.ts'
import {
  balanceResults,
  dialectName,
  heal,
  nodeCount,
  type Surroundings,
  stopAll,
  surround,
} from './surroundings.ts'
import { type FaultKind, Trouble } from './trouble.ts'
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
  /** Of messages and calls, at each of those whom nodes speak with. */
  readonly partyFaults: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** How authentications ended. */
  readonly authentications: Readonly<Record<string, number>>
  /** What payers came to, each of which has to happen. */
  readonly deeds: Readonly<Record<string, number>>
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

export async function underChaos(options: ChaosOptions): Promise<ChaosReport> {
  const folder = await reachableFolder('chaos')
  const around = await surround({ folder, seed: options.seed })
  const client = new Client(around.database.login())
  let isCompared = false
  try {
    const report = await Promise.race([fightAndCompare(options, around, client), halted(options.halt)])
    isCompared = true
    return report
  } finally {
    await client.end().catch(() => undefined)
    await stopAll(around)
    // Where it came to no end, the database's log may say why.
    if (isCompared || options.halt?.aborted) await rm(folder, { recursive: true, force: true })
    else console.error(`what was written down is in ${folder}`)
  }
}

async function fightAndCompare(options: ChaosOptions, around: Surroundings, client: Client) {
  await around.start()
  const watch: number[] = [performance.now()]
  const { trouble, ...clients } = await fight(options, around)
  watch.push(performance.now())
  await client.connect()
  await settle({ ...usualSettling, nodes: around.nodes, client })
  watch.push(performance.now())
  const compared = await compareAll(around, clients, client)
  watch.push(performance.now())
  return {
    ...compared,
    faults: Object.fromEntries(options.kinds.map(kind => [kind, trouble.count(kind)])),
    seconds: secondsBetween(watch),
  }
}

/** Payers who never decide at a provider have three hours, and those at an issuer twenty minutes. */
const usualSettling = { lateMs: 4_000, minutes: 10, restMs: 700 }

/** Everybody's books with the gateway's record, and all answers with each other. */
async function compareAll(around: Surroundings, clients: Clients, client: Client) {
  const { nodes, host, directory, provider, database } = around
  const { witnesses, payers, authenticating } = clients
  const atProvider = new Set(payers.orderIds)
  const judged = await judge({
    ...{ host, nodes, client, dialect: blindly(dialectName), areDelayed: true },
    isAtHost: orderId => !atProvider.has(orderId),
  })
  const paidAtProvider = await provider.payments()
  const authentications = await reconcileAuthentications(around, client, authenticating.orderIds)
  const violations = [
    ...judged.findings,
    ...authentications.violations,
    ...(await compareProviderBooks(client, paidAtProvider, payers.orderIds)),
    ...(await askAllAgain(witnesses, nodeCount)),
    ...(await checkStored(database)),
  ]
  return {
    ...{ violations, answers: answersIn(witnesses.log), races: witnesses.races },
    partyFaults: {
      'acquirer host': judged.faults,
      'directory server': await directory.faultsHappened(),
      provider: await provider.faultsHappened(),
    },
    authentications: authentications.statuses,
    deeds: { ...authentications.deeds, 'paid at the provider': paidAtProvider.length },
    ...{ transactions: judged.transactions, entries: judged.entries, messages: judged.wire.messages },
    ...{ overtaken: judged.overtaken.length, reversals: judged.wire.reversals },
    ...{ matched: judged.comparisons.matched, leftToPeople: judged.leftToPeople },
    failedStarts: nodes.failedStarts,
  }
}

type Clients = {
  readonly witnesses: Witnesses
  readonly payers: Payers
  readonly authenticating: AuthenticatingPayers
}

/** Load and trouble, until it is enough; then everything is as it should be. */
async function fight(
  options: ChaosOptions,
  around: Surroundings,
): Promise<Clients & { readonly trouble: Trouble }> {
  const { seed, kinds, killsPerRound, isEnough, tell = () => undefined } = options
  const { host, directory, provider, nodes } = around
  const startedAtMs = performance.now()
  let isOver = false
  const trouble = new Trouble(
    {
      ...{ random: randomOf(seed), kinds, killsPerRound },
      isEnough: self => isOver || isEnough(self, performance.now() - startedAtMs),
    },
    around,
  )
  const { shoppers, ...clients } = clientsOf(options, around, () => isOver)
  const telling = setInterval(() => {
    const kills = `${nodes.killed} nodes killed, ${trouble.count('database killed')} databases killed`
    const done = shoppers.done + clients.payers.done + clients.authenticating.done
    tell(`${kills}, ${done} transactions`, trouble, performance.now() - startedAtMs)
  }, 1_000)
  await host.setFaults({ ...messageFaults, ...standingFaults })
  await Promise.all([directory.setFaults(directoryFaults), provider.setFaults(callFaults)])
  const shopping = Promise.all([shoppers.run(), clients.payers.run(), clients.authenticating.run()])
  try {
    await Promise.race([trouble.run(), shopping])
  } finally {
    isOver = true
    clearInterval(telling)
  }
  await heal(around)
  await shopping
  await clients.witnesses.areDone()
  if (nodes.live().length < nodeCount) throw new Error('Not every node is back')
  return { trouble, ...clients }
}

/** Who pays by card, who at the provider, and who is authenticated first. */
function clientsOf({ seed, atOnce = 24 }: ChaosOptions, around: Surroundings, isEnough: () => boolean) {
  const ports = around.proxies['client to node'].map(({ port }) => port)
  const witnesses = new Witnesses({ ports, patienceMs: clientPatienceMs })
  const ask: Ask = (random, request) => witnesses.ask(random, request)
  const look: Ask = (random, request) => witnesses.look(random, request)
  const decide: AuthenticatingPayersOptions['decide'] = async (random, id, end) => {
    balanceResults(around, random)
    await around.directory.decide(id, end)
  }
  const share = Math.ceil(atOnce / 4)
  const beside = { ask, look, seed, atOnce: share, isEnough }
  return {
    witnesses,
    shoppers: new Shoppers({ ask, seed, atOnce: atOnce - 2 * share, isEnough }),
    payers: new Payers({ ...beside, decide: byBrowser }),
    authenticating: new AuthenticatingPayers({ ...beside, decide }),
  }
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
