// Recording updates of transactions whose payer is at the issuer or provider: from a callback of the browser
// or from an inquiry.

import { isObject } from '../../contract/kit/content.ts'
import { browserPaymentLifeMs, challengeLifeMs, lateConfirmationMs } from '../../orders/periods.ts'
import { flowNamed } from '../flows.ts'
import { timedOut } from '../model/conclusions.ts'
import {
  type ConsultedAnswer,
  type ConsultedAsk,
  type ConsultedConclusion,
  type ConsultingFlow,
  type CounterpartyUpdate,
  type EarlierOutcome,
  isConsulting,
} from '../model/flow.ts'
import type { LoadedOrder, OrderKey, RecordedTransaction } from '../model/journal.ts'
import { isApprovalWanted } from '../model/partialPayments.ts'
import { findStep, nameOfRecord, stepsOf } from '../model/steps.ts'
import { sendConsult } from '../pipeline/askCounterparty.ts'
import { amendmentWaitMs, createPauses, type Pipeline } from '../pipeline/execution.ts'
import { isoTime } from '../record/outcome.ts'
import { shownRequest } from '../record/record.ts'
import { revisionOf } from '../record/revision.ts'

type InteractionUpdate = {
  readonly answer?: ConsultedAnswer
  readonly seen?: CounterpartyUpdate['seen']
  /** Nobody has decided in time, and the provider is to hear so. */
  readonly givesUp?: boolean
  /** What caused the update and what was asked, as explain shows it. */
  readonly by: string
  readonly verb?: string
  readonly attempt?: number
}

/**
 * Records an update of a transaction whose payer is at the issuer or provider. Settled: it is final now.
 * Open: it is not, whether or not anything was recorded. Over: it was settled before.
 */
export async function recordUpdate(
  pipeline: Pipeline,
  { key, name }: { readonly key: OrderKey; readonly name: string },
  update: InteractionUpdate,
): Promise<'settled' | 'open' | 'over'> {
  if (!update.seen && !update.givesUp && !isInformative(update)) return 'open'
  const pauses = createPauses(pipeline.clock, amendmentWaitMs)
  for (;;) {
    const order = await pipeline.journal.load(key)
    const found = order && findStep(order, name)
    if (!order || !found || !isOpen(found.step) || isTakenFurther(found)) return 'over'
    const conclusion = conclusionOf(pipeline, order, { step: found.step, update })
    if (!conclusion) return 'open'
    const { obligation, keepsOrderBusy = false } = conclusion
    const revision = revisionOf(key, order, {
      known: found.step,
      found: revisedOutcomeOf(conclusion, update),
    })
    const amended = await pipeline.journal.amend({
      ...revision,
      seen: order.version,
      ...(obligation && { obligation, keepsOrderBusy }),
    })
    if (amended.state === 'amended') return obligation === 'inquiry' ? 'open' : 'settled'
    if (!(await pauses.pause())) return 'open'
  }
}

/** Records when the payer came back, where the outcome is known already. */
export async function recordReturn(
  { journal, clock }: Pipeline,
  { key, name }: { readonly key: OrderKey; readonly name: string },
): Promise<void> {
  const pauses = createPauses(clock, amendmentWaitMs)
  for (;;) {
    const order = await journal.load(key)
    const step = order && findStep(order, name)?.step
    const interaction = step?.outcome?.fields.browserPayment?.interaction
    if (!order || !step || !interaction || interaction.timeReturned !== undefined) return
    if (step.owed?.status === 'PENDING') return
    const { result, gatewayCode, approvedAmount } = step
    const timeReturned = isoTime(order.loadedAtMs)
    const found = {
      concluded: { result, gatewayCode, ...(approvedAmount !== undefined && { approvedAmount }) },
      responsePatch: { browserPayment: { interaction: { ...interaction, timeReturned } } },
      story: { settledBy: 'payer' },
    }
    const revision = revisionOf(key, order, { known: step, found })
    const amended = await journal.amend({ ...revision, seen: order.version, isRemark: true })
    if (amended.state === 'amended' || !(await pauses.pause())) return
  }
}

/** Answers after which nothing is recorded: the counterparty will be asked again. */
const uninformative: ReadonlySet<ConsultedAnswer['outcome']> = new Set([
  ...(['undecided', 'silent', 'failed', 'unsent'] as const),
])

const isInformative = ({ answer }: InteractionUpdate): boolean =>
  answer !== undefined && !uninformative.has(answer.outcome)

/** The counterparty waits for what the step asks of it: that never arrived. */
const isUnheardBy = ({ answer }: Pick<InteractionUpdate, 'answer'>, flow: ConsultingFlow): boolean =>
  answer?.outcome === 'agreed' && flow.askAgain !== undefined

/** Whether an inquiry about it is still owed. */
export const isOpen = ({ owed }: RecordedTransaction): boolean =>
  owed?.obligation === 'inquiry' && owed.status === 'PENDING'

/** Whether a later step continues the transaction and decides on it. */
export const isTakenFurther = ({ known, step }: PlacedStep): boolean =>
  known.steps !== undefined && known.steps.at(-1) !== step

type PlacedStep = { readonly known: RecordedTransaction; readonly step: RecordedTransaction }

/** Undefined where the update changes nothing, so that the merchant is not notified again. */
function conclusionOf(
  pipeline: Pipeline,
  order: LoadedOrder,
  { step, update }: { readonly step: RecordedTransaction; readonly update: InteractionUpdate },
): ConsultedConclusion | undefined {
  const flow = consultingFlowOf(step)
  const before = step.outcome ?? { fields: {} }
  const judged = flow.judge({
    ...update,
    request: shownRequest(step.request),
    amount: step.amount,
    before,
    trace: step.trace,
    nowMs: order.loadedAtMs,
    tokens: {},
    origin: pipeline.counterparties.origin(),
  })
  const isNews = isInformative(update) && !isUnheardBy(update, flow)
  const found = isNews ? judged : unchanged(order, step, judged)
  // Who came back while the provider was asked has more time.
  const conclusion = update.givesUp && isTimeOver(order, step) ? givingUp(found) : found
  const { responsePatch, consulted } = conclusion
  const isWanted = !wasGivenUp(step) && isApprovalWanted(order.transactions, step)
  if (conclusion.result === 'SUCCESS' && conclusion.answer && !isWanted)
    return { ...timedOut, responsePatch, consulted, obligation: 'reversal' }
  // Its merchant knows it as pending: what is undone now has failed, and was never unknown.
  if (isNews && conclusion.result === 'UNKNOWN') {
    const { obligation, keepsOrderBusy = false } = conclusion
    return { ...timedOut, responsePatch, consulted, keepsOrderBusy, ...(obligation && { obligation }) }
  }
  return isSame(conclusion, step, before) ? undefined : conclusion
}

const givingUp = (found: ConsultedConclusion): ConsultedConclusion => ({
  ...found,
  consulted: { ...found.consulted, isGivenUp: true },
})

/** A cancel may be under way, and may arrive after whatever is asked and answered meanwhile. */
const wasGivenUp = ({ outcome }: RecordedTransaction): boolean => outcome?.consulted?.isGivenUp === true

/** Records only which callback the browser called; result and obligation stay as they are. */
function unchanged(
  { openId }: LoadedOrder,
  step: RecordedTransaction,
  { responsePatch, consulted }: ConsultedConclusion,
): ConsultedConclusion {
  const { result, gatewayCode } = step
  const keepsOrderBusy = openId === nameOfRecord(step)
  return { result, gatewayCode, responsePatch, consulted, obligation: 'inquiry', keepsOrderBusy }
}

function consultingFlowOf({ operation }: RecordedTransaction): ConsultingFlow {
  const flow = flowNamed(operation)
  if (!isConsulting(flow)) throw new Error(`Nobody is consulted for ${operation}`)
  return flow
}

function isSame(
  { result, gatewayCode, responsePatch, consulted = {} }: ConsultedConclusion,
  known: RecordedTransaction,
  before: EarlierOutcome,
): boolean {
  if (result !== known.result || gatewayCode !== known.gatewayCode) return false
  return covers(before.fields, responsePatch) && covers(before.consulted ?? {}, consulted)
}

/** Whether every value of the patch is there already. */
function covers(before: unknown, patch: unknown): boolean {
  if (!isObject(patch)) return before === patch
  return isObject(before) && Object.entries(patch).every(([name, value]) => covers(before[name], value))
}

function revisedOutcomeOf(
  conclusion: ConsultedConclusion,
  { by, attempt, verb, answer: given }: InteractionUpdate,
) {
  const { result, gatewayCode, approvedAmount, answer, authenticationStatus } = conclusion
  const { responsePatch, consulted } = conclusion
  return {
    concluded: { result, gatewayCode, ...(approvedAmount !== undefined && { approvedAmount }) },
    ...(answer && { answer }),
    responsePatch,
    consulted,
    ...(authenticationStatus && { authenticationStatus }),
    story: {
      settledBy: by,
      ...(attempt !== undefined && { attempt }),
      ...(verb !== undefined && given && { asked: { verb, answer: given.outcome } }),
    },
  }
}

type OpenStep = {
  readonly key: OrderKey
  readonly order: LoadedOrder
  readonly step: RecordedTransaction
  /** The payer's browser has just come back from a challenge. */
  readonly isReturning?: true | undefined
  /** Recovery asks. */
  readonly isBacklog?: true
}

type InteractionInquiry = {
  readonly ask: ConsultedAsk
  readonly answer: ConsultedAnswer
  /** To be recorded: only after that the provider hears that nobody waits any more. */
  readonly givesUp: boolean
}

/** Asks the issuer or provider how far the payer has come, and once more for what it never heard. */
export async function inquireOpenStep(pipeline: Pipeline, open: OpenStep): Promise<InteractionInquiry> {
  const { key, order, step, ...by } = open
  const isOver = isTimeOver(order, step)
  const ask = askAbout(key, step, by)
  const answer = await sendConsult(pipeline, ask)
  const again = isUnheardBy({ answer }, consultingFlowOf(step)) && (await askAgain(pipeline, open))
  if (again) return { ask: again, answer: await sendConsult(pipeline, again), givesUp: false }
  const isAbandoned = ask.verb === 'challenge' && answer.outcome === 'undecided' && isOver
  const givesUp = ask.verb === 'progress' && !ask.isOver && isOver && isWaitedFor(answer)
  return { ask, answer: isAbandoned ? abandoned(step) : answer, givesUp }
}

/**
 * What the counterparty never heard, unless nothing may come of it any more by now: the payment was given up,
 * is about to be, or another one has taken its place.
 */
async function askAgain(
  { journal }: Pipeline,
  { key, step, isBacklog }: OpenStep,
): Promise<ConsultedAsk | undefined> {
  const order = await journal.load(key)
  const found = order && findStep(order, nameOfRecord(step))
  if (!order || !found || !isOpen(found.step) || isTakenFurther(found) || wasGivenUp(found.step)) return
  const isTooLate = order.loadedAtMs >= endsAtMs(found.step) - lateConfirmationMs
  if (isTooLate || !isApprovalWanted(order.transactions, found.step)) return
  const [first = found.step] = stepsOf(found.known)
  const question = consultingFlowOf(found.step).askAgain?.(found.step, first)
  const { cell: _, ...subject } = key
  return question && { ...subject, transactionId: step.id, ...question, ...(isBacklog && { isBacklog }) }
}

/** Whether it is the payer, or the merchant's confirmation, that is waited for. */
const isWaitedFor = (answer: ConsultedAnswer): boolean =>
  answer.outcome === 'agreed' ||
  (answer.outcome === 'undecided' && !('isPayerDone' in answer && answer.isPayerDone))

function askAbout(
  { cell, ...order }: OrderKey,
  step: RecordedTransaction,
  { isReturning, isBacklog }: Pick<OpenStep, 'isBacklog' | 'isReturning'>,
): ConsultedAsk {
  const { id: transactionId, type, amount, currency, request, outcome, trace } = step
  const subject = { ...order, transactionId }
  const { serverTransactionId, acsTransactionId, interactionId } = outcome?.consulted ?? {}
  if (type === 'AUTHENTICATION')
    return {
      ...{ ...subject, cell },
      verb: 'challenge',
      serverTransactionId: String(serverTransactionId),
      acsTransactionId: String(acsTransactionId),
      ...(isReturning && { isReturning }),
    }
  const reference = request.fields.order?.reference
  return {
    ...subject,
    verb: 'progress',
    amount,
    currency,
    operation: type === 'PAYMENT' ? 'PAY' : 'AUTHORIZE',
    interactionId: String(interactionId),
    ...(reference !== undefined && { reference }),
    ...(trace !== undefined && { trace }),
    isOver: wasGivenUp(step),
    ...(isBacklog && { isBacklog }),
  }
}

const isTimeOver = ({ loadedAtMs }: LoadedOrder, step: RecordedTransaction): boolean =>
  loadedAtMs >= endsAtMs(step)

/**
 * When the payer's time is over. It starts again when the payer returns from the provider: the merchant
 * confirms.
 */
export function endsAtMs({ type, startedAtMs, outcome }: RecordedTransaction): number {
  if (type === 'AUTHENTICATION') return startedAtMs + (outcome?.consulted?.resultWithinMs ?? challengeLifeMs)
  const timeReturned = outcome?.fields.browserPayment?.interaction?.timeReturned
  if (timeReturned === undefined) return startedAtMs + browserPaymentLifeMs
  // What is cancelled at the provider must not be confirmed meanwhile.
  return Date.parse(timeReturned) + browserPaymentLifeMs + lateConfirmationMs
}

/** What follows when no result has come in time. Why, the issuer did not say, and nobody makes it up. */
function abandoned({ outcome }: RecordedTransaction): ConsultedAnswer {
  const { acsTransactionId, dsTransactionId, protocolVersion } =
    outcome?.fields.authentication?.['3ds2'] ?? {}
  return {
    outcome: 'judged',
    transactionStatus: 'N',
    isInferred: true,
    acsTransactionId: String(acsTransactionId),
    dsTransactionId: String(dsTransactionId),
    protocolVersion: String(protocolVersion),
  }
}
