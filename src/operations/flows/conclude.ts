import type { Concluded, Known, Movement } from '../flow.ts'

/** What an answer means for the transaction that asked: less may be approved than was asked for. */
export function concludeAmount({ amount }: Pick<Movement, 'amount'>, answer: Known): Concluded {
  const concluded = concludeWhole(answer)
  if (answer.outcome !== 'approved' || answer.amount >= amount) return concluded
  // Whoever approves nothing of an amount has declined it.
  if (answer.amount === 0n) return { result: 'FAILURE', gatewayCode: 'DECLINED' }
  return { result: concluded.result, gatewayCode: concluded.gatewayCode, approvedAmount: answer.amount }
}

/** The same where it is all or nothing. */
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
