import { expect, test } from 'vitest'
import { ruleWith } from '../../test/support/risk/sampleRules.ts'
import { isRejection } from '../orders/rejection.ts'
import type { RiskRule, RuleSet } from './rule.ts'
import {
  objectionToRule,
  readRuleSet,
  ruleSetText,
  withoutRule,
  withRuleState,
  withSavedRule,
  withThresholds,
} from './ruleSets.ts'

const must = (result: RuleSet | object): RuleSet => {
  if (isRejection(result) || !('rules' in result)) throw new Error(JSON.stringify(result))
  return result
}
const empty: RuleSet = { rules: [] }
const { state: _, ...draft } = ruleWith({ id: 'big' })

test('a rule comes as a draft, runs in shadow before it counts, and is retired before it is deleted', () => {
  const saved = must(withSavedRule(empty, draft))
  expect(saved.rules).toMatchObject([{ id: 'big', state: 'DRAFT' }])
  expect(withRuleState(saved, 'big', 'ACTIVE')).toMatchObject({ field: 'state' })
  const watched = must(withRuleState(saved, 'big', 'SHADOW'))
  const active = must(withRuleState(watched, 'big', 'ACTIVE'))
  expect(withSavedRule(active, draft)).toMatchObject({ field: 'id' })
  expect(withoutRule(active, 'big')).toMatchObject({ field: 'id' })
  const retired = must(withRuleState(active, 'big', 'RETIRED'))
  expect(must(withoutRule(retired, 'big')).rules).toEqual([])
})

test('a set is read as it was written, and one that this release does not know whole is a fault', () => {
  const set: RuleSet = { rules: [ruleWith({ id: 'big', score: 7 })], reviewFrom: 5 }
  expect(readRuleSet(ruleSetText(set))).toEqual(set)
  const newer = ruleSetText(set).replace('"amount":', '"phaseOfTheMoon":')
  expect(() => readRuleSet(newer)).toThrow(RangeError)
})

test.each<readonly [string, Partial<RiskRule>, string]>([
  ['no condition', { when: {} }, 'when'],
  ['what only an issuer says, before it is asked', { when: { avs: ['NO_MATCH'] } }, 'when.avs'],
  [
    'an amount that the currency lacks',
    { when: { amount: [{ currency: 'JPY', above: '1.5' }] } },
    'when.amount',
  ],
  ['a limit of nothing', { when: { velocity: [{ by: 'CARD', minutes: 5 }] } }, 'when.velocity'],
  [
    'an amount of no currency',
    { when: { velocity: [{ by: 'CARD', minutes: 5, amountAbove: '1' }] } },
    'when.velocity.currency',
  ],
  [
    'a range that ends before it begins',
    { when: { cardRange: [{ from: '5200', to: '5100' }] } },
    'when.cardRange',
  ],
  ['ends of other lengths', { when: { cardRange: [{ from: '5200', to: '52001' }] } }, 'when.cardRange'],
])('a rule with %s is refused', (_what, changes, field) => {
  expect(objectionToRule(ruleWith(changes))).toMatchObject({ field })
})

test('reviews begin below rejections', () => {
  expect(withThresholds(empty, { reviewFrom: 5, rejectFrom: 5 })).toMatchObject({ field: 'reviewFrom' })
  expect(must(withThresholds({ ...empty, rejectFrom: 9 }, { reviewFrom: 5 }))).toEqual({
    ...empty,
    reviewFrom: 5,
  })
})

test('rules that run keep sixteen different counts at most, however many rules share them', () => {
  const velocity = (minutes: number) => [{ by: 'CARD', minutes, attemptsAbove: 2 }] as const
  const running = Array.from({ length: 16 }, (_, index) =>
    ruleWith({ id: `r${index}`, state: 'SHADOW', when: { velocity: velocity(index + 1) } }),
  )
  const drafts = [17, 1].map(minutes =>
    ruleWith({ id: `d${minutes}`, state: 'DRAFT', when: { velocity: velocity(minutes) } }),
  )
  const set = { rules: [...running, ...drafts, ruleWith({ id: 'big', state: 'DRAFT' })] }
  expect(withRuleState(set, 'd17', 'SHADOW')).toMatchObject({ field: 'state' })
  expect(isRejection(withRuleState(set, 'd1', 'SHADOW'))).toBe(false)
  expect(isRejection(withRuleState(set, 'big', 'SHADOW'))).toBe(false)
})
