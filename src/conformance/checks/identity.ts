// Checks of what the same request means when it is sent again: nothing is ever carried out twice.

import { type CheckPlace, type ConformanceCheck, put, retrieve, retrieveOrder, step } from '../check.ts'
import {
  approved,
  has,
  header,
  recorded,
  refused,
  sameAs,
  status,
  transactionCount,
} from '../expectations.ts'
import { fundsOf } from '../testCards.ts'
import { amountOf, payment } from './payments.ts'

const replayed = [status(200), header('Idempotent-Replayed', /^true$/)]
const once = (place: CheckPlace) => step('the order', retrieveOrder(place), status(200), transactionCount(1))

const repeats: readonly ConformanceCheck[] = [
  {
    ...{ id: 'identity.repeat', section: '11.1', profile: 'sandbox', cards: ['approved'] },
    rule: 'The same request again gives the same answer, says that it is a replay, and does nothing.',
    why: 'It is how a shop learns of a payment whose answer was lost, without paying twice.',
    steps: place => [
      step('PAY', put(place, '1', payment(place, 'PAY')), approved),
      step('the same again', put(place, '1', payment(place, 'PAY')), replayed, sameAs(1)),
      once(place),
    ],
  },
  {
    ...{ id: 'identity.repeat-follow-up', section: '11.1', profile: 'sandbox', cards: ['approved'] },
    rule: 'A refund sent again is not refunded twice, and is answered as it was then.',
    why: 'A refund is money out of the merchant’s pocket.',
    steps: place => {
      const refund = put(place, '2', amountOf(place, 'REFUND', '4.00'))
      return [
        step('PAY', put(place, '1', payment(place, 'PAY')), approved),
        step('REFUND of 4', refund, approved),
        step('the same again', refund, replayed, sameAs(2)),
        step('the order', retrieveOrder(place), [
          status(200),
          ...has({ totalRefundedAmount: 4, status: 'PARTIALLY_REFUNDED' }),
          transactionCount(2),
        ]),
      ]
    },
  },
  {
    ...{ id: 'identity.repeat-decline', section: '11.1', profile: 'sandbox', cards: ['declined'] },
    rule: 'A decline sent again is the same decline.',
    why: 'Otherwise a retry by mistake may charge a payer who went away.',
    steps: place => {
      const pay = put(place, '1', payment(place, 'PAY', { sourceOfFunds: fundsOf(place.cards.declined) }))
      return [
        step('PAY', pay, recorded('FAILURE', 'DECLINED')),
        step('the same again', pay, replayed, sameAs(1)),
        once(place),
      ]
    },
  },
  {
    ...{ id: 'identity.spelling', section: '11.1', profile: 'sandbox', cards: ['approved'] },
    rule: 'Another spelling of the same content is the same request; correlationId is no part of it.',
    why: 'Retries are built anew, and by other releases of the shop.',
    steps: place => {
      const { order, sourceOfFunds, apiOperation } = payment(place, 'PAY')
      const again = {
        correlationId: 'second',
        order,
        customer: null,
        apiOperation,
        billing: {},
        sourceOfFunds,
      }
      return [
        step('PAY', put(place, '1', { ...payment(place, 'PAY'), correlationId: 'first' }), [
          ...approved,
          ...has({ correlationId: 'first' }),
        ]),
        step('in another order, with null and an empty group', put(place, '1', again), [
          ...replayed,
          sameAs(1, 'correlationId'),
          ...has({ correlationId: 'second' }),
        ]),
        once(place),
      ]
    },
  },
  {
    ...{ id: 'identity.other-content', section: '11.2', profile: 'sandbox', cards: ['approved'] },
    rule: 'Other content under the same ids is refused: INVALID on transactionid.',
    why: 'An answer to another request would be taken for this one’s.',
    steps: place => [
      step('PAY of 10', put(place, '1', payment(place, 'PAY')), approved),
      step(
        'PAY of 11 under the same id',
        put(place, '1', payment(place, 'PAY', { order: { amount: '11.00' } })),
        [...refused('transactionid')],
      ),
      once(place),
    ],
  },
  {
    ...{ id: 'identity.refused-is-free', section: '11.4', profile: 'sandbox', cards: ['approved'] },
    rule: 'An id whose request was refused stays free.',
    why: 'A corrected request is a first one.',
    steps: place => [
      step('an unknown field', put(place, '1', payment(place, 'PAY', { noSuchField: 'x' })), [
        ...refused('noSuchField', 'UNSUPPORTED'),
      ]),
      step('without it', put(place, '1', payment(place, 'PAY')), approved),
    ],
  },
]

const lost: readonly ConformanceCheck[] = [
  {
    ...{ id: 'lost.answer', section: '11.3', profile: 'sandbox', cards: ['approved'] },
    rule: 'Whoever hangs up and sends the same again gets its answer, and it was carried out once.',
    why: 'It is what every client does after a time-out.',
    steps: place => [
      step('PAY, and hang up', { ...put(place, '1', payment(place, 'PAY')), hangsUpAfterMs: 5 }),
      step('the same again', put(place, '1', payment(place, 'PAY')), [
        status(200, 201),
        ...has({ result: 'SUCCESS', 'response.gatewayCode': 'APPROVED' }),
      ]),
      once(place),
      step('Retrieve Transaction', retrieve(place, '1'), status(200), has({ 'order.status': 'CAPTURED' })),
    ],
  },
  {
    ...{ id: 'lost.acquirer', section: '12.1', profile: 'sandbox', cards: ['silent'] },
    rule: 'A payment that the acquirer does not answer is TIMED_OUT, sent again too, and is reversed.',
    why: 'The gateway reverses it: a second try by itself would race with the reversal.',
    steps: place => {
      const pay = put(place, '1', payment(place, 'PAY', { sourceOfFunds: fundsOf(place.cards.silent) }))
      const { result, code } = { result: 'FAILURE', code: 'TIMED_OUT' }
      return [
        step('PAY', pay, recorded(result, code), has({ 'order.totalCapturedAmount': 0 })),
        step('the same again', pay, [
          status(200),
          ...has({ result, 'response.gatewayCode': code, 'order.totalCapturedAmount': 0 }),
        ]),
        once(place),
        step('Retrieve Transaction', retrieve(place, '1'), [
          status(200),
          ...has({ 'transaction.reversal.status': /^(?:PENDING|ACKNOWLEDGED)$/ }),
        ]),
      ]
    },
  },
]

export const identityChecks = [...repeats, ...lost]
