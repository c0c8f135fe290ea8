import type { AcquirerAnswer } from '../../src/acquirers/port.ts'
import { operationNamed } from '../../src/contract/catalogue.ts'
import { isObject, normalise } from '../../src/contract/kit/content.ts'
import { requestAt } from '../../src/contract/kit/operation.ts'
import { recordOf } from '../../src/contract/kit/records.ts'
import { storable } from '../../src/contract/kit/storable.ts'
import { validated } from '../../src/contract/kit/validate.ts'
import type { RequestRecord } from '../../src/contract/model.ts'
import { flowNamed } from '../../src/operations/flows.ts'
import { askedAmountOf } from '../../src/operations/model/conclusions.ts'
import {
  type AcquirerFlow,
  type AskingPlan,
  type ConcludedResult,
  isConsulting,
  type Plan,
} from '../../src/operations/model/flow.ts'
import type { RecordedTransaction } from '../../src/operations/model/journal.ts'
import { type Profile, sandboxProfile } from '../../src/orders/merchant.ts'
import { toDecimal } from '../../src/orders/money.ts'
import { isRejection, type Rejection, rejectionOf } from '../../src/orders/rejection.ts'
import { reportedStatusOf } from '../../src/orders/status.ts'
import { excessOf, totalsOf } from '../../src/orders/totals.ts'
import { bodyOf, operationOf } from './bodies.ts'
import type { Seen, Stage, Submitted, Told } from './story.ts'

/** An order without a road: contract, plan and conclude, and a list for the journal. */
export interface MemoryOrder extends Stage {
  readonly transactions: readonly RecordedTransaction[]
  /** What was asked of the acquirer, by transaction. */
  readonly asked: ReadonlyMap<string, AskingPlan>
  /** As the order's row would keep it. */
  readonly excess: bigint
  /** What had no outcome gets one, as recovery would write it down. */
  settle(transactionId: string, concluded: ConcludedResult): void
}

export function createMemoryOrder(profile: Profile = sandboxProfile): MemoryOrder {
  let transactions: readonly RecordedTransaction[] = []
  const asked = new Map<string, AskingPlan>()
  let excess = 0n
  let nowMs = 0
  const currency = () => transactions[0]?.currency
  const standing = () => standingOf(transactions, currency() ?? 'USD')
  return {
    get transactions() {
      return transactions
    },
    asked,
    get excess() {
      return excess
    },
    async later(ms) {
      nowMs += ms
    },
    standing: async () => standing(),
    async submit(step, transactionId): Promise<Seen> {
      const known = currency() === undefined ? {} : { currency: currency() ?? '' }
      const planned = planOf(step, { transactions, nowMs, profile, ...known })
      if (isRejection(planned)) return refusedAs(planned)
      const recorded = recordedAs(planned, { step, transactionId, startedAtMs: nowMs })
      transactions = [...transactions, recorded]
      if ('ask' in planned.plan) asked.set(transactionId, planned.plan)
      excess = planned.plan.excess ?? excess
      return { kind: 'recorded', gatewayCode: recorded.gatewayCode, standing: standing() }
    },
    settle(transactionId, concluded) {
      transactions = transactions.map(one => (one.id === transactionId ? { ...one, ...concluded } : one))
      const needed = excessOf(totalsOf(transactions))
      excess = needed > excess ? needed : excess
    },
  }
}

type Planned = { readonly flow: AcquirerFlow; readonly plan: Plan; readonly stored: RequestRecord }

function planOf(step: Submitted, past: Parameters<AcquirerFlow['plan']>[1]): Planned | Rejection {
  const operation = operationNamed(operationOf(step))
  const flow = flowNamed(operation.name)
  const body = bodyOf(step)
  if (isConsulting(flow) || !isObject(body)) throw new Error(`no flow for ${operation.name}`)
  const shape = requestAt(operation, version)
  const content = normalise(shape, body)
  const judged = validated(operation, version, content)
  if ('finding' in judged) return rejectionOf(judged.finding)
  const plan = flow.plan(judged.request, past)
  return isRejection(plan) ? plan : { flow, plan, stored: recordOf(storable(shape, content).content) }
}

const version = 100

type Arrival = {
  readonly step: Submitted
  readonly transactionId: string
  readonly startedAtMs: number
}

function recordedAs({ flow, plan, stored }: Planned, arrival: Arrival): RecordedTransaction {
  const { type, amount, currency, targetId } = plan
  const { transactionId, startedAtMs, step } = arrival
  const concluded = 'verdict' in plan ? plan.verdict : concludedBy(flow, plan, step.told)
  const brought = 'ask' in plan ? plan.ask.card : plan.card
  return {
    ...{ id: transactionId, type, amount, currency, startedAtMs, ...concluded },
    ...(targetId !== undefined && { targetId }),
    operation: flow.operation.name,
    apiVersion: version,
    fingerprint: Buffer.alloc(0),
    request: { fields: stored, additions: {} },
    outcome: { fields: { transaction: { authorizationCode: `C${transactionId}` } }, story: {} },
    ...(brought && { card: Buffer.from(brought.number) }),
  }
}

/** What is not known is the road's to judge, by what the flow says of it. */
function concludedBy(flow: AcquirerFlow, plan: Plan, told: Told): ConcludedResult {
  const isAdvice = flow.whenUnknown.obligation === 'advice'
  const pending = { result: 'PENDING', gatewayCode: 'PENDING' } as const
  if (told === 'silent') return isAdvice ? pending : { result: 'FAILURE', gatewayCode: 'TIMED_OUT' }
  const details = { acquirerCode: '', acquirerMessage: '' }
  if (told === 'pending') return flow.conclude(askedAmountOf(plan), { outcome: 'pending', ...details })
  if (told === 'declined' || told === 'referred') {
    const gatewayCode = told === 'declined' ? 'DECLINED' : 'REFERRED'
    return flow.conclude(askedAmountOf(plan), { outcome: 'declined', gatewayCode, ...details })
  }
  return flow.conclude(askedAmountOf(plan), approvalOf(plan, told))
}

function approvalOf({ amount }: Plan, told: Told): Extract<AcquirerAnswer, { outcome: 'approved' }> {
  const isPartial = told === 'partly'
  return {
    outcome: 'approved',
    gatewayCode: isPartial ? 'PARTIALLY_APPROVED' : 'APPROVED',
    amount: isPartial ? amount / 2n : amount,
    authorizationCode: 'A1B2C3',
    receipt: '0',
    acquirer: { id: 'A', merchantId: 'M', batch: 1, date: '0101', timeZone: '+0000', transactionId: '1' },
    authorizationResponse: {},
    acquirerCode: '00',
    acquirerMessage: '',
  }
}

const refusedAs = ({ field = '', validationType, explanation }: Rejection): Seen => ({
  kind: 'refused',
  field,
  validationType: validationType ?? '',
  explanation,
})

function standingOf(transactions: readonly RecordedTransaction[], currency: string): string {
  if (transactions.length === 0) return 'NEW'
  const { authorized, captured, refunded } = totalsOf(transactions)
  const { reportedStatus = 'undecided' } = reportedStatusOf(transactions)
  const totals = [authorized, captured, refunded].map(total => plain(toDecimal(total, currency)))
  return `${reportedStatus} ${totals.join('/')}`
}

/** 100.00 is written 100 in stories. */
export const plain = (decimal: string): string => decimal.replace(/\.00$/, '')
