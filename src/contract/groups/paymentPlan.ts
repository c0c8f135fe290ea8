// Paying in instalments: the groups `paymentPlan` and `constraints`.

import { decimalAnswer, integerAnswer } from '../kit/decimals.ts'
import { alphanumeric, digitsBetween, integer, text } from '../kit/scalars.ts'
import { group, listOrNone, optional, required } from '../kit/vocabulary.ts'

const externalPlanId = optional(alphanumeric(1, 10), 'Plan as somebody else numbers it.')
const numberOfDeferrals = optional(digitsBetween(0, 99), 'Months before the first payment is due.')
const numberOfPayments = digitsBetween(1, 99)
const numberOfPaymentsDoc = 'Payments the amount is divided into.'
const planId = text(1, 40)
const planIdDoc = 'The plan, as your payment provider numbers it.'

/** The payer pays in instalments (spec 2.11). Numbers are digits in requests, and integers in answers. */
export const paymentPlan = group({
  externalPlanId,
  numberOfDeferrals,
  numberOfPayments: required(numberOfPayments, numberOfPaymentsDoc),
  planId: required(planId, planIdDoc),
})

/** For operations that do not begin a payment: the plan is known already, or may be incomplete. */
export const followedPaymentPlan = group({
  externalPlanId,
  numberOfDeferrals,
  numberOfPayments: optional(numberOfPayments, numberOfPaymentsDoc),
  planId: optional(planId, planIdDoc),
})

const partOfTheAmount = decimalAnswer(0.001, 2_140_000_000)

export const paymentPlanAnswer = group({
  externalPlanId,
  finalAmount: optional(partOfTheAmount, 'The last payment, for plans that bear interest.'),
  interestRate: optional(decimalAnswer(0, 100), 'Interest in per cent, for plans that bear it.'),
  numberOfDeferrals: optional(integerAnswer(0, 99), numberOfDeferrals.doc),
  numberOfPayments: optional(integerAnswer(1, 99), numberOfPaymentsDoc),
  paymentAmount: optional(partOfTheAmount, 'Each payment but the last, for plans that bear interest.'),
  planId: optional(planId, planIdDoc),
})

const paymentPlans = group({
  numberOfDeferrals: optional(integer(0, 99), 'Months before the first payment that you offer.'),
  numberOfPayments: optional(integer(1, 99), 'Payments that you offer.'),
  supported: optional(
    listOrNone(text(1, 40)),
    'Plans you offer for this order; an empty list offers none. Without it, all that you have are offered.',
  ),
})

/** The plans the payer may choose from (spec 2.11). The same in requests and answers. */
export const constraints = group({
  paymentPlans: optional(paymentPlans, 'Payment plans the payer may choose from.'),
})
