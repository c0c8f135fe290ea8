import { type Content, mergeContent } from '../../contract/kit/content.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import type { Rejection } from '../../orders/rejection.ts'
import { authenticationOf, type OrderStatus, statusOf, toldStatusOf } from '../../orders/status.ts'
import { orderAmountOf, totalsOf } from '../../orders/totals.ts'
import { effectiveAmount, isCharge, type Transaction } from '../../orders/transaction.ts'
import { type OrderFacts, outcomeOf } from '../record/outcome.ts'
import { saidOfOrder, transactionRecord } from '../record/record.ts'
import { debugInformationOf, storyOf } from '../record/story.ts'
import { releaseFinished } from '../recovery/givingUp.ts'
import { type FoundOut, findOut } from './askCounterparty.ts'
import type { Journey, Performed } from './execution.ts'
import type { Past, Plan } from './flow.ts'
import type { Meaning } from './interpret.ts'
import type { Begun, LoadedOrder } from './journal.ts'
import type { Question } from './question.ts'
import { earlierAnswer } from './replay.ts'
import type { Taken } from './sources.ts'
import { laterStepOf, recordName } from './steps.ts'

export type Started = {
  readonly plan: Plan
  readonly question: Question
  /** What is written down of the request. */
  readonly recorded: Content
  readonly past: Past
  readonly order: LoadedOrder | undefined
  readonly begun: Extract<Begun, { state: 'started' }>
  /** What may be used once, and is used now. */
  readonly taken: Taken
  /** Before the intent was committed, by the monotonic clock. */
  readonly beginsAtMs: number
}

/** The intent is committed: ask, conclude, and commit the outcome before anybody hears of it. */
export async function settle<O extends Operation>(
  journey: Journey<O>,
  started: Started,
): Promise<Performed | Rejection> {
  const { road, flow, key, submission, prepared } = journey
  const { plan, begun, recorded, taken } = started
  const told = prepared.onBegun?.(taken)
  const found = await findOut(journey, started)
  const { meaning } = found
  const transaction = transactionOf(journey, started, meaning)
  const order = orderAfter(started, transaction, found.tookMs)
  const outcome = outcomeWith(journey, started, { ...found, transaction, order })
  const closed = await road.journal.close({
    key,
    transactionId: recordName(submission.transactionId, laterStepOf(flow)),
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
  await releaseFinished(road, { key, before: started.past.transactions })
  if (closed.state === 'closed')
    return {
      kind: 'recorded',
      record: transactionRecord(flow.operation, submission.version, recorded, outcome),
    }
  return answerOfOther(journey)
}

function transactionOf<O extends Operation>(
  { submission }: Journey<O>,
  { plan, begun }: Started,
  { result, gatewayCode, approvedAmount, authenticationStatus, isBeingConfirmed }: Meaning,
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
    ...(isCharge(plan) && plan.orderAmount !== undefined && { wholeAmount: plan.orderAmount }),
    ...(authenticationStatus !== undefined && { authenticationStatus }),
    ...(isBeingConfirmed && { isBeingConfirmed }),
    ...(plan.targetId !== undefined && { targetId: plan.targetId }),
  }
}

function orderAfter(
  { plan, past, begun, order }: Started,
  transaction: Transaction,
  tookMs: number,
): ChangedOrder {
  const transactions = withTransaction(past.transactions, transaction)
  return {
    amount: orderAmountOf(transactions) ?? order?.amount ?? plan.orderAmount ?? plan.amount,
    currency: plan.currency,
    totals: totalsOf(transactions),
    status: statusOf(transactions),
    ...toldStatusOf(transactions),
    ...authenticationOf(transactions),
    createdAtMs: begun.orderCreatedAtMs,
    updatedAtMs: begun.startedAtMs + tookMs,
  }
}

/** In the place of what it takes further. */
function withTransaction(past: readonly Transaction[], transaction: Transaction): readonly Transaction[] {
  const place = past.findIndex(({ id }) => id === transaction.id)
  return place === -1 ? [...past, transaction] : past.with(place, transaction)
}

type Concluded = FoundOut & {
  readonly transaction: Transaction
  readonly order: ChangedOrder
}
type ChangedOrder = OrderFacts & { readonly status: OrderStatus }

function outcomeWith<O extends Operation>(
  journey: Journey<O>,
  { plan, question, recorded, past, begun, order: before }: Started,
  { asked, answer, meaning, transaction, order }: Concluded,
): Content {
  const { key, profile, prepared, pauses, road, entryPoint } = journey
  const outcome = outcomeOf({
    key,
    ask: 'ask' in plan ? plan.ask : undefined,
    answer,
    transaction,
    order,
    said: saidOfOrder(past.transactions, recorded),
    startedAtMs: begun.startedAtMs,
    debugInformation: profile.debugInformation ? debugInformationOf(road, meaning, answer) : undefined,
    ...(entryPoint && { entryPoint }),
    story: storyOf({ waitedMs: pauses.spentMs(), asked, plan, prepared, before }),
  })
  const told = [plan.proof, meaning.said, cardOf(journey, plan, question)]
  return told.reduce<Content>((whole, said) => (said ? mergeContent(whole, said) : whole), outcome)
}

/** Whose card was authenticated: masked, two may look alike, and a payment must not take one for another. */
function cardOf<O extends Operation>(
  { road }: Journey<O>,
  { type }: Plan,
  { card }: Question,
): Content | undefined {
  if (type !== 'AUTHENTICATION' || !card) return undefined
  return { consulted: { cardHash: road.vault.cardHash(card.number).toString('base64') } }
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
