// Checks of what follows a payment: captures, refunds, voids, updates and referrals, and the state of the
// order that is computed from them.

import type { Content } from '../../contract/kit/content.ts'
import { type CheckPlace, type CheckStep, type ConformanceCheck, put, retrieveOrder, step } from '../check.ts'
import { approved, has, recorded, refused, status, transactionCount } from '../expectations.ts'
import { fundsOf } from '../testCards.ts'
import { amountOf, payment } from './payments.ts'

const authorized = (place: CheckPlace): CheckStep =>
  step('AUTHORIZE of 10', put(place, '1', payment(place, 'AUTHORIZE')), approved)
const paid = (place: CheckPlace): CheckStep =>
  step('PAY of 10', put(place, '1', payment(place, 'PAY')), approved)

/** A follow-up of an amount under an id. */
const asked = (place: CheckPlace, id: string, [operation, amount]: readonly [string, string]) =>
  put(place, id, amountOf(place, operation, amount))
const voided = (place: CheckPlace, id: string, targetTransactionId: string) =>
  put(place, id, { apiOperation: 'VOID', transaction: { targetTransactionId } })

const becomes = (orderStatus: string, totals: Content = {}) =>
  has({ 'order.status': orderStatus, ...Object.fromEntries(namedTotals(totals)) })
const namedTotals = (totals: Content) =>
  Object.entries(totals).map(([name, value]) => [`order.total${name}Amount`, Number(value)] as const)

const captures: readonly ConformanceCheck[] = [
  {
    ...{ id: 'capture.whole', section: '3.1', profile: 'sandbox', cards: ['approved'] },
    rule: 'A capture of the whole makes the order CAPTURED.',
    why: 'Goods leave on it.',
    steps: place => [
      authorized(place),
      step('CAPTURE of 10', asked(place, '2', ['CAPTURE', '10.00']), [
        ...approved,
        ...becomes('CAPTURED', { Authorized: 10, Captured: 10 }),
        ...has({ 'transaction.type': 'CAPTURE', 'transaction.amount': 10 }),
      ]),
    ],
  },
  {
    ...{ id: 'capture.parts', section: '3.1', profile: 'sandbox', cards: ['approved'] },
    rule: 'A capture of a part makes it PARTIALLY_CAPTURED, the rest CAPTURED.',
    why: 'Shops ship in parcels.',
    steps: place => [
      authorized(place),
      step('CAPTURE of 4', asked(place, '2', ['CAPTURE', '4.00']), [
        ...approved,
        ...becomes('PARTIALLY_CAPTURED', { Authorized: 10, Captured: 4 }),
      ]),
      step('CAPTURE of 6', asked(place, '3', ['CAPTURE', '6.00']), [
        ...approved,
        ...becomes('CAPTURED', { Authorized: 10, Captured: 10 }),
      ]),
    ],
  },
  {
    ...{ id: 'capture.over', section: '3.2', profile: 'sandbox', cards: ['approved'] },
    rule: 'A capture of more than was authorized is refused, naming transaction.amount, and leaves no trace.',
    why: 'The payer agreed to the authorized amount.',
    steps: place => [
      authorized(place),
      step('CAPTURE of 10.01', asked(place, '2', ['CAPTURE', '10.01']), refused('transaction.amount')),
      step('CAPTURE of 6', asked(place, '3', ['CAPTURE', '6.00']), approved),
      step('CAPTURE of 4.01', asked(place, '4', ['CAPTURE', '4.01']), refused('transaction.amount')),
      step('the order', retrieveOrder(place), [
        status(200),
        ...has({ totalCapturedAmount: 6 }),
        transactionCount(2),
      ]),
    ],
  },
  {
    ...{ id: 'capture.currency', section: '7.4', profile: 'sandbox', cards: ['approved'] },
    rule: 'A capture in another currency is refused, naming transaction.currency.',
    why: 'Ten yen are not ten dollars.',
    steps: place => {
      const currency = place.currency === 'EUR' ? 'USD' : 'EUR'
      const transaction = { amount: '10.00', currency }
      return [
        authorized(place),
        step(`CAPTURE in ${currency}`, put(place, '2', { apiOperation: 'CAPTURE', transaction }), [
          ...refused('transaction.currency'),
        ]),
      ]
    },
  },
  {
    ...{ id: 'capture.needs-authorization', section: '3.2', profile: 'sandbox', cards: ['approved'] },
    rule: 'What is captured already is not captured again.',
    why: 'The payer pays once.',
    steps: place => [
      paid(place),
      step('CAPTURE', asked(place, '2', ['CAPTURE', '10.00']), refused('apiOperation')),
    ],
  },
  {
    ...{ id: 'authorize.once', section: '3.2', profile: 'sandbox', cards: ['approved'] },
    rule: 'An order that was authorized is not authorized or paid again.',
    why: 'A second hold on the card is a complaint.',
    steps: place => [
      authorized(place),
      step('AUTHORIZE under 2', put(place, '2', payment(place, 'AUTHORIZE')), refused('apiOperation')),
      step('PAY under 3', put(place, '3', payment(place, 'PAY')), refused('apiOperation')),
    ],
  },
]

const refunds: readonly ConformanceCheck[] = [
  {
    ...{ id: 'refund.parts', section: '3.1', profile: 'sandbox', cards: ['approved'] },
    rule: 'A refund of a part makes the order PARTIALLY_REFUNDED, the rest REFUNDED.',
    why: 'Payers send back one of two.',
    steps: place => [
      paid(place),
      step('REFUND of 4', asked(place, '2', ['REFUND', '4.00']), [
        ...approved,
        ...becomes('PARTIALLY_REFUNDED', { Captured: 10, Refunded: 4 }),
      ]),
      step('REFUND of 6', asked(place, '3', ['REFUND', '6.00']), [
        ...approved,
        ...becomes('REFUNDED', { Captured: 10, Refunded: 10 }),
      ]),
    ],
  },
  {
    ...{ id: 'refund.over', section: '3.2', profile: 'sandbox', cards: ['approved'] },
    rule: 'More than was captured is not refunded, unless the profile allows excess.',
    why: 'A slip of the finger at the till gives money away.',
    steps: place => [
      paid(place),
      step('REFUND of 10.01', asked(place, '2', ['REFUND', '10.01']), refused('transaction.amount')),
      step('REFUND of 10', asked(place, '3', ['REFUND', '10.00']), approved),
      step('REFUND of 0.01', asked(place, '4', ['REFUND', '0.01']), refused()),
    ],
  },
  {
    ...{ id: 'refund.needs-capture', section: '3.2', profile: 'sandbox', cards: ['approved'] },
    rule: 'An authorization is not refunded: the refusal names apiOperation.',
    why: 'There is nothing to give back; a VOID releases the hold.',
    steps: place => [
      authorized(place),
      step('REFUND', asked(place, '2', ['REFUND', '10.00']), refused('apiOperation')),
    ],
  },
  {
    ...{ id: 'refund.funds', section: '4.8', profile: 'sandbox', cards: ['approved'] },
    rule: 'A refund of an order names no source of funds.',
    why: 'It goes back to the card that paid, and to no other.',
    steps: place => [
      paid(place),
      step(
        'REFUND to a card',
        put(place, '2', {
          ...amountOf(place, 'REFUND', '10.00'),
          sourceOfFunds: fundsOf(place.cards.approved),
        }),
        refused(),
      ),
    ],
  },
]

const voids: readonly ConformanceCheck[] = [
  {
    ...{ id: 'void.authorization', section: '4.3', profile: 'sandbox', cards: ['approved'] },
    rule: 'A void of the authorization makes the order CANCELLED; its amount and target are its target’s.',
    why: 'The hold on the payer’s card must go.',
    steps: place => [
      authorized(place),
      step('VOID', voided(place, '2', '1'), [
        ...approved,
        ...becomes('CANCELLED', { Authorized: 0, Captured: 0 }),
        ...has({ 'transaction.type': 'VOID_AUTHORIZATION', 'transaction.amount': 10 }),
        ...has({ 'transaction.targetTransactionId': '1' }),
      ]),
      step('CAPTURE after it', asked(place, '3', ['CAPTURE', '10.00']), refused('apiOperation')),
    ],
  },
  {
    ...{ id: 'void.capture', section: '3.1', profile: 'sandbox', cards: ['approved'] },
    rule: 'A void of a capture takes it back: the order is AUTHORIZED again.',
    why: 'A parcel that never left is not paid.',
    steps: place => [
      authorized(place),
      step('CAPTURE', asked(place, '2', ['CAPTURE', '10.00']), approved),
      step('VOID of it', voided(place, '3', '2'), [
        ...approved,
        ...becomes('AUTHORIZED', { Authorized: 10, Captured: 0 }),
        ...has({ 'transaction.type': 'VOID_CAPTURE' }),
      ]),
    ],
  },
  {
    ...{ id: 'void.once', section: '3.2', profile: 'sandbox', cards: ['approved'] },
    rule: 'What was voided is not voided again, nor what was never there.',
    why: 'A second void would be of somebody else’s money.',
    steps: place => [
      authorized(place),
      step('CAPTURE of 4', asked(place, '2', ['CAPTURE', '4.00']), approved),
      step('VOID of it', voided(place, '3', '2'), approved),
      step('VOID of it again', voided(place, '4', '2'), refused('transaction.targetTransactionId')),
      step('VOID of nothing', voided(place, '5', 'none'), refused('transaction.targetTransactionId')),
    ],
  },
]

const others: readonly ConformanceCheck[] = [
  {
    ...{ id: 'update.amount', section: '4.7', profile: 'sandbox', cards: ['approved'] },
    rule: 'An update changes the authorized amount, which may then be captured.',
    why: 'Hotels and rentals know the amount later.',
    steps: place => [
      authorized(place),
      step('UPDATE_AUTHORIZATION to 15', asked(place, '2', ['UPDATE_AUTHORIZATION', '15.00']), [
        ...approved,
        ...becomes('AUTHORIZED', { Authorized: 15 }),
        ...has({ 'transaction.type': 'AUTHORIZATION_UPDATE' }),
      ]),
      step('CAPTURE of 15', asked(place, '3', ['CAPTURE', '15.00']), [
        ...approved,
        ...becomes('CAPTURED', { Captured: 15 }),
      ]),
    ],
  },
  {
    ...{ id: 'referral.approved', section: '4.9', profile: 'sandbox', cards: ['referred'] },
    rule: 'A payment that was referred is submitted again with the issuer’s code.',
    why: 'It is the only way to complete a payment that the issuer wants to be asked about.',
    steps: place => {
      const sourceOfFunds = fundsOf(place.cards.referred)
      const transaction = { authorizationCode: '123456' }
      return [
        step('PAY', put(place, '1', payment(place, 'PAY', { sourceOfFunds })), [
          ...recorded('FAILURE', 'REFERRED'),
        ]),
        step('REFERRAL', put(place, '2', { apiOperation: 'REFERRAL', transaction }), [
          ...approved,
          ...becomes('CAPTURED', { Captured: 10 }),
          ...has({ 'transaction.type': 'PAYMENT' }),
        ]),
      ]
    },
  },
]

export const followUpChecks = [...captures, ...refunds, ...voids, ...others]
