import { createHash } from 'node:crypto'
import type { Acquirer, AcquirerAsk } from '../../src/acquirers/port.ts'
import { createGateway, type Gateway } from '../../src/operations/gateway.ts'
import { createInteractions, type Interactions } from '../../src/operations/interactions/interactions.ts'
import type { Pipeline } from '../../src/operations/pipeline/execution.ts'
import { createRecovery, type Recovery } from '../../src/operations/recovery/recovery.ts'
import { identifyWith } from '../../src/operations/requests/prepare.ts'
import { noReferenceSources } from '../../src/operations/requests/sources.ts'
import type { ResultsReceiver } from '../../src/threeDSecure/emv/results.ts'
import { describeCard } from '../../src/vault/cards.ts'
import type { KeptCard, Vault } from '../../src/vault/port.ts'
import type { WholeJournal } from './audit.ts'
import type { Breakage } from './breakages.ts'
import type { Climate } from './faults.ts'
import { linkJournal } from './journalLink.ts'
import { linkOutside, type Outside } from './outside.ts'
import { createProcess, type Process } from './process.ts'
import { quietLog } from './quietLog.ts'
import type { Random } from './random.ts'
import { simulatedRules } from './riskRules.ts'
import { createThreeDSecure, type SchemesOutside } from './schemes/server.ts'
import type { Settings } from './settings.ts'
import { createWire } from './wire.ts'
import type { World } from './world.ts'

/** A place where the gateway runs: one process after another, each built of the real parts. */
export interface Node {
  readonly name: string
  running(): Running | undefined
  start(): void
  /** Calls the listener when the process that runs now dies; the returned function stops that. */
  onDeath(listener: () => void): () => void
  /** From now on recovery runs only when somebody asks for it. */
  stopSweeping(): void
  /** From now on it runs by itself again. */
  sweepAgain(): void
}

export type Running = {
  readonly process: Process
  readonly gateway: Gateway
  readonly interactions: Interactions
  readonly recovery: Recovery
  /** Where a scheme delivers results. */
  readonly results: (scheme: string) => ResultsReceiver
}

export type NodeParts = {
  readonly name: string
  readonly world: World
  readonly random: Random
  readonly climate: Climate
  readonly settings: Settings
  readonly journal: WholeJournal
  readonly acquirer: Acquirer
  readonly outside: Outside
  /** Where schemes authenticate payers, and not the emulator. */
  readonly schemesOutside: SchemesOutside | undefined
  readonly openEnd: AbortSignal
  readonly breakage: Breakage
  readonly onSend: (ask: AcquirerAsk) => void
  readonly nextTrace: () => number
  readonly onFault: (fault: unknown) => void
  readonly tell: (event: () => string) => void
}

export function createNode(parts: NodeParts): Node {
  const { name, world, random, settings, breakage, tell } = parts
  const listeners = new Set<() => void>()
  let running: Running | undefined
  let isSweeping = true

  function start(): void {
    const process = createProcess(world, {
      skewMs: Math.round(random.between(-1, 1) * settings.skewMaxMs),
      sleepsUnaware: breakage.sleepsUnaware ?? false,
      onDeath,
    })
    running = { process, ...assemble(parts, process) }
    tell(() => `${name} starts`)
    // Who is alone with its journal need not wait for the leases of its former lives.
    if (breakage.recovers !== false) void sweep(running, settings.nodes === 1)
  }

  function onDeath(): void {
    running = undefined
    tell(() => `${name} dies`)
    for (const listener of [...listeners]) listener()
    listeners.clear()
    world.after(random.between(100, 4_000), start)
  }

  async function sweep({ process, recovery }: Running, isFirst: boolean): Promise<void> {
    for (let all = isFirst; isSweeping; all = false) {
      await recovery.tick({ all }).catch(parts.onFault)
      await process.clock.sleep(settings.sweepMs)
    }
  }

  return {
    name,
    running: () => running,
    start,
    onDeath(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stopSweeping() {
      isSweeping = false
    },
    sweepAgain() {
      isSweeping = true
      if (running) void sweep(running, false)
    },
  }
}

/** One process of the product, as main.ts puts it together, on simulated ground. */
function assemble(parts: NodeParts, process: Process): Omit<Running, 'process'> {
  const { world, random, climate, settings, journal, acquirer, openEnd, breakage, onSend, onFault } = parts
  const { messageLifeMs, pauseMaxMs } = settings
  const link = { world, process, climate, random, pauseMaxMs, messageLifeMs, openEnd }
  const { links } = settings
  const linked = linkJournal(journal, link)
  const wire = createWire({ ...link, acquirer, onSend, hearLate, links, nextTrace: parts.nextTrace })
  const { schemesOutside } = parts
  const threeDSecure =
    schemesOutside &&
    createThreeDSecure({ ...link, ...schemesOutside, onFault, breakage: breakage.threeDSecure ?? {} })
  const linkedOutside = linkOutside(parts.outside, link)
  const met = threeDSecure ? { ...linkedOutside, authenticator: threeDSecure.authenticator } : linkedOutside
  const road: Pipeline = {
    journal: breakage.journal?.(linked) ?? linked,
    acquirer: breakage.acquirer?.(wire) ?? wire,
    vault,
    identify: identifyWith(fingerprintKey, vault.cardHash),
    sources: noReferenceSources,
    counterparties: breakage.counterparts?.(met) ?? met,
    ...(settings.hasRules && { risk: simulatedRules }),
    clock: process.clock,
    patienceMs: settings.patienceMs,
    orderWaitMs: settings.orderWaitMs,
  }
  const recovery = createRecovery({ pipeline: road, log: quietLog(onFault), intervalMs: settings.sweepMs })
  function hearLate(...late: Parameters<Recovery['hearLate']>): void {
    recovery.hearLate(...late)
  }
  const gateway = createGateway(road)
  const interactions = createInteractions(road)
  const results = threeDSecure?.listen(interactions) ?? noResults
  return { recovery, interactions, results, gateway: breakage.gateway?.(gateway, wire) ?? gateway }
}

const noResults = (): never => {
  throw new Error('The emulator delivers nothing')
}

/** Sealing is not what is simulated here. */
const vault: Vault = {
  sealCard: async (_merchant, _identity, card) => Buffer.from(JSON.stringify(card)),
  async revealCard(_merchant, _identity, sealed) {
    const card: KeptCard = JSON.parse(sealed.toString())
    return card
  },
  cardHash: number => createHash('sha256').update(number).digest(),
  describeCard,
}
const fingerprintKey = Buffer.alloc(32, 7)
