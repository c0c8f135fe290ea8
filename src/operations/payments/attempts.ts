import type { Transaction, TransactionType } from '../../orders/transaction.ts'
import type { ConcludedResult, PlanContext } from '../model/flow.ts'

/** Whoever came to nothing so often on one order is guessing: nobody is asked any more. */
export function verdictOnAttempts({ transactions }: PlanContext): ConcludedResult | undefined {
  const vain = transactions.filter(isVainAttempt).length
  return vain < vainAttemptsMax ? undefined : { result: 'FAILURE', gatewayCode: 'EXCEEDED_RETRY_LIMIT' }
}

const vainAttemptsMax = 10

/** Also while it has no outcome: it asked, and each time it does the acquirer is burdened. */
const isVainAttempt = ({ type, result, gatewayCode }: Transaction): boolean =>
  attempts.has(type) && result !== 'SUCCESS' && gatewayCode !== 'EXCEEDED_RETRY_LIMIT'

const attempts: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'PAYMENT', 'VERIFICATION'])
