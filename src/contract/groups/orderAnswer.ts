import { answered } from '../kit/answered.ts'
import { decimalAnswer } from '../kit/decimals.ts'
import { ascii, currency, date, dateTime, oneOfSince, text } from '../kit/scalars.ts'
import { group, optional, required } from '../kit/vocabulary.ts'
import { authenticationStatus } from './authentication.ts'
import { order } from './order.ts'

const authenticationSince = 57

const status = oneOfSince(
  [
    'AUTHENTICATED',
    'AUTHENTICATION_INITIATED',
    'AUTHENTICATION_NOT_NEEDED',
    'AUTHENTICATION_UNSUCCESSFUL',
    'AUTHORIZED',
    'CANCELLED',
    'CAPTURED',
    'EXCESSIVELY_REFUNDED',
    'FAILED',
    'INITIATED',
    'PARTIALLY_CAPTURED',
    'PARTIALLY_REFUNDED',
    'REFUNDED',
    'VERIFIED',
  ],
  {
    AUTHENTICATED: { since: authenticationSince },
    AUTHENTICATION_INITIATED: { since: authenticationSince },
    AUTHENTICATION_NOT_NEEDED: { since: authenticationSince },
    AUTHENTICATION_UNSUCCESSFUL: { since: authenticationSince },
  },
)

/** The bounds the acquirer-facing table gives from this version on come with its fields. */
const tableSince = { since: 69 } as const

const { amount: _, currency: __, reference, ...echoed } = answered(order).fields

/** An order as answers show it: what was said of it, and what its transactions add up to. */
export const orderAnswer = group({
  id: required(text(1, 40), 'Your identifier of the order.'),
  amount: required(decimalAnswer(), 'Total of the order.'),
  currency: required(currency, 'Currency of the order.'),
  status: optional(
    status,
    'What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds.',
  ),
  totalAuthorizedAmount: required(decimalAnswer(), 'Authorized, less what was voided.'),
  totalCapturedAmount: required(decimalAnswer(), 'Captured, less what was voided.'),
  totalRefundedAmount: required(decimalAnswer(), 'Refunded, less what was voided.'),
  totalDisbursedAmount: required(decimalAnswer(), 'Paid out to the payer beyond refunds.', tableSince),
  merchantAmount: required(decimalAnswer(), 'Total in your own currency.', tableSince),
  merchantCurrency: required(currency, 'Your own currency.', tableSince),
  creationTime: required(dateTime, 'When the gateway first heard of the order.'),
  lastUpdatedTime: required(dateTime, 'When a transaction last changed the order.'),
  authenticationStatus: optional(authenticationStatus, 'How far payer authentication got.', {
    since: authenticationSince,
  }),
  customerOrderDate: optional(date, 'When the payer ordered.'),
  customerReference: optional(ascii(0, 25), "The payer's reference."),
  requestorName: optional(text(0, 100), 'Who ordered.'),
  ...echoed,
  reference: optional(text(1, 200), reference.doc),
  wallet: optional(
    group({
      networkCCheckout: optional(
        group({ callId: optional(text(0, 200), "The wallet's identifier of the checkout.") }),
        "Network C's wallet.",
      ),
    }),
    'What the wallet told.',
  ),
})

const taxRegistrationMax = 20

/** Verify's answer has less room for the tax registration. */
export const verifiedOrderAnswer = group({
  ...orderAnswer.fields,
  taxRegistrationId: optional(
    {
      ...text(1, taxRegistrationMax),
      show: value => [...String(value)].slice(0, taxRegistrationMax).join(''),
    },
    'Your tax registration, cut at 20 characters.',
  ),
})
