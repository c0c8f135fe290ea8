import { confirmBrowserPaymentFlow } from './browserPayments/confirmBrowserPayment.ts'
import { initiateBrowserPaymentFlow } from './browserPayments/initiateBrowserPayment.ts'
import { captureFlow } from './followUps/capture.ts'
import { refundFlow } from './followUps/refund.ts'
import { updateAuthorizationFlow } from './followUps/updateAuthorization.ts'
import { voidFlow } from './followUps/void.ts'
import type { ConsultingFlow } from './model/consulting.ts'
import type { AcquirerFlow } from './model/flow.ts'
import { authenticatePayerFlow } from './payerAuthentication/authenticatePayer.ts'
import { initiateAuthenticationFlow } from './payerAuthentication/initiateAuthentication.ts'
import { authorizeFlow } from './payments/authorize.ts'
import { payFlow } from './payments/pay.ts'
import { referralFlow } from './payments/referral.ts'
import { verifyFlow } from './payments/verify.ts'

/** What the gateway can do on an order, by the name of the operation. */
export const flowNamed = (operation: string): AcquirerFlow | ConsultingFlow | undefined =>
  byName.get(operation)

const flows: readonly (AcquirerFlow | ConsultingFlow)[] = [
  authorizeFlow,
  payFlow,
  captureFlow,
  refundFlow,
  voidFlow,
  verifyFlow,
  updateAuthorizationFlow,
  referralFlow,
  initiateAuthenticationFlow,
  authenticatePayerFlow,
  initiateBrowserPaymentFlow,
  confirmBrowserPaymentFlow,
]
const byName = new Map(flows.map(flow => [flow.operation.name, flow]))
export const availableFlows: readonly string[] = [...byName.keys()]
