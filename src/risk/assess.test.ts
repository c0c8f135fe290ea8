import fc from 'fast-check'
import { expect, test } from 'vitest'
import { factsWith, oneScope, ruleWith, scopeOf } from '../../test/support/risk/sampleRules.ts'
import {
  assessAfter,
  assessBefore,
  compileRules,
  mayBeAccepted,
  nameOfRule,
  type WaivedRules,
} from './assess.ts'
import { allOf } from './conditions.ts'
import type { RiskRule } from './rule.ts'

const compiled = (rules: readonly RiskRule[], gateway: readonly RiskRule[] = [], more = {}) => {
  const found = compileRules({
    gateway: gateway.length === 0 ? undefined : scopeOf(gateway),
    merchant: { ...scopeOf(rules), set: { rules, ...more } },
  })
  if (!found) throw new Error('There are rules')
  return found
}
const big = { amount: [{ currency: 'USD', above: '100.00' }] }
const trusted = { listed: [{ list: 'TRUSTED', kind: 'EMAIL' }] } as const
const facts = factsWith({ amount: 10_001n, listed: { EMAIL: 'good@example.com' } })
const decide = (rules: readonly RiskRule[], gateway: readonly RiskRule[] = []) =>
  assessBefore(compiled(rules, gateway), facts).decision

test('drafts and retired rules are not asked, and a merchant without others is not assessed', () => {
  expect(compileRules(oneScope([ruleWith({ state: 'DRAFT' }), ruleWith({ state: 'RETIRED' })]))).toBe(
    undefined,
  )
})

test('one rejection decides, then one review; a shadow decides nothing', () => {
  const [reject, review, accept] = (['REJECT', 'REVIEW', 'ACCEPT'] as const).map(recommendation =>
    ruleWith({ recommendation, when: big }),
  )
  if (!reject || !review || !accept) throw new Error('Three rules')
  expect(decide([review, accept, reject])).toBe('REJECTED')
  expect(decide([accept, review])).toBe('REVIEW_REQUIRED')
  expect(decide([accept])).toBe('ACCEPTED')
  expect(decide([{ ...reject, state: 'SHADOW' }])).toBe('ACCEPTED')
})

test('a trusted list accepts over its own scope and below, never over the gateway', () => {
  const reject = ruleWith({ recommendation: 'REJECT', when: big })
  const trust = ruleWith({ recommendation: 'ACCEPT', when: trusted })
  expect(decide([reject, trust])).toBe('ACCEPTED')
  expect(decide([trust], [reject])).toBe('REJECTED')
  expect(decide([reject], [trust])).toBe('ACCEPTED')
})

test('scores add up to thresholds, from which a rule that accepts exempts', () => {
  const scored = (score: number, recommendation: RiskRule['recommendation'] = 'NO_ACTION') =>
    ruleWith({ recommendation, score, when: big })
  const thresholds = { reviewFrom: 50, rejectFrom: 80 }
  const decision = (...rules: readonly RiskRule[]) =>
    assessBefore(compiled(rules, [], thresholds), facts).decision
  expect(decision(scored(49))).toBe('ACCEPTED')
  expect(decision(scored(20), scored(30))).toBe('REVIEW_REQUIRED')
  expect(decision(scored(40), scored(40))).toBe('REJECTED')
  expect(decision(scored(40), scored(40, 'ACCEPT'))).toBe('ACCEPTED')
})

test('what a person overrode rejects no more, and everything else still does', () => {
  const one = ruleWith({ id: 'one', recommendation: 'REJECT', when: big })
  const other = ruleWith({ id: 'other', recommendation: 'REJECT', when: big })
  const waived = { rules: new Set([nameOfRule('MERCHANT_RULE', 'one')]), score: 0, gatewayScore: 0 }
  expect(assessBefore(compiled([one]), facts, waived).decision).toBe('ACCEPTED')
  expect(assessBefore(compiled([one, other]), facts, waived).decision).toBe('REJECTED')
})

test("a score of the gateway's rules is compared with its thresholds, whatever a merchant has", () => {
  const scored = ruleWith({ recommendation: 'NO_ACTION', score: 100, when: big })
  const accept = ruleWith({ recommendation: 'ACCEPT', when: big })
  const trust = ruleWith({ recommendation: 'ACCEPT', when: trusted })
  const decision = (gateway: object, own: readonly RiskRule[], more = {}, waived?: WaivedRules) => {
    const above = { ...scopeOf([scored]), set: { rules: [scored], ...gateway } }
    const merchant = { ...scopeOf(own), set: { rules: own, ...more } }
    const rules = compileRules({ gateway: above, merchant })
    return rules && assessBefore(rules, facts, waived).decision
  }
  const rejects = { rejectFrom: 100 }
  expect(decision(rejects, [])).toBe('REJECTED')
  expect(decision(rejects, [accept])).toBe('REJECTED')
  expect(decision(rejects, [trust])).toBe('REJECTED')
  expect(decision(rejects, [], { rejectFrom: 1_000 })).toBe('REJECTED')
  expect(decision({ reviewFrom: 100 }, [accept], { reviewFrom: 1_000 })).toBe('REVIEW_REQUIRED')
  expect(decision({ rejectFrom: 101 }, [accept], { rejectFrom: 100 })).toBe('ACCEPTED')
  expect(decision({ rejectFrom: 101 }, [], { rejectFrom: 100 })).toBe('REJECTED')
  const waived = (gatewayScore: number) => ({ rules: new Set<string>(), score: 100, gatewayScore })
  expect(decision(rejects, [], {}, waived(100))).toBe('ACCEPTED')
  expect(decision(rejects, [], {}, waived(99))).toBe('REJECTED')
})

test('what cannot be known does not hold, and says so', () => {
  const abroad = ruleWith({ recommendation: 'REJECT', when: { issuerCountryNot: ['USA'] } })
  const { decision, verdicts } = assessBefore(compiled([abroad]), facts)
  expect(decision).toBe('ACCEPTED')
  expect(verdicts).toMatchObject([{ holds: undefined, saw: 'issued in unknown' }])
})

test('rules after an approval are decided together with those before it', () => {
  const scored = ruleWith({ recommendation: 'NO_ACTION', score: 50, when: big })
  const mismatch = ruleWith({
    ...{ recommendation: 'NO_ACTION', score: 50, stage: 'AFTER' },
    when: { securityCode: ['NO_MATCH'] },
  })
  const rules = compiled([scored, mismatch], [], { rejectFrom: 100 })
  const before = assessBefore(rules, facts)
  expect(before.decision).toBe('ACCEPTED')
  const after = (securityCode: string) =>
    assessAfter(rules, { ...facts, answer: { securityCode } }, { before }).decision
  expect([after('MATCH'), after('NO_MATCH')]).toEqual(['ACCEPTED', 'REJECTED'])
})

const answer = fc.constantFrom(true, false, undefined)

test('all of several answers is what it is whatever comes of those that are not known', () => {
  fc.assert(
    fc.property(
      fc.array(answer, { maxLength: 6 }),
      fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      (some, later) => {
        const now = allOf(some)
        const known = some.map((each, index) => each ?? later[index])
        if (now !== undefined) expect(known.every(each => each === true)).toBe(now)
      },
    ),
  )
})

/** Rules about what is known at once, and about what is known only once a payment has begun. */
const anyRule = fc.record({
  recommendation: fc.constantFrom('ACCEPT', 'REJECT', 'REVIEW', 'NO_ACTION' as const),
  score: fc.constantFrom(1, 30, 60, 90),
  state: fc.constantFrom('ACTIVE', 'SHADOW' as const),
  when: fc.constantFrom<RiskRule['when']>(
    big,
    { operation: ['PAY'] },
    trusted,
    { hours: { from: 0, to: 11 } },
    { ...trusted, hours: { from: 0, to: 11 } },
    { velocity: [{ by: 'CARD', minutes: 60, attemptsAbove: 2 }] },
  ),
})

test('what is rejected before it begins is rejected whatever clock and counters say', () => {
  const early = { rejected: 0, open: 0 }
  fc.assert(
    fc.property(
      fc.array(anyRule, { minLength: 1, maxLength: 5 }),
      fc.array(anyRule, { maxLength: 3 }),
      fc.constantFrom('good@example.com', 'other@example.com'),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 1, max: 5 }),
      (own, above, EMAIL, hour, attempts) => {
        const rules = compiled(own.map(ruleWith), above.map(ruleWith), { reviewFrom: 50, rejectFrom: 90 })
        const now = factsWith({ amount: 10_001n, listed: { EMAIL } })
        const first = assessBefore(rules, now)
        if (first.decision !== 'REJECTED' || mayBeAccepted(first)) {
          early.open += 1
          return
        }
        early.rejected += 1
        const counts = new Map([['CARD 60 ', { attempts, amount: 0n }]])
        expect(assessBefore(rules, { ...now, atMs: hour * 3_600_000, counts }).decision).toBe('REJECTED')
      },
    ),
    { numRuns: 1_500, seed: 17 },
  )
  expect(early.rejected).toBeGreaterThan(50)
  expect(early.open).toBeGreaterThan(50)
})
