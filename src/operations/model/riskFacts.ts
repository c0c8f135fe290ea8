// What risk rules may know of a payment, from its request as it is recorded.

import type { TransactionRecord } from '../../contract/model.ts'
import { type CompiledRules, nameOfRule, type ScoreThresholds, type WaivedRules } from '../../risk/assess.ts'
import type { RiskFacts } from '../../risk/facts.ts'
import { emailOf, nameOf } from '../../risk/listValues.ts'
import type { AssessedOperation, AuthenticationOutcome } from '../../risk/rule.ts'
import type { CountedAttempt, VelocityCounter } from '../../risk/velocity.ts'
import { canonicalAddress, networkOf } from '../../standards/network.ts'
import type { RecordedTransaction } from './journal.ts'

/** What is known for the assessment of a payment that has not begun. */
export type RiskUnderWay = {
  readonly rules: CompiledRules
  readonly facts: RiskFacts
  readonly waived: WaivedRules
  readonly counters: readonly VelocityCounter[]
  /** What the intent counts, in the order of the counters. */
  readonly counts: readonly CountedAttempt[]
}

export type AssessedPayment = {
  readonly operation: AssessedOperation
  readonly amount: bigint
  readonly currency: string
  /** The request with what its order and its payer's authentication add. */
  readonly record: TransactionRecord
  /** The whole number of the card, where it is known. */
  readonly cardNumber?: string | undefined
  readonly issuerCountryOf: (digits: string) => string | undefined
  /** Equal for equal numbers, as the vault hashes them. */
  readonly cardHash: (number: string) => Buffer
}

export function riskFactsOf(payment: AssessedPayment): RiskFacts {
  const { operation, amount, currency, record, cardNumber, cardHash } = payment
  const { billing, shipping, customer, device, sourceOfFunds } = record
  const { card, giftCard } = sourceOfFunds?.provided ?? {}
  const cardDigits = cardNumber ?? leadingDigitsOf(card?.number ?? giftCard?.number)
  const hash = cardNumber === undefined ? undefined : cardHash(cardNumber).toString('base64')
  const email = emailOf(customer?.email)
  const ipAddress = device?.ipAddress === undefined ? undefined : canonicalAddress(device.ipAddress)
  const name = nameOf(card?.nameOnCard) ?? nameOf([customer?.firstName, customer?.lastName].join(' '))
  return {
    ...{ operation, amount, currency },
    ...{ cardDigits, isWholeNumber: cardNumber !== undefined },
    billingCountry: billing?.address?.country,
    shippingCountry: shipping?.address?.country,
    issuerCountry: cardDigits === undefined ? undefined : payment.issuerCountryOf(cardDigits),
    ipAddress,
    authentication: authenticationIn(record),
    listed: { CARD: hash, EMAIL: email, IP_ADDRESS: ipAddress, NAME: name },
    counted: {
      ...{ CARD: hash, EMAIL: email, DEVICE: device?.fingerprint },
      IP_ADDRESS: ipAddress === undefined ? undefined : networkOf(ipAddress),
    },
  }
}

/** The digits before the mask. */
function leadingDigitsOf(masked: string | undefined): string | undefined {
  const digits = masked === undefined ? undefined : /^\d*/.exec(masked)?.[0]
  return digits === '' ? undefined : digits
}

function authenticationIn(record: TransactionRecord): AuthenticationOutcome {
  const status = record.transaction?.authenticationStatus ?? record['3DSecure']?.authenticationStatus
  return authenticationWords.get(status) ?? 'NOT_AUTHENTICATED'
}

const authenticationWords: ReadonlyMap<string | undefined, AuthenticationOutcome> = new Map([
  ['AUTHENTICATION_SUCCESSFUL', 'SUCCESSFUL'],
  ['AUTHENTICATION_ATTEMPTED', 'ATTEMPTED'],
  ['AUTHENTICATION_EXEMPT', 'EXEMPT'],
  ['AUTHENTICATION_NOT_AVAILABLE', 'NOT_AVAILABLE'],
  ['AUTHENTICATION_NOT_SUPPORTED', 'NOT_AVAILABLE'],
  ['AUTHENTICATION_UNAVAILABLE', 'NOT_AVAILABLE'],
])

/** What a person decided for this order: what rejected an attempt rejects no later one. */
export function waivedRulesIn(transactions: readonly RecordedTransaction[]): WaivedRules {
  const rules = new Set<string>()
  let [score, gatewayScore] = [0, 0]
  for (const { outcome } of transactions) {
    const { review, rule = [], totalScore = '0' } = outcome?.fields.response?.risk ?? {}
    if (review?.decisionReason !== manualOverride || review.decision !== 'ACCEPTED') continue
    for (const { type, id, recommendation } of rule)
      if (
        recommendation === 'REJECT' &&
        id !== undefined &&
        (type === 'MSO_RULE' || type === 'MERCHANT_RULE')
      )
        rules.add(nameOfRule(type, id))
    score = Math.max(score, Number(totalScore))
    gatewayScore = Math.max(gatewayScore, gatewayScoreOf(rule))
  }
  return { rules, score, gatewayScore }
}

type JudgedRisk = NonNullable<NonNullable<TransactionRecord['response']>['risk']>
type NamedRules = NonNullable<JudgedRisk['rule']>

/** What the gateway's rules that hold add up to, by what was recorded of them. */
const gatewayScoreOf = (rule: NamedRules): number =>
  rule.filter(({ type }) => type === 'MSO_RULE').reduce((sum, { score = '0' }) => sum + Number(score), 0)

/**
 * Whether the gateway demands the review, or rejected it: by a rule, or by the score of its rules and the
 * thresholds that it has now. Where these are not known any more, by any score.
 */
export function isDemandedAbove(
  { rule = [], gatewayCode }: JudgedRisk,
  thresholds: ScoreThresholds | undefined,
): boolean {
  const [wanted, from] =
    gatewayCode === 'REJECTED' ? ['REJECT', thresholds?.rejectFrom] : ['REVIEW', thresholds?.reviewFrom]
  const score = gatewayScoreOf(rule)
  const isByRule = rule.some(one => one.type === 'MSO_RULE' && one.recommendation === wanted)
  return isByRule || (score > 0 && score >= (from ?? 0))
}

/** The reason of a decision by which a person accepted what rules rejected (spec 2.12). */
export const manualOverride = 'MANUAL_OVERRIDE'
