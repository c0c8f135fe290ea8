import { accountFunding } from '../groups/accountFunding.ts'
import { authorizedAgreement } from '../groups/agreement.ts'
import { airline } from '../groups/airline.ts'
import { provenAuthentication } from '../groups/authentication.ts'
import { billing } from '../groups/billing.ts'
import {
  correlationId,
  initiator,
  partnerSolutionId,
  referenceOrderId,
  responseControls,
  session,
  threeDSecureId,
} from '../groups/call.ts'
import { constraints } from '../groups/constraints.ts'
import { cruise } from '../groups/cruise.ts'
import { currencyConversion } from '../groups/currencyConversion.ts'
import { customer } from '../groups/customer.ts'
import { device } from '../groups/device.ts'
import { order, paidOrder } from '../groups/order.ts'
import { followedPaymentPlan, paymentPlan } from '../groups/paymentPlan.ts'
import { posTerminal } from '../groups/posTerminal.ts'
import { shipping } from '../groups/shipping.ts'
import { sourceOfFunds } from '../groups/sourceOfFunds.ts'
import { firstTransaction } from '../groups/transaction.ts'
import { optional, required } from '../kit/vocabulary.ts'

/** What a request about a payment may say, group by group; operations take these and narrow them. */
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

/** The first payment of an order: amount and currency cannot be left out, nor can half of a plan. */
export const firstPayment = {
  ...paymentGroups,
  order: required(paidOrder, 'What is being paid for.'),
  paymentPlan: optional(paymentPlan, 'How the payer pays in parts.'),
}
