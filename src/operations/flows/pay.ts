import { pay } from '../../contract/operations/authorize.ts'
import type { Flow } from '../flow.ts'
import { concludeAmount } from './conclude.ts'
import { kinds, planPayment } from './payment.ts'

/** Authorizes and captures in one step. */
export const payFlow: Flow<typeof pay> = {
  operation: pay,
  startsOrder: true,
  unknown: { obligation: 'reversal', keepsOrderBusy: false },
  plan: (request, past) => planPayment(kinds.PAY, request, past),
  conclude: concludeAmount,
}
