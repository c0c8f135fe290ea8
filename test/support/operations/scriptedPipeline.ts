import type { Acquirer, AcquirerAnswer, AcquirerAsk, AcquirerVerb } from '../../../src/acquirers/port.ts'
import { operationNamed } from '../../../src/contract/catalogue.ts'
import type { Content } from '../../../src/contract/kit/content.ts'
import { createGateway } from '../../../src/operations/gateway.ts'
import { createInteractions } from '../../../src/operations/interactions/interactions.ts'
import type { Pipeline } from '../../../src/operations/pipeline/execution.ts'
import { createRecovery } from '../../../src/operations/recovery/recovery.ts'
import { identifyWith } from '../../../src/operations/requests/prepare.ts'
import { noReferenceSources, type ReferenceSources } from '../../../src/operations/requests/sources.ts'
import { ordinaryProfile, type Profile } from '../../../src/orders/merchant.ts'
import type { OrderPeriods } from '../../../src/orders/periods.ts'
import type { TimedClock } from '../../../src/platform/clock.ts'
import type { Log } from '../../../src/platform/log.ts'
import type { RiskRules } from '../../../src/risk/port.ts'
import { maskedNumber } from '../../../src/standards/cardNumber.ts'
import type { KeptCard, Vault } from '../../../src/vault/port.ts'
import { scriptedCounterparties } from './scriptedCounterparties.ts'
import { testJournal } from './testJournal.ts'

/**
 * A pipeline for tests: a journal in memory, an acquirer that answers as scripted, a clock that stands still.
 */
export function scriptedPipeline({
  profile = ordinaryProfile,
  sources = noReferenceSources,
  assign,
  risk,
  periods,
}: ScriptedPipelineOptions = {}) {
  const journal = testJournal()
  const { clock, patienceEnds } = stoppedClock()
  const asks: AcquirerAsk[] = []
  const answers: Scripted[] = []
  const others = scriptedCounterparties(journal)
  const acquirer: Acquirer = {
    name: 'scripted',
    verbs: new Set(verbs),
    ...(assign && { assign }),
    async send(ask) {
      asks.push(ask)
      const scripted = answers.shift() ?? 'approved'
      return typeof scripted === 'function' ? await scripted(ask) : answerWith(scripted, ask)
    },
  }
  const pipeline: Pipeline = {
    journal,
    acquirer,
    vault: testVault,
    identify: identifyWith(Buffer.alloc(32, 1), testVault.cardHash),
    sources,
    counterparties: others.counterparties,
    ...(risk && { risk }),
    ...(periods && { periods }),
    clock,
    patienceMs: 30_000,
    orderWaitMs: 100,
  }
  const warnings: string[] = []
  const log = logTo(warnings)
  const gateway = createGateway(pipeline)
  const submitTo = async (orderId: string, { transactionId, operation, body }: Wanted) =>
    await gateway.submit(
      { key: { ...key, orderId }, profile },
      {
        operation: operationNamed(operation),
        version: 100,
        orderId,
        transactionId,
        body: { apiOperation: operation, ...body },
      },
    )
  const submit = (transactionId: string, operation: string, body: Content = {}) =>
    submitTo(key.orderId, { transactionId, operation, body })
  const recovery = createRecovery({ pipeline, log, intervalMs: 1_000 })
  const interactions = createInteractions(pipeline)
  const parts = { pipeline, journal, asks, answers, others, gateway, interactions }
  return { ...parts, submit, submitTo, recovery, warnings, patienceEnds }
}

export type ScriptedPipelineOptions = {
  readonly profile?: Profile
  readonly sources?: ReferenceSources
  readonly assign?: NonNullable<Acquirer['assign']>
  readonly risk?: RiskRules
  readonly periods?: OrderPeriods
}
type Wanted = { readonly transactionId: string; readonly operation: string; readonly body: Content }

export const key = { cell: 0, merchantId: 'M', orderId: 'O' }
export const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
export const payment = (amount: string, more: Content = {}): Content => ({
  order: { amount, currency: 'USD', ...more },
  sourceOfFunds: { provided: { card } },
})
export const moved = (amount: string): Content => ({ transaction: { amount, currency: 'USD' } })
export const target = (targetTransactionId: string): Content => ({ transaction: { targetTransactionId } })

export type Scripted =
  | AcquirerAnswer['outcome']
  | ((ask: AcquirerAsk) => AcquirerAnswer | Promise<AcquirerAnswer>)

/** Ask the issuer, who may give an authorization code. */
export const referred = {
  outcome: 'declined',
  gatewayCode: 'REFERRED',
  acquirerCode: '01',
  acquirerMessage: '',
} as const

export function answerWith(outcome: AcquirerAnswer['outcome'], ask: AcquirerAsk): AcquirerAnswer {
  const details = { acquirerCode: '00', acquirerMessage: outcome.toUpperCase() }
  if (outcome === 'silent') return { outcome }
  if (outcome === 'unsent') return { outcome, reason: 'not connected' }
  if (outcome === 'declined') return { outcome, gatewayCode: 'DECLINED', ...details }
  if (outcome !== 'approved') return { outcome, ...details }
  return {
    outcome,
    gatewayCode: 'APPROVED',
    amount: 'amount' in ask ? ask.amount : 0n,
    authorizationCode: 'CODE01',
    receipt: '123456789012',
    acquirer: {
      id: 'SCRIPTED',
      merchantId: 'M',
      batch: 1,
      date: '0115',
      timeZone: '+0000',
      transactionId: '1',
    },
    authorizationResponse: { responseCode: '00', validationCode: 'V123' },
    ...details,
  }
}

const verbs: readonly AcquirerVerb[] = [
  ...(['authorize', 'pay', 'verify', 'credit'] as const),
  ...(['capture', 'refund', 'void', 'update'] as const),
  ...(['reverse', 'inquire', 'balance'] as const),
]

/** Sleeping returns at once, with the time moved on; deadlines pass when the test calls `patienceEnds`. */
function stoppedClock(): { readonly clock: TimedClock; readonly patienceEnds: () => void } {
  let ms = 0
  const patience = new AbortController()
  const clock: TimedClock = {
    now: () => new Date(1_800_000_000_000 + ms),
    monotonicMs: () => ms,
    async sleep(forMs) {
      ms += forMs
      await new Promise(resolve => setImmediate(resolve))
    },
    deadline: () => patience.signal,
  }
  return { clock, patienceEnds: () => patience.abort() }
}

/** Opens for the merchant and row it was sealed for, as the real one does. */
const testVault: Vault = {
  sealCard: async (merchantId, identity, kept) => Buffer.from(JSON.stringify([merchantId, identity, kept])),
  async revealCard(merchantId, identity, sealed) {
    const [owner, row, card]: [string, string, KeptCard] = JSON.parse(sealed.toString())
    if (owner !== merchantId || row !== identity) throw new Error('This card is of another row')
    return card
  },
  cardHash: number => Buffer.from(number),
  describeCard: number => ({
    brand: 'NETWORK_B',
    fundingMethod: 'CREDIT',
    maskedNumber: maskedNumber(number),
  }),
}

const logTo = (lines: string[]): Log => ({
  info: () => {},
  warn: message => void lines.push(message),
  fault: (message, fault) => void lines.push(`${message}: ${fault instanceof Error ? fault.message : ''}`),
  dropped: () => 0,
  flush: () => {},
})
