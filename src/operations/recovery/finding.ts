import type { AcquirerAnswer } from '../../acquirers/port.ts'
import { effectiveTransactions } from '../../orders/totals.ts'
import { isCharge, isVoid, tookEffect } from '../../orders/transaction.ts'
import { approvedPart } from '../model/conclude.ts'
import { valueIn } from '../model/documents.ts'
import type { AskedAmount, ConcludedResult } from '../model/flow.ts'
import { definiteAnswerIn, timedOut } from '../model/interpret.ts'
import type { DueObligation, LoadedOrder, Obligation, RecordedTransaction } from '../model/journal.ts'
import { remainderIn, remainderOwed } from '../payments/rest.ts'
import { askingFlowOf } from './takeOver.ts'

export type ObligationOutcome = {
  readonly concluded: ConcludedResult
  /** Whether the answer tells of the transaction itself, not only that it was undone. */
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

/** What an answer to a reversal, advice or inquiry settles; undefined while it is still owed. */
export const obligationOutcomeOf = (heard: ObligationAnswer): ObligationOutcome | undefined =>
  outcomesByObligation[heard.due.obligation](heard)

const outcomesByObligation = {
  reversal: heard => (isGone(heard) || heard.answer.outcome === 'approved' ? undone(heard) : undefined),

  /**
   * Refused, it has failed; but what was silent before may have been booked, and is undone. Nothing undoes a
   * void: that is repeated until it is approved.
   */
  advice(heard) {
    const concluded = concludedBy(heard)
    if (concluded?.result === 'SUCCESS') return { concluded, isAnswered: true }
    if (isVoid(heard.known.type)) return undefined
    if (concluded?.result === 'UNKNOWN') return toBeUndone(heard)
    if (concluded?.result !== 'FAILURE' || !isRipe(heard)) return undefined
    return { ...toBeUndone(heard), concluded, isAnswered: true }
  },

  inquiry(heard) {
    if (heard.answer.outcome === 'noOriginal') return isGone(heard) ? undone(heard) : undefined
    const concluded = concludedBy(heard)
    if (concluded?.result === 'FAILURE') return { concluded, isAnswered: true }
    if (concluded?.result === 'UNKNOWN') return toBeUndone(heard)
    if (concluded?.result !== 'SUCCESS') return undefined
    if (!isWanted(heard)) return toBeUndone(heard, concluded)
    return {
      concluded,
      isAnswered: true,
      ...remainderOwed(concluded, remainderIn(heard.known) !== undefined),
    }
  },

  /** No acquirer is asked about it. */
  rest: () => undefined,
} as const satisfies Record<Obligation, (heard: ObligationAnswer) => ObligationOutcome | undefined>

function concludedBy({ known, answer }: ObligationAnswer): ConcludedResult | undefined {
  const told = definiteAnswerIn(answer)
  return told && askingFlowOf(known).conclude(askedOf(known), told)
}

/** As its plan had it; only first payments can welcome a part. */
function askedOf(known: RecordedTransaction): AskedAmount {
  const isWelcome = valueIn(known.request, 'order', 'acceptPartialAmount') === true
  return { amount: known.amount, acceptsPart: isCharge(known) && isWelcome }
}

/** It was undone. What was answered as failed stays as it was answered, and so does how much was approved. */
const undone = ({ known }: ObligationAnswer): ObligationOutcome => ({
  concluded: known.result === 'FAILURE' ? failedAs(known) : timedOut,
  isAnswered: false,
})

const failedAs = (known: RecordedTransaction): ConcludedResult => ({
  result: known.result,
  gatewayCode: known.gatewayCode,
  ...approvedPart(known),
})

const toBeUndone = (
  { known }: ObligationAnswer,
  approved: Pick<ConcludedResult, 'approvedAmount'> = {},
): ObligationOutcome => ({
  concluded: { ...timedOut, ...approvedPart(approved) },
  isAnswered: false,
  obligation: 'reversal',
  keepsOrderBusy: askingFlowOf(known).whenUnknown.keepsOrderBusy,
})

/** A reversal can overtake its original: "no such original" is believed once that cannot be under way. */
const isGone = (heard: ObligationAnswer): boolean => heard.answer.outcome === 'noOriginal' && isRipe(heard)

/**
 * Nothing that was sent can be under way any more: the original, nor an advice before this was owed, which a
 * slow node sends up to a patience later.
 */
function isRipe({
  due: { nowMs, startedAtMs, owedAtMs, obligation },
  patienceMs,
}: ObligationAnswer): boolean {
  const sentByMs = startedAtMs + 2 * patienceMs
  const advisedByMs = obligation === 'reversal' ? owedAtMs + patienceMs : sentByMs
  return nowMs >= Math.max(sentByMs, advisedByMs) + wayMaxMs
}

/** What a message may spend on its way beyond anybody's patience. */
const wayMaxMs = 60_000

/**
 * An order is paid or authorized once: an approval that comes after another's is not kept. The rest of one is
 * wanted while all of the parts before it stand.
 */
function isWanted({ order: { transactions }, known }: ObligationAnswer): boolean {
  if (!isCharge(known)) return true
  const after = remainderIn(known)?.after ?? []
  const others = transactions.filter(one => one.id !== known.id && isCharge(one) && tookEffect(one))
  const standingIds = effectiveTransactions(transactions).map(({ id }) => id)
  return others.length === after.length && after.every(id => standingIds.includes(id))
}
