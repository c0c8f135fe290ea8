// Operations on an order that has been paid or authorized.

import { refundedAgreement } from '../groups/agreement.ts'
import { correlationId, initiator, partnerSolutionId, responseControls, userId } from '../groups/call.ts'
import { order } from '../groups/order.ts'
import { voidingTerminal } from '../groups/posTerminal.ts'
import { terminalSourceOfFunds } from '../groups/sourceOfFunds.ts'
import {
  capturedTransaction,
  referredTransaction,
  refundedTransaction,
  transactionResponse,
  updatingTransaction,
  voidingTransaction,
} from '../groups/transaction.ts'
import { operation } from '../kit/operation.ts'
import { boolean, constant } from '../kit/scalars.ts'
import { group, optional, pick, required } from '../kit/vocabulary.ts'
import { captureRules, refundRules, updateRules, voidRules } from '../rules/ruleSets.ts'
import { transactionPath } from './paths.ts'
import { paymentGroups } from './payment.ts'

const { '3DSecureId': _, ...followedGroups } = paymentGroups

const followUp = {
  ...followedGroups,
  agreement: optional(refundedAgreement, 'The agreement with the payer.'),
}
const call = { correlationId, partnerSolutionId, responseControls }

export const capture = operation({
  name: 'CAPTURE',
  title: 'Capture',
  method: 'PUT',
  path: transactionPath,
  role: 'followUp',
  versions: [39, 60],
  doc: 'Takes funds that were authorized, in part or in full, once or several times.',
  request: {
    apiOperation: required(constant('CAPTURE'), 'Always CAPTURE.'),
    '3DSecureId': optional(
      paymentGroups['3DSecureId'].type,
      'Of the payment that is captured; it was judged there, and is not looked at again.',
    ),
    ...followUp,
    transaction: required(capturedTransaction, 'How much is captured.'),
  },
  response: transactionResponse,
  rules: captureRules,
  repeatsOrder: true,
  fundsOfOrder: 'always',
})

export const refund = operation({
  name: 'REFUND',
  title: 'Refund',
  method: 'PUT',
  path: transactionPath,
  role: 'followUp',
  versions: [39, 60],
  doc:
    'Returns captured funds to the payer. On a new order, with a source of funds, it stands alone, where ' +
    'and as far as your profile allows that (standaloneRefunds).',
  request: {
    apiOperation: required(constant('REFUND'), 'Always REFUND.'),
    action: optional(
      group({
        refundAuthorization: optional(
          boolean,
          'Whether the issuer is asked first; else your profile decides.',
        ),
      }),
      'What else the gateway should do.',
    ),
    ...followUp,
    transaction: optional(refundedTransaction, 'How much is refunded.'),
  },
  response: transactionResponse,
  rules: refundRules,
  repeatsOrder: true,
  fundsOfOrder: 'ifItExists',
})

export const voidTransaction = operation({
  name: 'VOID',
  title: 'Void',
  method: 'PUT',
  path: transactionPath,
  role: 'followUp',
  versions: [66],
  doc: 'Undoes an earlier transaction of the order, as a rule until the acquirer has settled it.',
  request: {
    apiOperation: required(constant('VOID'), 'Always VOID.'),
    ...call,
    initiator,
    order: optional(group(pick(order, 'custom')), 'The order.'),
    posTerminal: optional(voidingTerminal, 'The terminal.'),
    sourceOfFunds: optional(terminalSourceOfFunds, 'What the terminal read.'),
    transaction: required(voidingTransaction, 'What is voided.'),
  },
  response: transactionResponse,
  rules: voidRules,
})

export const updateAuthorization = operation({
  name: 'UPDATE_AUTHORIZATION',
  title: 'Update Authorization',
  method: 'PUT',
  path: transactionPath,
  role: 'followUp',
  versions: [24],
  doc: 'Extends the period of an authorization, and changes its amount when one is given.',
  request: {
    apiOperation: required(constant('UPDATE_AUTHORIZATION'), 'Always UPDATE_AUTHORIZATION.'),
    ...call,
    order: optional(group(pick(order, 'custom', 'reference')), 'The order.'),
    transaction: optional(updatingTransaction, 'What is authorized from now on.'),
    userId,
  },
  response: transactionResponse,
  rules: updateRules,
})

export const referral = operation({
  name: 'REFERRAL',
  title: 'Referral',
  method: 'PUT',
  path: transactionPath,
  role: 'followUp',
  versions: [68],
  doc: 'Submits a referred attempt again, with the code the issuer gave by telephone.',
  request: {
    apiOperation: required(constant('REFERRAL'), 'Always REFERRAL.'),
    ...call,
    initiator,
    order: optional(group(pick(order, 'custom', 'customerNote')), 'The order.'),
    transaction: required(referredTransaction, "The issuer's approval."),
  },
  response: transactionResponse,
  rules: updateRules,
})
