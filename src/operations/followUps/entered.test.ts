import { expect, test } from 'vitest'
import {
  key,
  moved,
  payment,
  scriptedPipeline,
  target,
} from '../../../test/support/operations/scriptedPipeline.ts'
import { isRejection } from '../../orders/rejection.ts'

/** An order that was paid, and what was entered on it. */
async function paid() {
  const parts = scriptedPipeline()
  await parts.submit('1', 'PAY', payment('100.00'))
  const enter = async (id: string, operation: string, amount: string, targetTransactionId?: string) => {
    const transaction = { amount, currency: 'USD', ...(targetTransactionId && { targetTransactionId }) }
    const done = await parts.submit(id, operation, { transaction, initiator: { userId: 'ops@example' } })
    if (isRejection(done)) return `${done.field}: ${done.explanation}`
    if (!('record' in done)) throw new Error('not recorded')
    const { order, transaction: shown, result } = done.record
    return { result, type: shown?.type, amount: shown?.amount, status: order?.status, ...order?.chargeback }
  }
  return { ...parts, enter }
}

test('a chargeback changes its total and no status, and nobody is asked', async () => {
  const { enter, asks, gateway } = await paid()
  const done = await enter('2', 'ENTER_CHARGEBACK', '40.00')
  expect(done).toEqual({
    ...{ result: 'SUCCESS', type: 'CHARGEBACK', status: 'CAPTURED' },
    ...{ amount: '40.00', currency: 'USD' },
  })
  expect(asks).toHaveLength(1)
  const order = await gateway.retrieveOrder(key)
  expect(order).toMatchObject({
    status: 'CAPTURED',
    totalCapturedAmount: '100.00',
    chargeback: { amount: '40.00', currency: 'USD' },
    transaction: [
      {},
      { initiator: { userId: 'ops@example' }, sourceOfFunds: { provided: { card: { brand: 'NETWORK_B' } } } },
    ],
  })
  expect(await gateway.explain(key, '2')).toMatchObject({
    decidedBy: 'GATEWAY',
    rules: [{ rule: 'ORDER_STATUS' }, { rule: 'ENTERED_BY_OPERATOR', sent: false }, {}],
    totals: { after: { chargebackAmount: '40.00' } },
  })
})

test('no more is charged back than was captured, whatever was refunded', async () => {
  const { enter, submit } = await paid()
  await submit('r', 'REFUND', moved('100.00'))
  expect(await enter('2', 'ENTER_CHARGEBACK', '60.00')).toMatchObject({ status: 'REFUNDED', amount: '60.00' })
  expect(await enter('3', 'ENTER_CHARGEBACK', '40.01')).toContain(
    'At most 40.00 USD can still be charged back.',
  )
  expect(await enter('4', 'ENTER_CHARGEBACK', '40.00', '1')).toMatchObject({ amount: '100.00' })
  expect(await enter('5', 'ENTER_CHARGEBACK', '0.01')).toContain(
    'Nothing is left that could be charged back.',
  )
})

test('a chargeback that names another reverses as much of it', async () => {
  const { enter, gateway } = await paid()
  await enter('2', 'ENTER_CHARGEBACK', '40.00')
  expect(await enter('3', 'ENTER_CHARGEBACK', '10.00', '2')).toMatchObject({ amount: '30.00' })
  expect(await enter('4', 'ENTER_CHARGEBACK', '30.01', '2')).toContain(
    'At most 30.00 USD can still be reversed',
  )
  expect(await enter('5', 'ENTER_CHARGEBACK', '30.00', '2')).toMatchObject({ amount: '0.00' })
  expect(await enter('6', 'ENTER_CHARGEBACK', '5.00', '3')).toContain('transaction.targetTransactionId')
  expect(await enter('7', 'ENTER_CHARGEBACK', '100.00')).toMatchObject({ amount: '100.00' })
  const order = await gateway.retrieveOrder(key)
  expect(order).toMatchObject({ status: 'CAPTURED', chargeback: { amount: '100.00' } })
})

test('what was charged back is not voided, but what was reversed may be', async () => {
  const { enter, submit } = await paid()
  await enter('2', 'ENTER_CHARGEBACK', '40.00')
  expect(await submit('v', 'VOID', target('1'))).toMatchObject({
    explanation: expect.stringContaining('Reverse the chargebacks that rest on it first.'),
  })
  await enter('3', 'ENTER_CHARGEBACK', '40.00', '2')
  expect(await submit('w', 'VOID', target('1'))).toMatchObject({
    record: { order: { status: 'CANCELLED', chargeback: { amount: '0.00' } } },
  })
})

test('a fee is listed and changes nothing; the entry again is a replay', async () => {
  const { enter, submit, journal } = await paid()
  const once = await enter('2', 'ENTER_FEE', '3.00')
  expect(once).toEqual({ result: 'SUCCESS', type: 'FEE', amount: '3.00', status: 'CAPTURED' })
  expect(await enter('2', 'ENTER_FEE', '3.00')).toEqual(once)
  expect(await enter('2', 'ENTER_FEE', '4.00')).toContain('transactionid')
  expect((await journal.load(key))?.transactions).toHaveLength(2)
  expect(await submit('3', 'REFUND', moved('100.00'))).toMatchObject({
    record: { order: { status: 'REFUNDED' } },
  })
})

test('nothing is entered on what nobody paid, nor of nothing, nor in another currency', async () => {
  const { submit, submitTo } = scriptedPipeline()
  const entry = { transaction: { amount: '1.00', currency: 'USD' } }
  for (const operation of ['ENTER_CHARGEBACK', 'ENTER_FEE'])
    expect(await submitTo('none', { transactionId: '1', operation, body: entry })).toMatchObject({
      field: 'apiOperation',
    })
  await submit('1', 'AUTHORIZE', payment('100.00'))
  expect(await submit('2', 'ENTER_CHARGEBACK', entry)).toMatchObject({ field: 'apiOperation' })
  expect(await submit('3', 'ENTER_FEE', moved('0.00'))).toMatchObject({ field: 'transaction.amount' })
  const euros = { transaction: { amount: '1.00', currency: 'EUR' } }
  expect(await submit('4', 'ENTER_FEE', euros)).toMatchObject({ field: 'transaction.currency' })
  expect(await submit('5', 'ENTER_FEE', entry)).toMatchObject({ record: { result: 'SUCCESS' } })
})
