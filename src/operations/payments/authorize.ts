import { authorize } from '../../contract/operations/payment.ts'
import { concludeAmount } from '../model/conclude.ts'
import type { AcquirerFlow } from '../model/flow.ts'
import { kinds, planPayment } from './payment.ts'

export const authorizeFlow: AcquirerFlow<typeof authorize> = {
  operation: authorize,
  startsOrder: true,
  whenUnknown: { obligation: 'reversal', keepsOrderBusy: false },
  plan: (request, past) => planPayment(kinds.AUTHORIZE, request, past),
  conclude: concludeAmount,
}
