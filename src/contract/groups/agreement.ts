// The group `agreement`: series of payments that payer and merchant agreed on.

import { answerFormOf } from '../kit/answerForm.ts'
import { amount } from '../kit/decimals.ts'
import { date, digits, integer, oneOf, text } from '../kit/scalars.ts'
import { group, optional } from '../kit/vocabulary.ts'

const amountVariability = oneOf('FIXED', 'VARIABLE')

const retailer = group({
  abbreviatedTradingName: optional(text(1, 10), "Short form of the retailer's trading name."),
  merchantCategoryCode: optional(digits(4), "Category of the retailer's business."),
  tradingName: optional(text(1, 100), 'Name the retailer trades under.'),
})

const series = {
  amountVariability: optional(
    amountVariability,
    'Whether every payment is of the same amount; must be given for recurring agreements.',
  ),
  customData: optional(text(1, 2048), 'Your own data about the agreement; no card data.'),
  expiryDate: optional(date, 'Last day on which the agreement allows a payment.'),
  id: optional(
    text(1, 100),
    'Your identifier of the agreement; every payment you start from stored details names it.',
  ),
  maximumAmountPerPayment: optional(amount, "Most that one payment may be, in the order's currency."),
  minimumAmountPerPayment: optional(amount, "Least that one payment may be, in the order's currency."),
  minimumDaysBetweenPayments: optional(integer(1, 9999), 'Fewest days from one payment to the next.'),
  numberOfPayments: optional(integer(1, 999), 'How many payments the agreement allows.'),
  paymentFrequency: optional(
    oneOf(
      'AD_HOC',
      'DAILY',
      'FORTNIGHTLY',
      'MONTHLY',
      'OTHER',
      'QUARTERLY',
      'TWICE_YEARLY',
      'WEEKLY',
      'YEARLY',
    ),
    'How often payments are made.',
  ),
}
const parties = {
  retailer: optional(retailer, 'The retailer the payer has the agreement with, where that is not you.'),
  startDate: optional(date, 'First day on which the agreement allows a payment.'),
  type: optional(
    oneOf('INSTALLMENT', 'OTHER', 'RECURRING', 'UNSCHEDULED'),
    'Kind of the agreement; given with the first payment of a series.',
    { default: 'OTHER' },
  ),
}
const daysBetweenPayments = optional(integer(1, 999), 'Days from one payment to the next.')

const refundedRecurring = group({
  amountVariability: optional(amountVariability, 'Whether every payment is of the same amount.', {
    since: 60,
  }),
  daysBetweenPayments,
  numberOfPayments: optional(integer(1, 9999), 'How many payments the agreement allows.', { since: 60 }),
})

/** What payer and merchant agreed on for a series of payments (spec 2.5). */
export const agreement = group({ ...series, ...parties })

/** Authorize and Pay also accept the days between recurring payments. */
export const authorizedAgreement = group({
  ...series,
  recurring: optional(group({ daysBetweenPayments }), 'How recurring payments follow one another.'),
  ...parties,
})

/** Refund and Capture have more fields about recurring payments from version 60 on. */
export const refundedAgreement = group({
  ...series,
  recurring: optional(refundedRecurring, 'How recurring payments follow one another.'),
  ...parties,
})

/** From version 53 on, a checkout must name the agreement that it is for. */
export const checkoutAgreement = group({
  ...series,
  id: optional(series.id.type, series.id.doc, { requiredSince: 53 }),
  ...parties,
})

export const agreementAnswer = answerFormOf(refundedAgreement)
