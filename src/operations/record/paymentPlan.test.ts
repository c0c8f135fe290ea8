import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toMinor } from '../../orders/money.ts'
import { derivedFields, planFigures } from './derivedFields.ts'

const plan = { planId: 'INTEREST_12', numberOfPayments: '3' }

test('a plan that bears interest is told with its rate, its payments and the last one', () => {
  const order = { amount: '100.00', currency: 'USD' }
  const figures = { interestRate: '10', paymentAmount: '34.16', finalAmount: '34.18' }
  expect(derivedFields({ order, paymentPlan: plan })).toEqual({ paymentPlan: figures })
  expect(derivedFields({ transaction: order, paymentPlan: plan })).toEqual({ paymentPlan: figures })
})

test('other plans, and plans whose figures are known, are left as they are', () => {
  const order = { amount: '100.00', currency: 'USD' }
  expect(planFigures({ ...plan, planId: 'PLAN_INTEREST' }, { order })).toBeUndefined()
  expect(planFigures({ planId: 'INTEREST' }, { order })).toBeUndefined()
  expect(planFigures({ ...plan, finalAmount: '1.00' }, { order })).toBeUndefined()
  expect(planFigures(plan, {})).toBeUndefined()
})

test('figures that answers have no room for are left out', () => {
  const small = { amount: '1', currency: 'JPY' }
  expect(planFigures(plan, { order: small })).toEqual({ interestRate: '10', finalAmount: '1' })
  const large = { amount: '99999999999.99', currency: 'USD' }
  expect(planFigures(plan, { order: large })).toEqual({ interestRate: '10' })
})

test('the payments make up the amount and its interest, to the minor unit', () => {
  const minors = fc.bigInt({ min: 100n, max: 99_999_999n })
  fc.assert(
    fc.property(minors, fc.integer({ min: 1, max: 99 }), (minor, payments) => {
      const order = { amount: `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`, currency: 'USD' }
      const figures = planFigures({ planId: 'INTEREST', numberOfPayments: String(payments) }, { order })
      const { paymentAmount, finalAmount } = figures ?? {}
      const each = toMinor(String(paymentAmount ?? '0'), 'USD')
      const total = each * BigInt(payments - 1) + toMinor(String(finalAmount), 'USD')
      expect(total).toBe(minor + (minor * BigInt(payments)) / 120n)
    }),
  )
})
