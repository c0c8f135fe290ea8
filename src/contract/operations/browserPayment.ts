// The operations of browser payments: initiate and confirm.

import { browserPayment } from '../groups/browserPayment.ts'
import { correlationId, partnerSolutionId, responseControls } from '../groups/call.ts'
import { confirmingCustomer } from '../groups/customer.ts'
import { order, paidOrder } from '../groups/order.ts'
import { confirmedTerminalAnswer } from '../groups/posTerminal.ts'
import { browserSourceOfFunds } from '../groups/sourceOfFunds.ts'
import { confirmingTransaction, transactionResponse } from '../groups/transaction.ts'
import { operation } from '../kit/operation.ts'
import { constant } from '../kit/scalars.ts'
import { group, optional, pick, required } from '../kit/vocabulary.ts'
import { moneyMoves, subTotalsAddUp, taxAmountIsThatOfItems } from '../rules/amounts.ts'
import { payerCanReturn, sensitiveDataIsMasked } from '../rules/funds.ts'
import { browserPaymentRules } from '../rules/ruleSets.ts'
import { transactionPath } from './paths.ts'
import { paymentGroups } from './payment.ts'

export const initiateBrowserPayment = operation({
  name: 'INITIATE_BROWSER_PAYMENT',
  title: 'Initiate Browser Payment',
  method: 'PUT',
  path: transactionPath,
  role: 'payment',
  versions: [35],
  doc: "Starts a payment on a payment provider's website; send the payer to the redirectUrl of the answer.",
  request: {
    apiOperation: required(constant('INITIATE_BROWSER_PAYMENT'), 'Always INITIATE_BROWSER_PAYMENT.'),
    ...paymentGroups,
    browserPayment: required(browserPayment, 'How the payer pays at the provider.'),
    order: required(paidOrder, 'What is being paid for.'),
    sourceOfFunds: required(browserSourceOfFunds, 'Which provider.'),
  },
  response: transactionResponse,
  rules: [payerCanReturn, ...browserPaymentRules],
})

export const confirmBrowserPayment = operation({
  name: 'CONFIRM_BROWSER_PAYMENT',
  title: 'Confirm Browser Payment',
  method: 'PUT',
  path: transactionPath,
  role: 'payment',
  versions: [35],
  doc: 'Executes a browser payment that the payer confirms on your website, under the same ids.',
  request: {
    apiOperation: required(constant('CONFIRM_BROWSER_PAYMENT'), 'Always CONFIRM_BROWSER_PAYMENT.'),
    correlationId,
    customer: optional(confirmingCustomer, 'The payer.'),
    order: optional(
      group(
        pick(
          order,
          'amount',
          'currency',
          'custom',
          'customerNote',
          'description',
          'item',
          'itemAmount',
          'notificationUrl',
          'reference',
          'shippingAndHandlingAmount',
          'tax',
          'taxAmount',
        ),
      ),
      'What has changed since the payment was initiated; never the currency.',
    ),
    partnerSolutionId,
    responseControls,
    transaction: optional(confirmingTransaction, 'The transaction.'),
  },
  response: {
    ...transactionResponse,
    posTerminal: optional(confirmedTerminalAnswer, 'The terminal.'),
  },
  rules: [sensitiveDataIsMasked, subTotalsAddUp, taxAmountIsThatOfItems, moneyMoves],
  repeatsOrder: true,
})
