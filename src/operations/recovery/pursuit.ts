import type { AcquirerAnswer, AcquirerAsk } from '../../acquirers/port.ts'
import { effectiveAmount } from '../../orders/transaction.ts'
import type { Log } from '../../platform/log.ts'
import { askAgain, cardOf, followedBy, originalOf } from '../followUps/followUp.ts'
import { askAcquirer } from '../pipeline/ask.ts'
import { isConsulting } from '../pipeline/consulting.ts'
import type { Road } from '../pipeline/execution.ts'
import type { Asking } from '../pipeline/flow.ts'
import type { Due, LoadedOrder, RecordedTransaction } from '../pipeline/journal.ts'
import { addressed, revealedCard } from '../pipeline/question.ts'
import { nameOfRecord, stepsOf } from '../pipeline/steps.ts'
import { amendmentWaitMs, createPauses } from '../pipeline/waiting.ts'
import { exchangeContent } from '../record/exchange.ts'
import { findingOf } from './finding.ts'
import { pursueRest, releaseFinished } from './givingUp.ts'
import { pursueInteraction } from './interaction.ts'
import { noted } from './noting.ts'
import { revisionOf } from './revision.ts'
import { flowOf, present } from './takeOver.ts'

/**
 * One attempt at what is owed about a transaction: ask, and settle it if the answer does. Tells what was
 * heard; nothing when nobody was asked.
 */
export async function pursue(
  road: Road,
  log: Log,
  claimed: Claimed,
): Promise<AcquirerAnswer['outcome'] | undefined> {
  const { due, claimedAtMs } = claimed
  const { order, known, whole } = present(await road.journal.load(due.key), due.transactionId)
  if (!isStillOwed(known, due)) return undefined
  if (due.obligation === 'rest') {
    await pursueRest(road, due, order)
    return undefined
  }
  const flow = flowOf(known)
  if (isConsulting(flow) && due.obligation === 'inquiry')
    return await pursueInteraction(road, log, { due, order, known, whole, flow })
  const again = due.obligation === 'advice' ? advised(order, known, due.attempt) : undefined
  const ask = await pursuitOf(road, due, { order, known, again })
  const askedAtMs = road.clock.monotonicMs()
  // Who was paused for so long has been followed by another, who may have settled it since it was loaded.
  if (askedAtMs - claimedAtMs > road.patienceMs) return undefined
  const answer = await heard(road, ask)
  const tookMs = Math.round(road.clock.monotonicMs() - askedAtMs)
  await noted(road, log, due, exchangeContent(ask, answer, tookMs))
  const { outcome } = answer
  const isSettled = await amended(road, due, { answer, ...(again && { ask: again.ask }) })
  if (isSettled) {
    await releaseFinished(road, { key: due.key, before: order.transactions })
    return outcome
  }
  if (due.attempt >= worryingAttempts)
    log.warn('still owed to the acquirer', {
      name: due.obligation,
      attempt: due.attempt,
      merchant: due.key.merchantId,
      reason: outcome,
    })
  await road.journal.postpone(due)
  return outcome
}

/** Claimed at the earliest, by the monotonic clock. */
export type Claimed = { readonly due: Due; readonly claimedAtMs: number }

/** From here on the operator should know: an acquirer that ignores us is reported, never forgotten. */
const worryingAttempts = 6

type Heard = { readonly answer: AcquirerAnswer; readonly ask?: Asking['ask'] }

/** Writes down what the answer settles; false when it settles nothing, or cannot be written now. */
async function amended({ journal, clock, patienceMs }: Road, due: Due, heard: Heard): Promise<boolean> {
  const pauses = createPauses(clock, amendmentWaitMs)
  for (;;) {
    const { order, known } = present(await journal.load(due.key), due.transactionId)
    if (!isStillOwed(known, due)) return true
    const finding = findingOf({ due, order, known, answer: heard.answer, patienceMs })
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
function isKeptBusy({ openId, transactions }: LoadedOrder, { transactionId }: Due): boolean {
  if (openId === undefined || openId === transactionId) return false
  const steps = transactions.flatMap(stepsOf)
  return steps.some(step => nameOfRecord(step) === openId && step.outcome !== undefined)
}

/** Another node may have settled it while this one was slow. */
const isStillOwed = ({ pursuit }: RecordedTransaction, { obligation }: Due): boolean =>
  pursuit?.obligation === obligation && pursuit.status === 'PENDING'

type Owed = {
  readonly order: LoadedOrder
  readonly known: RecordedTransaction
  readonly again: Asking | undefined
}

/** Every verb says how often it was sent before, so that nobody can take a repeat for an original. */
async function pursuitOf(road: Road, due: Due, { order, known, again }: Owed): Promise<AcquirerAsk> {
  const { key, attempt, obligation } = due
  const { transactions } = order
  const id = again?.cardOf ?? cardOf(transactions, known)
  const card = await revealedCard(road, key, { transactions, id })
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

function advised(order: LoadedOrder, known: RecordedTransaction, repeat: number): Asking {
  const again = askAgain(order, known)
  if (!again || !('original' in again.ask))
    throw new Error(`A ${known.type} can follow nothing, so no advice repeats it`)
  return { ...again, ask: { ...again.ask, repeat } }
}

/** An acquirer that lacks the verb has not answered what was owed to it. */
async function heard(road: Road, ask: AcquirerAsk): Promise<AcquirerAnswer> {
  return road.acquirer.verbs.has(ask.verb) ? await askAcquirer(road, ask) : { outcome: 'silent' }
}
