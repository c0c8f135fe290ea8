import { answered } from '../kit/answered.ts'
import { decimalAnswer } from '../kit/decimals.ts'
import {
  alphanumeric,
  boolean,
  currency,
  date,
  dateTime,
  digits,
  integer,
  oneOf,
  text,
  timeOffset,
} from '../kit/scalars.ts'
import { group, optional, required } from '../kit/vocabulary.ts'
import { accountFundingAnswer } from './accountFunding.ts'
import { agreementAnswer } from './agreement.ts'
import { airlineAnswer } from './airline.ts'
import { authenticationAnswer, authenticationStatus } from './authentication.ts'
import { authorizationResponse } from './authorizationResponse.ts'
import { availableBalance } from './availableBalance.ts'
import { billingAnswer } from './billing.ts'
import { browserPaymentAnswer } from './browserPayment.ts'
import {
  correlationId,
  initiator,
  partnerSolutionId,
  referenceOrderId,
  threeDSecureId,
  userId,
} from './call.ts'
import { constraints } from './constraints.ts'
import { cruiseAnswer } from './cruise.ts'
import { currencyConversionAnswer } from './currencyConversion.ts'
import { customer } from './customer.ts'
import { device } from './device.ts'
import { orderAnswer } from './orderAnswer.ts'
import { paymentPlanAnswer } from './paymentPlan.ts'
import { posTerminalAnswer } from './posTerminal.ts'
import { response, result } from './response.ts'
import { shippingAnswer } from './shipping.ts'
import { sourceOfFundsAnswer } from './sourceOfFunds.ts'
import { threeDSecureAnswer } from './threeDSecure.ts'
import { transaction } from './transaction.ts'

const { acquirer, amount: _, currency: __, ...echoed } = answered(transaction).fields

const acquirerAnswer = group({
  ...acquirer.type.fields,
  batch: optional(integer(0, 9_999_999_999_999), 'The batch the acquirer settles it in.'),
  date: optional(text(1, 10), 'The day the acquirer counts it to.'),
  id: optional(text(1, 40), 'The acquirer.'),
  merchantId: optional(text(1, 127), 'What the acquirer calls you.'),
  settlementDate: optional(date, 'The day the money moves.'),
  timeZone: optional(timeOffset, 'The time zone the acquirer counts in.'),
})

const reversal = group({
  attempts: optional(integer(0, 1_000_000), 'How often the acquirer was told.'),
  lastAttemptTime: optional(dateTime, 'When the acquirer was last told.'),
  status: required(oneOf('ACKNOWLEDGED', 'PENDING'), 'Whether the acquirer has confirmed that it is undone.'),
})

export const transactionAnswer = group({
  id: required(text(1, 40), 'Your identifier of the transaction.'),
  type: required(
    oneOf(
      'AUTHENTICATION',
      'AUTHORIZATION',
      'AUTHORIZATION_UPDATE',
      'CAPTURE',
      'CHARGEBACK',
      'DISBURSEMENT',
      'FEE',
      'FUNDING',
      'PAYMENT',
      'REFUND',
      'REFUND_REQUEST',
      'VERIFICATION',
      'VOID_AUTHORIZATION',
      'VOID_CAPTURE',
      'VOID_PAYMENT',
      'VOID_REFUND',
    ),
    'What the transaction does.',
  ),
  amount: required(decimalAnswer(), 'Amount of the transaction.'),
  currency: required(currency, 'Currency of the transaction.'),
  ...echoed,
  acquirer: optional(acquirerAnswer, 'How the acquirer files the transaction.'),
  authenticationStatus: optional(authenticationStatus, 'How far payer authentication got.', { since: 57 }),
  authorizationCode: optional(alphanumeric(1, 6), "The issuer's approval."),
  receipt: optional(digits(1, 12), 'What to quote to the acquirer.'),
  reversal: optional(reversal, 'What is being done to undo it where its outcome was unknown.'),
})

/** What every operation on an order answers, and what retrieving it answers later (spec 2.12). */
export const transactionResponse = {
  result,
  merchant: required(alphanumeric(1, 40, '-_'), 'The merchant.'),
  order: required(orderAnswer, 'The order.'),
  response: required(response, 'How it ended, and why.'),
  transaction: required(transactionAnswer, 'The transaction.'),
  version: required(digits(1, 3), 'The version of the API that answers.'),
  timeOfRecord: required(dateTime, 'When the gateway wrote the transaction down.'),
  gatewayEntryPoint: required(
    oneOf(
      'AUTO',
      'BATCH',
      'HOSTED_FORM',
      'HOSTED_PAGE',
      'MERCHANT_ADMINISTRATION',
      'THREE_PARTY',
      'TWO_PARTY',
      'WEB_SERVICES_API',
    ),
    'How the transaction came to the gateway.',
  ),
  '3DSecure': optional(threeDSecureAnswer, 'Payer authentication, older form.'),
  '3DSecureId': threeDSecureId,
  accountFunding: optional(accountFundingAnswer, 'The account that is funded.'),
  action: optional(
    group({ refundAuthorization: optional(boolean, 'Whether the refund was authorized.') }),
    'What was asked for.',
  ),
  agreement: optional(agreementAnswer, 'The agreement with the payer.'),
  airline: optional(airlineAnswer, 'The flight.'),
  authentication: optional(authenticationAnswer, 'Payer authentication.'),
  authorizationResponse: optional(authorizationResponse, 'What the network answered.'),
  availableBalance: optional(availableBalance, 'What is left on the card.'),
  billing: optional(billingAnswer, 'Where the payer is billed.'),
  browserPayment: optional(browserPaymentAnswer, "The payer's visit to a payment provider."),
  constraints: optional(constraints, 'What the payment is limited to.'),
  correlationId,
  cruise: optional(cruiseAnswer, 'The cruise.'),
  currencyConversion: optional(currencyConversionAnswer, "The payer's own currency.", { since: 69 }),
  customer: optional(answered(customer), 'The payer.'),
  device: optional(answered(device), "The payer's device."),
  initiator,
  partnerSolutionId,
  paymentPlan: optional(paymentPlanAnswer, 'The payment plan.'),
  posTerminal: optional(posTerminalAnswer, 'The terminal.'),
  referenceOrderId,
  shipping: optional(shippingAnswer, 'Where the goods go.'),
  sourceOfFunds: optional(sourceOfFundsAnswer, 'What paid.'),
  userId,
}
