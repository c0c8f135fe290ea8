// The list of flows: every operation that executes a transaction, by name.

import { confirmBrowserPaymentFlow, initiateBrowserPaymentFlow } from './browserPayments/browserPayment.ts'
import { captureFlow } from './followUps/capture.ts'
import { refundFlow } from './followUps/refund.ts'
import { updateAuthorizationFlow } from './followUps/updateAuthorization.ts'
import { voidFlow } from './followUps/void.ts'
import type { AcquirerFlow, ConsultingFlow } from './model/flow.ts'
import { authenticatePayerFlow, initiateAuthenticationFlow } from './payerAuthentication/authentication.ts'
import { authorizeFlow, payFlow, referralFlow, verifyFlow } from './payments/payments.ts'

/** The flow of an operation; undefined for operations that execute no transaction. */
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
