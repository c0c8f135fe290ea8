import { decimalAnswer, integerAnswer } from '../kit/decimals.ts'
import { currency, oneOf } from '../kit/scalars.ts'
import { group, list, optional } from '../kit/vocabulary.ts'

const money = {
  amount: optional(decimalAnswer(), 'How much is left.'),
  currency: optional(currency, 'Currency of the amount.'),
}

const benefits = group({
  ...money,
  type: optional(
    oneOf(
      'CASH_BENEFITS_AVAILABLE_BALANCE',
      'CASH_BENEFITS_BEGINNING_BALANCE',
      'CASH_BENEFITS_ENDING_BALANCE',
      'EWIC_DISCOUNT',
      'SNAP_AVAILABLE_BALANCE',
      'SNAP_BEGINNING_BALANCE',
      'SNAP_ENDING_BALANCE',
    ),
    'Which benefits, and at which moment.',
  ),
})

const rewards = group({
  conversionRate: optional(decimalAnswer(0, 1_000_000, 6), 'Money that one point is worth.'),
  points: optional(integerAnswer(0, 1_000_000_000_000), 'Points the payer can redeem.'),
})

/** What the payer has left to spend (spec 2.12). */
export const availableBalance = group({
  ebt: optional(list(benefits), 'Electronic benefits, by kind.'),
  funds: optional(group(money), 'What is left on the card, or what the points are worth.'),
  rewards: optional(rewards, 'Points, for cards enrolled in a rewards programme.'),
})
