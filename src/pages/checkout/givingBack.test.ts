import { expect, test } from 'vitest'
import {
  challenge,
  charges,
  enrolled,
  judged,
  settleChallenge,
} from '../../../test/support/checkout/issuerAnswers.ts'
import {
  key,
  later,
  minute,
  owedOf,
  paidFour,
  second,
  testCheckoutWithRest,
  verbs,
} from '../../../test/support/checkout/partialPayments.ts'
import { otherCard } from '../../../test/support/checkout/testCheckout.ts'
import { payment } from '../../../test/support/operations/scriptedPipeline.ts'

test('who cancels gets back what was taken, at once and for certain', async () => {
  const { checkout, payer } = await paidFour()
  expect(await payer.act('cancel', { of: 'payment' })).toMatchObject({
    ...{ step: 'cancelled', returned: '$4.00', address: 'https://shop.example/no' },
  })
  expect(await owedOf(checkout)).toEqual(['pay-1 reversal PENDING'])
  checkout.answers.push('silent')
  await checkout.recovery.settle()
  expect(await owedOf(checkout)).toEqual(['pay-1 reversal PENDING'])
  later(checkout, minute)
  await checkout.recovery.settle()
  expect(verbs(checkout)).toEqual(['pay', 'reverse', 'reverse'])
  expect(checkout.asks.at(-1)).toMatchObject({ original: { authorizationCode: 'CODE01' } })
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({
    status: 'FAILED',
    totalCapturedAmount: '0.00',
    transaction: [
      {},
      {
        result: 'FAILURE',
        response: { gatewayCode: 'ABORTED' },
        transaction: { amount: '4.00', reversal: { status: 'ACKNOWLEDGED' } },
      },
    ],
  })
  const again = await payer.act('state')
  expect(again).toEqual({ step: 'form', error: { reason: 'givenBack' }, attemptsLeft: 4, returned: '$4.00' })
  expect(JSON.stringify(await payer.page())).toContain('$4.00 was taken and is being given back.')
  expect(await payer.pay({ card: otherCard, attemptsLeft: 4 })).toMatchObject({ step: 'done' })
  expect(charges(checkout).at(-1)).toMatchObject({ amount: 1000n })
})

test('who leaves gets it back when the time is over, though no page asks for it', async () => {
  const { checkout } = await paidFour()
  await checkout.recovery.settle()
  later(checkout, 20 * minute)
  await checkout.recovery.tick()
  expect(await owedOf(checkout)).toEqual(['pay-1 rest PENDING'])
  later(checkout, 11 * minute)
  await checkout.recovery.settle()
  expect(verbs(checkout)).toEqual(['pay', 'reverse'])
  expect(await owedOf(checkout)).toEqual(['pay-1 reversal ACKNOWLEDGED'])
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({ status: 'FAILED' })
})

test('whose time is over reads that it is given back, and cannot pay the rest any more', async () => {
  const { checkout, payer } = await paidFour()
  later(checkout, 29.75 * minute)
  expect(await payer.pay(second)).toMatchObject({ step: 'expired', returned: '$4.00' })
  expect(await owedOf(checkout)).toEqual(['pay-1 reversal PENDING'])
  expect(charges(checkout)).toHaveLength(1)
})

test('who has paid a part at a shop that is suspended meanwhile gets it back, and reads so', async () => {
  const { checkout, payer } = await paidFour()
  Object.assign(checkout.merchant.profile, { standing: 'SUSPENDED' })
  expect(await payer.pay(second)).toMatchObject({ error: { reason: 'orderChanged' }, returned: '$4.00' })
  const page = JSON.stringify(await payer.page())
  expect(page).toContain('This shop does not take payments at present')
  expect(page).toContain('$4.00 was taken and is being given back.')
  expect(await owedOf(checkout)).toEqual(['pay-1 reversal PENDING'])
  expect(charges(checkout)).toHaveLength(1)
})

test('at the last try only all of the rest is asked for; when that fails, all is given back', async () => {
  const { checkout, payer } = await paidFour()
  checkout.answers.push('declined', 'declined', 'declined', 'declined')
  for (const attemptsLeft of [4, 3, 2]) await payer.pay({ ...second, attemptsLeft })
  expect(await payer.pay({ ...second, attemptsLeft: 1 })).toEqual({
    ...{ step: 'form', attemptsLeft: 0, returned: '$4.00' },
    error: { reason: 'tooManyAttempts' },
  })
  expect(charges(checkout).map(ask => 'acceptPartialAmount' in ask && ask.acceptPartialAmount)).toEqual([
    ...[true, true, true, true, false],
  ])
  expect(JSON.stringify(await payer.page())).toContain('There were too many attempts. $4.00 was taken')
  await checkout.recovery.settle()
  expect(verbs(checkout).at(-1)).toBe('reverse')
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({
    amount: '10.00',
    totalCapturedAmount: '0.00',
  })
})

test('a node that dies over the rest leaves nothing half paid', async () => {
  const { checkout, payer } = await paidFour()
  checkout.answers.push(() => new Promise(() => {}))
  void payer.pay(second)
  await new Promise(resolve => setTimeout(resolve, 20))
  later(checkout, 31 * minute)
  await checkout.recovery.settle()
  later(checkout, 15 * minute)
  await checkout.recovery.settle()
  expect(verbs(checkout)).toEqual(['pay', 'pay', 'reverse', 'reverse'])
  expect(await owedOf(checkout)).toEqual(['pay-1 reversal ACKNOWLEDGED', 'pay-2 reversal ACKNOWLEDGED'])
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({ status: 'FAILED' })
})

test('meanwhile the merchant can build nothing on the part, nor pay beside it; it may void it', async () => {
  const { checkout, payer } = await paidFour()
  const refund = { transaction: { amount: '1.00', currency: 'USD' } }
  for (const [operation, body] of [
    ['REFUND', refund],
    ['PAY', payment('6.00')],
    ['INITIATE_AUTHENTICATION', payment('6.00')],
  ] as const)
    expect(await checkout.submit('x', operation, body)).toMatchObject({
      field: 'apiOperation',
      explanation: expect.stringContaining('The payer of this order is still paying the rest of it.'),
    })
  const transactions = (await checkout.journal.load(key))?.transactions ?? []
  const part = transactions.find(({ type }) => type === 'PAYMENT')?.id ?? ''
  await checkout.submit('v', 'VOID', { transaction: { targetTransactionId: part } })
  expect(await payer.act('state')).toMatchObject({ step: 'cancelled' })
  expect(await payer.pay(second)).toMatchObject({ step: 'cancelled' })
  later(checkout, 31 * minute)
  await checkout.recovery.settle()
  expect(verbs(checkout)).toEqual(['pay', 'void'])
})

test('a rest that is learnt of after its part was voided is not kept', async () => {
  const { checkout, payer } = await paidFour()
  checkout.answers.push('pending')
  await payer.pay(second)
  const part =
    (await checkout.journal.load(key))?.transactions.find(({ type }) => type === 'PAYMENT')?.id ?? ''
  await checkout.submit('v', 'VOID', { transaction: { targetTransactionId: part } })
  await checkout.recovery.settle()
  expect(verbs(checkout)).toEqual(['pay', 'pay', 'void', 'inquire', 'reverse'])
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({ totalCapturedAmount: '0.00' })
})

test('a price that became less than what was taken gives that back', async () => {
  const { checkout, payer } = await paidFour()
  const { sessionId } = payer
  const owner = { cell: 0, merchantId: 'M' }
  await checkout.sessions.update({ owner, version: 100, body: { order: { amount: '4.00' } } }, sessionId)
  expect(await payer.act('state')).toMatchObject({ step: 'form', error: { reason: 'givenBack' } })
  expect(await payer.pay({ card: otherCard, attemptsLeft: 4 })).toMatchObject({ step: 'done' })
  await checkout.recovery.settle()
  expect(verbs(checkout)).toEqual(['pay', 'pay', 'reverse'])
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({ totalCapturedAmount: '4.00' })
})

test('who was authenticated for a rest that is given back does not pay all of it so', async () => {
  const checkout = testCheckoutWithRest()
  checkout.others.authentications.splice(1, 4, enrolled, challenge)
  const { payer } = await paidFour(checkout)
  expect(await payer.pay(second)).toMatchObject({ step: 'challenge' })
  expect(await payer.act('cancel', { of: 'payment' })).toMatchObject({ step: 'cancelled', returned: '$4.00' })
  await settleChallenge(checkout, payer.sessionId, judged('Y'), 2)
  expect(await payer.act('proceed')).toMatchObject({ step: 'form', attemptsLeft: 3, returned: '$4.00' })
  expect(charges(checkout)).toHaveLength(1)
  await checkout.recovery.settle()
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({ totalCapturedAmount: '0.00' })
})

test('who pays the rest while another tab cancels has paid, and both tabs say so', async () => {
  const { checkout, payer } = await paidFour()
  const amend = checkout.journal.amend.bind(checkout.journal)
  checkout.journal.amend = async amendment => {
    checkout.journal.amend = amend
    expect(await payer.pay(second)).toMatchObject({ step: 'done' })
    return await amend(amendment)
  }
  expect(await payer.act('cancel', { of: 'payment' })).toMatchObject({
    step: 'done',
    resultIndicator: payer.indicator,
  })
  await checkout.recovery.settle()
  expect(verbs(checkout)).toEqual(['pay', 'pay'])
})
