// The operations on sessions: create, update, retrieve, and create one for the hosted checkout.

import { checkoutAgreement } from '../groups/agreement.ts'
import { authentication } from '../groups/authentication.ts'
import { heldBrowserPayment } from '../groups/browserPayment.ts'
import { correlationId } from '../groups/call.ts'
import { heldInteraction, interaction } from '../groups/interaction.ts'
import { paidOrder } from '../groups/order.ts'
import { heldSourceOfFunds, heldSourceOfFundsAnswer } from '../groups/sourceOfFunds.ts'
import { transactionResponse } from '../groups/transaction.ts'
import { answerFormOf } from '../kit/answerForm.ts'
import { operation } from '../kit/operation.ts'
import { alphanumeric, ascii, base64, boolean, integer, oneOf, oneOfSince, text } from '../kit/scalars.ts'
import { group, optional, required } from '../kit/vocabulary.ts'
import { checkoutRules, sessionRules } from '../rules/ruleSets.ts'
import { sessionPath, sessionsPath } from './paths.ts'
import { paymentGroups } from './payment.ts'

const { session, ...ordinary } = paymentGroups
/** The groups of a payment request, with the fields that only the steps of payer authentication use. */
const held = {
  ...ordinary,
  authentication: optional(authentication, 'How the payer is to be authenticated, or was.'),
  browserPayment: optional(heldBrowserPayment, 'How the payer pays at a payment provider.'),
  order: optional(
    group({ id: optional(text(1, 40), 'Your identifier of the order.'), ...ordinary.order.type.fields }),
    ordinary.order.doc,
  ),
  sourceOfFunds: optional(heldSourceOfFunds, ordinary.sourceOfFunds.doc),
  transaction: optional(
    group({
      id: optional(text(1, 40), 'Your identifier of the transaction.'),
      ...ordinary.transaction.type.fields,
    }),
    ordinary.transaction.doc,
  ),
}

const authenticationLimit = optional(
  integer(1, 25),
  'How often a browser may use the session as a password.',
  {
    default: 5,
  },
)
const sessionAnswer = group({
  id: required(ascii(31, 35), 'The session.'),
  version: required(ascii(10, 10), 'Its version: send it along to be sure that nothing changed.'),
  updateStatus: required(oneOf('FAILURE', 'NO_UPDATE', 'SUCCESS'), 'How the last update went.'),
  aes256Key: optional(base64(44, 44), 'Key that unlocks what the payer brings back from a challenge.'),
  authenticationLimit,
})
const sessionResponse = {
  result: required(oneOf('SUCCESS'), 'Always SUCCESS.'),
  merchant: transactionResponse.merchant,
  session: required(sessionAnswer, 'The session.'),
  correlationId,
  version: transactionResponse.version,
}
const heldResponse = {
  ...answerFormOf(group(held)).fields,
  ...sessionResponse,
  interaction: optional(heldInteraction, 'How the checkout page looks and where it leads.'),
  sourceOfFunds: optional(heldSourceOfFundsAnswer, 'Who pays, masked.'),
}

export const createSession = operation({
  name: 'CREATE_SESSION',
  title: 'Create Session',
  method: 'POST',
  path: sessionsPath,
  versions: [1],
  doc: 'Opens a session that holds request values between calls.',
  request: {
    ...held,
    session: optional(group({ authenticationLimit }), 'Settings of the session.'),
  },
  response: sessionResponse,
  rules: sessionRules,
})

export const updateSession = operation({
  name: 'UPDATE_SESSION',
  title: 'Update Session',
  method: 'PUT',
  path: sessionPath,
  versions: [1],
  doc: 'Adds request values to a session, or replaces those it holds.',
  request: {
    ...held,
    session: optional(
      group({
        authenticationLimit,
        version: optional(ascii(10, 10), 'The version you mean to update; another one refuses the request.'),
      }),
      'Settings of the session.',
    ),
  },
  response: heldResponse,
  rules: sessionRules,
})

export const retrieveSession = operation({
  name: 'RETRIEVE_SESSION',
  title: 'Retrieve Session',
  method: 'GET',
  path: sessionPath,
  versions: [1],
  doc: 'Shows what a session holds, card data masked.',
  request: {},
  response: heldResponse,
})

export const createCheckoutSession = operation({
  name: 'CREATE_CHECKOUT_SESSION',
  title: 'Create Checkout Session',
  method: 'POST',
  path: sessionsPath,
  versions: [37, 53],
  doc: 'Opens a session for the hosted checkout page.',
  request: {
    apiOperation: required(
      {
        ...oneOfSince(['CREATE_CHECKOUT_SESSION', 'INITIATE_CHECKOUT'], { INITIATE_CHECKOUT: { since: 63 } }),
        name: 'String',
      },
      'CREATE_CHECKOUT_SESSION, or INITIATE_CHECKOUT from version 63 on.',
    ),
    ...held,
    agreement: optional(checkoutAgreement, 'The agreement the payer enters into.'),
    interaction: optional(interaction, 'How the page looks and where it leads.', { requiredSince: 52 }),
    session,
    order: required(
      group({ id: required(text(1, 40), 'Your identifier of the order.'), ...paidOrder.fields }),
      'What is being paid for.',
    ),
  },
  response: {
    ...sessionResponse,
    checkoutMode: required(oneOf('PAYMENT_LINK', 'WEBSITE'), 'How the payer reaches the page.'),
    successIndicator: required(
      alphanumeric(16),
      'Compare it with the resultIndicator the payer brings back.',
    ),
    isTest: optional(boolean, 'Whether this is a sandbox.'),
  },
  rules: checkoutRules,
})
