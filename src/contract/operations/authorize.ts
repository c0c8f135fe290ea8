import { transactionResponse } from '../groups/transactionAnswer.ts'
import { operation } from '../kit/operation.ts'
import { constant } from '../kit/scalars.ts'
import { required } from '../kit/vocabulary.ts'
import { paymentRules } from '../rules/payment.ts'
import { transactionPath } from './paths.ts'
import { firstPayment } from './payment.ts'

export const authorize = operation({
  name: 'AUTHORIZE',
  title: 'Authorize',
  method: 'PUT',
  path: transactionPath,
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
  versions: [55],
  doc: 'Authorizes and captures in one step.',
  request: { apiOperation: required(constant('PAY'), 'Always PAY.'), ...firstPayment },
  response: transactionResponse,
  rules: paymentRules,
})
