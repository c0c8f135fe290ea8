import { verifiedOrder } from '../groups/order.ts'
import { verifiedOrderAnswer } from '../groups/orderAnswer.ts'
import { verifiedTerminalAnswer, verifyingTerminal } from '../groups/posTerminal.ts'
import { transactionResponse } from '../groups/transactionAnswer.ts'
import { operation } from '../kit/operation.ts'
import { constant } from '../kit/scalars.ts'
import { optional, required } from '../kit/vocabulary.ts'
import { verificationRules } from '../rules/payment.ts'
import { transactionPath } from './paths.ts'
import { paymentGroups } from './payment.ts'

export const verify = operation({
  name: 'VERIFY',
  title: 'Verify',
  method: 'PUT',
  path: transactionPath,
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
