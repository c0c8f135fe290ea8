// The group `response` and what belongs to it: gateway codes, risk, balance, the acquirer's own data.

import { gatewayCodes, transactionResults } from '../../standards/paymentCodes.ts'
import { decimalAnswer, integerAnswer } from '../kit/decimals.ts'
import {
  alphanumeric,
  ascii,
  currency,
  dateTime,
  digits,
  oneOf,
  oneOfSince,
  text,
  timeOffset,
} from '../kit/scalars.ts'
import { group, list, optional, required } from '../kit/vocabulary.ts'

/** The specification's bound is sixteen nines; this is the closest value that a JSON number can represent. */
const score = integerAnswer(1, 10 ** 16)

const review = group({
  decision: optional(oneOf('ACCEPTED', 'NOT_REQUIRED', 'PENDING', 'REJECTED'), 'What the reviewer decided.'),
  decisionReason: optional(text(1, 100), 'Why; MANUAL_OVERRIDE when you accepted what was rejected.'),
  note: optional(text(1, 2000), "The reviewer's note."),
  timeOfDecision: optional(dateTime, 'When it was decided.'),
  userId: optional(text(1, 40), 'Who decided.'),
})

const assessedRule = group({
  data: optional(text(1, 255), 'What the rule looked at.'),
  id: optional(text(1, 32), 'Identifier of the rule.'),
  name: optional(text(1, 100), 'Name of the rule.'),
  recommendation: optional(oneOf('ACCEPT', 'NO_ACTION', 'REJECT', 'REVIEW'), 'What the rule recommends.'),
  score: optional(score, 'What the rule adds to the total.'),
  type: optional(oneOf('ERROR', 'EXTERNAL_RULE', 'MERCHANT_RULE', 'MSO_RULE'), 'Whose rule it is.'),
})

/** The result of risk assessment: response.risk (spec 2.12). */
export const risk = group({
  gatewayCode: optional(
    oneOf('ACCEPTED', 'NOT_CHECKED', 'REJECTED', 'REVIEW_REQUIRED'),
    'Outcome of the assessment.',
  ),
  reversalResult: optional(
    oneOf('FAIL', 'NOT_APPLICABLE', 'OKAY'),
    'Whether a payment that was rejected afterwards could be reversed.',
  ),
  review: optional(review, 'What a person decided.'),
  rule: optional(list(assessedRule), 'The rules that took part.'),
  totalScore: optional(score, 'Scores of all rules together; the higher, the riskier.'),
})

// `result` and `response`: the outcome of an operation and the reason (spec 7, 2.12).

export const result = required(
  oneOf(...transactionResults),
  'Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR.',
)

/**
 * The text that a payer reads for a code is selected in pages/checkout/progress.ts and written, for each
 * language, in pages/checkout/words/.
 */
const gatewayCode = oneOfSince(gatewayCodes, {
  AUTHENTICATION_IN_PROGRESS: { since: 57, elder: 'PENDING' },
  APPROVED_AUTO: { since: 69, elder: 'APPROVED' },
  DECLINED_INVALID_PIN: { since: 69, elder: 'DECLINED' },
  DECLINED_PIN_REQUIRED: { since: 69, elder: 'DECLINED' },
})

const cardSecurityCode = group({
  acquirerCode: optional(ascii(1, 100), "The acquirer's own code."),
  gatewayCode: optional(
    oneOf('MATCH', 'NOT_PRESENT', 'NOT_PROCESSED', 'NOT_SUPPORTED', 'NO_MATCH'),
    'Whether the security code was right.',
  ),
})
const avs = group({
  acquirerCode: optional(ascii(1, 100), "The acquirer's own code."),
  gatewayCode: optional(
    oneOf(
      'ADDRESS_MATCH',
      'ADDRESS_ZIP_MATCH',
      'NAME_ADDRESS_MATCH',
      'NAME_MATCH',
      'NAME_ZIP_MATCH',
      'NOT_AVAILABLE',
      'NOT_REQUESTED',
      'NOT_VERIFIED',
      'NO_MATCH',
      'SERVICE_NOT_AVAILABLE_RETRY',
      'SERVICE_NOT_SUPPORTED',
      'ZIP_MATCH',
    ),
    'How the billing address compares with what the issuer knows.',
  ),
})
const detailedVerification = group({
  gatewayCode: optional(
    oneOf(
      'MATCHED',
      'NOT_CHECKED',
      'NOT_MATCHED',
      'NOT_PROVIDED',
      'SERVICE_NOT_AVAILABLE_RETRY',
      'SERVICE_NOT_SUPPORTED',
    ),
    'How this element compares with what the issuer knows.',
  ),
  type: optional(
    oneOf(
      'BILLING_PHONE',
      'BILLING_POSTCODE_ZIP',
      'BILLING_STREET_ADDRESS',
      'CARDHOLDER_NAME',
      'CUSTOMER_EMAIL',
    ),
    'The element compared.',
  ),
})

const gatewayRecommendation = optional(
  oneOf('DO_NOT_PROCEED', 'PROCEED', 'RESUBMIT_LATER', 'RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS'),
  'What to do next.',
)

/** For operations that belong to no order. */
export const recommendation = group({ gatewayRecommendation })

export const response = group({
  gatewayCode: required(gatewayCode, 'The outcome in one word.'),
  acquirerCode: optional(ascii(1, 100), "The acquirer's own code."),
  acquirerMessage: optional(ascii(1, 255), "The acquirer's own words."),
  cardSecurityCode: optional(cardSecurityCode, 'What the issuer says of the security code.'),
  cardholderVerification: optional(
    group({
      avs: optional(avs, 'Address verification.'),
      detailedVerification: optional(list(detailedVerification), 'Verification by element.'),
    }),
    'What the issuer says of the cardholder.',
  ),
  debugInformation: optional(text(1, 2064), 'More about some errors, where your profile asks for it.'),
  gatewayRecommendation,
  recurringPaymentAdvice: optional(
    group({ acquirerCode: optional(digits(0, 2), "The acquirer's advice on later payments.") }),
    'Advice on later payments of a series.',
  ),
  risk: optional(risk, 'What the risk rules say.'),
})

/** Data elements of the acquirer's response message, for reconciliation (spec 2.12). */
export const authorizationResponse = group({
  marketSpecificData: optional(text(1, 1), 'Kind of business the payment was authorized for.'),
  merchantAdviceCode: optional(text(1, 2), 'What the issuer advises to do next.'),
  paySvcData: optional(text(1, 23), 'Data of the payment service.'),
  posData: optional(text(1, 13), 'What the acquirer understood of the point of sale.'),
  posEntryMode: optional(text(1, 4), 'How the acquirer understood the card to have been entered.'),
  posEntryModeChanged: optional(text(1, 1), 'Whether the acquirer changed the entry mode.'),
  processingCode: optional(text(1, 6), 'Kind of transaction and accounts in the message.'),
  responseCode: optional(text(1, 3), "The acquirer's own response code."),
  responseMessage: optional(text(1, 16), "The acquirer's own words."),
  returnAci: optional(text(1, 1), 'Characteristics the authorization was found to have.'),
  stan: optional(text(1, 6), 'System trace audit number of the message.'),
  time: optional(text(1, 6), 'Local time of the message as HHMMSS.'),
  timezone: optional(timeOffset, 'Offset of that time from UTC.'),
  trackQuality: optional(text(1, 2), 'How well the magstripe could be read.'),
  transactionIdentifier: optional(text(1, 30), "The network's identifier of the transaction."),
  transactionIntegrityClass: optional(
    alphanumeric(1, 2),
    'How safely, in the view of the network, the payment was made.',
  ),
  validationCode: optional(text(1, 4), 'Ties the capture to its authorization; the gateway sends it along.'),
  vpasResponse: optional(text(1, 1), 'What the issuer made of the proof of authentication.'),
})

const money = {
  amount: optional(decimalAnswer(), 'How much is left.'),
  currency: optional(currency, 'Currency of the amount.'),
}

const benefits = group({
  ...money,
  type: optional(
    oneOf(
      'CASH_BENEFITS_AVAILABLE_BALANCE',
      'CASH_BENEFITS_BEGINNING_BALANCE',
      'CASH_BENEFITS_ENDING_BALANCE',
      'EWIC_DISCOUNT',
      'SNAP_AVAILABLE_BALANCE',
      'SNAP_BEGINNING_BALANCE',
      'SNAP_ENDING_BALANCE',
    ),
    'Which benefits, and at which moment.',
  ),
})

const rewards = group({
  conversionRate: optional(decimalAnswer(0, 1_000_000, 6), 'Money that one point is worth.'),
  points: optional(integerAnswer(0, 1_000_000_000_000), 'Points the payer can redeem.'),
})

/** The payer's available balance (spec 2.12). */
export const availableBalance = group({
  ebt: optional(list(benefits), 'Electronic benefits, by kind.'),
  funds: optional(group(money), 'What is left on the card, or what the points are worth.'),
  rewards: optional(rewards, 'Points, for cards enrolled in a rewards programme.'),
})
