import type { Answer, Ask } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/normalise.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import type { Rejection } from '../../orders/rejection.ts'
import { statusOf } from '../../orders/status.ts'
import { orderAmountOf, totalsOf } from '../../orders/totals.ts'
import { effectiveAmount, type Transaction } from '../../orders/transaction.ts'
import type { Past, Plan } from '../flow.ts'
import type { Begun, LoadedOrder } from '../journal.ts'
import type { Journey, Performed, Road } from '../journey.ts'
import { type OrderFacts, outcomeOf } from '../record/outcome.ts'
import { saidOfOrder, transactionRecord } from '../record/record.ts'
import { debugInformationOf, storyOf } from '../record/story.ts'
import { askAcquirer } from './ask.ts'
import { earlierAnswer } from './earlier.ts'
import { type Meaning, meaningOf } from './meaning.ts'
import type { Question } from './question.ts'

export type Started = {
  readonly plan: Plan
  readonly question: Question
  /** What is written down of the request. */
  readonly recorded: Content
  readonly past: Past
  readonly order: LoadedOrder | undefined
  readonly begun: Extract<Begun, { state: 'started' }>
  /** Before the intent was committed, by the monotonic clock. */
  readonly beginsAtMs: number
}

/** The intent is committed: ask, conclude, and commit the outcome before anybody hears of it. */
export async function settle<O extends Operation>(
  journey: Journey<O>,
  started: Started,
): Promise<Performed | Rejection> {
  const { road, flow, key, submission, prepared } = journey
  const { plan, question, begun, recorded } = started
  const askedAtMs = road.clock.monotonicMs()
  const told = prepared.onBegun?.()
  const answer = question.ask && (await heard(road, question.ask, askedAtMs - started.beginsAtMs))
  const tookMs = Math.round(road.clock.monotonicMs() - askedAtMs)
  const meaning = answer ? meaningOf(flow, plan, answer) : decided(plan)
  const transaction = transactionOf(journey, started, meaning)
  const order = orderAfter(started, transaction, tookMs)
  const outcome = outcomeWith(journey, started, { answer, meaning, tookMs, transaction, order })
  const closed = await road.journal.close({
    key,
    transactionId: submission.transactionId,
    fence: begun.fence,
    result: transaction.result,
    gatewayCode: transaction.gatewayCode,
    transactionAmount: effectiveAmount(transaction),
    totals: order.totals,
    status: order.status,
    excess: plan.excess ?? started.order?.excess ?? 0n,
    outcome: JSON.stringify(outcome),
    ...(meaning.obligation && {
      obligation: meaning.obligation,
      keepsOrderBusy: meaning.keepsOrderBusy ?? false,
    }),
  })
  if (told) await told
  if (closed.state === 'closed')
    return {
      kind: 'recorded',
      record: transactionRecord(flow.operation, submission.version, recorded, outcome),
    }
  return answerOfOther(journey)
}

/**
 * A node that was paused must not send what recovery may have given up by now: an original that arrives after
 * its reversal would stand. Not a word leaves, which is as good as silence.
 */
async function heard(road: Road, ask: Ask, lateMs: number): Promise<Answer> {
  return lateMs > 2 * road.patienceMs ? { outcome: 'silent' } : await askAcquirer(road, ask)
}

function decided(plan: Plan): Meaning {
  if (!('verdict' in plan)) throw new Error('A plan that asks nobody must say what it decides')
  return plan.verdict
}

function transactionOf<O extends Operation>(
  { submission }: Journey<O>,
  { plan, begun }: Started,
  { result, gatewayCode, approvedAmount }: Meaning,
): Transaction {
  return {
    id: submission.transactionId,
    type: plan.type,
    result,
    gatewayCode,
    amount: plan.amount,
    currency: plan.currency,
    startedAtMs: begun.startedAtMs,
    ...(approvedAmount !== undefined && { approvedAmount }),
    ...(plan.targetId !== undefined && { targetId: plan.targetId }),
  }
}

function orderAfter(
  { plan, past, begun, order }: Started,
  transaction: Transaction,
  tookMs: number,
): OrderFacts {
  const transactions = [...past.transactions, transaction]
  return {
    amount: orderAmountOf(transactions) ?? order?.amount ?? plan.orderAmount ?? plan.amount,
    currency: plan.currency,
    totals: totalsOf(transactions),
    status: statusOf(transactions),
    createdAtMs: begun.orderCreatedAtMs,
    updatedAtMs: begun.startedAtMs + tookMs,
  }
}

type Concluded = {
  readonly answer: Answer | undefined
  readonly meaning: Meaning
  readonly tookMs: number
  readonly transaction: Transaction
  readonly order: OrderFacts
}

function outcomeWith<O extends Operation>(
  journey: Journey<O>,
  { plan, question, recorded, past, begun, order: before }: Started,
  { answer, meaning, tookMs, transaction, order }: Concluded,
): Content {
  const { key, profile, prepared, pauses, road } = journey
  return outcomeOf({
    key,
    ask: 'ask' in plan ? plan.ask : undefined,
    answer,
    transaction,
    order,
    said: saidOfOrder(past.transactions, recorded),
    startedAtMs: begun.startedAtMs,
    debugInformation: profile.debugInformation ? debugInformationOf(road, meaning, answer) : undefined,
    story: storyOf({ waitedMs: pauses.spentMs(), ask: question.ask, answer, tookMs, plan, prepared, before }),
  })
}

/**
 * Somebody settled it meanwhile: what they decided is the answer. Something was sent, so a failure here is a
 * fault.
 */
async function answerOfOther<O extends Operation>(journey: Journey<O>): Promise<Performed | Rejection> {
  const read = async () => earlierAnswer(journey, await journey.road.journal.load(journey.key))
  const settled = await read().catch(cause => {
    throw new Error('A transaction that was taken over could not be read', { cause })
  })
  if (!settled) throw new Error('A transaction that was taken over has vanished')
  return settled
}
