import type { Asked, Concluded, Known } from './flow.ts'

/**
 * What an answer means for the transaction that asked. Who approves another amount than was asked for has
 * done something else, unless it is a part of it and that is welcome.
 */
export function concludeAmount({ amount, acceptsPart }: Asked, answer: Known): Concluded {
  const concluded = concludeWhole(answer)
  if (answer.outcome !== 'approved' || answer.amount === amount) return concluded
  // Whoever approves nothing of an amount has declined it.
  if (answer.amount === 0n) return { result: 'FAILURE', gatewayCode: 'DECLINED' }
  if (answer.amount > amount || !acceptsPart) return { result: 'UNKNOWN', gatewayCode: 'UNKNOWN' }
  return { ...concluded, approvedAmount: answer.amount }
}

/** The same where it is all or nothing, whatever amount the answer names. */
export function concludeWhole(answer: Known): Concluded {
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
type Part = Pick<Concluded, 'approvedAmount'>
