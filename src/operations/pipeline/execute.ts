import type { Content } from '../../contract/kit/content.ts'
import type { Operation, RequestOf } from '../../contract/kit/operation.ts'
import { findRepeatedCardNumber, type ValidationFinding } from '../../contract/kit/validateFields.ts'
import { isRejection, type Rejection, rejectionOf } from '../../orders/rejection.ts'
import { cardIdentity } from '../../vault/port.ts'
import { refusedByLength } from '../payments/state.ts'
import { recordedRequest, withoutNumber } from '../record/recordedRequest.ts'
import type { ConsultingFlow } from './consulting.ts'
import type { Caller, Journey, Performed, Road } from './execution.ts'
import type { Flow, Past, Plan } from './flow.ts'
import type { Intent, LoadedOrder } from './journal.ts'
import { lockedRecord, plannedContent, wantedContent } from './locked.ts'
import { prepare, type Submission } from './prepare.ts'
import { type Question, questionOf } from './question.ts'
import { earlierAnswer } from './replay.ts'
import { settle } from './settle.ts'
import { nothingHeld } from './sources.ts'
import { laterStepOf, recordName } from './steps.ts'
import { createPauses } from './waiting.ts'

/** Every operation on an order takes this road; only `plan` and `conclude` differ. */
export async function perform<O extends Operation>(
  road: Road,
  flow: Flow<O> | ConsultingFlow<O>,
  { submission, ...caller }: Caller & { readonly submission: Submission<O> },
): Promise<Performed | Rejection> {
  const { key } = caller
  const pauses = createPauses(road.clock, road.orderWaitMs)
  for (;;) {
    const preparing = prepare(submission, key, road)
    const prepared = preparing instanceof Promise ? await preparing : preparing
    const journey = { ...caller, road, flow, submission, prepared, pauses }
    if ('rejection' in prepared) {
      const earlier = await earlierAnswer(journey, await road.journal.load(key))
      return earlier && !isRejection(earlier) ? earlier : prepared.rejection
    }
    const done = await travel(journey, prepared.request)
    if (done !== 'lost') return done
  }
}

/** 'lost': something that may be used once was used by another meanwhile. */
type Travelled = Performed | Rejection | 'lost'

/** Load, plan, begin; again when the order turned out to be another than was planned on. */
async function travel<O extends Operation>(journey: Journey<O>, request: RequestOf<O>): Promise<Travelled> {
  const { road, flow, key } = journey
  let order = flow.startsOrder ? undefined : await road.journal.load(key)
  let isLoaded = !flow.startsOrder
  for (;;) {
    const earlier = order && (await earlierAnswer(journey, order))
    if (earlier) return earlier
    const past = pastOf(order, journey)
    const plan = refusedByLength(past, key.orderId) ?? flow.plan(request, past)
    const left = isRejection(plan)
      ? await afterRefusal(journey, { order, isLoaded, rejection: plan })
      : await afterPlan(journey, { order, past, plan })
    if (left) return left
    order = await road.journal.load(key)
    isLoaded = true
  }
}

function pastOf<O extends Operation>(
  order: LoadedOrder | undefined,
  { road, flow, profile, submission, sessionId, rest, prepared }: Journey<O>,
): Past {
  const { cardHash } = road.vault
  const { enrolment, numberRead } = prepared
  const told = {
    ...(enrolment && { enrolment }),
    ...(numberRead !== undefined && { numberRead }),
    ...(sessionId !== undefined && { sessionId }),
    ...(rest && { rest }),
  }
  const known = { profile, cardHash, ...told }
  if (!order) return { transactions: [], ...known }
  const { currency, amount, transactions, loadedAtMs: nowMs } = order
  const continued = laterStepOf(flow) && transactions.find(({ id }) => id === submission.transactionId)
  return { currency, amount, transactions, nowMs, ...known, ...(continued && { continued }) }
}

type Refused = {
  readonly order: LoadedOrder | undefined
  readonly isLoaded: boolean
  readonly rejection: Rejection
}

/**
 * A refusal is final only for an order that was looked at and on which nothing runs: what runs may change the
 * state that the plan was refused on. Undefined: look again.
 */
async function afterRefusal<O extends Operation>(
  journey: Journey<O>,
  { order, isLoaded, rejection }: Refused,
): Promise<Performed | Rejection | undefined> {
  if (!isLoaded) return (await journey.road.journal.load(journey.key)) ? undefined : rejection
  if (order?.openId === undefined) return rejection
  if (await journey.pauses.pause()) return undefined
  const transaction = wantedContent(journey, order)
  return { kind: 'waiting', record: lockedRecord(journey, order, { transaction }) }
}

type Planned = { readonly order: LoadedOrder | undefined; readonly past: Past; readonly plan: Plan }

/** Undefined: look again. */
async function afterPlan<O extends Operation>(
  journey: Journey<O>,
  { order, past, plan }: Planned,
): Promise<Travelled | undefined> {
  const { road, key, pauses, submission } = journey
  const asking = questionOf(journey, plan, past)
  const question = asking instanceof Promise ? await asking : asking
  // A card that was revealed for this was not there when the request was judged.
  const repeated = asking instanceof Promise && repeatOfRevealed(journey, numberIn(question))
  if (repeated) return rejectionOf(repeated)
  const recorded = withoutNumber(recordedRequest(journey, plan, past), question.ask?.card?.number)
  const claims = 'claims' in journey.prepared ? journey.prepared.claims : undefined
  const taken = claims ? await road.sources.claim(key, claims) : nothingHeld
  if (taken === 'lost') return taken
  if ('finding' in taken) return rejectionOf(taken.finding)
  const beginsAtMs = road.clock.monotonicMs()
  const begun = await road.journal.begin(await intentOf(journey, { plan, question, recorded, order }))
  if (begun.state === 'started')
    return await settle(journey, { plan, question, recorded, past, begun, taken, order, beginsAtMs })
  await taken.giveBack()
  const isLocked = begun.state === 'busy' ? !(await pauses.pause()) : pauses.isOver()
  if (!isLocked || begun.state === 'known') return undefined
  const transaction = plannedContent(submission.transactionId, plan)
  const locked = order ?? (await road.journal.load(key))
  return { kind: 'waiting', record: lockedRecord(journey, locked, { transaction, recorded }) }
}

/** A chip's tags may hold the number: they are kept without it. */
const repeatOfRevealed = <O extends Operation>(
  { prepared, submission: { transactionId } }: Journey<O>,
  number: string | undefined,
): ValidationFinding | undefined =>
  findRepeatedCardNumber({ transactionid: transactionId, ...withoutNumber(prepared.stored, number) }, number)

const numberIn = ({ ask, card }: Question): string | undefined => ask?.card?.number ?? card?.number

type Intended = {
  readonly plan: Plan
  readonly question: Question
  readonly recorded: Content
  readonly order: LoadedOrder | undefined
}

async function intentOf<O extends Operation>(
  journey: Journey<O>,
  { plan, question, recorded, order }: Intended,
): Promise<Intent> {
  const { road, flow, key, submission, prepared } = journey
  const { transactionId, version } = submission
  return {
    key,
    transactionId: recordName(transactionId, laterStepOf(flow)),
    seen: order?.version ?? 0,
    operation: flow.operation.name,
    type: plan.type,
    apiVersion: version,
    currency: plan.currency,
    orderAmount: plan.orderAmount ?? plan.amount,
    transactionAmount: plan.amount,
    ...(plan.targetId !== undefined && { targetId: plan.targetId }),
    fingerprint: prepared.fingerprint,
    request: JSON.stringify(recorded),
    ...(question.keptCard && {
      card: await road.vault.sealCard(
        key.merchantId,
        cardIdentity(key.orderId, transactionId),
        question.keptCard,
      ),
    }),
  }
}
