// Which outcome an answer to a reversal, an advice or an inquiry decides. Pure functions.

import type { AcquirerAnswer } from '../../acquirers/port.ts'
import { hourMs } from '../../orders/periods.ts'
import { isCharge, isVoid } from '../../orders/transaction.ts'
import { approvedPart, definiteAnswerIn, interpretUnanswered, timedOut } from '../model/conclusions.ts'
import type { AskedAmount, ConcludedResult } from '../model/flow.ts'
import type { DueObligation, LoadedOrder, Obligation, RecordedTransaction } from '../model/journal.ts'
import { isApprovalWanted, remainderOwed } from '../model/partialPayments.ts'
import { isEarly } from './nextAttempt.ts'
import { askingFlowOf } from './takeOver.ts'

export type ObligationOutcome = {
  readonly concluded: ConcludedResult
  /** Whether the answer is about the transaction itself, not only about its reversal. */
  readonly isAnswered: boolean
  /** What is owed from now on, and whether the order admits nothing else until that is settled. */
  readonly obligation?: Obligation
  readonly keepsOrderBusy?: boolean
}

type ObligationAnswer = {
  readonly due: DueObligation
  readonly order: LoadedOrder
  readonly known: RecordedTransaction
  readonly answer: AcquirerAnswer
  readonly patienceMs: number
}

/** The outcome that an answer to a reversal, advice or inquiry decides; undefined while it is still owed. */
export const obligationOutcomeOf = (received: ObligationAnswer): ObligationOutcome | undefined =>
  outcomesByObligation[received.due.obligation](received)

const outcomesByObligation = {
  reversal(received) {
    if (isGone(received) || isUndone(received)) return reversed(received)
    return isStanding(received) ? stood(received) : undefined
  },

  /**
   * A declined advice has failed; but an earlier, unanswered one may have been booked, so it is reversed.
   * Nothing reverses a void: that is repeated until it is approved.
   */
  advice(received) {
    const concluded = concludedBy(received)
    if (concluded?.result === 'SUCCESS') return { concluded, isAnswered: true }
    if (isVoid(received.known.type)) return isStanding(received) && concluded ? failed(concluded) : undefined
    if (concluded?.result === 'UNKNOWN') return toBeReversed(received)
    if (concluded?.result !== 'FAILURE' || isEarly(received.due, received.patienceMs)) return undefined
    return { ...toBeReversed(received), concluded, isAnswered: true }
  },

  inquiry(received) {
    if (received.answer.outcome === 'noOriginal') return isGone(received) ? reversed(received) : undefined
    if (isNeverTold(received)) return { ...neverTold(received), isAnswered: false }
    const concluded = concludedBy(received)
    if (concluded?.result === 'FAILURE') return { concluded, isAnswered: true }
    if (concluded?.result === 'UNKNOWN') return toBeReversed(received)
    if (concluded?.result !== 'SUCCESS') return undefined
    if (!isApprovalWanted(received.order.transactions, received.known))
      return toBeReversed(received, concluded)
    return {
      concluded,
      isAnswered: true,
      ...remainderOwed(concluded, received.known.request.additions.remainder !== undefined),
    }
  },

  /** A partial payment is not asked about: see partialPayments.ts. */
  rest: () => undefined,
} as const satisfies Record<Obligation, (received: ObligationAnswer) => ObligationOutcome | undefined>

function concludedBy({ known, answer }: ObligationAnswer): ConcludedResult | undefined {
  const definite = definiteAnswerIn(answer)
  return definite && askingFlowOf(known).conclude(askedOf(known), definite)
}

/** The asked amount, as in its plan; only first payments can accept a partial approval. */
function askedOf(known: RecordedTransaction): AskedAmount {
  const isWelcome = known.request.fields.order?.acceptPartialAmount === true
  return { amount: known.amount, acceptsPart: isCharge(known) && isWelcome }
}

/** It was undone. */
const reversed = ({ known }: ObligationAnswer): ObligationOutcome => ({
  concluded: undone(known),
  isAnswered: false,
})

/** An outcome that was already answered as failed stays, and so does the approved amount. */
export const undone = (known: RecordedTransaction): ConcludedResult =>
  known.result === 'FAILURE' ? failedAs(known) : timedOut

/**
 * It cannot be undone any more, so it counts: the order was kept for it. A payment is never left standing:
 * it could be one too many.
 */
const stood = ({ known }: ObligationAnswer): ObligationOutcome => ({
  concluded: effective(known),
  isAnswered: false,
})

export const effective = (known: RecordedTransaction): ConcludedResult => ({
  ...{ result: 'SUCCESS', gatewayCode: 'APPROVED' },
  ...approvedPart(known),
})

const failed = (concluded: ConcludedResult): ObligationOutcome => ({ concluded, isAnswered: true })

const isStanding = ({ known, answer }: ObligationAnswer): boolean =>
  answer.outcome === 'declined' && answer.stands === true && !isCharge(known)

const failedAs = (known: RecordedTransaction): ConcludedResult => ({
  result: known.result,
  gatewayCode: known.gatewayCode,
  ...approvedPart(known),
})

const toBeReversed = (
  { known }: ObligationAnswer,
  approved: Pick<ConcludedResult, 'approvedAmount'> = {},
): ObligationOutcome => ({
  concluded: { ...timedOut, ...approvedPart(approved) },
  isAnswered: false,
  obligation: 'reversal',
  keepsOrderBusy: askingFlowOf(known).whenUnknown.keepsOrderBusy,
})

/**
 * An acquirer that answers inquiries, but cannot tell what became of the payment, is not asked for ever: the
 * payment is undone or repeated, as after silence.
 */
const isNeverTold = ({ answer, due }: ObligationAnswer): boolean =>
  answer.outcome === 'unknown' && due.nowMs - due.owedAtMs > hourMs

function neverTold({ known }: ObligationAnswer) {
  const { obligation, keepsOrderBusy, ...concluded } = interpretUnanswered(askingFlowOf(known))
  return { concluded, ...(obligation && { obligation, keepsOrderBusy: keepsOrderBusy === true }) }
}

/** A reversal can overtake its original: "no such original" counts only once none can be under way. */
const isGone = (received: ObligationAnswer): boolean =>
  received.answer.outcome === 'noOriginal' && !isEarly(received.due, received.patienceMs)

/** A host that says yes before it looks for the original is believed as one that knows of none. */
const isUndone = (received: ObligationAnswer): boolean =>
  received.answer.outcome === 'approved' &&
  (!received.answer.isBlind || !isEarly(received.due, received.patienceMs))
