import { expect, test } from 'vitest'
import {
  having,
  key,
  later,
  minute,
  owedOf,
  paidFour,
  second,
  testCheckoutWithRest,
  verbs,
} from '../../../test/support/checkout/partialPayments.ts'
import { answerWith, type Scripted } from '../../../test/support/operations/scriptedPipeline.ts'
import { StoreUnavailable } from '../../platform/errors.ts'

type TestCheckout = ReturnType<typeof testCheckoutWithRest>

const referred: Scripted = ask => {
  const answer = answerWith('declined', ask)
  return answer.outcome === 'declined' ? { ...answer, gatewayCode: 'REFERRED' } : answer
}
const refer = (checkout: TestCheckout) =>
  checkout.submit('ref', 'REFERRAL', { transaction: { authorizationCode: 'A12345' } })
const paymentsOf = async ({ journal }: TestCheckout) =>
  (await journal.load(key))?.transactions.filter(({ type }) => type === 'PAYMENT') ?? []

test('a rest that was referred does not pay the order once its part was given back', async () => {
  const { checkout, payer } = await paidFour()
  checkout.answers.push(referred)
  await payer.pay(second)
  expect(await refer(checkout)).toMatchObject({
    explanation: expect.stringContaining('The payer of this order is still paying the rest of it.'),
  })
  await payer.act('cancel', { of: 'payment' })
  await checkout.recovery.settle()
  expect(await refer(checkout)).toMatchObject({
    field: 'apiOperation',
    explanation: expect.stringContaining('The payment that this is the rest of is gone.'),
  })
  expect(verbs(checkout)).toEqual(['pay', 'pay', 'reverse'])
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({
    ...{ amount: '10.00', status: 'FAILED', totalCapturedAmount: '0.00' },
  })
})

test('nor once the merchant has voided that part', async () => {
  const { checkout, payer } = await paidFour()
  checkout.answers.push(referred)
  await payer.pay(second)
  const [part] = await paymentsOf(checkout)
  await checkout.submit('v', 'VOID', { transaction: { targetTransactionId: part?.id ?? '' } })
  expect(await refer(checkout)).toMatchObject({ field: 'apiOperation' })
  expect(verbs(checkout)).toEqual(['pay', 'pay', 'void'])
})

test('all of an order that was referred at checkout is still paid by the code', async () => {
  const checkout = testCheckoutWithRest()
  checkout.answers.push(referred)
  const payer = await checkout.open()
  await payer.pay()
  await refer(checkout)
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({ amount: '10.00', status: 'CAPTURED' })
})

test.each(['silent', 'declined'] as const)(
  'a part is given back although the acquirer is %s about undoing its rest',
  async outcome => {
    const { checkout, payer } = await paidFour()
    checkout.answers.push('unknown')
    await payer.pay(second)
    expect(await owedOf(checkout)).toEqual(['pay-1 rest PENDING', 'pay-2 reversal PENDING'])
    const { acquirer } = checkout.pipeline
    const send = acquirer.send.bind(acquirer)
    acquirer.send = async (ask, deadline) =>
      'transactionId' in ask && ask.transactionId.startsWith('pay-2')
        ? answerWith(outcome, ask)
        : await send(ask, deadline)
    later(checkout, 31 * minute)
    await checkout.recovery.settle()
    expect(await owedOf(checkout)).toEqual(['pay-1 reversal ACKNOWLEDGED', 'pay-2 reversal PENDING'])
  },
)

test('a rest whose outcome the acquirer has yet to tell is waited for', async () => {
  const { checkout, payer } = await paidFour()
  checkout.answers.push('pending', ...Array.from({ length: 3 }, () => 'pending' as const))
  await payer.pay(second)
  for (let time = 0; time < 3; time++) {
    later(checkout, 31 * minute)
    await checkout.recovery.settle()
    expect(await owedOf(checkout)).toEqual(['pay-1 rest PENDING', 'pay-2 inquiry PENDING'])
  }
  later(checkout, 16 * minute)
  await checkout.recovery.settle()
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({ totalCapturedAmount: '10.00' })
})

test('what is given back is asked for as it was approved, and stays written down so', async () => {
  const { checkout, payer } = await paidFour()
  await payer.act('cancel', { of: 'payment' })
  await checkout.recovery.settle()
  expect(checkout.asks.at(-1)).toMatchObject({ verb: 'reverse', amount: 400n, original: { amount: 1000n } })
  expect(await paymentsOf(checkout)).toMatchObject([
    { amount: 1000n, approvedAmount: 400n, owed: { status: 'ACKNOWLEDGED' } },
  ])
})

test('a part of a rest that comes too late to be kept is undone as it was approved', async () => {
  const { checkout, payer } = await paidFour()
  checkout.answers.push('pending', 'approved', having(200n))
  await payer.pay(second)
  const [part] = await paymentsOf(checkout)
  await checkout.submit('v', 'VOID', { transaction: { targetTransactionId: part?.id ?? '' } })
  await checkout.recovery.settle()
  expect(verbs(checkout)).toEqual(['pay', 'pay', 'void', 'inquire', 'reverse'])
  expect(checkout.asks.at(-1)).toMatchObject({ amount: 200n, original: { amount: 600n } })
})

test('of what nobody knows, all that was asked for is undone', async () => {
  const checkout = testCheckoutWithRest()
  checkout.answers.push('unknown')
  const payer = await checkout.open()
  await payer.pay()
  await checkout.recovery.settle()
  expect(checkout.asks.at(-1)).toMatchObject({ verb: 'reverse', amount: 1000n })
})

test('while the payer has time, nobody counts that as silence', async () => {
  const { checkout } = await paidFour()
  for (let passed = 0; passed < 29; passed++) {
    await checkout.recovery.tick()
    later(checkout, minute)
  }
  expect(await paymentsOf(checkout)).toMatchObject([{ owed: { obligation: 'rest', attempts: 1 } }])
})

test('once the time is over, a rest that failed has its part given back within seconds', async () => {
  const { checkout, payer } = await paidFour()
  checkout.answers.push(...Array.from({ length: 9 }, () => 'pending' as const), 'declined')
  await payer.pay(second)
  for (let time = 0; time < 9; time++) {
    later(checkout, 16 * minute)
    await checkout.recovery.settle()
  }
  expect(await owedOf(checkout)).toEqual(['pay-1 rest PENDING', 'pay-2 inquiry ACKNOWLEDGED'])
  later(checkout, 5_000)
  await checkout.recovery.settle()
  expect(await owedOf(checkout)).toEqual(['pay-1 reversal ACKNOWLEDGED', 'pay-2 inquiry ACKNOWLEDGED'])
})

test('who has paid the rest, or had the part voided, leaves nothing owed behind', async () => {
  const { checkout, payer } = await paidFour()
  await checkout.recovery.tick()
  await payer.pay(second)
  expect(await owedOf(checkout)).toEqual(['pay-1 rest ACKNOWLEDGED'])

  const { checkout: other } = await paidFour()
  await other.recovery.tick()
  const [part] = await paymentsOf(other)
  await other.submit('v', 'VOID', { transaction: { targetTransactionId: part?.id ?? '' } })
  expect(await owedOf(other)).toEqual(['pay-1 rest ACKNOWLEDGED'])
})

test('a rest that was learnt of later leaves nothing owed behind either', async () => {
  const { checkout, payer } = await paidFour()
  await checkout.recovery.tick()
  checkout.answers.push('pending')
  await payer.pay(second)
  expect((await owedOf(checkout))?.[0]).toBe('pay-1 rest PENDING')
  await checkout.recovery.settle()
  expect(await owedOf(checkout)).toEqual(['pay-1 rest ACKNOWLEDGED', 'pay-2 inquiry ACKNOWLEDGED'])
})

test('a store that is away right after the rest was paid takes nothing from that', async () => {
  const { checkout, payer } = await paidFour()
  await checkout.recovery.tick()
  checkout.journal.release = () => Promise.reject(new StoreUnavailable('away'))
  expect(await payer.pay(second)).toMatchObject({ step: 'done' })
})
