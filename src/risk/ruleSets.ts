// Rule sets as they are stored and changed, and what a declaration cannot say about a rule.

import { isObject } from '../contract/kit/content.ts'
import { readStrictMessage } from '../contract/kit/strictMessage.ts'
import { fitsCurrency } from '../orders/money.ts'
import { invalid, isRejection, type Rejection, rejectionOf } from '../orders/rejection.ts'
import { objectionToRange } from './numberRanges.ts'
import { lateConditions, type RiskRule, type RuleSet, type RuleState, ruleSet } from './rule.ts'
import { countersOf } from './velocity.ts'

/**
 * A stored rule set. One that this release cannot read whole is a fault: a rule without one of its conditions
 * would hold for payments that it is not about.
 */
export function readRuleSet(text: string): RuleSet {
  const document: unknown = JSON.parse(text)
  const read = readStrictMessage<RuleSet>(ruleSet, isObject(document) ? document : {})
  if ('values' in read) return read.values
  throw new RangeError(`Stored risk rules make no sense: ${rejectionOf(read.finding).explanation}`)
}

export const ruleSetText = (set: RuleSet): string => JSON.stringify(set)

/** How large a stored set may be. */
export const ruleSetBytesMax = 262_144

/** A new rule, or a draft changed. What counts or is watched stays as it is: a copy takes its place. */
export function withSavedRule(set: RuleSet, given: Omit<RiskRule, 'state'>): RuleSet | Rejection {
  const objection = objectionToRule(given)
  if (objection) return objection
  const rule: RiskRule = { ...given, state: 'DRAFT' }
  const index = set.rules.findIndex(({ id }) => id === given.id)
  const before = set.rules[index]
  if (!before && set.rules.length >= rulesMax)
    return invalid('id', `There are ${rulesMax} rules already: retire one, then delete it.`, given.id)
  if (before && before.state !== 'DRAFT')
    return invalid('id', `The rule is ${before.state}: only a draft can be changed.`, given.id)
  return boundedSet({ ...set, rules: before ? set.rules.with(index, rule) : [...set.rules, rule] })
}

const rulesMax = 100

/** Which state may follow which. Nothing counts that did not run in shadow first. */
const nextStates = {
  DRAFT: ['SHADOW', 'RETIRED'],
  SHADOW: ['ACTIVE', 'DRAFT', 'RETIRED'],
  ACTIVE: ['SHADOW', 'RETIRED'],
  RETIRED: ['DRAFT'],
} as const satisfies Record<RuleState, readonly RuleState[]>

/** The states that a rule passes through, the wanted one last; none where it is in that state. */
export function statesBetween(from: RuleState, to: RuleState): readonly RuleState[] {
  const paths = new Map<RuleState, readonly RuleState[]>([[from, []]])
  for (const [state, path] of paths)
    for (const next of nextStates[state]) if (!paths.has(next)) paths.set(next, [...path, next])
  return paths.get(to) ?? []
}

export function withRuleState(set: RuleSet, id: string, state: RuleState): RuleSet | Rejection {
  const index = set.rules.findIndex(rule => rule.id === id)
  const rule = set.rules[index]
  if (!rule) return invalid('id', 'There is no such rule.', id)
  const allowed: readonly RuleState[] = nextStates[rule.state]
  if (!allowed.includes(state))
    return invalid('state', `A rule that is ${rule.state} can become ${allowed.join(' or ')}.`, state)
  const changed = { ...set, rules: set.rules.with(index, { ...rule, state }) }
  const running = changed.rules.filter(one => one.state === 'SHADOW' || one.state === 'ACTIVE')
  return countersOf(running).length > countersMax && countersOf([rule]).length > 0
    ? invalid(
        'state',
        `Rules that run may keep at most ${countersMax} different counts: retire one first.`,
        state,
      )
    : changed
}

/** Each is written in the commit that begins a payment, which payments of other merchants share. */
const countersMax = 16

export function withoutRule(set: RuleSet, id: string): RuleSet | Rejection {
  const rule = set.rules.find(one => one.id === id)
  if (!rule) return invalid('id', 'There is no such rule.', id)
  if (rule.state !== 'DRAFT' && rule.state !== 'RETIRED')
    return invalid('id', `The rule is ${rule.state}: retire it first.`, id)
  return { ...set, rules: set.rules.filter(one => one !== rule) }
}

type Thresholds = Pick<RuleSet, 'rejectFrom' | 'reviewFrom'>

/** What is not given is no threshold any more. */
export function withThresholds(set: RuleSet, { reviewFrom, rejectFrom }: Thresholds): RuleSet | Rejection {
  if (reviewFrom !== undefined && rejectFrom !== undefined && reviewFrom >= rejectFrom)
    return invalid('reviewFrom', 'Reviews must begin below rejections.')
  const { reviewFrom: _, rejectFrom: __, ...others } = set
  return {
    ...others,
    ...(reviewFrom !== undefined && { reviewFrom }),
    ...(rejectFrom !== undefined && { rejectFrom }),
  }
}

export function withIssuerRanges(
  set: RuleSet,
  issuerRanges: NonNullable<RuleSet['issuerRanges']>,
): RuleSet | Rejection {
  const objection = issuerRanges.map(objectionToRange).find(found => found !== undefined)
  if (objection !== undefined) return invalid('issuerRanges', objection)
  const { issuerRanges: _, ...others } = set
  return boundedSet(issuerRanges.length === 0 ? others : { ...others, issuerRanges })
}

function boundedSet(set: RuleSet): RuleSet | Rejection {
  return Buffer.byteLength(ruleSetText(set)) > ruleSetBytesMax
    ? invalid('when', `All rules together must stay below ${ruleSetBytesMax} bytes.`)
    : set
}

export const isSameSet = (one: RuleSet, other: RuleSet): boolean => ruleSetText(one) === ruleSetText(other)

/** What a rule as a whole must be, beyond its fields. */
export function objectionToRule({ when, stage }: Pick<RiskRule, 'stage' | 'when'>): Rejection | undefined {
  const given = Object.values(when).filter(value => value !== undefined)
  if (given.length === 0)
    return invalid('when', 'A rule needs a condition: without any it is about everything.')
  const late = lateConditions.find(name => when[name] !== undefined)
  if (stage === 'BEFORE' && late)
    return invalid(`when.${late}`, 'It is known after the acquirer has answered: the stage must be AFTER.')
  const objections = [objectionToAmounts(when), objectionToVelocity(when), objectionToRanges(when)]
  return objections.find(isRejection)
}

function objectionToAmounts({ amount = [] }: RiskRule['when']): Rejection | undefined {
  const wrong = amount.find(({ above, currency }) => !fitsCurrency(above, currency))
  return wrong && invalid('when.amount', `${wrong.currency} has no such amount.`, wrong.above)
}

function objectionToVelocity({ velocity = [] }: RiskRule['when']): Rejection | undefined {
  for (const { attemptsAbove, amountAbove, currency } of velocity) {
    if (attemptsAbove === undefined && amountAbove === undefined)
      return invalid('when.velocity', 'It needs attemptsAbove or amountAbove.')
    if (amountAbove === undefined) continue
    if (currency === undefined) return invalid('when.velocity.currency', 'An amount needs its currency.')
    if (!fitsCurrency(amountAbove, currency))
      return invalid('when.velocity.amountAbove', `${currency} has no such amount.`, amountAbove)
  }
  return undefined
}

function objectionToRanges({ cardRange = [] }: RiskRule['when']): Rejection | undefined {
  const objection = cardRange.map(objectionToRange).find(found => found !== undefined)
  return objection === undefined ? undefined : invalid('when.cardRange', objection)
}
