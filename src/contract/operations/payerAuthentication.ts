// The operations of payer authentication: today's two steps, and the two of the first generation.

import { agreement } from '../groups/agreement.ts'
import {
  authenticatingPayer,
  enrollmentCheck,
  enrollmentCheckAnswer,
  initiatingAuthentication,
  issuerResult,
  issuerResultAnswer,
} from '../groups/authentication.ts'
import { correlationId } from '../groups/call.ts'
import { paidOrder, pricelessOrder } from '../groups/order.ts'
import { recommendation, result } from '../groups/response.ts'
import { sourceOfFunds } from '../groups/sourceOfFunds.ts'
import { transactionResponse } from '../groups/transaction.ts'
import { operation } from '../kit/operation.ts'
import { alphanumeric, constant, digits } from '../kit/scalars.ts'
import { group, optional, pick, required } from '../kit/vocabulary.ts'
import { fundsAreGiven } from '../rules/funds.ts'
import { authenticationRules, payerAuthenticationRules } from '../rules/ruleSets.ts'
import { enrollmentPath, transactionPath } from './paths.ts'
import { paymentGroups } from './payment.ts'

const { '3DSecureId': _, ...authenticationGroups } = paymentGroups

const authenticated = {
  ...authenticationGroups,
  agreement: optional(agreement, 'The agreement that is being established, or that the payment belongs to.'),
}

export const initiateAuthentication = operation({
  name: 'INITIATE_AUTHENTICATION',
  title: 'Initiate Authentication',
  method: 'PUT',
  path: transactionPath,
  role: 'payerAuthentication',
  versions: [100],
  doc: 'Asks whether the payer can be authenticated. Authenticate Payer follows, with the same ids.',
  request: {
    apiOperation: required(constant('INITIATE_AUTHENTICATION'), 'Always INITIATE_AUTHENTICATION.'),
    ...authenticated,
    authentication: optional(initiatingAuthentication, 'How the payer is to be authenticated.'),
    order: required(pricelessOrder, 'What will be paid for.'),
  },
  response: transactionResponse,
  rules: authenticationRules,
})

export const authenticatePayer = operation({
  name: 'AUTHENTICATE_PAYER',
  title: 'Authenticate Payer',
  method: 'PUT',
  path: transactionPath,
  role: 'payerAuthentication',
  versions: [100],
  doc: 'Verifies who the payer is, at once or by a challenge. Follows Initiate Authentication with its ids.',
  request: {
    apiOperation: required(constant('AUTHENTICATE_PAYER'), 'Always AUTHENTICATE_PAYER.'),
    ...authenticated,
    authentication: optional(authenticatingPayer, 'How the payer is to be authenticated.'),
    order: required(paidOrder, 'What will be paid for.'),
  },
  response: transactionResponse,
  rules: payerAuthenticationRules,
})

const enrollmentResponse = {
  result,
  merchant: required(alphanumeric(1, 40, '-_'), 'The merchant.'),
  '3DSecureId': paymentGroups['3DSecureId'],
  correlationId,
  response: required(recommendation, 'What to do next.'),
  version: required(digits(1, 3), 'The version of the API that answers.'),
}

export const checkEnrollment = operation({
  name: 'CHECK_3DS_ENROLLMENT',
  title: 'Check 3-D Secure Enrollment',
  method: 'PUT',
  path: enrollmentPath,
  versions: [1],
  doc: 'Asks whether a card takes part in the first generation of 3-D Secure. For older integrations.',
  request: {
    apiOperation: required(constant('CHECK_3DS_ENROLLMENT'), 'Always CHECK_3DS_ENROLLMENT.'),
    '3DSecure': required(enrollmentCheck, 'How the payer is sent to the issuer.'),
    correlationId,
    order: required(group(pick(paidOrder, 'amount', 'currency')), 'What will be paid for.'),
    session: paymentGroups.session,
    sourceOfFunds: optional(sourceOfFunds, 'The card.'),
  },
  response: {
    ...enrollmentResponse,
    '3DSecure': optional(enrollmentCheckAnswer, 'What the directory says.'),
  },
  rules: [fundsAreGiven],
})

export const processAcsResult = operation({
  name: 'PROCESS_ACS_RESULT',
  title: 'Process ACS Result',
  method: 'POST',
  path: enrollmentPath,
  versions: [1],
  doc: "Reads the issuer's word about the payer after the redirect. For older integrations.",
  request: {
    apiOperation: required(constant('PROCESS_ACS_RESULT'), 'Always PROCESS_ACS_RESULT.'),
    '3DSecure': required(issuerResult, 'What the issuer said.'),
    correlationId,
  },
  response: { ...enrollmentResponse, '3DSecure': optional(issuerResultAnswer, 'What came of it.') },
})
