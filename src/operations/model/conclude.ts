import type { AskedAmount, ConcludedResult, DefiniteAnswer } from './flow.ts'

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
export const approvedPart = ({ approvedAmount }: Part): Part =>
  approvedAmount === undefined ? {} : { approvedAmount }
type Part = Pick<ConcludedResult, 'approvedAmount'>
