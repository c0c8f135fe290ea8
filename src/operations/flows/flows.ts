import type { ConsultingFlow } from '../consulting.ts'
import type { Flow } from '../flow.ts'
import { authenticatePayerFlow } from './authenticatePayer.ts'
import { authorizeFlow } from './authorize.ts'
import { captureFlow } from './capture.ts'
import { confirmBrowserPaymentFlow } from './confirmBrowserPayment.ts'
import { initiateAuthenticationFlow } from './initiateAuthentication.ts'
import { initiateBrowserPaymentFlow } from './initiateBrowserPayment.ts'
import { payFlow } from './pay.ts'
import { referralFlow } from './referral.ts'
import { refundFlow } from './refund.ts'
import { updateAuthorizationFlow } from './updateAuthorization.ts'
import { verifyFlow } from './verify.ts'
import { voidFlow } from './void.ts'

/** What the gateway can do on an order, by the name of the operation. */
export const flowNamed = (operation: string): Flow | ConsultingFlow | undefined => byName.get(operation)

const flows: readonly (Flow | ConsultingFlow)[] = [
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
