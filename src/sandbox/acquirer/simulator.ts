import { isApproval } from '../../acquirerHost/testCards.ts'
import type {
  Acquirer,
  AcquirerAnswer,
  AcquirerAsk,
  AcquirerVerb,
  AskedTransaction,
  LateAnswerListener,
} from '../../acquirers/port.ts'
import { answerOrSilence, silence, silenceUntil } from '../silence.ts'
import { answerTo } from './answer.ts'
import { type AcquirerBooks, type BookEntry, bookKindOf, isUndoing, postingFor } from './books.ts'
import {
  type AcquirerDecision,
  type AnswerDelivery,
  checkPin,
  decide,
  type IssuerPinKey,
} from './decision.ts'
import { type AcquirerScripts, decideByScript } from './scripts.ts'

/**
 * The acquirer simulator: an acquirer for sandboxes. The account (`acquirerHost/testCards.ts`) or a script
 * (`scripts.ts`) decides what it answers (`decision.ts`), what it approves is posted to its own books
 * (`books.ts`), and the answer is made from both (`answer.ts`). The same asks always get the same answers.
 */
export function createAcquirerSimulator(options: AcquirerSimulatorOptions): Acquirer {
  const { now, books, scripts, pinKeys = [] } = options
  const { onLateAnswer = () => undefined, later = afterRealTime } = options
  const deliver = createAnswerDelivery({ onLateAnswer, later })
  return {
    name: 'simulator',
    verbs: new Set(verbs),
    async send(ask, deadline) {
      // As a link says it: nothing was sent, so nothing is owed.
      if (deadline.aborted) return { outcome: 'unsent', reason: 'too late to send' }
      return answerOrSilence(deadline, async () => {
        const at = now()
        const scripted = scripts?.next(ask, at)
        const decided = scripted
          ? await approveWhatIsBooked(books, ask, decideByScript(scripted, ask, at))
          : checkPin(ask, decide(ask, at), pinKeys)
        const decision = await checkReversedAmount(books, ask, decided)
        const posting = postingFor(ask, decision, at.getTime())
        const posted = posting && (await books.post(posting))
        const answer = answerTo(ask, decision, { posted, at })
        return deliver(answer, { ask, delivery: decision.delivery, deadline })
      })
    },
  }
}

export type AcquirerSimulatorOptions = {
  /** Decides which cards have expired, and the time on receipts. */
  readonly now: () => Date
  readonly books: AcquirerBooks
  readonly scripts?: Pick<AcquirerScripts, 'next'>
  /** The keys of PIN blocks that it checks; one under another key counts as correct. */
  readonly pinKeys?: readonly IssuerPinKey[]
  /** Called with answers that come late or twice. */
  readonly onLateAnswer?: LateAnswerListener
  /** The timer of late answers: a real one, unless a test simulates time. */
  readonly later?: (delayMs: number, act: () => void) => void
}

const verbs = [
  ...(['authorize', 'pay', 'verify', 'credit', 'balance'] as const),
  ...(['capture', 'refund', 'void', 'update', 'reverse', 'inquire'] as const),
] satisfies readonly AcquirerVerb[]

/** A repeated ask is not declined when the first one was executed: it is answered from the books. */
async function approveWhatIsBooked(
  books: AcquirerBooks,
  ask: AcquirerAsk,
  decided: AcquirerDecision,
): Promise<AcquirerDecision> {
  if (!('repeat' in ask) || ask.verb === 'reverse' || isApproval(decided.gatewayCode)) return decided
  if (ask.repeat === 0 && ask.verb !== 'inquire') return decided
  const kind = bookKindOf(ask)
  const isDone = (await entriesOf(books, ask)).some(entry => entry.kind === kind)
  return isDone ? { ...decided, gatewayCode: 'APPROVED', amount: ask.amount } : decided
}

/**
 * A reversal with the authorization code has seen the approval, so it must be of the approved amount. One
 * without it may be of the amount that was asked for, whatever was approved.
 */
async function checkReversedAmount(
  books: AcquirerBooks,
  ask: AcquirerAsk,
  decided: AcquirerDecision,
): Promise<AcquirerDecision> {
  if (ask.verb !== 'reverse' || ask.original.authorizationCode === undefined) return decided
  const booked = (await entriesOf(books, ask)).filter(({ kind }) => !isUndoing(kind))
  const isMeant = booked.length === 0 || booked.some(({ amount }) => amount === ask.amount)
  return isMeant ? decided : { ...decided, gatewayCode: 'DECLINED', response: invalidAmount }
}

const invalidAmount = { acquirerCode: '13', acquirerMessage: 'INVALID AMOUNT' }

async function entriesOf(books: AcquirerBooks, ask: AskedTransaction): Promise<readonly BookEntry[]> {
  const { merchantId, orderId, transactionId } = ask
  const entries = await books.entries({ merchantId, orderId, limit: entriesMax })
  return entries.filter(entry => entry.transactionId === transactionId)
}

/** More than an order can have in the books. */
const entriesMax = 10_000

/** Delivers an answer to the gateway, or to the late answer listener when its deadline has passed. */
function createAnswerDelivery({ onLateAnswer, later }: AnswerDeliveryOptions) {
  function arrive(answer: AcquirerAnswer, { ask, delivery, deadline }: AnswerDestination): AcquirerAnswer {
    const isAwaited = !deadline.aborted
    if (!isAwaited) onLateAnswer(ask, answer)
    if (delivery.manner === 'twice') later(0, () => onLateAnswer(ask, answer))
    return isAwaited ? answer : silence
  }

  /** However long the gateway waits, and a moment longer, so that it has given up. */
  function deliverLate(answer: AcquirerAnswer, { ask, delivery, deadline }: AnswerDestination) {
    const over = silenceUntil(deadline)
    later(delivery.delayMs, () => {
      if (deadline.aborted) onLateAnswer(ask, answer)
      else void over.then(() => later(momentMs, () => onLateAnswer(ask, answer)))
    })
    return over
  }

  return function deliver(
    answer: AcquirerAnswer,
    destination: AnswerDestination,
  ): AcquirerAnswer | Promise<AcquirerAnswer> {
    const { delivery, deadline } = destination
    const { manner, delayMs } = delivery
    if (manner === 'dropped') return silence
    if (manner === 'never') return silenceUntil(deadline)
    if (manner === 'late') return deliverLate(answer, destination)
    if (delayMs === 0) return arrive(answer, destination)
    return new Promise(resolve => {
      void silenceUntil(deadline).then(resolve)
      later(delayMs, () => resolve(arrive(answer, destination)))
    })
  }
}

const momentMs = 100

type AnswerDeliveryOptions = {
  readonly onLateAnswer: LateAnswerListener
  readonly later: (delayMs: number, act: () => void) => void
}

type AnswerDestination = {
  readonly ask: AcquirerAsk
  readonly delivery: AnswerDelivery
  readonly deadline: AbortSignal
}

function afterRealTime(delayMs: number, act: () => void): void {
  setTimeout(act, delayMs).unref()
}
