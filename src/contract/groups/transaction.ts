// The group `transaction`, and the response that all operations on a transaction share.

import { transactionSources } from '../../standards/paymentCodes.ts'
import { answerFormOf } from '../kit/answerForm.ts'
import { amount, amountBetween, decimalAnswer, decimalBetween } from '../kit/decimals.ts'
import {
  alphanumeric,
  boolean,
  country,
  currency,
  date,
  dateTime,
  digits,
  integer,
  oneOf,
  text,
  timeOffset,
} from '../kit/scalars.ts'
import { group, list, omit, optional, pick, required } from '../kit/vocabulary.ts'
import { accountFundingAnswer } from './accountFunding.ts'
import { billingAnswer, shippingAnswer } from './addresses.ts'
import { agreementAnswer } from './agreement.ts'
import { authenticationAnswer, authenticationStatus, threeDSecureAnswer } from './authentication.ts'
import { browserPaymentAnswer } from './browserPayment.ts'
import {
  correlationId,
  initiator,
  partnerSolutionId,
  referenceOrderId,
  threeDSecureId,
  userId,
} from './call.ts'
import { currencyConversionAnswer } from './currencyConversion.ts'
import { customer, device } from './customer.ts'
import { lineItems, orderAnswer, tax } from './order.ts'
import { constraints, paymentPlanAnswer } from './paymentPlan.ts'
import { posTerminalAnswer } from './posTerminal.ts'
import { authorizationResponse, availableBalance, response, result } from './response.ts'
import { sourceOfFundsAnswer } from './sourceOfFunds.ts'
import { airlineAnswer, cruiseAnswer } from './travel.ts'

const serviceLocation = group({
  city: optional(text(1, 100), 'City where the service was given.'),
  country: optional(country, 'Country where the service was given.'),
  postCodeZip: optional(alphanumeric(1, 10, ' -'), 'Postcode where the service was given.'),
  stateProvinceCode: optional(text(1, 3), 'State or province where the service was given.'),
})

/** One movement of money, or one inquiry about it (spec 2.4). */
export const transaction = group({
  acquirer: optional(
    group({
      customData: optional(text(1, 2048), 'Data for your acquirer; no card data.'),
      traceId: optional(text(1, 15), "The network's trace of the first transaction of a series."),
      transactionId: optional(text(1, 100), "The acquirer's identifier of the transaction."),
    }),
    'What the acquirer should know.',
  ),
  amount: optional(amount, 'Amount of the transaction.'),
  authorizationCode: optional(alphanumeric(1, 6), 'Code the issuer gave by telephone.'),
  currency: optional(currency, "Currency of the transaction: the order's."),
  discountAmount: optional(amount, 'Discount in the amount.'),
  dutyAmount: optional(amountBetween(0, 1_000_000_000_000, 3), 'Duty in the amount.'),
  frequency: optional(
    text(1, 40),
    'Whether it is one of a series, as older versions said it; kept, but agreement is what counts.',
    { until: 53 },
  ),
  item: optional(lineItems, 'Line items of the transaction.'),
  itemAmount: optional(amount, 'Sub-total of the items.'),
  merchantNote: optional(text(1, 250), 'Your note about the transaction.'),
  priorApproval: optional(oneOf('REQUESTED'), 'Asks for approval before the transaction is made.'),
  reference: optional(text(1, 40), 'Your reference of the transaction.'),
  resubmission: optional(boolean, 'Whether this submits again what was declined before.'),
  serviceLocation: optional(serviceLocation, 'Where the service was given.'),
  shippingAndHandlingAmount: optional(amount, 'Sub-total of shipping and handling.'),
  shippingAndHandlingTaxAmount: optional(
    amountBetween(0, 1_000_000_000_000, 3),
    'Tax on shipping and handling.',
  ),
  shippingAndHandlingTaxRate: optional(
    decimalBetween(0, 1_000_000_000_000_000_000n, 4),
    'Rate of the tax on shipping and handling.',
  ),
  source: optional(
    oneOf(...transactionSources),
    'How the payer gave the order; on the first transaction only.',
  ),
  targetTransactionId: optional(text(1, 40), 'The transaction of the order this one acts on.'),
  tax: optional(list(tax), 'Taxes in the amount.'),
  taxAmount: optional(amount, 'Sub-total of taxes.'),
  taxStatus: optional(oneOf('EXEMPT', 'NOT_EXEMPT', 'NOT_PROVIDED'), 'Whether tax applies.'),
})

/** The first transaction of an order has no target. */
export const firstTransaction = group(omit(transaction, 'authorizationCode', 'targetTransactionId'))

/** A capture requires an amount. */
export const capturedTransaction = group({
  ...omit(transaction, 'authorizationCode'),
  amount: required(amount, 'Amount to capture.'),
  currency: required(currency, transaction.fields.currency.doc),
})
/** A standalone refund may give its amount with the order instead. */
export const refundedTransaction = group(omit(transaction, 'authorizationCode'))

const notes = pick(transaction, 'merchantNote', 'reference')

export const voidingTransaction = group({
  acquirer: optional(
    group(pick(transaction.fields.acquirer.type, 'customData')),
    'What the acquirer should know.',
  ),
  ...notes,
  targetTransactionId: required(text(1, 40), 'The transaction to void.'),
})
export const referredTransaction = group({
  authorizationCode: required(alphanumeric(1, 6), transaction.fields.authorizationCode.doc),
  ...notes,
})
export const updatingTransaction = group({
  amount: optional(amount, 'The amount to be authorized from now on.'),
  currency: transaction.fields.currency,
  ...notes,
})
export const confirmingTransaction = group(notes)
export const feeTransaction = group({
  amount: required(amount, 'Amount of the fee.'),
  currency: required(currency, transaction.fields.currency.doc),
  ...notes,
})
export const chargedBackTransaction = group({
  amount: required(amount, 'Amount that was charged back, or reversed of a chargeback.'),
  currency: required(currency, transaction.fields.currency.doc),
  ...notes,
  targetTransactionId: optional(
    text(1, 40),
    'The capture or payment that was charged back, or the chargeback that was reversed.',
  ),
})

const { acquirer, amount: _, currency: __, ...echoed } = answerFormOf(transaction).fields

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

/** The response of every operation on an order, and of retrieving the transaction later (spec 2.12). */
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
  customer: optional(answerFormOf(customer), 'The payer.'),
  device: optional(answerFormOf(device), "The payer's device."),
  initiator,
  partnerSolutionId,
  paymentPlan: optional(paymentPlanAnswer, 'The payment plan.'),
  posTerminal: optional(posTerminalAnswer, 'The terminal.'),
  referenceOrderId,
  shipping: optional(shippingAnswer, 'Where the goods go.'),
  sourceOfFunds: optional(sourceOfFundsAnswer, 'What paid.'),
  userId,
}
