import type { Transaction, TransactionType } from '../../orders/transaction.ts'
import type { Concluded, Past } from '../flow.ts'

/** Whoever failed so often on one order is guessing: nobody is asked any more. */
export function verdictOnAttempts({ transactions }: Past): Concluded | undefined {
  const failed = transactions.filter(isFailedAttempt).length
  return failed < failedAttemptsMax ? undefined : { result: 'FAILURE', gatewayCode: 'EXCEEDED_RETRY_LIMIT' }
}

const failedAttemptsMax = 10

const isFailedAttempt = ({ type, result, gatewayCode }: Transaction): boolean =>
  attempts.has(type) && result === 'FAILURE' && gatewayCode !== 'EXCEEDED_RETRY_LIMIT'

const attempts: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'PAYMENT', 'VERIFICATION'])
