import type { Content } from '../contract/kit/normalise.ts'
import type { Operation, RequestOf } from '../contract/kit/operation.ts'
import { isRejection, type Rejection } from '../orders/rejection.ts'
import { statusOf } from '../orders/status.ts'
import { orderAmountOf, totalsOf } from '../orders/totals.ts'
import { effectiveAmount, type Transaction } from '../orders/transaction.ts'
import { cardIdentity } from '../vault/port.ts'
import { askAcquirer } from './ask.ts'
import { earlierAnswer } from './earlier.ts'
import type { Flow, Past, Plan } from './flow.ts'
import type { Begun, Intent, LoadedOrder, OrderKey } from './journal.ts'
import type { Journey, Performed, Road } from './journey.ts'
import { outcomeOf } from './outcome.ts'
import { prepare, type Submission } from './prepare.ts'
import { lockedRecord, recordedRequest, transactionRecord } from './record.ts'
import { createPauses } from './waiting.ts'

/** Every operation on an order takes this road; only `plan` and `conclude` differ. */
export async function perform<O extends Operation>(
  road: Road,
  flow: Flow<O>,
  arrival: { readonly key: OrderKey; readonly submission: Submission<O> },
): Promise<Performed | Rejection> {
  const prepared = prepare(arrival.submission, road.identify)
  const pauses = createPauses(road.clock, road.orderWaitMs)
  const { key, submission } = arrival
  const journey = { road, flow, key, submission, prepared, pauses }
  if ('request' in prepared) return await travel(journey, prepared.request)
  const earlier = await earlierAnswer(journey, await road.journal.load(key))
  return earlier && !isRejection(earlier) ? earlier : prepared.rejection
}

/** Load, plan, begin; again when the order turned out to be another than was planned on. */
async function travel<O extends Operation>(
  journey: Journey<O>,
  request: RequestOf<O>,
): Promise<Performed | Rejection> {
  const { road, flow, key, pauses } = journey
  let order = flow.startsOrder ? undefined : await road.journal.load(key)
  for (;;) {
    const earlier = order && (await earlierAnswer(journey, order))
    if (earlier) return earlier
    const past: Past = order ?? { transactions: [] }
    const plan = flow.plan(request, past)
    if (isRejection(plan)) return plan
    const recorded = recordedRequest(journey, plan)
    const begun = await road.journal.begin(await intentOf(journey, { plan, recorded, order }))
    if (begun.state === 'started') return await settle(journey, { plan, recorded, past, begun, order })
    const isLocked = begun.state === 'busy' ? !(await pauses.pause()) : pauses.isOver()
    if (isLocked && begun.state !== 'known')
      return { kind: 'waiting', record: lockedRecord(journey, plan, order ?? (await road.journal.load(key))) }
    order = await road.journal.load(key)
  }
}

type Planned = {
  readonly plan: Plan
  /** What is written down of the request. */
  readonly recorded: Content
  readonly order: LoadedOrder | undefined
}
type Started = Planned & { readonly past: Past; readonly begun: Extract<Begun, { state: 'started' }> }

/** The intent is committed: ask, conclude, and commit the outcome before anybody hears of it. */
async function settle<O extends Operation>(
  journey: Journey<O>,
  started: Started,
): Promise<Performed | Rejection> {
  const { road, flow, key, submission } = journey
  const { plan, past, begun } = started
  const askedAtMs = road.clock.monotonicMs()
  const ask = { transactionId: submission.transactionId, ...key, ...plan.ask }
  const answer = await askAcquirer(road.acquirer, ask, road.patienceMs)
  const transaction = { ...transactionOf(journey, plan), ...flow.conclude(plan, answer) }
  const transactions = [...past.transactions, transaction]
  const order = {
    amount: orderAmountOf(transactions) ?? started.order?.amount ?? plan.amount,
    currency: plan.currency,
    totals: totalsOf(transactions),
    status: statusOf(transactions),
    createdAtMs: begun.orderCreatedAtMs,
    updatedAtMs: begun.startedAtMs + Math.round(road.clock.monotonicMs() - askedAtMs),
  }
  const outcome = outcomeOf({ journey, answer, transaction, order, startedAtMs: begun.startedAtMs })
  const closed = await road.journal.close({
    key,
    transactionId: submission.transactionId,
    fence: begun.fence,
    result: transaction.result,
    gatewayCode: transaction.gatewayCode,
    transactionAmount: effectiveAmount(transaction),
    totals: order.totals,
    status: order.status,
    excess: 0n,
    outcome: JSON.stringify(outcome),
  })
  if (closed.state === 'closed')
    return {
      kind: 'recorded',
      record: transactionRecord(flow.operation, submission.version, started.recorded, outcome),
    }
  return answerOfOther(journey)
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

/** As it stands before the acquirer has answered. */
function transactionOf<O extends Operation>({ submission }: Journey<O>, plan: Plan): Transaction {
  return {
    id: submission.transactionId,
    type: plan.type,
    result: 'PENDING',
    gatewayCode: 'PENDING',
    amount: plan.amount,
    currency: plan.currency,
    ...(plan.targetId !== undefined && { targetId: plan.targetId }),
  }
}

async function intentOf<O extends Operation>(
  journey: Journey<O>,
  { plan, recorded, order }: Planned,
): Promise<Intent> {
  const { road, flow, key, submission, prepared } = journey
  const { securityCode: _, ...kept } = plan.ask.card
  const identity = cardIdentity(key.orderId, submission.transactionId)
  return {
    key,
    transactionId: submission.transactionId,
    seen: order?.version ?? 0,
    operation: flow.operation.name,
    type: plan.type,
    apiVersion: submission.version,
    currency: plan.currency,
    orderAmount: plan.amount,
    transactionAmount: plan.amount,
    ...(plan.targetId !== undefined && { targetId: plan.targetId }),
    fingerprint: prepared.fingerprint,
    request: JSON.stringify(recorded),
    card: await road.vault.sealCard(key.merchantId, identity, kept),
  }
}
