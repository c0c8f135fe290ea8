import { authorize } from '../../contract/operations/payment.ts'
import { concludeAmount } from '../pipeline/conclude.ts'
import type { Flow } from '../pipeline/flow.ts'
import { kinds, planPayment } from './payment.ts'

export const authorizeFlow: Flow<typeof authorize> = {
  operation: authorize,
  startsOrder: true,
  unknown: { obligation: 'reversal', keepsOrderBusy: false },
  plan: (request, past) => planPayment(kinds.AUTHORIZE, request, past),
  conclude: concludeAmount,
}
