import type { AcquirerAnswer } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import type { AuthenticationStatus } from '../../orders/transaction.ts'
import type { AcquirerFlow, AskedAmount, ConcludedResult, DefiniteAnswer, Plan } from './flow.ts'
import type { Obligation } from './journal.ts'

/** What an answer makes of a transaction, and what is owed to the acquirer where it does not say. */
export type AnswerInterpretation = ConcludedResult & {
  readonly obligation?: Obligation
  /** Whether the order admits nothing else until that is settled. */
  readonly keepsOrderBusy?: boolean
  /** What the answer says beyond that. */
  readonly responsePatch?: Content
  readonly authenticationStatus?: AuthenticationStatus
  readonly isBeingConfirmed?: true
}

/** Of an answer to the first question. Silence and doubt mean the same for every flow of one kind. */
export function interpretAnswer(flow: Deciding, plan: Plan, answer: AcquirerAnswer): AnswerInterpretation {
  const { obligation, keepsOrderBusy } = flow.whenUnknown
  const known = definiteAnswerIn(answer)
  const concluded = known && flow.conclude(askedAmountOf(plan), known)
  // A pending capture, were the order free, could be captured a second time.
  if (concluded?.result === 'PENDING') return { ...concluded, obligation: 'inquiry', keepsOrderBusy }
  // Repeated, it would be approved as wrongly as before.
  if (concluded?.result === 'UNKNOWN') return { ...concluded, obligation: 'reversal', keepsOrderBusy }
  if (concluded) return concluded
  const silence = obligation === 'advice' ? pending : timedOut
  const doubt = answer.outcome === 'silent' ? silence : unknown
  if (obligation) return { ...doubt, obligation, keepsOrderBusy }
  // Nothing moved, so there is nothing to undo; but what the acquirer does not know yet it may learn.
  return answer.outcome === 'unknown' ? { ...doubt, obligation: 'inquiry' } : doubt
}

/** What is recorded for a node that died: it may have asked, and nobody knows what was answered. */
export function interpretCrash({
  whenUnknown: { obligation, keepsOrderBusy },
}: Deciding): AnswerInterpretation {
  return obligation ? { ...unknown, obligation, keepsOrderBusy } : timedOut
}

/** What an answer tells; nothing when it is none or is in doubt. */
export function definiteAnswerIn(answer: AcquirerAnswer): DefiniteAnswer | undefined {
  switch (answer.outcome) {
    case 'silent':
    case 'unknown':
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

/** Also how everything ends that was undone because nobody knew what came of it. */
export const timedOut = { result: 'FAILURE', gatewayCode: 'TIMED_OUT' } as const satisfies ConcludedResult

/**
 * What an answer means for the transaction that asked. Who approves another amount than was asked for has
 * done something else, unless it is a part of it and that is welcome.
 */
export function concludeAmount(
  { amount, acceptsPart }: AskedAmount,
  answer: DefiniteAnswer,
): ConcludedResult {
  const concluded = concludeWhole(answer)
  if (answer.outcome !== 'approved' || answer.amount === amount) return concluded
  // Whoever approves nothing of an amount has declined it.
  if (answer.amount === 0n) return { result: 'FAILURE', gatewayCode: 'DECLINED' }
  if (answer.amount > amount || !acceptsPart) return { result: 'UNKNOWN', gatewayCode: 'UNKNOWN' }
  return { ...concluded, approvedAmount: answer.amount }
}

/** The same where it is all or nothing, whatever amount the answer names. */
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
