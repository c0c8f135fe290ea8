import { pay } from '../../contract/operations/payment.ts'
import { concludeAmount } from '../model/conclude.ts'
import type { AcquirerFlow } from '../model/flow.ts'
import { kinds, planPayment } from './payment.ts'

/** Authorizes and captures in one step. */
export const payFlow: AcquirerFlow<typeof pay> = {
  operation: pay,
  startsOrder: true,
  whenUnknown: { obligation: 'reversal', keepsOrderBusy: false },
  plan: (request, past) => planPayment(kinds.PAY, request, past),
  conclude: concludeAmount,
}
