import { setMaxListeners } from 'node:events'
import type { Acquirer, AcquirerAsk } from '../../src/acquirers/port.ts'
import type { AcquirerBooks } from '../../src/sandbox/acquirer/books.ts'
import type { ScriptedAnswer } from '../../src/sandbox/acquirer/scripts.ts'
import { createAcquirerSimulator } from '../../src/sandbox/acquirer/simulator.ts'
import type { AuthenticationRecords } from '../../src/threeDSecure/emv/records.ts'
import { createMemoryJournal } from '../support/operations/memoryJournal.ts'
import { memoryBooks } from '../support/sandbox/memoryBooks.ts'
import type { AuditableJournal } from './audit.ts'
import { type Breakage, unbroken } from './breakages.ts'
import { Clients } from './clients.ts'
import { isInjected } from './connection.ts'
import { type Climate, createClimate, type Fault } from './faults.ts'
import { createNode, type Node } from './node.ts'
import { createOutside, type Outside } from './outside.ts'
import { Payers } from './payers.ts'
import { type Random, randomOf } from './random.ts'
import { createRecordsModel } from './schemes/records.ts'
import { Schemes } from './schemes/schemes.ts'
import { chooseSettings, type Settings } from './settings.ts'
import { referenceOf, WireLedger } from './wireLedger.ts'
import { createWorld, simulationStartMs, type World } from './world.ts'

/** Everything that takes part in one run. */
export type Arena = {
  readonly world: World
  readonly random: Random
  readonly climate: Climate
  readonly journal: AuditableJournal
  readonly nodes: readonly [Node, ...Node[]]
  readonly clients: Clients
  readonly payers: Payers
  readonly outside: Outside
  /** Where schemes authenticate payers. */
  readonly schemes: Schemes | undefined
  readonly settings: Settings
  readonly ledger: WireLedger
  readonly books: AcquirerBooks
  readonly merchantId: string
  readonly breakage: Breakage
  /** Violations found while it ran. */
  readonly violations: string[]
  readonly trace: string[]
  readonly tell: Tell
}

export type Tell = (event: () => string) => void

export type ArenaOptions = {
  readonly breakage?: Breakage
  readonly limits?: Partial<Settings>
  /** Whether every event is recorded. */
  readonly isTraced?: boolean
  /** Another journal than the model. */
  readonly openJournal?: (parts: JournalParts) => AuditableJournal
  /** Other records of authentications than the model. */
  readonly openRecords?: (parts: JournalParts) => AuthenticationRecords
}
export type JournalParts = {
  readonly nowMs: () => number
  readonly leaseMs: number
  readonly merchantId: string
}

export function createArena(seed: number, options: ArenaOptions): Arena {
  const { breakage = unbroken, limits = {} } = options
  const world = createWorld()
  const random = randomOf(seed)
  const { trace, tell } = createTrace(world, options.isTraced ?? false)
  const report = (fault: Fault) => tell(() => `  fault: ${fault}`)
  const climate = createClimate({ random, nowMs: world.nowMs, report })
  const settings = chooseSettings(random, limits)
  const merchantId = `M${seed}`
  const journalParts = { nowMs: world.nowMs, leaseMs: settings.leaseMs, merchantId }
  const journal = openJournal(options, journalParts)
  const violations: string[] = []
  const onFault = (fault: unknown) => {
    if (!isInjected(fault)) violations.push(`a fault nobody injected: ${describe(fault)}`)
  }
  const books = memoryBooks()
  const ledger = new WireLedger()
  const scripts = { next: whimsOf(climate) }
  const simulator = createAcquirerSimulator({ now: () => new Date(world.nowMs()), books, scripts })
  const acquirer = overheard(simulator, ledger, tell)
  const openEnd = new AbortController().signal
  setMaxListeners(0, openEnd)
  const outside = createOutside({ world, books, tell })
  const means = { world, random, climate, settings, onFault, tell }
  const onWrong = (wrong: string) => void violations.push(wrong)
  const schemes =
    settings.issuers === 'schemes'
      ? new Schemes({
          ...means,
          challengeMs: settings.schemeTimes.challengeMinutes * 60_000,
          nodes: () => nodes,
          onWrong,
        })
      : undefined
  const records = options.openRecords?.(journalParts) ?? recordsModel(world, breakage)
  const schemesOutside = schemes && { schemes, records, times: settings.schemeTimes }
  const shared = { ...means, journal, acquirer, outside, schemesOutside, openEnd, breakage }
  const onSend = (ask: AcquirerAsk) => ledger.sent(ask)
  let traces = 0
  const nextTrace = () => {
    traces += 1
    return traces
  }
  const nodeCalled = (name: string) => createNode({ ...shared, name, onSend, nextTrace })
  const others = ['node B', 'node C'].slice(0, settings.nodes - 1)
  const nodes: [Node, ...Node[]] = [nodeCalled('node A'), ...others.map(nodeCalled)]
  const payers = new Payers({ ...means, nodes, outside, onWrong, pages: schemes ?? outside.pages })
  const clients = new Clients({ ...means, nodes, merchantId, profile: settings.profile, payers })
  const parties = { journal, nodes, clients, payers, outside, schemes, ledger, books, merchantId, breakage }
  return { world, random, climate, settings, ...parties, violations, trace, tell }
}

const recordsModel = ({ nowMs }: World, { threeDSecure }: Breakage): AuthenticationRecords =>
  createRecordsModel({ nowMs, isFirstReplaced: threeDSecure?.isFirstReplaced ?? false })

/** Random decisions of the acquirer; what it has refused for good it never approves later. */
function whimsOf(climate: Climate): (ask: AcquirerAsk) => ScriptedAnswer | undefined {
  const refused = new Set<string>()
  return ask => {
    if (ask.verb === 'balance' || ask.verb === 'reverse') return undefined
    const reference = referenceOf(ask.orderId, ask.transactionId)
    if (ask.verb === 'inquire' && climate.strikes('inquiry refused')) refused.add(reference)
    return refused.has(reference) ? { answer: 'decline' } : whim(climate, ask)
  }
}

function whim(climate: Climate, ask: AcquirerAsk): ScriptedAnswer | undefined {
  if (!('repeat' in ask) || ask.verb === 'inquire' || ask.repeat > 0) return undefined
  return climate.strikes('follow-up pending') ? { answer: 'decline', gatewayCode: 'PENDING' } : undefined
}

function createTrace(world: World, isTraced: boolean): Pick<Arena, 'tell' | 'trace'> {
  const trace: string[] = []
  const elapsed = () => String(world.nowMs() - simulationStartMs).padStart(8)
  return { trace, tell: event => void (isTraced && trace.push(`${elapsed()} ${event()}`)) }
}

function openJournal({ openJournal: open, breakage }: ArenaOptions, parts: JournalParts): AuditableJournal {
  const { guards } = breakage ?? unbroken
  return open?.(parts) ?? createMemoryJournal({ ...parts, ...(guards && { guards }) })
}

/** The acquirer, with every ask and answer recorded on the wire. */
function overheard(acquirer: Acquirer, ledger: WireLedger, tell: Tell): Acquirer {
  return {
    ...acquirer,
    async send(ask, deadline) {
      const reference = 'orderId' in ask ? referenceOf(ask.orderId, ask.transactionId) : ''
      tell(() => `acquirer gets ${ask.verb} ${reference}`)
      const answer = await acquirer.send(ask, deadline)
      ledger.said(ask, answer)
      tell(() => `acquirer says ${answer.outcome} to ${ask.verb} ${reference}`)
      return answer
    },
  }
}

function describe(fault: unknown): string {
  return fault instanceof Error
    ? `${fault.message} ${fault.stack?.split('\n')[1]?.trim() ?? ''}`
    : String(fault)
}
