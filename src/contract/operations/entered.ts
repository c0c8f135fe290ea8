// Operations that no merchant calls: operators enter what the acquirer told them about an order (spec 16.5).
// They are no part of the API's catalogue; what they record is shown and notified like any transaction.

import { initiator } from '../groups/call.ts'
import { chargedBackTransaction, feeTransaction, transactionResponse } from '../groups/transaction.ts'
import { operation } from '../kit/operation.ts'
import { constant } from '../kit/scalars.ts'
import { required } from '../kit/vocabulary.ts'
import { enteredRules } from '../rules/ruleSets.ts'
import { transactionPath } from './paths.ts'

/** The first version whose table of types has them. */
const since = 69

export const enterChargeback = operation({
  name: 'ENTER_CHARGEBACK',
  title: 'Enter Chargeback',
  method: 'PUT',
  path: transactionPath,
  role: 'followUp',
  versions: [since],
  doc:
    'Records that the payer got captured funds back through the issuer. Where its target is a chargeback, ' +
    'it records that so much of that one was reversed.',
  request: {
    apiOperation: required(constant('ENTER_CHARGEBACK'), 'Always ENTER_CHARGEBACK.'),
    initiator,
    transaction: required(chargedBackTransaction, 'How much was charged back.'),
  },
  response: transactionResponse,
  rules: enteredRules,
})

export const enterFee = operation({
  name: 'ENTER_FEE',
  title: 'Enter Fee',
  method: 'PUT',
  path: transactionPath,
  role: 'followUp',
  versions: [since],
  doc: 'Records what the payment service provider charged the merchant for the order.',
  request: {
    apiOperation: required(constant('ENTER_FEE'), 'Always ENTER_FEE.'),
    initiator,
    transaction: required(feeTransaction, 'How much was charged.'),
  },
  response: transactionResponse,
  rules: enteredRules,
})
