// Checks that pay with test cards: outcomes, amounts, masked numbers, and what is retrieved.

import type { Content } from '../../contract/kit/content.ts'
import { type CheckPlace, type ConformanceCheck, put, retrieve, retrieveOrder, step } from '../check.ts'
import {
  approved,
  has,
  lacks,
  recorded,
  refused,
  sameAs,
  sameValue,
  status,
  transactionCount,
} from '../expectations.ts'
import { fundsOf } from '../testCards.ts'

/** Ten of the merchant's currency on the card that is approved, unless said otherwise. */
export const payment = (
  { cards, currency }: CheckPlace,
  apiOperation: string,
  { order, ...more }: { readonly order?: Content; readonly [name: string]: unknown } = {},
): Content => ({
  apiOperation,
  order: { amount: '10.00', currency, ...order },
  sourceOfFunds: fundsOf(cards.approved),
  ...more,
})

const authentication = ({ cards, currency }: CheckPlace): Content => ({
  apiOperation: 'INITIATE_AUTHENTICATION',
  authentication: { channel: 'PAYER_BROWSER' },
  order: { currency },
  sourceOfFunds: fundsOf(cards.approved),
})

const card = 'sourceOfFunds.provided.card'

const outcomes: readonly ConformanceCheck[] = [
  {
    ...{ id: 'authorize.approved', section: '4.10', profile: 'sandbox', cards: ['approved'] },
    rule: 'An approved AUTHORIZE is 201, SUCCESS and APPROVED, and the order AUTHORIZED with its totals.',
    why: 'It is the first payment of every integration.',
    steps: place => [
      step('AUTHORIZE', put(place, '1', payment(place, 'AUTHORIZE')), [
        ...approved,
        ...has({
          ...{ 'order.id': place.orderId, 'order.status': 'AUTHORIZED', 'order.amount': 10 },
          ...{ 'order.totalAuthorizedAmount': 10, 'order.totalCapturedAmount': 0 },
          ...{ 'order.totalRefundedAmount': 0, 'order.currency': place.currency, 'transaction.id': '1' },
          ...{ 'transaction.type': 'AUTHORIZATION', 'transaction.amount': 10, merchant: place.merchantId },
          version: String(place.version),
        }),
      ]),
    ],
  },
  {
    ...{ id: 'pay.approved', section: '1.1', profile: 'sandbox', cards: ['approved'] },
    rule: 'PAY authorizes and captures in one: the order is CAPTURED.',
    why: 'Shops that ship at once use nothing else.',
    steps: place => [
      step('PAY', put(place, '1', payment(place, 'PAY')), [
        ...approved,
        ...has({ 'order.status': 'CAPTURED', 'order.totalCapturedAmount': 10 }),
        ...has({ 'order.totalAuthorizedAmount': 10, 'transaction.type': 'PAYMENT' }),
      ]),
    ],
  },
  {
    ...{ id: 'pay.declined', section: '7.1', profile: 'sandbox', cards: ['declined'] },
    rule: 'A decline is recorded: 201, FAILURE, DECLINED, and the order FAILED.',
    why: 'A shop that goes by the status alone ships to whoever was declined: result must say it.',
    steps: place => [
      step('PAY', put(place, '1', payment(place, 'PAY', { sourceOfFunds: fundsOf(place.cards.declined) })), [
        ...recorded('FAILURE', 'DECLINED'),
        ...has({ 'order.status': 'FAILED', 'order.totalCapturedAmount': 0 }),
        lacks('transaction.authorizationCode'),
      ]),
    ],
  },
  {
    ...{ id: 'pay.after-decline', section: '2.1', profile: 'sandbox', cards: ['approved', 'declined'] },
    rule: 'After a decline the order may be paid under a new transaction id.',
    why: 'Payers try a second card.',
    steps: place => [
      step(
        'a decline',
        put(place, '1', payment(place, 'PAY', { sourceOfFunds: fundsOf(place.cards.declined) })),
        [...recorded('FAILURE', 'DECLINED')],
      ),
      step('an approval under 2', put(place, '2', payment(place, 'PAY')), [
        ...approved,
        ...has({ 'order.status': 'CAPTURED' }),
      ]),
      step('the order', retrieveOrder(place), status(200), transactionCount(2)),
    ],
  },
  {
    ...{ id: 'verify.approved', section: '4.5', profile: 'sandbox', cards: ['approved'] },
    rule: 'VERIFY asks about the account and moves no money: the order is VERIFIED.',
    why: 'A check of a card that leaves a hold on it costs the payer money.',
    steps: place => [
      step('VERIFY', put(place, '1', payment(place, 'VERIFY')), [
        ...approved,
        ...has({ 'order.status': 'VERIFIED', 'transaction.type': 'VERIFICATION' }),
        ...has({ 'order.totalAuthorizedAmount': 0, 'order.totalCapturedAmount': 0 }),
      ]),
    ],
  },
  {
    ...{ id: 'authentication.initiate', section: '13.1', profile: 'sandbox', cards: ['approved'] },
    rule: 'INITIATE_AUTHENTICATION tells whether the card’s issuer can ask the payer, and moves no money.',
    why: 'A shop that reads it as a payment ships unpaid.',
    isOf: version => version >= 57,
    steps: place => [
      step('INITIATE_AUTHENTICATION', put(place, '1', authentication(place)), [
        status(201),
        ...has({ result: 'SUCCESS', 'transaction.type': 'AUTHENTICATION', 'order.totalAuthorizedAmount': 0 }),
        ...has({ 'response.gatewayRecommendation': 'PROCEED' }),
        ...has({ 'transaction.authenticationStatus': /^AUTHENTICATION_(?:AVAILABLE|NOT_SUPPORTED)$/ }),
      ]),
    ],
  },
  {
    ...{ id: 'authorize.partial', section: '4.10', profile: 'sandbox', cards: ['partial'] },
    rule: 'With acceptPartialAmount a part may be approved, and totalAuthorizedAmount tells it.',
    why: 'A shop that takes the part for the whole loses the rest.',
    steps: place => {
      const sourceOfFunds = fundsOf(place.cards.partial)
      const order = { acceptPartialAmount: true }
      return [
        step('AUTHORIZE of 10', put(place, '1', payment(place, 'AUTHORIZE', { sourceOfFunds, order })), [
          ...recorded('SUCCESS', 'PARTIALLY_APPROVED'),
          ...has({ 'order.amount': 10, 'order.totalAuthorizedAmount': /^[1-9](?:\.\d+)?$/ }),
        ]),
      ]
    },
  },
]

const shown: readonly ConformanceCheck[] = [
  {
    ...{ id: 'card.masked', section: '2.12', profile: 'sandbox', cards: ['approved'] },
    rule: 'Answers show the first six and last four digits of a card number, and no security code.',
    why: 'A whole number in an answer puts every system that reads it in scope of card data rules.',
    steps: place => [
      step('AUTHORIZE', put(place, '1', payment(place, 'AUTHORIZE')), [
        ...has({ [`${card}.number`]: /^(?:\d{6}x+\d{4}|x+\d{4})$/ }),
        lacks(`${card}.securityCode`),
      ]),
      step('Retrieve Transaction', retrieve(place, '1'), [
        ...has({ [`${card}.number`]: /^(?:\d{6}x+\d{4}|x+\d{4})$/ }),
        lacks(`${card}.securityCode`),
      ]),
    ],
  },
  {
    ...{ id: 'retrieve.transaction', section: '14.6', profile: 'sandbox', cards: ['approved'] },
    rule: 'Retrieve Transaction is the answer that the write had.',
    why: 'After a time-out it is all that a shop has.',
    steps: place => [
      step('PAY', put(place, '1', payment(place, 'PAY', { order: { reference: 'kit' } })), approved),
      step('Retrieve Transaction', retrieve(place, '1'), status(200), sameAs(1)),
    ],
  },
  {
    ...{ id: 'retrieve.order', section: '14.6', profile: 'sandbox', cards: ['approved'] },
    rule: 'Retrieve Order is flat and lists its transactions, oldest first.',
    why: 'Reconciliation reads it.',
    steps: place => [
      step('AUTHORIZE', put(place, 'first', payment(place, 'AUTHORIZE')), approved),
      step('CAPTURE', put(place, 'second', amountOf(place, 'CAPTURE', '10.00')), approved),
      step('Retrieve Order', retrieveOrder(place), [
        status(200),
        ...has({ id: place.orderId, status: 'CAPTURED', amount: 10, result: 'SUCCESS' }),
        ...has({ 'transaction.0.transaction.id': 'first', 'transaction.1.transaction.id': 'second' }),
        transactionCount(2),
      ]),
    ],
  },
  {
    ...{ id: 'retrieve.unknown-transaction', section: '7.4', profile: 'sandbox', cards: ['approved'] },
    rule: 'An unknown transaction of an order that exists is 400 INVALID on transactionid.',
    why: 'It is how a shop learns that a request which was lost never arrived.',
    steps: place => [
      step('AUTHORIZE', put(place, '1', payment(place, 'AUTHORIZE')), approved),
      step('transaction 2', retrieve(place, '2'), refused('transactionid')),
    ],
  },
  {
    ...{ id: 'versions.shown', section: '9.1', profile: 'sandbox', cards: ['approved'] },
    rule: 'An order begun at one version is retrieved at another, which the answer names.',
    why: 'A shop that moves to a newer version has older orders.',
    steps: place => {
      const other = { ...place, version: place.version === 60 ? 61 : 60 }
      return [
        step('AUTHORIZE', put(place, '1', payment(place, 'AUTHORIZE')), approved),
        step(`Retrieve at version ${other.version}`, retrieve(other, '1'), [
          status(200),
          ...has({ version: String(other.version), 'order.status': 'AUTHORIZED' }),
          sameValue('timeOfRecord', 1, 'timeOfRecord'),
        ]),
      ]
    },
  },
]

/** A follow-up of an amount. */
export const amountOf = ({ currency }: CheckPlace, apiOperation: string, amount: string): Content => ({
  apiOperation,
  transaction: { amount, currency },
})

const money: readonly ConformanceCheck[] = [
  {
    ...{ id: 'amounts.no-decimals', section: '2.2', profile: 'sandbox', cards: ['approved'] },
    rule: 'Currencies without decimals and with three are paid in their own unit.',
    why: 'Whoever counts all in cents charges a hundredfold, or a tenth.',
    steps: place => [
      step(
        '1,000 yen',
        put(place, '1', payment(place, 'PAY', { order: { amount: '1000', currency: 'JPY' } })),
        [
          ...approved,
          ...has({ 'order.amount': 1000, 'order.totalCapturedAmount': 1000, 'order.currency': 'JPY' }),
        ],
      ),
    ],
  },
  {
    ...{ id: 'amounts.three-decimals', section: '2.2', profile: 'sandbox', cards: ['approved'] },
    rule: 'A currency with three decimals keeps them.',
    why: 'A gateway that rounds to cents takes another amount than the payer saw.',
    steps: place => [
      step(
        '1.234 dinars',
        put(place, '1', payment(place, 'PAY', { order: { amount: '1.234', currency: 'KWD' } })),
        [...approved, ...has({ 'order.amount': 1.234, 'order.totalCapturedAmount': 1.234 })],
      ),
    ],
  },
  {
    ...{ id: 'amounts.zero', section: '4.5', profile: 'sandbox', cards: ['approved'] },
    rule: 'Zero is no amount where money would move.',
    why: 'Some acquirers take a payment of zero for a question, others for a mistake.',
    steps: place => [
      step('PAY of 0.00', put(place, '1', payment(place, 'PAY', { order: { amount: '0.00' } })), [
        ...refused('order.amount'),
      ]),
    ],
  },
  {
    ...{ id: 'amounts.sum', section: '2.3', profile: 'sandbox', cards: ['approved'] },
    rule: 'Parts of an amount that are given must add up to it.',
    why: 'The payer saw the parts.',
    steps: place => {
      const paid = (order: Content) => put(place, '1', payment(place, 'PAY', { order }))
      return [
        step('7 and 2 of 10', paid({ itemAmount: '7.00', taxAmount: '2.00' }), refused()),
        step('8 and 2 of 10', paid({ itemAmount: '8.00', taxAmount: '2.00' }), approved),
      ]
    },
  },
  {
    ...{ id: 'card.check-digit', section: '2.8', profile: 'sandbox', cards: ['approved'] },
    rule: 'A card number with a wrong check digit is INVALID, and not repeated.',
    why: 'A slip of the finger should cost no authorization at the acquirer.',
    steps: place => {
      const { number = '', ...others } = place.cards.approved ?? { expiry: '' }
      const wrong = `${number.slice(0, -1)}${(Number(number.slice(-1)) + 1) % 10}`
      const sourceOfFunds = fundsOf({ ...others, number: wrong })
      return [
        step('the last digit changed', put(place, '1', payment(place, 'PAY', { sourceOfFunds })), [
          ...refused(`${card}.number`),
          ...has({ 'error.explanation': new RegExp(`^(?!.*${wrong})`) }),
        ]),
      ]
    },
  },
  {
    ...{ id: 'card.in-text', section: '7.3', profile: 'sandbox', cards: ['approved'] },
    rule: 'Card data in a text that is no place for it is refused.',
    why: 'Descriptions are stored, printed and sent on unmasked.',
    steps: place => {
      const description = `Card ${place.cards.approved?.number}`
      return [
        step(
          'a number in order.description',
          put(place, '1', payment(place, 'PAY', { order: { description } })),
          [...refused('order.description')],
        ),
      ]
    },
  },
]

export const paymentChecks = [...outcomes, ...shown, ...money]
