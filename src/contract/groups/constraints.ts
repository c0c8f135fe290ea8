import { integer, text } from '../kit/scalars.ts'
import { group, listOrNone, optional } from '../kit/vocabulary.ts'

const paymentPlans = group({
  numberOfDeferrals: optional(integer(0, 99), 'Months before the first payment that you offer.'),
  numberOfPayments: optional(integer(1, 99), 'Payments that you offer.'),
  supported: optional(
    listOrNone(text(1, 40)),
    'Plans you offer for this order; an empty list offers none. Without it, all that you have are offered.',
  ),
})

/** What the payer may choose from (spec 2.11). The same in requests and answers. */
export const constraints = group({
  paymentPlans: optional(paymentPlans, 'Payment plans the payer may choose from.'),
})
