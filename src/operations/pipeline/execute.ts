// From a submitted request to a committed intent. settle.ts continues from there to the committed outcome.

import type { Assignment } from '../../acquirers/port.ts'
import { writtenField } from '../../contract/kit/atVersion.ts'
import { isObject } from '../../contract/kit/content.ts'
import type { Operation, RequestOf } from '../../contract/kit/operation.ts'
import { findRepeatedCardNumber, type ValidationFinding } from '../../contract/kit/validateFields.ts'
import {
  archivedOrder,
  invalid,
  isRejection,
  missing,
  nobodyThere,
  notConnected,
  type Rejection,
  rejectionOf,
} from '../../orders/rejection.ts'
import { refusedByStanding } from '../../orders/standing.ts'
import { cardIdentity } from '../../vault/port.ts'
import { afterEarlier, assignmentOf } from '../model/acquirerLinks.ts'
import type { RequestContents } from '../model/documents.ts'
import {
  type AcquirerFlow,
  type ConsultingFlow,
  type ConsultQuestion,
  isConsulting,
  type Plan,
  type PlanContext,
} from '../model/flow.ts'
import { type Intent, type LoadedOrder, nothingAssigned } from '../model/journal.ts'
import type { RiskUnderWay } from '../model/riskFacts.ts'
import { laterStepOf, recordName } from '../model/steps.ts'
import { recordedRequest, withoutNumber } from '../record/recordedRequest.ts'
import { prepare, type TransactionSubmission } from '../requests/prepare.ts'
import { noTakenClaims } from '../requests/sources.ts'
import { type CounterpartyQuestion, questionOf } from './askCounterparty.ts'
import { planWithRisk, riskOf } from './assessRisk.ts'
import {
  createPauses,
  type Execution,
  type ExecutionResult,
  type OrderCaller,
  type Pipeline,
} from './execution.ts'
import { findReplay, lockedRecord, plannedTransactionContent, wantedTransactionContent } from './replay.ts'
import { settle } from './settle.ts'

/**
 * Executes one transaction: prepare the request, find a replay, plan, claim what may be used once, commit the
 * intent, then settle. Every operation on an order goes this way; only their flows differ.
 */
export async function executeTransaction<O extends Operation>(
  usual: Pipeline,
  flow: AcquirerFlow<O> | ConsultingFlow<O>,
  { submission, ...caller }: OrderCaller & { readonly submission: TransactionSubmission<O> },
): Promise<ExecutionResult | Rejection> {
  const { key, handover } = caller
  const pipeline = handover?.sources ? { ...usual, sources: handover.sources(usual.sources) } : usual
  const pauses = createPauses(pipeline.clock, pipeline.orderWaitMs, pipeline.whileWaiting)
  for (;;) {
    const preparing = prepare(submission, key, pipeline)
    const prepared = preparing instanceof Promise ? await preparing : preparing
    const execution = { ...caller, pipeline, flow, submission, prepared, pauses }
    if ('rejection' in prepared) {
      const earlier = await findReplay(execution, await pipeline.journal.load(key))
      return earlier && !isRejection(earlier) ? earlier : prepared.rejection
    }
    const done = await executeOnOrder(execution, prepared.request)
    if (done !== 'lost') return done
  }
}

/** 'lost': another request meanwhile used something that may be used once; prepare again. */
type ExecutionAttempt = ExecutionResult | Rejection | 'lost'

/** Loads, plans and begins; again from loading when the order has changed since it was planned on. */
async function executeOnOrder<O extends Operation>(
  execution: Execution<O>,
  request: RequestOf<O>,
): Promise<ExecutionAttempt> {
  const { pipeline, flow, key, handover } = execution
  let isLoaded = !flow.startsOrder && !handover?.order
  let order = isLoaded ? await pipeline.journal.load(key) : handover?.order
  for (;;) {
    if (order?.archivedIn !== undefined) return archivedOrder(key.orderId, order.archivedIn)
    const earlier = order && (await findReplay(execution, order))
    if (earlier) return earlier
    const context = planContextOf(order, execution)
    const lasting = lastingRefusal(execution, context)
    if (lasting && isLoaded) return asWritten(execution, lasting)
    const plan = lasting ?? flow.plan(request, context)
    const asking = isRejection(plan) ? plan : assessedQuestion(execution, { order, context, plan })
    const planned = asking instanceof Promise ? await asking : asking
    const isRefused = isRejection(planned)
    if (!isRefused || isLoaded) {
      const left = isRefused
        ? await afterRefusal(execution, { request, context, order, rejection: planned })
        : await afterPlan(execution, planned)
      if (left) return left
    }
    order = await pipeline.journal.load(key)
    if (isRefused && !order) return asWritten(execution, planned)
    isLoaded = true
  }
}

/** What no change of the order lifts. After replays: what was answered before is answered again. */
const lastingRefusal = <O extends Operation>(
  execution: Execution<O>,
  context: PlanContext,
): Rejection | undefined =>
  standingRefusal(execution, context) ??
  execution.submission.objection ??
  absenceRefusal(execution) ??
  refusedByLength(context, execution.key.orderId)

const standingRefusal = <O extends Operation>(
  { flow, profile }: Execution<O>,
  { transactions }: PlanContext,
): Rejection | undefined =>
  refusedByStanding(profile.standing, { operation: flow.operation.name, isFirst: transactions.length === 0 })

function absenceRefusal<O extends Operation>({ flow, pipeline }: Execution<O>): Rejection | undefined {
  if (!isConsulting(flow) || !pipeline.counterparties[flow.asks].isAbsent) return undefined
  return nobodyThere(flow.operation.name, missingCounterparty[flow.asks])
}

const missingCounterparty = {
  authenticator: 'This gateway is connected to no 3-D Secure server.',
  provider: 'This gateway is connected to no payment provider.',
} as const satisfies Record<ConsultingFlow['asks'], string>

/** Plans name fields as the model does; the caller knows them by the names of its version. */
function asWritten<O extends Operation>({ submission }: Execution<O>, rejection: Rejection): Rejection {
  const { field, explanation } = rejection
  if (field === undefined) return rejection
  const written = writtenField(submission.operation, submission.version, field)
  if (written === field) return rejection
  return { ...rejection, field: written, explanation: explanation.replace(`'${field}'`, `'${written}'`) }
}

function planContextOf<O extends Operation>(
  order: LoadedOrder | undefined,
  { pipeline, flow, profile, submission, sessionId, remainder, prepared }: Execution<O>,
): PlanContext {
  const { periods, vault } = pipeline
  const { enrolment, numberRead, referenced } = prepared
  const given = {
    ...(enrolment && { enrolment }),
    ...(referenced && { referenced }),
    ...(numberRead !== undefined && { numberRead }),
    ...(sessionId !== undefined && { sessionId }),
    ...(remainder && { remainder }),
  }
  const known = { profile, periods, cardHash: vault.cardHash, ...given }
  if (!order) return { transactions: [], ...known }
  const { currency, amount, transactions, loadedAtMs: nowMs } = order
  const continued = laterStepOf(flow) && transactions.find(({ id }) => id === submission.transactionId)
  return { currency, amount, transactions, nowMs, ...known, ...(continued && { continued }) }
}

type Refused<O extends Operation> = {
  readonly request: RequestOf<O>
  readonly context: PlanContext
  readonly order: LoadedOrder | undefined
  readonly rejection: Rejection
}

/**
 * A refusal is final only for an order that was loaded (or does not exist) and on which nothing runs: a
 * running transaction may change the state that the plan was refused on. Undefined: load again.
 */
async function afterRefusal<O extends Operation>(
  execution: Execution<O>,
  { request, context, order, rejection }: Refused<O>,
): Promise<ExecutionResult | Rejection | undefined> {
  const { flow, pauses } = execution
  if (order?.openId === undefined) return asWritten(execution, rejection)
  if (await pauses.pause()) return undefined
  const transaction = wantedTransactionContent(execution, order, flow.typeWhileBusy(request, context))
  return { kind: 'waiting', record: lockedRecord(execution, order, { transaction }) }
}

type Planned = {
  readonly order: LoadedOrder | undefined
  readonly context: PlanContext
  readonly plan: Plan
  readonly risk?: RiskUnderWay
}
type PlannedQuestion = Planned & { readonly question: CounterpartyQuestion }

/** With what risk rules say of it, where the merchant has any. */
function assessedQuestion<O extends Operation>(
  execution: Execution<O>,
  planned: Planned,
): PlannedQuestion | Rejection | Promise<PlannedQuestion | Rejection> {
  const assessing = execution.pipeline.risk && riskOf(execution, planned.plan, planned.context)
  if (!assessing) return plannedQuestion(execution, planned)
  const asked = (risk: RiskUnderWay) =>
    plannedQuestion(execution, { ...planned, plan: planWithRisk(planned.plan, risk), risk })
  return assessing instanceof Promise ? assessing.then(asked) : asked(assessing)
}

/**
 * The question that a plan leads to, with what the acquirer assigns to it. A promise only where a card is to
 * be decrypted, or the acquirer waits.
 */
function plannedQuestion<O extends Operation>(
  execution: Execution<O>,
  planned: Planned,
): PlannedQuestion | Rejection | Promise<PlannedQuestion | Rejection> {
  const lacking = refusedByLack(execution, planned.plan)
  if (lacking) return lacking
  const asking = questionOf(execution, planned.plan, planned.context)
  if (!(asking instanceof Promise)) return assignedQuestion(execution, { ...planned, question: asking })
  return asking.then(question => {
    // A card that was decrypted only now was not known when the request was validated.
    const repeated = repeatOfRevealed(execution, numberIn(question))
    return repeated ? rejectionOf(repeated) : assignedQuestion(execution, { ...planned, question })
  })
}

/** What a 3-D Secure server could not ask for want of a field is refused while it can still be mended. */
function refusedByLack<O extends Operation>({ pipeline }: Execution<O>, plan: Plan): Rejection | undefined {
  if (!('consult' in plan) || plan.consult.verb !== 'authenticate') return undefined
  const { particulars } = plan.consult
  const field = pipeline.counterparties.authenticator.lacks?.(plan.consult)
  if (field === undefined) return undefined
  return valueIn(particulars, field) === undefined ? missing(field) : invalid(field, notTaken)
}

const notTaken = 'The directory server of the card would not take it.'

function valueIn(content: unknown, path: string): unknown {
  const [name = '', ...rest] = path.split('.')
  const value = isObject(content) ? content[name] : undefined
  return rest.length === 0 ? value : valueIn(value, rest.join('.'))
}

/** Nothing is assigned while another transaction runs on the order: then this one cannot begin. */
function assignedQuestion<O extends Operation>(
  execution: Execution<O>,
  planned: PlannedQuestion,
): PlannedQuestion | Rejection | Promise<PlannedQuestion | Rejection> {
  const { question, order, context, plan } = planned
  if ('consult' in plan) return consultedQuestion(execution, planned, plan.consult)
  if (!question.ask || !execution.pipeline.acquirer.assign || order?.openId !== undefined) return planned
  const { pipeline, flow } = execution
  const ask = afterEarlier(question.ask, context.transactions)
  const assigning = assignmentOf(pipeline, ask)
  if (!assigning) return planned
  const withAssignment = (assigned: Assignment | undefined) =>
    !assigned
      ? planned
      : 'refused' in assigned
        ? notConnected(flow.operation.name, assigned.refused)
        : { ...planned, question: { ...question, ask, assigned } }
  return assigning instanceof Promise ? assigning.then(withAssignment) : withAssignment(assigning)
}

/** A question to a payment provider, with what is assigned to it. */
function consultedQuestion<O extends Operation>(
  { pipeline, flow, key }: Execution<O>,
  planned: PlannedQuestion,
  consult: ConsultQuestion,
): PlannedQuestion | Rejection {
  const { provider } = pipeline.counterparties
  if (!provider.assign || (consult.verb !== 'initiate' && consult.verb !== 'confirm')) return planned
  const assigned = provider.assign({ ...consult, merchantId: key.merchantId })
  if (!assigned) return planned
  if ('refused' in assigned)
    return consult.verb === 'initiate'
      ? invalid(consult.kindField, assigned.refused, consult.kind)
      : notConnected(flow.operation.name, assigned.refused)
  const { link } = assigned
  const route = {
    link,
    because: consult.verb === 'confirm' ? 'it was initiated there' : 'it serves the kind',
  }
  return { ...planned, question: { ...planned.question, assigned: { ...assigned, route } } }
}

/** Commits the intent and settles. Undefined: load again. */
async function afterPlan<O extends Operation>(
  execution: Execution<O>,
  { order, context, plan, question, risk }: PlannedQuestion,
): Promise<ExecutionAttempt | undefined> {
  const { pipeline, key, pauses, submission } = execution
  const { fields, additions } = recordedRequest(execution, plan, context)
  const recorded = { fields: withoutNumber(fields, question.ask?.card?.number), additions }
  const claims = 'claims' in execution.prepared ? execution.prepared.claims : undefined
  const taken = claims ? await pipeline.sources.claim(key, claims) : noTakenClaims
  if (taken === 'lost') return taken
  if ('finding' in taken) return rejectionOf(taken.finding)
  const beginsAtMs = pipeline.clock.monotonicMs()
  const intended = { plan, question, recorded, order, risk }
  const intent = await intentOf(execution, intended)
  const begun = await pipeline.journal.begin(intent)
  if (begun.state === 'started')
    return await settle(execution, { ...intended, context, intent, begun, taken, beginsAtMs })
  await taken.giveBack()
  const isLocked = begun.state === 'busy' ? !(await pauses.pause()) : pauses.isOver()
  if (!isLocked || begun.state === 'known') return undefined
  const transaction = plannedTransactionContent(submission.transactionId, plan)
  const locked = order ?? (await pipeline.journal.load(key))
  return { kind: 'waiting', record: lockedRecord(execution, locked, { transaction, recorded }) }
}

/** Where a stored field repeats the card's number. EMV tags may contain it: they are stored without it. */
const repeatOfRevealed = <O extends Operation>(
  { prepared, submission: { transactionId } }: Execution<O>,
  number: string | undefined,
): ValidationFinding | undefined =>
  findRepeatedCardNumber({ transactionid: transactionId, ...withoutNumber(prepared.stored, number) }, number)

const numberIn = ({ ask, card }: CounterpartyQuestion): string | undefined =>
  ask?.card?.number ?? card?.number

type Intended = {
  readonly plan: Plan
  readonly question: CounterpartyQuestion
  readonly recorded: RequestContents
  readonly order: LoadedOrder | undefined
  readonly risk: RiskUnderWay | undefined
}

async function intentOf<O extends Operation>(
  execution: Execution<O>,
  { plan, question, recorded, order, risk }: Intended,
): Promise<Intent> {
  const { pipeline, flow, key, submission, prepared } = execution
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
    request: recorded,
    ...(risk && risk.counts.length > 0 && { counts: risk.counts }),
    ...(question.assigned && {
      trace: 'trace' in question.assigned ? question.assigned.trace : nothingAssigned,
    }),
    // What the gateway decides itself is never sent: whoever takes it over owes nothing about it.
    ...('verdict' in plan && !isConsulting(flow) && { trace: nothingAssigned }),
    ...(question.keptCard && {
      card: await pipeline.vault.sealCard(
        key.merchantId,
        cardIdentity(key.orderId, transactionId),
        question.keptCard,
      ),
    }),
  }
}

/** Bounds what is loaded and computed for one order, however long it lives. */
function refusedByLength({ transactions }: PlanContext, orderId: string): Rejection | undefined {
  if (transactions.length < transactionsMax) return undefined
  return invalid('orderid', `This order has reached its limit of ${transactionsMax} transactions.`, orderId)
}

const transactionsMax = 500
