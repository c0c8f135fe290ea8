import { expect, test } from 'vitest'
import { seen, verdict } from '../../../test/support/contract/groupTesting.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import { constraints, followedPaymentPlan, paymentPlan, paymentPlanAnswer } from './paymentPlan.ts'

const plan = {
  externalPlanId: 'EXT1',
  numberOfDeferrals: '0',
  numberOfPayments: '99',
  planId: 'INTEREST_12',
} satisfies ValueOf<typeof paymentPlan>

test('numbers are digits in requests, integers in answers', () => {
  expect(verdict(paymentPlan.fields, plan)).toBe('accepted')
  const shown = {
    externalPlanId: 'EXT1',
    finalAmount: 8.4,
    interestRate: 12.5,
    numberOfDeferrals: 0,
    numberOfPayments: 99,
    paymentAmount: 8.33,
    planId: 'INTEREST_12',
  } satisfies ValueOf<typeof paymentPlanAnswer>
  const record = { ...plan, finalAmount: '8.40', interestRate: '12.5', paymentAmount: '8.33' }
  expect(seen(paymentPlanAnswer, record)).toEqual(shown)
})

test('a plan is named and has a number of payments; one that is followed need not be described again', () => {
  expect(verdict(paymentPlan.fields, { planId: 'P' })).toBe('MISSING numberOfPayments')
  expect(verdict(paymentPlan.fields, { numberOfPayments: '1' })).toBe('MISSING planId')
  expect(verdict(followedPaymentPlan.fields, { externalPlanId: 'EXT1' })).toBe('accepted')
  // @ts-expect-error numbers are digits in requests
  const wrong: ValueOf<typeof paymentPlan> = { planId: 'P', numberOfPayments: 12 }
  expect(verdict(paymentPlan.fields, wrong), 'but a number is read as its digits').toBe('accepted')
})

test.each([
  [{ numberOfPayments: '0' }, 'INVALID numberOfPayments'],
  [{ numberOfPayments: '100' }, 'INVALID numberOfPayments'],
  [{ numberOfPayments: '1.5' }, 'INVALID numberOfPayments'],
  [{ numberOfDeferrals: '-1' }, 'INVALID numberOfDeferrals'],
  [{ numberOfDeferrals: '100' }, 'INVALID numberOfDeferrals'],
  [{ externalPlanId: 'EXT-1' }, 'INVALID externalPlanId'],
  [{ planId: 'x'.repeat(41) }, 'INVALID planId'],
  [{ finalAmount: '1' }, 'UNSUPPORTED finalAmount'],
])('%j → %s', (body, expected) => {
  expect(verdict(followedPaymentPlan.fields, body)).toBe(expected)
})

test('offering no plan at all is an empty list, and survives', () => {
  const none = { paymentPlans: { supported: [] } } satisfies ValueOf<typeof constraints>
  expect(verdict(constraints.fields, none)).toBe('accepted')
  expect(seen(constraints, none)).toEqual(none)
})

test.each([
  [{ supported: ['A', 'B'], numberOfDeferrals: 0, numberOfPayments: 99 }, 'accepted'],
  [{ supported: [''] }, 'INVALID paymentPlans.supported[0]'],
  [{ supported: 'A' }, 'INVALID paymentPlans.supported'],
  [{ supported: Array.from({ length: 100 }, () => 'A') }, 'INVALID paymentPlans.supported'],
  [{ numberOfDeferrals: 100 }, 'INVALID paymentPlans.numberOfDeferrals'],
  [{ numberOfPayments: 0 }, 'INVALID paymentPlans.numberOfPayments'],
  [{ numberOfPayments: '5' }, 'INVALID paymentPlans.numberOfPayments'],
])('constraints %j → %s', (paymentPlans, expected) => {
  expect(verdict(constraints.fields, { paymentPlans })).toBe(expected)
})
