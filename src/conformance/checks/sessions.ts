// Checks of sessions, checkout and tokens.

import { type CheckPlace, type ConformanceCheck, call, put, step, stepAfter } from '../check.ts'
import { approved, has, lacks, refused, sameValue, status } from '../expectations.ts'
import { fundsOf } from '../testCards.ts'
import { valueAt } from '../wholeAnswer.ts'
import { payment } from './payments.ts'

const sessionForms = { 'session.id': /^SESSION[0-9A-Z]{24}$/, 'session.version': /^[0-9a-f]{8}\d\d$/ }
const opened = (place: CheckPlace) =>
  step('POST session', call('POST', place, 'session', {}), [
    status(201),
    ...has({ result: 'SUCCESS', merchant: place.merchantId, ...sessionForms }),
  ])

const sessions: readonly ConformanceCheck[] = [
  {
    ...{ id: 'sessions.pay', section: '14.1', profile: 'sandbox', cards: ['approved'] },
    rule: 'A session keeps a card, shows it masked, and pays.',
    why: 'With it no card number touches the shop’s servers.',
    steps: place => [
      opened(place),
      stepAfter(
        'PUT session with the card',
        ([first]) =>
          call('PUT', place, `session/${valueAt(first?.body, 'session.id')}`, {
            sourceOfFunds: fundsOf(place.cards.approved),
          }),
        [
          status(200),
          ...has({ 'session.updateStatus': 'SUCCESS' }),
          sameValue('session.id', 1, 'session.id'),
        ],
      ),
      stepAfter(
        'GET session',
        ([first]) => call('GET', place, `session/${valueAt(first?.body, 'session.id')}`),
        [
          status(200),
          ...has({ 'sourceOfFunds.provided.card.number': /x/ }),
          sameValue('session.version', 2, 'session.version'),
        ],
      ),
      stepAfter(
        'PAY with the session alone',
        ([first]) => {
          const { apiOperation, order } = payment(place, 'PAY')
          return put(place, '1', { apiOperation, order, session: { id: valueAt(first?.body, 'session.id') } })
        },
        [...approved, ...has({ 'order.status': 'CAPTURED' }), lacks('session.aes256Key')],
      ),
    ],
  },
  {
    ...{ id: 'sessions.version', section: '7.3', profile: 'sandbox' },
    rule: 'A session.version other than the stored one is refused.',
    why: 'It is the lock against a browser that changes the session behind the shop’s back.',
    steps: place => [
      opened(place),
      stepAfter(
        'PAY with another version',
        ([first]) => {
          const { order } = { order: { amount: '10.00', currency: place.currency } }
          const session = { id: valueAt(first?.body, 'session.id'), version: '0000000099' }
          return put(place, '1', { apiOperation: 'PAY', order, session })
        },
        refused('session.version'),
      ),
    ],
  },
  {
    ...{ id: 'sessions.unknown', section: '7.4', profile: 'sandbox' },
    rule: 'A payment with a session that is not there is refused.',
    why: 'Sessions end after a quarter of an hour.',
    steps: place => [
      step(
        'PAY',
        put(place, '1', {
          ...{ apiOperation: 'PAY', order: { amount: '10.00', currency: place.currency } },
          session: { id: place.unknown.sessionId },
        }),
        refused('session.id'),
      ),
    ],
  },
  {
    ...{ id: 'checkout.session', section: '14.2', profile: 'sandbox' },
    isOf: version => version >= 52,
    rule: 'A checkout session has a session and a successIndicator.',
    why: 'The shop compares it with what the payer brings back.',
    steps: place => [
      step(
        'POST session of a checkout',
        call('POST', place, 'session', {
          apiOperation: place.version >= 63 ? 'INITIATE_CHECKOUT' : 'CREATE_CHECKOUT_SESSION',
          interaction: { operation: 'PURCHASE' },
          order: { id: place.orderId, amount: '10.00', currency: place.currency },
        }),
        [
          status(201),
          ...has({ ...sessionForms, checkoutMode: 'WEBSITE', successIndicator: /^[0-9a-f]{16}$/ }),
        ],
      ),
    ],
  },
]

const tokens: readonly ConformanceCheck[] = [
  {
    ...{ id: 'tokens.pay', section: '14.5', profile: 'sandbox', cards: ['approved'] },
    rule: 'A token stands for a card: the same for the same card, masked when shown, and it pays.',
    why: 'Shops with returning payers keep tokens, never numbers.',
    steps: place => {
      const sourceOfFunds = fundsOf(place.cards.approved)
      const saved = call('POST', place, 'token', { sourceOfFunds })
      return [
        step('POST token', saved, [
          status(201),
          ...has({ result: 'SUCCESS', status: 'VALID', token: /^\d{9,19}$/ }),
          ...has({ 'sourceOfFunds.provided.card.number': /x/ }),
        ]),
        step('the same card again', saved, [status(200, 201), sameValue('token', 1, 'token')]),
        stepAfter('GET token', ([first]) => call('GET', place, `token/${valueAt(first?.body, 'token')}`), [
          status(200),
          sameValue('token', 1, 'token'),
        ]),
        stepAfter(
          'PAY with it',
          ([first]) => {
            const { apiOperation, order } = payment(place, 'PAY')
            return put(place, '1', {
              ...{ apiOperation, order },
              sourceOfFunds: { type: 'CARD', token: valueAt(first?.body, 'token') },
            })
          },
          approved,
        ),
      ]
    },
  },
  {
    ...{ id: 'tokens.unknown', section: '14.5', profile: 'sandbox' },
    rule: 'A payment with an unknown token is INVALID on sourceOfFunds.token.',
    why: 'Tokens of a card that the payer removed are still in the shop’s database.',
    steps: place => [
      step(
        'PAY',
        put(place, '1', {
          ...{ apiOperation: 'PAY', order: { amount: '10.00', currency: place.currency } },
          sourceOfFunds: { type: 'CARD', token: place.unknown.token },
        }),
        refused('sourceOfFunds.token'),
      ),
    ],
  },
]

export const sessionChecks = [...sessions, ...tokens]
