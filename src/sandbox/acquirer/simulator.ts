import type {
  Acquirer,
  AcquirerAnswer,
  AcquirerAsk,
  AcquirerVerb,
  AskedTransaction,
  LateAnswerListener,
} from '../../acquirers/port.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
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
import { isApproval } from './triggers.ts'

/**
 * An acquirer to rehearse against. The account or a script says what it does, its books what was done: the
 * same questions always get the same answers.
 */
export function createAcquirerSimulator(options: AcquirerSimulatorOptions): Acquirer {
  const { now, books, scripts, pinKeys = [] } = options
  const { onLateAnswer: hearLate = () => undefined, later = afterRealTime } = options
  const deliver = createAnswerDelivery({ onLateAnswer: hearLate, later })
  return {
    name: 'simulator',
    verbs: new Set(verbs),
    async send(ask, deadline) {
      if (deadline.aborted) return silent
      const at = now()
      const scripted = scripts?.next(ask)
      const decided = scripted ? decideByScript(scripted, ask, at) : checkPin(ask, decide(ask, at), pinKeys)
      try {
        const decision = await checkReversedAmount(
          books,
          ask,
          scripted ? await approveWhatIsBooked(books, ask, decided) : decided,
        )
        const posting = postingFor(ask, decision, at.getTime())
        const posted = posting && (await books.post(posting))
        return await deliver(answerTo(ask, decision, { posted, at }), {
          ask,
          delivery: decision.delivery,
          deadline,
        })
      } catch (error) {
        // Nobody knows whether it was written: as good as a lost connection.
        if (error instanceof StoreUnavailable) return silent
        throw error
      }
    },
  }
}

export type AcquirerSimulatorOptions = {
  /** Tells which cards have expired, and the time on receipts. */
  readonly now: () => Date
  readonly books: AcquirerBooks
  readonly scripts?: Pick<AcquirerScripts, 'next'>
  /** Under which it opens PIN blocks; those under others are taken at their word. */
  readonly pinKeys?: readonly IssuerPinKey[]
  /** Told of answers that come late or twice. */
  readonly onLateAnswer?: LateAnswerListener
  /** The timer of late answers: a real one unless time itself is simulated. */
  readonly later?: (delayMs: number, act: () => void) => void
}

const verbs = [
  ...(['authorize', 'pay', 'verify', 'credit', 'balance'] as const),
  ...(['capture', 'refund', 'void', 'update', 'reverse', 'inquire'] as const),
] satisfies readonly AcquirerVerb[]

/** A repeat cannot be refused when the first was done: what is in the books is answered from them. */
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
 * Who tells the code of an approval has heard how much was approved, and undoes that much. Who has heard
 * nothing undoes what was asked for, whatever that came to.
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

/** More than an order can have. */
const entriesMax = 10_000

/** Brings an answer to whoever waits for it, or to the late ear when nobody does any more. */
function createAnswerDelivery({ onLateAnswer: hearLate, later }: AnswerDeliveryOptions) {
  function arrive(answer: AcquirerAnswer, { ask, delivery, deadline }: AnswerDestination): AcquirerAnswer {
    const isAwaited = !deadline.aborted
    if (!isAwaited) hearLate(ask, answer)
    if (delivery.manner === 'twice') later(0, () => hearLate(ask, answer))
    return isAwaited ? answer : silent
  }

  return function deliver(
    answer: AcquirerAnswer,
    destination: AnswerDestination,
  ): AcquirerAnswer | Promise<AcquirerAnswer> {
    const { delivery, deadline } = destination
    const { manner, delayMs } = delivery
    if (manner === 'dropped') return silent
    if (manner === 'never') return silentUntil(deadline)
    if (delayMs === 0) return arrive(answer, destination)
    return new Promise(resolve => {
      void silentUntil(deadline).then(resolve)
      later(delayMs, () => resolve(arrive(answer, destination)))
    })
  }
}

type AnswerDeliveryOptions = {
  readonly onLateAnswer: LateAnswerListener
  readonly later: (delayMs: number, act: () => void) => void
}

type AnswerDestination = {
  readonly ask: AcquirerAsk
  readonly delivery: AnswerDelivery
  readonly deadline: AbortSignal
}

const silent: AcquirerAnswer = { outcome: 'silent' }

/** The other end has gone quiet; only our own patience ends the wait. */
function silentUntil(deadline: AbortSignal): Promise<AcquirerAnswer> {
  if (deadline.aborted) return Promise.resolve(silent)
  return new Promise(resolve => {
    deadline.addEventListener('abort', () => resolve(silent), { once: true })
  })
}

function afterRealTime(delayMs: number, act: () => void): void {
  setTimeout(act, delayMs).unref()
}
