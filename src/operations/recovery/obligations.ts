// Fulfilling one obligation (reversal, advice, inquiry, rest): what is asked, and recording what the answer
// decides.

import type { AcquirerAnswer, AcquirerAsk, UnsentReason } from '../../acquirers/port.ts'
import { effectiveAmount } from '../../orders/transaction.ts'
import { type Log, tellFailure } from '../../platform/log.ts'
import { flowNamed } from '../flows.ts'
import { askAgain, followedBy, heldBeforeIt, originalOf, reversedOriginal } from '../followUps/originals.ts'
import { endsAtMs, inquireOpenStep, isTakenFurther, recordUpdate } from '../interactions/updates.ts'
import { counterpartyOf } from '../model/acquirerLinks.ts'
import { askAcquirer } from '../model/counterparties.ts'
import type { ExchangeContents } from '../model/documents.ts'
import { type AskingPlan, type ConsultingFlow, isConsulting } from '../model/flow.ts'
import {
  type DueObligation,
  type LoadedOrder,
  type RecordedTransaction,
  worryingAttempts,
} from '../model/journal.ts'
import { isRejectedByReview } from '../model/partialPayments.ts'
import { nameOfRecord, stepsOf } from '../model/steps.ts'
import { cardOf, revealedCard } from '../model/transactionCard.ts'
import { addressed } from '../pipeline/askCounterparty.ts'
import { amendmentWaitMs, createPauses, type Pipeline } from '../pipeline/execution.ts'
import { releaseFinished } from '../pipeline/settle.ts'
import { exchangeContent, hostMemoryIn } from '../record/outcome.ts'
import { revisionOf } from '../record/revision.ts'
import { judgedApproval } from './lateApprovals.ts'
import { beforeSending, isEarly, isKeptLong, putOff, putOffUnsent } from './nextAttempt.ts'
import { obligationOutcomeOf } from './obligationOutcomes.ts'
import { fulfilRemainder } from './partialPayments.ts'
import { fulfilUndoing } from './rejectedPayments.ts'
import { loadStep } from './takeOver.ts'

/**
 * One attempt to fulfil an obligation: asks, and records the outcome if the answer decides it. Returns who
 * said what; undefined when nobody was asked.
 */
export async function fulfilObligation(
  pipeline: Pipeline,
  log: Log,
  claimed: ClaimedObligation,
): Promise<HeardAnswer | undefined> {
  const { due, claimedAtMs } = claimed
  const { order, known, whole } = await beforeSending(pipeline, due, async () =>
    loadStep(await pipeline.journal.load(due.key), due.transactionId),
  )
  if (!isStillOwed(known, due)) return undefined
  if (due.obligation === 'rest') {
    if (isRejectedByReview(known)) await fulfilUndoing(pipeline, log, { due, order, rejected: whole })
    else await fulfilRemainder(pipeline, due, order)
    return undefined
  }
  const flow = flowNamed(known.operation)
  if (isConsulting(flow) && due.obligation === 'inquiry')
    return await inquireAboutInteraction(pipeline, log, { due, order, known, whole, flow })
  const { again, ask } = await beforeSending(pipeline, due, async () => {
    const again = due.obligation === 'advice' ? advised(order, known, sentBefore(due) + 1) : undefined
    return { again, ask: await obligationAsk(pipeline, due, { order, known, again }) }
  })
  const askedAtMs = pipeline.clock.monotonicMs()
  const leftMs = Math.ceil(claimedAtMs + pipeline.patienceMs - askedAtMs)
  // This node was paused for so long that another one has claimed it, and may have settled it meanwhile.
  if (leftMs < 0) {
    await pipeline.journal.postponeUnsent(due, 'soon')
    return undefined
  }
  const answer = await askIfSupported(pipeline, ask, leftMs)
  const tookMs = Math.round(pipeline.clock.monotonicMs() - askedAtMs)
  const content = exchangeContent(ask, answer, tookMs)
  if (answer.outcome === 'unsent')
    return await leaveUnsent(pipeline, log, { due, reason: answer.reason, content })
  await noteExchange(pipeline, log, due, content)
  const isSettled = await recordOutcome(pipeline, due, { answer, ...(again && { ask: again.ask }) })
  if (isSettled) {
    await releaseFinished(pipeline, { key: due.key, before: order.transactions })
    return heardFrom(known, answer)
  }
  if (sentBefore(due) + 1 >= worryingAttempts) warnOfOwed(log, due, answer.outcome)
  await putOff(pipeline, due, answer)
  return heardFrom(known, answer)
}

/** What a counterparty said to an attempt. */
export type HeardAnswer = { readonly from: string; readonly isSilent: boolean }

const heardFrom = (known: RecordedTransaction, { outcome }: { readonly outcome: string }): HeardAnswer => ({
  from: counterpartyOf(known),
  isSilent: outcome === 'silent',
})

/** How often it may have been sent before this attempt. */
const sentBefore = ({ attempt, unsent }: DueObligation): number => attempt - 1 - unsent

const warnOfOwed = (log: Log, { obligation, attempt, key }: DueObligation, reason: string): void =>
  log.warn('still owed to the acquirer', { name: obligation, attempt, merchant: key.merchantId, reason })

type UnsentAttempt = {
  readonly due: DueObligation
  readonly reason: string
  readonly content: ExchangeContents
}

/**
 * Nobody was asked: it stays owed, and is tried again soon. Where nothing can be sent any more, or another
 * transaction has kept the order for long, only people can settle that with the acquirer: they hear of it
 * each time.
 */
async function leaveUnsent(
  pipeline: Pipeline,
  log: Log,
  { due, reason, content }: UnsentAttempt,
): Promise<undefined> {
  const isTooEarly = reason === 'too early to repeat'
  if (isTooEarly && !isKeptLong(due, pipeline.patienceMs)) {
    await putOffUnsent(pipeline, due)
    return undefined
  }
  const isFinal = isTooEarly || finalReasons.has(reason)
  if (isFinal || due.unsent < unsentNotesMax) await noteExchange(pipeline, log, due, content)
  if (isFinal) warnOfOwed(log, due, reason)
  await pipeline.journal.postponeUnsent(due, isFinal ? 'alarm' : 'soon')
  return undefined
}

/** No later attempt can be sent either. */
const finalReasons: ReadonlySet<string> = new Set<UnsentReason>([
  ...(['cannot be written', 'no repeat allowed any more', 'of another merchant'] as const),
])

/** A link may be away for hours, and what is owed is tried twice a minute: not all of that is recorded. */
const unsentNotesMax = 3

/** With a lower bound of when it was claimed, by the monotonic clock. */
export type ClaimedObligation = { readonly due: DueObligation; readonly claimedAtMs: number }

type ReceivedAnswer = { readonly answer: AcquirerAnswer; readonly ask?: AskingPlan['ask'] }

/** Records what the answer decides; false when it decides nothing, or cannot be recorded now. */
async function recordOutcome(
  pipeline: Pipeline,
  due: DueObligation,
  received: ReceivedAnswer,
): Promise<boolean> {
  const { journal, clock, patienceMs } = pipeline
  const pauses = createPauses(clock, amendmentWaitMs)
  for (;;) {
    const { order, known } = loadStep(await journal.load(due.key), due.transactionId)
    if (!isStillOwed(known, due)) return true
    const decided = obligationOutcomeOf({ due, order, known, answer: received.answer, patienceMs })
    if (!decided) return false
    if (isKeptBusy(order, due)) return false
    const late = { key: due.key, order, known, answer: received.answer }
    const finding = due.obligation === 'inquiry' ? await judgedApproval(pipeline, late, decided) : decided
    const { obligation, keepsOrderBusy = false, isAnswered, ...said } = finding
    const story = { settledBy: due.obligation, attempt: due.attempt }
    const memory = due.obligation === 'reversal' ? {} : hostMemoryIn(received.answer)
    const found = { ...said, story, ...(isAnswered && received), ...memory }
    const revision = revisionOf(due.key, order, { known, found })
    const amended = await journal.amend({
      ...revision,
      seen: order.version,
      ...(obligation && { obligation, keepsOrderBusy }),
    })
    if (amended.state === 'amended') return true
    if (!(await pauses.pause())) return false
  }
}

/** Whether an obligation of another transaction keeps the order busy, which may take hours. */
function isKeptBusy({ openId, transactions }: LoadedOrder, { transactionId }: DueObligation): boolean {
  if (openId === undefined || openId === transactionId) return false
  const steps = transactions.flatMap(stepsOf)
  return steps.some(step => nameOfRecord(step) === openId && step.outcome !== undefined)
}

/** Another node may have settled it while this one was slow. */
const isStillOwed = ({ owed }: RecordedTransaction, { obligation }: DueObligation): boolean =>
  owed?.obligation === obligation && owed.status === 'PENDING'

type OwedTransaction = {
  readonly order: LoadedOrder
  readonly known: RecordedTransaction
  readonly again: AskingPlan | undefined
}

/** Every ask has the number of times it was sent before, so that a repeat is never taken for an original. */
async function obligationAsk(
  pipeline: Pipeline,
  due: DueObligation,
  { order, known, again }: OwedTransaction,
): Promise<AcquirerAsk> {
  const { key, obligation } = due
  const { transactions } = order
  const id = again?.cardOf ?? cardOf(transactions, known)
  const card = await revealedCard(pipeline, key, { transactions, id })
  // The acquirer has it under the merchant's id, not under the name of its record.
  const subject = { transactionId: known.id, ...key }
  // The same message once more: under its own trace, with the times of its intent.
  const { trace, startedAtMs } = known
  const own = trace === undefined ? subject : { ...subject, trace, startedAtMs }
  if (again) return addressed(own, again.ask, card)
  const follows = followedBy(order, known)
  return {
    ...subject,
    verb: obligation === 'inquiry' ? 'inquire' : 'reverse',
    amount: effectiveAmount(known),
    currency: known.currency,
    original: {
      ...(obligation === 'inquiry' ? originalOf(known) : reversedOriginal(known)),
      ...(follows !== undefined && { follows }),
      ...heldBeforeIt(order, known),
    },
    ...(card && { card }),
    repeat: sentBefore(due),
    owedAtMs: due.owedAtMs,
    isEarly: isEarly(due, pipeline.patienceMs),
    isBusy: order.openId !== undefined && order.openId !== due.transactionId,
  }
}

function advised(order: LoadedOrder, known: RecordedTransaction, repeat: number): AskingPlan {
  const again = askAgain(order, known)
  if (!again || !('original' in again.ask))
    throw new Error(`A ${known.type} can follow nothing, so no advice repeats it`)
  return { ...again, ask: { ...again.ask, repeat } }
}

/**
 * Where the acquirer lacks the verb, the obligation stays owed: that counts as silence. A link may keep a
 * question until its deadline before it writes it: so that, too, is before anybody else can claim it, or
 * the first message would be written after its own repeat.
 */
async function askIfSupported(
  pipeline: Pipeline,
  ask: AcquirerAsk,
  withinMs: number,
): Promise<AcquirerAnswer> {
  if (!pipeline.acquirer.verbs.has(ask.verb)) return { outcome: 'silent' }
  return await askAcquirer(pipeline, ask, withinMs)
}

type OpenInteraction = {
  readonly due: DueObligation
  readonly order: LoadedOrder
  /** The step that is asked about, and the transaction it is of. */
  readonly known: RecordedTransaction
  readonly whole: RecordedTransaction
  readonly flow: ConsultingFlow
}

/** Inquires about a payer who is at the issuer or provider; settles those who never come back. */
async function inquireAboutInteraction(
  pipeline: Pipeline,
  log: Log,
  { due, order, known, whole }: OpenInteraction,
): Promise<HeardAnswer | undefined> {
  if (isTakenFurther({ known: whole, step: known })) {
    await pipeline.journal.release(due)
    return undefined
  }
  const { key, transactionId: name, attempt } = due
  const asked = { key, order, step: known, isBacklog: true } as const
  const { ask, answer, givesUp } = await inquireOpenStep(pipeline, asked)
  const { verb } = ask
  if (answer.outcome === 'unsent') {
    const content = { verb, answer: { ...answer } }
    return await leaveUnsent(pipeline, log, { due, reason: answer.reason, content })
  }
  if (answer.outcome !== 'undecided') await noteExchange(pipeline, log, due, { verb, answer: answer.outcome })
  const update = { answer, givesUp, verb, by: due.obligation, attempt }
  const state = await recordUpdate(pipeline, { key, name }, update)
  // The next attempt is due when the payer's time is over, even if the back-off is longer.
  const endMs = endsAtMs(known)
  if (state === 'open') await pipeline.journal.postpone(due, endMs > due.nowMs ? endMs : undefined)
  return verb === 'challenge' ? undefined : heardFrom(known, answer)
}

/** An exchange is recorded for explain only: a failure to do so must not stop recovery. */
async function noteExchange(
  { journal }: Pipeline,
  log: Log,
  due: DueObligation,
  content: ExchangeContents,
): Promise<void> {
  const { key, transactionId, obligation: kind, attempt } = due
  try {
    await journal.note({ key, transactionId, kind, attempt, content })
  } catch (fault) {
    tellFailure(log, 'an exchange was not written down', fault, {
      merchant: key.merchantId,
      name: kind,
      attempt,
    })
  }
}
