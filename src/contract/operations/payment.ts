// The operations that begin an order: authorize, pay, verify; and the groups that all payments share.

import { accountFunding } from '../groups/accountFunding.ts'
import { billing, shipping } from '../groups/addresses.ts'
import { authorizedAgreement } from '../groups/agreement.ts'
import { provenAuthentication } from '../groups/authentication.ts'
import {
  correlationId,
  initiator,
  partnerSolutionId,
  referenceOrderId,
  responseControls,
  session,
  threeDSecureId,
} from '../groups/call.ts'
import { currencyConversion } from '../groups/currencyConversion.ts'
import { customer, device } from '../groups/customer.ts'
import { order, paidOrder, verifiedOrder, verifiedOrderAnswer } from '../groups/order.ts'
import { constraints, followedPaymentPlan, paymentPlan } from '../groups/paymentPlan.ts'
import { posTerminal, verifiedTerminalAnswer, verifyingTerminal } from '../groups/posTerminal.ts'
import { sourceOfFunds } from '../groups/sourceOfFunds.ts'
import { firstTransaction, transactionResponse } from '../groups/transaction.ts'
import { airline, cruise } from '../groups/travel.ts'
import { operation } from '../kit/operation.ts'
import { constant } from '../kit/scalars.ts'
import { optional, required } from '../kit/vocabulary.ts'
import { paymentRules, verificationRules } from '../rules/ruleSets.ts'
import { transactionPath } from './paths.ts'

/** All groups that a request about a payment may have; operations take these and narrow them. */
export const paymentGroups = {
  '3DSecureId': threeDSecureId,
  accountFunding: optional(accountFunding, 'The account the payment funds.'),
  agreement: optional(authorizedAgreement, 'The agreement with the payer that this payment belongs to.'),
  airline: optional(airline, 'The flight that is paid for.'),
  authentication: optional(provenAuthentication, 'Proof that the payer was authenticated.'),
  billing: optional(billing, 'Where the payer is billed.'),
  constraints: optional(constraints, 'What the payment is to be limited to.'),
  correlationId,
  cruise: optional(cruise, 'The cruise that is paid for.'),
  currencyConversion: optional(currencyConversion, 'What the payer pays in their own currency.', {
    since: 69,
  }),
  customer: optional(customer, 'The payer.'),
  device: optional(device, "The payer's device."),
  initiator,
  order: optional(order, 'What is being paid for.'),
  partnerSolutionId,
  paymentPlan: optional(followedPaymentPlan, 'How the payer pays in parts.'),
  posTerminal: optional(posTerminal, 'The terminal the card was presented at.'),
  referenceOrderId,
  responseControls,
  session,
  shipping: optional(shipping, 'Where the goods go.'),
  sourceOfFunds: optional(sourceOfFunds, 'Who pays, and from which account.'),
  transaction: optional(firstTransaction, 'The transaction.'),
}

/** The first payment of an order: amount and currency are required, and a payment plan must be complete. */
const firstPayment = {
  ...paymentGroups,
  order: required(paidOrder, 'What is being paid for.'),
  paymentPlan: optional(paymentPlan, 'How the payer pays in parts.'),
}

export const authorize = operation({
  name: 'AUTHORIZE',
  title: 'Authorize',
  method: 'PUT',
  path: transactionPath,
  role: 'payment',
  versions: [55],
  doc: 'Asks the issuer to set funds aside for an order. Capture them later, or void the authorization.',
  request: { apiOperation: required(constant('AUTHORIZE'), 'Always AUTHORIZE.'), ...firstPayment },
  response: transactionResponse,
  rules: paymentRules,
})

export const pay = operation({
  name: 'PAY',
  title: 'Pay',
  method: 'PUT',
  path: transactionPath,
  role: 'payment',
  versions: [55],
  doc: 'Authorizes and captures in one step.',
  request: { apiOperation: required(constant('PAY'), 'Always PAY.'), ...firstPayment },
  response: transactionResponse,
  rules: paymentRules,
})

export const verify = operation({
  name: 'VERIFY',
  title: 'Verify',
  method: 'PUT',
  path: transactionPath,
  role: 'payment',
  versions: [26],
  doc: 'Checks an account with its issuer before any money moves.',
  request: {
    apiOperation: required(constant('VERIFY'), 'Always VERIFY.'),
    ...paymentGroups,
    order: required(verifiedOrder, 'What would be paid for.'),
    posTerminal: optional(verifyingTerminal, 'The terminal the card was presented at.'),
  },
  response: {
    ...transactionResponse,
    order: required(verifiedOrderAnswer, 'The order.'),
    posTerminal: optional(verifiedTerminalAnswer, 'The terminal.'),
  },
  rules: verificationRules,
})
