import { pay } from '../../contract/operations/payment.ts'
import { concludeAmount } from '../pipeline/conclude.ts'
import type { Flow } from '../pipeline/flow.ts'
import { kinds, planPayment } from './payment.ts'

/** Authorizes and captures in one step. */
export const payFlow: Flow<typeof pay> = {
  operation: pay,
  startsOrder: true,
  unknown: { obligation: 'reversal', keepsOrderBusy: false },
  plan: (request, past) => planPayment(kinds.PAY, request, past),
  conclude: concludeAmount,
}
