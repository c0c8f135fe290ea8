// The list of flows: every operation that executes a transaction, by name.

import type { TransactionOperation } from '../contract/catalogue.ts'
import type { OperationName } from '../orders/admission.ts'
import { confirmBrowserPaymentFlow, initiateBrowserPaymentFlow } from './browserPayments/browserPayment.ts'
import { captureFlow } from './followUps/capture.ts'
import { enterChargebackFlow, enterFeeFlow } from './followUps/entered.ts'
import { refundFlow } from './followUps/refund.ts'
import { updateAuthorizationFlow } from './followUps/updateAuthorization.ts'
import { voidFlow } from './followUps/void.ts'
import type { AcquirerFlow, ConsultingFlow } from './model/flow.ts'
import { authenticatePayerFlow, initiateAuthenticationFlow } from './payerAuthentication/authentication.ts'
import { authorizeFlow, payFlow, referralFlow, verifyFlow } from './payments/payments.ts'

/** The flow of an operation that executes a transaction. */
export function flowNamed(operation: string): AnyFlow {
  const flow = byName.get(operation)
  if (!flow) throw new Error(`This release has no flow for the operation ${operation}`)
  return flow
}

const flows = {
  AUTHORIZE: authorizeFlow,
  PAY: payFlow,
  CAPTURE: captureFlow,
  REFUND: refundFlow,
  VOID: voidFlow,
  VERIFY: verifyFlow,
  UPDATE_AUTHORIZATION: updateAuthorizationFlow,
  REFERRAL: referralFlow,
  INITIATE_AUTHENTICATION: initiateAuthenticationFlow,
  AUTHENTICATE_PAYER: authenticatePayerFlow,
  INITIATE_BROWSER_PAYMENT: initiateBrowserPaymentFlow,
  CONFIRM_BROWSER_PAYMENT: confirmBrowserPaymentFlow,
  ENTER_CHARGEBACK: enterChargebackFlow,
  ENTER_FEE: enterFeeFlow,
} as const satisfies Flows

/** One for each operation that the contract says to execute a transaction, and that orders know to admit. */
type Flows = {
  readonly [Name in TransactionOperation['name']]: AnyFlow & {
    readonly operation: { readonly name: Name & OperationName }
  }
}
type AnyFlow = AcquirerFlow | ConsultingFlow

const byName = new Map<string, AnyFlow>(Object.entries(flows))
export const availableFlows: readonly string[] = [...byName.keys()]
