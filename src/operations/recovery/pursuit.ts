import type { AcquirerAnswer, AcquirerAsk } from '../../acquirers/port.ts'
import { effectiveAmount } from '../../orders/transaction.ts'
import type { Log } from '../../platform/log.ts'
import { askAgain, cardOf, followedBy, originalOf } from '../followUps/followUp.ts'
import { askAcquirer } from '../model/askAcquirer.ts'
import { isConsulting } from '../model/consulting.ts'
import type { AskingPlan } from '../model/flow.ts'
import type { DueObligation, LoadedOrder, RecordedTransaction } from '../model/journal.ts'
import { nameOfRecord, stepsOf } from '../model/steps.ts'
import type { Pipeline } from '../pipeline/execution.ts'
import { addressed, revealedCard } from '../pipeline/question.ts'
import { amendmentWaitMs, createPauses } from '../pipeline/waiting.ts'
import { exchangeContent } from '../record/exchange.ts'
import { revisionOf } from '../record/revision.ts'
import { obligationOutcomeOf } from './finding.ts'
import { fulfilRemainder, releaseFinished } from './givingUp.ts'
import { inquireAboutInteraction } from './interaction.ts'
import { noteExchange } from './noting.ts'
import { flowOf, loadStep } from './takeOver.ts'

/**
 * One attempt at what is owed about a transaction: ask, and settle it if the answer does. Tells what was
 * heard; nothing when nobody was asked.
 */
export async function fulfilObligation(
  pipeline: Pipeline,
  log: Log,
  claimed: ClaimedObligation,
): Promise<AcquirerAnswer['outcome'] | undefined> {
  const { due, claimedAtMs } = claimed
  const { order, known, whole } = loadStep(await pipeline.journal.load(due.key), due.transactionId)
  if (!isStillOwed(known, due)) return undefined
  if (due.obligation === 'rest') {
    await fulfilRemainder(pipeline, due, order)
    return undefined
  }
  const flow = flowOf(known)
  if (isConsulting(flow) && due.obligation === 'inquiry')
    return await inquireAboutInteraction(pipeline, log, { due, order, known, whole, flow })
  const again = due.obligation === 'advice' ? advised(order, known, due.attempt) : undefined
  const ask = await obligationAsk(pipeline, due, { order, known, again })
  const askedAtMs = pipeline.clock.monotonicMs()
  // Who was paused for so long has been followed by another, who may have settled it since it was loaded.
  if (askedAtMs - claimedAtMs > pipeline.patienceMs) return undefined
  const answer = await askIfSupported(pipeline, ask)
  const tookMs = Math.round(pipeline.clock.monotonicMs() - askedAtMs)
  await noteExchange(pipeline, log, due, exchangeContent(ask, answer, tookMs))
  const { outcome } = answer
  const isSettled = await recordOutcome(pipeline, due, { answer, ...(again && { ask: again.ask }) })
  if (isSettled) {
    await releaseFinished(pipeline, { key: due.key, before: order.transactions })
    return outcome
  }
  if (due.attempt >= worryingAttempts)
    log.warn('still owed to the acquirer', {
      name: due.obligation,
      attempt: due.attempt,
      merchant: due.key.merchantId,
      reason: outcome,
    })
  await pipeline.journal.postpone(due)
  return outcome
}

/** Claimed at the earliest, by the monotonic clock. */
export type ClaimedObligation = { readonly due: DueObligation; readonly claimedAtMs: number }

/** From here on the operator should know: an acquirer that ignores us is reported, never forgotten. */
const worryingAttempts = 6

type HeardAnswer = { readonly answer: AcquirerAnswer; readonly ask?: AskingPlan['ask'] }

/** Writes down what the answer settles; false when it settles nothing, or cannot be written now. */
async function recordOutcome(
  { journal, clock, patienceMs }: Pipeline,
  due: DueObligation,
  heard: HeardAnswer,
): Promise<boolean> {
  const pauses = createPauses(clock, amendmentWaitMs)
  for (;;) {
    const { order, known } = loadStep(await journal.load(due.key), due.transactionId)
    if (!isStillOwed(known, due)) return true
    const finding = obligationOutcomeOf({ due, order, known, answer: heard.answer, patienceMs })
    if (!finding) return false
    if (isKeptBusy(order, due)) return false
    const { concluded, obligation, keepsOrderBusy = false, isAnswered } = finding
    const story = { settledBy: due.obligation, attempt: due.attempt }
    const found = { concluded, story, ...(isAnswered && heard) }
    const revision = revisionOf(due.key, order, { known, found })
    const written = await journal.amend({
      ...revision,
      seen: order.version,
      ...(obligation && { obligation, keepsOrderBusy }),
    })
    if (written.state === 'amended') return true
    if (!(await pauses.pause())) return false
  }
}

/** What is owed about another transaction may take hours; one that only runs is over soon. */
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

/** Every verb says how often it was sent before, so that nobody can take a repeat for an original. */
async function obligationAsk(
  pipeline: Pipeline,
  due: DueObligation,
  { order, known, again }: OwedTransaction,
): Promise<AcquirerAsk> {
  const { key, attempt, obligation } = due
  const { transactions } = order
  const id = again?.cardOf ?? cardOf(transactions, known)
  const card = await revealedCard(pipeline, key, { transactions, id })
  // The acquirer knows it by the merchant's id, whatever its record is called.
  const subject = { transactionId: known.id, ...key }
  if (again) return addressed(subject, again.ask, card)
  const follows = followedBy(order, known)
  return {
    ...subject,
    verb: obligation === 'inquiry' ? 'inquire' : 'reverse',
    amount: effectiveAmount(known),
    currency: known.currency,
    original: { ...originalOf(known), ...(follows !== undefined && { follows }) },
    ...(card && { card }),
    repeat: attempt - 1,
  }
}

function advised(order: LoadedOrder, known: RecordedTransaction, repeat: number): AskingPlan {
  const again = askAgain(order, known)
  if (!again || !('original' in again.ask))
    throw new Error(`A ${known.type} can follow nothing, so no advice repeats it`)
  return { ...again, ask: { ...again.ask, repeat } }
}

/** An acquirer that lacks the verb has not answered what was owed to it. */
async function askIfSupported(pipeline: Pipeline, ask: AcquirerAsk): Promise<AcquirerAnswer> {
  return pipeline.acquirer.verbs.has(ask.verb) ? await askAcquirer(pipeline, ask) : { outcome: 'silent' }
}
