// A risk rule as data, declared with the contract's vocabulary: the console's calls, the store and the
// compiler read the same declaration. No rule contains a pattern of its author.

import { decimal } from '../contract/kit/decimals.ts'
import {
  alphanumeric,
  country,
  currency,
  digits,
  integer,
  oneOf,
  string,
  text,
} from '../contract/kit/scalars.ts'
import {
  group,
  list,
  listOrNone,
  optional,
  required,
  type Scalar,
  type ValueOf,
} from '../contract/kit/vocabulary.ts'
import { isNetwork } from '../standards/networkForm.ts'

/** The operations that are assessed: those that begin a payment. */
export const assessedOperations = ['AUTHORIZE', 'PAY', 'VERIFY', 'INITIATE_BROWSER_PAYMENT'] as const
export type AssessedOperation = (typeof assessedOperations)[number]

/** How the payer was authenticated for this payment, as far as the gateway or the merchant can show. */
export const authenticationOutcomes = [
  'SUCCESSFUL',
  'ATTEMPTED',
  'EXEMPT',
  'NOT_AVAILABLE',
  'NOT_AUTHENTICATED',
] as const
export type AuthenticationOutcome = (typeof authenticationOutcomes)[number]

/** What payments are counted by. An IPv6 address counts as its network of 64 bits. */
export const velocityKeys = ['CARD', 'EMAIL', 'IP_ADDRESS', 'DEVICE'] as const
export type VelocityKey = (typeof velocityKeys)[number]

export const listNames = ['TRUSTED', 'SUSPECT'] as const
export type ListName = (typeof listNames)[number]
export const listKinds = ['CARD', 'EMAIL', 'IP_ADDRESS', 'NAME'] as const
export type ListKind = (typeof listKinds)[number]

/** Four to eleven digits: enough for every range of an issuer, and never a card number. */
const leadingDigits = digits(4, 11)

const network: Scalar<string> = {
  ...string('Network', { min: 2, max: 49 }),
  holds: isNetwork,
  sentence: 'It must be an address or a network, such as 192.0.2.0/24.',
}

const countries = list(country, 50)

const cardRange = group({
  from: required(leadingDigits, 'The leading digits of the first number.'),
  to: optional(leadingDigits, 'Those of the last one, as many; unless given, the same.'),
})

const velocity = group({
  by: required(oneOf(...velocityKeys), 'What attempts are counted by.'),
  minutes: required(integer(1, 43_200), 'How far back is counted: up to thirty days.'),
  attemptsAbove: optional(integer(1, 1_000_000), 'It holds from one attempt more than this on.'),
  amountAbove: optional(decimal(14), 'It holds when all attempts together ask for more than this.'),
  currency: optional(currency, 'The currency of amountAbove: attempts in others are not added up.'),
})

const listed = group({
  list: required(oneOf(...listNames), 'Which list.'),
  kind: required(oneOf(...listKinds), 'What of the payment is looked for in it.'),
})

const hours = group({
  from: required(integer(0, 23), 'The first hour, by UTC.'),
  to: required(integer(0, 23), 'The last hour, which belongs to it; before the first one: past midnight.'),
})

/** What an issuer says of security code and billing address: known once the acquirer has answered. */
const securityCodeResults = oneOf('MATCH', 'NOT_PRESENT', 'NOT_PROCESSED', 'NOT_SUPPORTED', 'NO_MATCH')
const avsResults = oneOf(
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
)

/** All that are given must hold. */
export const conditions = group({
  amount: optional(
    list(
      group({
        currency: required(currency, 'Amounts in other currencies are not compared.'),
        above: required(decimal(14), 'It holds for more than this.'),
      }),
      20,
    ),
    'The amount, by currency.',
  ),
  avs: optional(list(avsResults), 'What the issuer says of the billing address. Only after the acquirer.'),
  billingCountry: optional(countries, 'The country of the billing address is one of these.'),
  billingCountryNot: optional(countries, 'The country of the billing address is none of these.'),
  cardRange: optional(list(cardRange, 50), 'The card number begins with one of these ranges.'),
  countriesDiffer: optional(
    oneOf('BILLING_AND_SHIPPING', 'BILLING_AND_ISSUER'),
    'Two countries that are both known differ.',
  ),
  hours: optional(hours, 'The time of day, by UTC.'),
  issuerCountry: optional(countries, 'The country of the issuer is one of these.'),
  issuerCountryNot: optional(countries, 'The country of the issuer is none of these.'),
  listed: optional(list(listed, 8), 'It is on one of these lists.'),
  network: optional(list(network, 50), "The payer's address is in one of these networks."),
  operation: optional(list(oneOf(...assessedOperations)), 'What is asked for.'),
  payerAuthentication: optional(list(oneOf(...authenticationOutcomes)), 'How the payer was authenticated.'),
  securityCode: optional(
    list(securityCodeResults),
    'What the issuer says of the security code. Only after the acquirer.',
  ),
  velocity: optional(list(velocity, 4), 'All of these limits are exceeded.'),
})
export type RiskConditions = ValueOf<typeof conditions>

/** Those that are known once the acquirer has answered. */
export const lateConditions = ['avs', 'securityCode'] as const satisfies readonly (keyof RiskConditions)[]

export const recommendations = ['ACCEPT', 'REJECT', 'REVIEW', 'NO_ACTION'] as const
export const ruleStages = ['BEFORE', 'AFTER'] as const
export const ruleStates = ['DRAFT', 'SHADOW', 'ACTIVE', 'RETIRED'] as const
export type RuleState = (typeof ruleStates)[number]

/** A score is kept far below the specification's bound, so that sums cannot reach it. */
const score = integer(1, 1_000_000)

export const ruleFields = {
  id: required(alphanumeric(1, 32, '-_'), 'How answers and explanations name it.'),
  name: required(text(1, 100), 'What it is about, in your words.'),
  when: required(conditions, 'All that are given must hold.'),
  recommendation: required(oneOf(...recommendations), 'What it recommends then.'),
  score: optional(score, 'What it adds to the total then.'),
  stage: required(oneOf(...ruleStages), 'Whether it is asked before the acquirer, or after an approval.'),
}
export const riskRule = group({
  ...ruleFields,
  state: required(oneOf(...ruleStates), 'Whether it counts, is only watched, or neither.'),
})
export type RiskRule = ValueOf<typeof riskRule>

const issuerRange = group({
  ...cardRange.fields,
  country: required(country, 'The country of its issuer.'),
})

/** The total scores at which payments are reviewed or rejected. */
export const thresholdFields = {
  reviewFrom: optional(score, 'A total from this on is reviewed.'),
  rejectFrom: optional(score, 'A total from this on is rejected.'),
}

/** The rules of one scope: of a merchant, or of the gateway for all merchants. */
export const ruleSet = group({
  rules: required(listOrNone(riskRule, 100), 'In the order in which answers show them.'),
  ...thresholdFields,
  issuerRanges: optional(list(issuerRange, 2_000), 'Of the gateway only: where issuers are, by range.'),
})
export type RuleSet = ValueOf<typeof ruleSet>
export type IssuerRange = ValueOf<typeof issuerRange>

export const noRules: RuleSet = { rules: [] }
