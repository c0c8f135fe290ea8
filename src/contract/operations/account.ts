// Operations that concern no order: balance and payment options inquiries, and cards stored as tokens.

import { correlationId, referenceOrderId, responseControls, session } from '../groups/call.ts'
import { inquiredOrder, order } from '../groups/order.ts'
import { availableBalance, response, result } from '../groups/response.ts'
import { keptSourceOfFundsAnswer, sourceOfFunds, sourceOfFundsAnswer } from '../groups/sourceOfFunds.ts'
import { transactionResponse } from '../groups/transaction.ts'
import { operation } from '../kit/operation.ts'
import { alphanumeric, constant, currency, dateTime, oneOf, text } from '../kit/scalars.ts'
import { group, list, omit, optional, pick, required } from '../kit/vocabulary.ts'
import { inquiryRules, tokenMakingRules, tokenSavingRules } from '../rules/ruleSets.ts'
import { balanceInquiryPath, paymentOptionsPath, tokenPath, tokensPath } from './paths.ts'
import { paymentGroups } from './payment.ts'

const { merchant, version } = transactionResponse

export const balanceInquiry = operation({
  name: 'BALANCE_INQUIRY',
  title: 'Balance Inquiry',
  method: 'PUT',
  path: balanceInquiryPath,
  versions: [48, 73],
  doc: 'Asks what is left to spend on a gift card, or what rewards of an enrolled card are worth.',
  request: {
    apiOperation: optional(constant('BALANCE_INQUIRY'), 'May be left out.'),
    ...pick(group(paymentGroups), 'accountFunding', 'agreement', 'airline', 'authentication', 'billing'),
    constraints: paymentGroups.constraints,
    correlationId,
    ...pick(group(paymentGroups), 'cruise', 'currencyConversion', 'customer', 'device', 'initiator'),
    order: required(inquiredOrder, 'What the balance is for.'),
    ...pick(group(paymentGroups), 'partnerSolutionId', 'paymentPlan', 'posTerminal', 'referenceOrderId'),
    responseControls,
    session,
    shipping: paymentGroups.shipping,
    sourceOfFunds: required(sourceOfFunds, 'Whose balance.'),
    transaction: paymentGroups.transaction,
  },
  response: {
    result,
    merchant,
    response: required(response, 'How it ended, and why.'),
    availableBalance: optional(availableBalance, 'What is left.'),
    correlationId,
    sourceOfFunds: optional(sourceOfFundsAnswer, 'Whose balance, masked.'),
    version,
  },
  rules: inquiryRules,
})

const acceptedCurrencies = list(group({ currency: required(currency, 'A currency you can take.') }), 999)

const options = {
  result: required(oneOf('SUCCESS'), 'Always SUCCESS.'),
  merchant,
  supportedPaymentOperations: optional(
    list(
      group({
        supportedPaymentOperation: required(
          oneOf('AUTHORIZE', 'PURCHASE', 'VERIFY'),
          'An operation; PURCHASE is Pay.',
        ),
      }),
    ),
    'What you can ask for.',
    { since: 52 },
  ),
  transactionMode: optional(oneOf('AUTHORIZE_CAPTURE', 'PURCHASE'), 'How you take payments.', { until: 51 }),
  paymentTypes: optional(
    group({
      card: optional(
        group({
          cardTypes: optional(
            list(group({ cardType: required(text(1, 50), 'A brand you can take.') })),
            'Brands.',
          ),
          currencies: optional(acceptedCurrencies, 'Currencies.'),
        }),
        'Cards.',
      ),
      browserPayment: optional(
        list(
          group({
            currencies: optional(acceptedCurrencies, 'Currencies.'),
            displayName: optional(text(1, 100), 'How it is called before payers.'),
            type: required(text(1, 50), 'What to ask for, as sourceOfFunds.browserPayment.type.'),
          }),
        ),
        'Providers you can send the payer to.',
      ),
    }),
    'What the payer may pay with.',
  ),
  correlationId,
  version,
}
const inquiry = {
  title: 'Payment Options Inquiry',
  path: paymentOptionsPath,
  versions: [1],
  doc: 'Tells what you can ask for and what the payer may pay with.',
  response: options,
} as const

export const paymentOptionsInquiry = operation({
  ...inquiry,
  name: 'PAYMENT_OPTIONS_INQUIRY',
  method: 'GET',
  request: {},
})
export const postedPaymentOptionsInquiry = operation({
  ...inquiry,
  name: 'POST_PAYMENT_OPTIONS_INQUIRY',
  method: 'POST',
  request: {
    correlationId,
    order: optional(group(pick(order, 'amount', 'currency')), 'The order you ask for.'),
    session,
  },
})

const tokenRequest = {
  correlationId,
  referenceOrderId,
  responseControls,
  session,
  sourceOfFunds: optional(group(omit(sourceOfFunds, 'token')), 'The card to keep.'),
}
const tokenResponse = {
  result: required(oneOf('SUCCESS'), 'Always SUCCESS.'),
  merchant,
  repositoryId: optional(alphanumeric(1, 40, '-_'), 'Where the token is kept.'),
  response: optional(group(pick(response, 'gatewayCode')), 'Whether the card looks right.'),
  sourceOfFunds: optional(keptSourceOfFundsAnswer, 'The card, masked.'),
  status: optional(oneOf('INVALID', 'VALID'), 'Whether the token can be used.'),
  token: required(alphanumeric(1, 40), 'The token.'),
  usage: optional(
    group({
      lastUpdated: optional(dateTime, 'When the token was last saved.'),
      lastUpdatedBy: optional(text(1, 40), 'Who saved it.'),
      lastUsed: optional(dateTime, 'When the token last paid.'),
    }),
    'How the token was used.',
  ),
  correlationId,
  version,
}
const tokenised = {
  versions: [1],
  response: tokenResponse,
} as const

export const createToken = operation({
  ...tokenised,
  name: 'CREATE_TOKEN',
  title: 'Create Token',
  method: 'POST',
  path: tokensPath,
  rules: tokenMakingRules,
  doc: 'Keeps a card and gives you a token for it: the same token for the same card.',
  request: tokenRequest,
})
export const saveToken = operation({
  ...tokenised,
  name: 'SAVE_TOKEN',
  title: 'Save Token',
  method: 'PUT',
  path: tokenPath,
  rules: tokenSavingRules,
  doc: 'Keeps a card under a token you name, or replaces the card kept there.',
  request: tokenRequest,
})
export const retrieveToken = operation({
  name: 'RETRIEVE_TOKEN',
  title: 'Retrieve Token',
  method: 'GET',
  path: tokenPath,
  versions: [1],
  doc: 'Shows the card kept under a token, masked.',
  request: {},
  response: tokenResponse,
})
export const deleteToken = operation({
  name: 'DELETE_TOKEN',
  title: 'Delete Token',
  method: 'DELETE',
  path: tokenPath,
  versions: [1],
  doc: 'Forgets the card kept under a token.',
  request: {},
  response: {
    result: required(oneOf('SUCCESS'), 'Always SUCCESS.'),
    merchant,
    version,
  },
})
