import { expect, test } from 'vitest'
import { outcomeOf } from './outcome.ts'

type Told = {
  readonly status?: string
  readonly code?: string
  readonly result?: string
  readonly more?: object
  readonly visit?: object
}

const orderOf = ({ status, code = 'APPROVED', result = 'SUCCESS', more, visit }: Told) => ({
  result: 'SUCCESS',
  id: 'demo-checkout-000000000001',
  status,
  currency: 'USD',
  totalAuthorizedAmount: 22,
  transaction: [
    { transaction: { id: 'auth-1', type: 'AUTHENTICATION' }, result: 'SUCCESS' },
    {
      result,
      response: { gatewayCode: code },
      transaction: { id: 'pay-1', type: 'PAYMENT', ...more },
      ...(visit && { browserPayment: visit }),
    },
  ],
})

const failed = { status: 'FAILED', result: 'FAILURE' }
const returned = { interaction: { status: 'RETURNED_TO_MERCHANT' } }

test.each<[string, string, Told]>([
  ['Paid', 'good', { status: 'CAPTURED' }],
  ['Authorized', 'good', { status: 'AUTHORIZED' }],
  ['Declined', 'bad', { ...failed, code: 'DECLINED' }],
  ['Declined: not enough money', 'bad', { ...failed, code: 'INSUFFICIENT_FUNDS' }],
  ['Not paid', 'bad', { ...failed, code: 'BLOCKED' }],
  ['Not paid', 'bad', { ...failed, code: 'constructor' }],
  ['No answer from the acquirer', 'bad', { ...failed, code: 'TIMED_OUT' }],
  [
    'No answer, and reversed',
    'bad',
    { ...failed, code: 'TIMED_OUT', more: { reversal: { status: 'ACKNOWLEDGED' } } },
  ],
  ['Not decided yet', 'wait', { result: 'PENDING', code: 'PENDING' }],
  ['The provider has not decided', 'wait', { status: 'INITIATED', visit: returned }],
  [
    'The payer agreed',
    'wait',
    {
      status: 'INITIATED',
      visit: { ...returned, providerA: { paymentConfirmation: 'CONFIRM_AT_MERCHANT' } },
    },
  ],
  [
    'The payer is at the provider',
    'wait',
    { status: 'INITIATED', visit: { interaction: { status: 'REDIRECTED_TO_PROVIDER' } } },
  ],
  ['Something else happened', 'wait', { status: 'toString' }],
])('an order says: %s (%s)', (title, tone, told) => {
  expect(outcomeOf(orderOf(told))).toMatchObject({ title, tone, transactionId: 'pay-1' })
})

test('an order that was only authenticated is judged by the authentication', () => {
  const transaction = {
    id: 'auth-1',
    type: 'AUTHENTICATION',
    authenticationStatus: 'AUTHENTICATION_REJECTED',
  }
  const order = { status: 'AUTHENTICATION_UNSUCCESSFUL', transaction: [{ transaction, result: 'FAILURE' }] }
  expect(outcomeOf(order)).toMatchObject({ title: 'Rejected by the issuer', transactionId: 'auth-1' })
})

test('where nothing was recorded, the payer has cancelled, run out of time, or not paid yet', () => {
  const unknown = { result: 'ERROR', error: { field: 'orderid' } }
  expect(outcomeOf(unknown, { exit: 'cancelled' }).title).toBe('Cancelled')
  expect(outcomeOf(unknown, { exit: 'timeout' }).title).toBe('Time ran out')
  expect(outcomeOf(unknown).title).toBe('Nothing has been paid yet')
  expect(outcomeOf(undefined).facts).toEqual([])
})

test('how the browser says it ended counts for nothing once the gateway has recorded something', () => {
  expect(outcomeOf(orderOf({ status: 'CAPTURED' }), { exit: 'cancelled' }).title).toBe('Paid')
})

test('a payment that the shop has confirmed waits for the provider', () => {
  const visit = { ...returned, providerA: { paymentConfirmation: 'CONFIRM_AT_MERCHANT' } }
  const order = orderOf({ status: 'INITIATED', visit })
  expect(outcomeOf(order, { isConfirmed: true }).title).toBe('The provider has not decided')
})

test('a good end may have something to think about', () => {
  const order = orderOf({ status: 'AUTHORIZED' })
  expect(outcomeOf(order).cautions).toEqual([])
  expect(outcomeOf({ ...order, authenticationStatus: 'AUTHENTICATION_UNAVAILABLE' }).cautions).toHaveLength(1)
  const [, payment] = order.transaction
  const response = { gatewayCode: 'APPROVED', cardSecurityCode: { gatewayCode: 'NO_MATCH' } }
  expect(outcomeOf({ ...order, transaction: [{ ...payment, response }] }).cautions).toHaveLength(1)
})

test('the facts are those of the last payment, by the names of the API', () => {
  const { facts } = outcomeOf(orderOf({ ...failed, code: 'DECLINED' }))
  expect(facts).toEqual([
    { name: 'order.status', value: 'FAILED' },
    { name: 'result', value: 'FAILURE' },
    { name: 'response.gatewayCode', value: 'DECLINED' },
    { name: 'totalAuthorizedAmount', value: '22.00 USD' },
  ])
})
