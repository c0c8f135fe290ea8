// Assessing a payment: compiling the rules that hold for a merchant, asking them, and deciding. Pure.

import { allOf, type CompiledCondition, compileConditions } from './conditions.ts'
import type { RiskFacts, RiskListing } from './facts.ts'
import { compileRanges } from './numberRanges.ts'
import type { IssuerRange, RiskRule, RuleSet } from './rule.ts'
import { countersOf, type VelocityCounter } from './velocity.ts'

/** Whose rule it is, as the API calls it: the gateway's, or the merchant's own. */
export type RuleOwner = 'MSO_RULE' | 'MERCHANT_RULE'

/** The rules of one scope with its lists. */
export type RuleScope = { readonly set: RuleSet; readonly listing: RiskListing }

/** What holds for one merchant: the gateway's rules and its own. Compiled once for each change of them. */
export type CompiledRules = {
  readonly before: readonly CompiledRule[]
  readonly after: readonly CompiledRule[]
  readonly counters: readonly VelocityCounter[]
  /** For the total: the merchant's, or where it has none the gateway's. */
  readonly thresholds: ScoreThresholds
  /** For what the gateway's rules add up to, which no merchant can change. */
  readonly gatewayThresholds: ScoreThresholds
  readonly issuerCountryOf: (digits: string) => string | undefined
}

export type ScoreThresholds = { readonly reviewFrom: number; readonly rejectFrom: number }

type CompiledRule = {
  readonly rule: RiskRule
  readonly owner: RuleOwner
  readonly conditions: readonly CompiledCondition[]
  /** Whether it accepts what is on a trusted list. */
  readonly trusts: boolean
}

/** Undefined where no rule is active or watched: then nothing is assessed. */
export function compileRules({ gateway, merchant }: ScopesOfMerchant): CompiledRules | undefined {
  const running = [...runningIn('MSO_RULE', gateway), ...runningIn('MERCHANT_RULE', merchant)]
  if (running.length === 0) return undefined
  const gatewayThresholds = thresholdsIn(gateway?.set, neverReached)
  return {
    before: running.filter(({ rule }) => rule.stage === 'BEFORE'),
    after: running.filter(({ rule }) => rule.stage === 'AFTER'),
    counters: countersOf(running.map(({ rule }) => rule)),
    thresholds: thresholdsIn(merchant?.set, gatewayThresholds),
    gatewayThresholds,
    issuerCountryOf: compileIssuers(gateway?.set.issuerRanges ?? []),
  }
}

const neverReached: ScoreThresholds = { reviewFrom: Infinity, rejectFrom: Infinity }

const thresholdsIn = (set: RuleSet | undefined, otherwise: ScoreThresholds): ScoreThresholds => ({
  reviewFrom: set?.reviewFrom ?? otherwise.reviewFrom,
  rejectFrom: set?.rejectFrom ?? otherwise.rejectFrom,
})

export type ScopesOfMerchant = {
  readonly gateway: RuleScope | undefined
  readonly merchant: RuleScope | undefined
}

function runningIn(owner: RuleOwner, scope: RuleScope | undefined): readonly CompiledRule[] {
  if (!scope) return []
  const running = scope.set.rules.filter(({ state }) => state === 'ACTIVE' || state === 'SHADOW')
  return running.map(rule => compileRule(rule, owner, scope.listing))
}

export const compileRule = (rule: RiskRule, owner: RuleOwner, listing: RiskListing): CompiledRule => ({
  rule,
  owner,
  conditions: compileConditions(rule.when, listing),
  trusts:
    rule.recommendation === 'ACCEPT' && (rule.when.listed?.some(({ list }) => list === 'TRUSTED') ?? false),
})

/** The narrowest range wins, because it is the most particular. */
export function compileIssuers(ranges: readonly IssuerRange[]): (digits: string) => string | undefined {
  const longestFirst = [...ranges].sort((one, other) => other.from.length - one.from.length)
  const compiled = longestFirst.map(range => ({ isIn: compileRanges([range]), country: range.country }))
  return digits => compiled.find(({ isIn }) => isIn(digits) === true)?.country
}

/** What one rule found. */
export type RuleVerdict = {
  readonly owner: RuleOwner
  readonly rule: RiskRule
  /** Undefined: something that it asks for cannot be known. */
  readonly holds: boolean | undefined
  readonly trusts: boolean
  /** Only where it may hold. */
  readonly saw?: string
}

export type RiskDecision = 'ACCEPTED' | 'REJECTED' | 'REVIEW_REQUIRED'

export type Assessment = {
  readonly decision: RiskDecision
  readonly totalScore: number
  readonly verdicts: readonly RuleVerdict[]
}

/** Whether a rule that accepts may still turn out to hold. */
export const mayBeAccepted = ({ verdicts }: Assessment): boolean =>
  verdicts.some(({ rule, holds }) => rule.recommendation === 'ACCEPT' && holds === undefined)

/** What a person has overridden for this order. */
export type WaivedRules = {
  /** Rules that rejected, as `nameOfRule`. */
  readonly rules: ReadonlySet<string>
  /** The scores that were accepted: the total, and that of the gateway's rules. Higher ones reject again. */
  readonly score: number
  readonly gatewayScore: number
}

export const nameOfRule = (owner: RuleOwner, id: string): string => `${owner} ${id}`

/** The rules before the acquirer is asked. */
export const assessBefore = (
  rules: CompiledRules,
  facts: RiskFacts,
  waived: WaivedRules = noneWaived,
): Assessment => decided(rules, verdictsOn(rules.before, facts), waived)

/** Those after an approval, together with what was found before it. */
export const assessAfter = (
  rules: CompiledRules,
  facts: RiskFacts,
  { before, waived = noneWaived }: WhatWasBefore,
): Assessment => decided(rules, [...before.verdicts, ...verdictsOn(rules.after, facts)], waived)

type WhatWasBefore = { readonly before: Pick<Assessment, 'verdicts'>; readonly waived?: WaivedRules }

const noneWaived: WaivedRules = { rules: new Set(), score: 0, gatewayScore: 0 }

export const verdictsOn = (rules: readonly CompiledRule[], facts: RiskFacts): readonly RuleVerdict[] =>
  rules.map(compiled => verdictOf(compiled, facts))

function verdictOf({ rule, owner, conditions, trusts }: CompiledRule, facts: RiskFacts): RuleVerdict {
  const holds = holdsAll(conditions, facts)
  if (holds === false) return { owner, rule, holds, trusts }
  const saw = conditions.map(condition => condition.saw(facts)).join('; ')
  return { owner, rule, holds, trusts, saw: saw.slice(0, sawMax) }
}

/** What an answer may say of a rule (spec 2.12). */
const sawMax = 255

function holdsAll(conditions: readonly CompiledCondition[], facts: RiskFacts): boolean | undefined {
  const answers: (boolean | undefined)[] = []
  for (const { holds } of conditions) {
    const answer = holds(facts)
    if (answer === false) return false
    answers.push(answer)
  }
  return allOf(answers)
}

/**
 * A trusted list accepts, over the rules of its own scope and below: a merchant cannot accept what the
 * gateway rejects. Otherwise one rejection decides, by a rule or by a score, then one review. A rule that
 * accepts exempts from the score: the gateway's from every score, a merchant's from the total alone.
 */
function decided(rules: CompiledRules, verdicts: readonly RuleVerdict[], waived: WaivedRules): Assessment {
  const counting = verdicts.filter(({ holds, rule }) => holds === true && rule.state === 'ACTIVE')
  return { decision: decisionOn(rules, counting, waived), totalScore: scoreOf(counting), verdicts }
}

const isOfGateway = ({ owner }: RuleVerdict): boolean => owner === 'MSO_RULE'

const scoreOf = (verdicts: readonly RuleVerdict[]): number =>
  verdicts.reduce((sum, { rule }) => sum + (rule.score ?? 0), 0)

function decisionOn(
  { thresholds, gatewayThresholds }: CompiledRules,
  counting: readonly RuleVerdict[],
  waived: WaivedRules,
): RiskDecision {
  const trusting = counting.filter(({ trusts }) => trusts)
  if (trusting.some(isOfGateway)) return 'ACCEPTED'
  const ofGateway = counting.filter(isOfGateway)
  const left = trusting.length > 0 ? ofGateway : counting
  const recommends = (wanted: RiskRule['recommendation']) =>
    left.some(({ rule }) => rule.recommendation === wanted)
  const isRejected = left.some(
    ({ owner, rule }) => rule.recommendation === 'REJECT' && !waived.rules.has(nameOfRule(owner, rule.id)),
  )
  const isExempt = ofGateway.some(({ rule }) => rule.recommendation === 'ACCEPT')
  const above = isExempt ? 0 : scoreOf(ofGateway)
  const total = trusting.length > 0 || recommends('ACCEPT') ? 0 : scoreOf(counting)
  const isAboveWaived = above >= gatewayThresholds.rejectFrom && above > waived.gatewayScore
  if (isRejected || isAboveWaived || (total >= thresholds.rejectFrom && total > waived.score))
    return 'REJECTED'
  const isReviewed = above >= gatewayThresholds.reviewFrom || total >= thresholds.reviewFrom
  return recommends('REVIEW') || isReviewed ? 'REVIEW_REQUIRED' : 'ACCEPTED'
}
