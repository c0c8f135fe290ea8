// Interpreting answers of the acquirer: from an answer to the result and gateway code of a transaction, and
// what is owed where the outcome is unknown. Pure functions.

import type { Acquirer, AcquirerAnswer, AcquirerVerb } from '../../acquirers/port.ts'
import type { TransactionRecord } from '../../contract/model.ts'
import type { AuthenticationStatus } from '../../orders/transaction.ts'
import type { ConsultedFacts } from './documents.ts'
import type { AcquirerFlow, AskedAmount, ConcludedResult, DefiniteAnswer, Plan } from './flow.ts'
import type { Obligation } from './journal.ts'

/** The result that an answer gives a transaction, and what is owed to the acquirer where it is unknown. */
export type AnswerInterpretation = ConcludedResult & {
  readonly obligation?: Obligation
  /** Whether the order admits nothing else until that is settled. */
  readonly keepsOrderBusy?: boolean
  /** What the answer adds to the response. */
  readonly responsePatch?: TransactionRecord
  /** What later steps need of what an issuer or a provider answered. */
  readonly consulted?: ConsultedFacts | undefined
  readonly authenticationStatus?: AuthenticationStatus
  readonly isBeingConfirmed?: true
}

/** Interprets the acquirer's answer to the original request. */
export function interpretAnswer(flow: Deciding, plan: Plan, answer: AcquirerAnswer): AnswerInterpretation {
  if (answer.outcome === 'unsent') return notSent
  const { obligation, keepsOrderBusy } = flow.whenUnknown
  const known = definiteAnswerIn(answer)
  const concluded = known && flow.conclude(askedAmountOf(plan), known)
  // If the order were free, what a pending capture is about could be captured a second time.
  if (concluded?.result === 'PENDING') return { ...concluded, obligation: 'inquiry', keepsOrderBusy }
  // Reversed, not repeated: a repeat would be approved with the same wrong amount.
  if (concluded?.result === 'UNKNOWN') return { ...concluded, obligation: 'reversal', keepsOrderBusy }
  if (concluded) return concluded
  const silence = obligation === 'advice' ? pending : timedOut
  const doubt = answer.outcome === 'silent' ? silence : unknown
  if (obligation) return { ...doubt, obligation, keepsOrderBusy }
  // No money moved, so there is nothing to reverse; but the acquirer may know the outcome later.
  return answer.outcome === 'unknown' ? { ...doubt, obligation: 'inquiry' } : doubt
}

/**
 * An answer as far as this acquirer can be asked about it later. Without inquiries nobody would ever learn
 * what became of a pending ask: it counts as unknown, so that it is undone or repeated. A question that moves
 * no money has failed.
 */
export function settleableAnswer(
  { verbs }: Pick<Acquirer, 'verbs'>,
  verb: AcquirerVerb,
  answer: AcquirerAnswer,
): AcquirerAnswer {
  const isOpen = answer.outcome === 'pending' || answer.outcome === 'unknown'
  if (!isOpen || verbs.has('inquire')) return answer
  return verb === 'verify'
    ? { ...answer, outcome: 'declined', gatewayCode: 'UNSPECIFIED_FAILURE' }
    : { ...answer, outcome: 'unknown' }
}

/** For a node that crashed after it may have asked, and for an acquirer that never tells what it answered. */
export function interpretUnanswered({
  whenUnknown: { obligation, keepsOrderBusy },
}: Deciding): AnswerInterpretation {
  return obligation ? { ...unknown, obligation, keepsOrderBusy } : timedOut
}

/** The answer if it decides the outcome; undefined where nobody was asked, for silence and for `unknown`. */
export function definiteAnswerIn(answer: AcquirerAnswer): DefiniteAnswer | undefined {
  switch (answer.outcome) {
    case 'silent':
    case 'unknown':
    case 'unsent':
      return undefined
    case 'noOriginal':
      return { ...answer, outcome: 'declined', gatewayCode: 'UNSPECIFIED_FAILURE' }
    default:
      return answer
  }
}

export function askedAmountOf(plan: Plan): AskedAmount {
  const ask = 'ask' in plan ? plan.ask : undefined
  const acceptsPart = ask !== undefined && 'acceptPartialAmount' in ask && ask.acceptPartialAmount
  return { amount: plan.amount, acceptsPart }
}

type Deciding = Pick<AcquirerFlow, 'conclude' | 'whenUnknown'>

const pending = { result: 'PENDING', gatewayCode: 'PENDING' } as const satisfies ConcludedResult

const unknown = { result: 'UNKNOWN', gatewayCode: 'UNKNOWN' } as const satisfies ConcludedResult

/** Not one byte left the gateway: it failed, whatever it was, and nothing is owed about it. */
export const notSent = {
  result: 'FAILURE',
  gatewayCode: 'ACQUIRER_SYSTEM_ERROR',
} as const satisfies ConcludedResult

/** Also the final result of what was reversed because its outcome was unknown. */
export const timedOut = { result: 'FAILURE', gatewayCode: 'TIMED_OUT' } as const satisfies ConcludedResult

/**
 * The result of an answer. An approval of another amount than was asked for counts as UNKNOWN, unless it is a
 * partial approval and that is accepted.
 */
export function concludeAmount(
  { amount, acceptsPart }: AskedAmount,
  answer: DefiniteAnswer,
): ConcludedResult {
  const concluded = concludeWhole(answer)
  if (answer.outcome !== 'approved' || answer.amount === amount) return concluded
  // An approval of zero is a decline.
  if (answer.amount === 0n) return { result: 'FAILURE', gatewayCode: 'DECLINED' }
  if (answer.amount > amount || !acceptsPart) return { result: 'UNKNOWN', gatewayCode: 'UNKNOWN' }
  return { ...concluded, approvedAmount: answer.amount }
}

/** The same for questions that are approved as a whole or not at all: the answer's amount is ignored. */
export function concludeWhole(answer: DefiniteAnswer): ConcludedResult {
  switch (answer.outcome) {
    case 'approved':
      return { result: 'SUCCESS', gatewayCode: answer.gatewayCode }
    case 'declined':
      return { result: 'FAILURE', gatewayCode: answer.gatewayCode }
    case 'pending':
      return { result: 'PENDING', gatewayCode: 'PENDING' }
  }
}

/** How much was approved, where that is less than was asked for. */
export const approvedPart = ({ approvedAmount }: ApprovedPart): ApprovedPart =>
  approvedAmount === undefined ? {} : { approvedAmount }
type ApprovedPart = Pick<ConcludedResult, 'approvedAmount'>
