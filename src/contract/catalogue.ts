// The list of the API's operations. An operation is declared in operations/, from groups of fields in groups/
// and rules in rules/. kit/ has the functions that declare them, and those that validate and project by the
// declarations; document/ generates the reference and OpenAPI.

import type { Operation, TransactionRole } from './kit/operation.ts'
import {
  balanceInquiry,
  createToken,
  deleteToken,
  paymentOptionsInquiry,
  postedPaymentOptionsInquiry,
  retrieveToken,
  saveToken,
} from './operations/account.ts'
import { confirmBrowserPayment, initiateBrowserPayment } from './operations/browserPayment.ts'
import { enterChargeback, enterFee } from './operations/entered.ts'
import { capture, referral, refund, updateAuthorization, voidTransaction } from './operations/followUp.ts'
import type { transactionPath } from './operations/paths.ts'
import {
  authenticatePayer,
  checkEnrollment,
  initiateAuthentication,
  processAcsResult,
} from './operations/payerAuthentication.ts'
import { authorize, pay, verify } from './operations/payment.ts'
import { checkGateway, retrieveOrder, retrieveTransaction } from './operations/retrieve.ts'
import { createCheckoutSession, createSession, retrieveSession, updateSession } from './operations/session.ts'

const declared = [
  authorize,
  pay,
  capture,
  refund,
  voidTransaction,
  verify,
  updateAuthorization,
  referral,
  retrieveTransaction,
  retrieveOrder,
  initiateAuthentication,
  authenticatePayer,
  checkEnrollment,
  processAcsResult,
  initiateBrowserPayment,
  confirmBrowserPayment,
  createCheckoutSession,
  createSession,
  updateSession,
  retrieveSession,
  createToken,
  saveToken,
  retrieveToken,
  deleteToken,
  balanceInquiry,
  paymentOptionsInquiry,
  postedPaymentOptionsInquiry,
  checkGateway,
] as const satisfies readonly Operation[]

/** Every operation of the API, in the order the reference lists them. */
export const catalogue: readonly Operation[] = declared

/** Executed by the gateway for its operators: no path of the API leads to them. */
const entered = [enterChargeback, enterFee] as const satisfies readonly Operation[]

/** Those that execute a transaction: what the gateway records is typed by them (model.ts). */
export type TransactionOperation = WithRole<
  Extract<
    (typeof declared)[number] | (typeof entered)[number],
    { readonly method: 'PUT'; readonly path: typeof transactionPath }
  >
>
type WithRole<O extends { readonly role: TransactionRole }> = O

const byName = new Map([...catalogue, ...entered].map(operation => [operation.name, operation]))

/** The operation of a stored transaction, by its name. */
export function operationNamed(name: string): Operation {
  const operation = byName.get(name)
  if (!operation) throw new Error(`No operation is called ${name}`)
  return operation
}
