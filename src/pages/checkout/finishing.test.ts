import { expect, test } from 'vitest'
import {
  challenge,
  charges,
  enrolled,
  judged,
  settleChallenge,
} from '../../../test/support/checkout/issuerAnswers.ts'
import {
  having,
  key,
  later,
  minute,
  owedOf,
  paidFour,
  rest,
  second,
  testCheckoutWithRest,
  verbs,
} from '../../../test/support/checkout/partialPayments.ts'
import { otherCard } from '../../../test/support/checkout/testCheckout.ts'

test('a part is taken, the payer pays the rest with another card, and only that is success', async () => {
  const { checkout, payer, part } = await paidFour()
  expect(part).toEqual({ step: 'form', attemptsLeft: 4, rest })
  expect(JSON.stringify([part, await payer.act('state'), await payer.page()])).not.toContain(payer.indicator)
  expect(await payer.pay(second)).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
  expect(charges(checkout)).toMatchObject([
    { amount: 1000n, acceptPartialAmount: true, card: { number: '5123450000000008' } },
    { amount: 600n, acceptPartialAmount: true, card: { number: otherCard.number } },
  ])
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({
    status: 'CAPTURED',
    amount: '10.00',
    totalCapturedAmount: '10.00',
    transaction: [
      {},
      { result: 'SUCCESS', transaction: { amount: '4.00' } },
      { transaction: { type: 'AUTHENTICATION', amount: '6.00' } },
      { result: 'SUCCESS', transaction: { amount: '6.00' }, order: { amount: '10.00' } },
    ],
  })
  later(checkout, 31 * minute)
  await checkout.recovery.settle()
  expect(verbs(checkout)).toEqual(['pay', 'pay'])
  expect(await owedOf(checkout)).toEqual(['pay-1 rest ACKNOWLEDGED'])
})

test('the rest can take several cards, and the same one again', async () => {
  const { checkout, payer } = await paidFour()
  checkout.answers.push('declined', having(100n))
  expect(await payer.pay(second)).toEqual({
    ...{ step: 'form', attemptsLeft: 3, rest },
    error: { reason: 'declined' },
  })
  const two = { due: '$5.00', taken: '$5.00', parts: [...rest.parts, { amount: '$1.00', digits: '1019' }] }
  expect(await payer.pay({ ...second, attemptsLeft: 3 })).toEqual({
    step: 'form',
    attemptsLeft: 2,
    rest: two,
  })
  const done = await payer.pay({ attemptsLeft: 2, due: '$5.00' })
  expect(done).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
  expect(done.receipt).toEqual({ paidAt: expect.any(String) })
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({
    amount: '10.00',
    totalCapturedAmount: '10.00',
  })
})

test('the page says what was taken, what is due and what becomes of it, and offers the rest', async () => {
  const { payer } = await paidFour()
  const page = JSON.stringify(await payer.page())
  expect(page).toContain('$4.00 was taken from the card ending in 0008.')
  expect(page).toContain('$6.00 of $10.00 is still due.')
  expect(page).toContain('what was taken is given back')
  expect(page).toContain('Pay $6.00')
})

test('an issuer asks its payer about the rest, not about all of it', async () => {
  const checkout = testCheckoutWithRest()
  checkout.others.authentications.splice(1, 4, enrolled, challenge)
  const { payer } = await paidFour(checkout)
  expect(await payer.pay(second)).toMatchObject({ step: 'challenge' })
  expect(checkout.others.asks.at(-1)).toMatchObject({
    amount: 600n,
    particulars: { order: { amount: '6.00' } },
  })
  await settleChallenge(checkout, payer.sessionId, judged('Y'), 2)
  expect(await payer.act('proceed', second)).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
})

test('without anybody who authenticates payers it is the same', async () => {
  const { checkout, payer, part } = await paidFour(testCheckoutWithRest({ hasAuthentication: false }))
  expect(part).toEqual({ step: 'form', attemptsLeft: 4, rest })
  expect(await payer.pay(second)).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
  expect(charges(checkout)).toMatchObject([{ amount: 1000n }, { amount: 600n }])
})

test('an outcome that comes late is waited for: it may be the rest', async () => {
  const { checkout, payer } = await paidFour()
  checkout.answers.push('pending', 'pending', 'pending')
  expect(await payer.pay(second)).toEqual({ step: 'processing' })
  expect(await payer.act('cancel', { of: 'payment' })).toEqual({ step: 'processing' })
  later(checkout, 29.75 * minute)
  await checkout.recovery.settle()
  expect(await payer.act('state')).toEqual({ step: 'processing' })
  checkout.answers.splice(0)
  later(checkout, minute / 10)
  await checkout.recovery.settle()
  expect(await payer.act('state')).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
  expect(verbs(checkout)).not.toContain('reverse')
})

test('a part that is learnt of late waits for its rest like any other', async () => {
  const checkout = testCheckoutWithRest()
  checkout.answers.push('pending', having(400n))
  const payer = await checkout.open()
  expect(await payer.pay()).toEqual({ step: 'processing' })
  await checkout.recovery.settle()
  expect(await payer.act('state')).toEqual({ step: 'form', attemptsLeft: 4, rest })
  expect(await owedOf(checkout)).toEqual(['pay-1 rest PENDING'])
  expect(await payer.pay(second)).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
})

test('nobody pays another amount than the page told, be it the rest or all of it', async () => {
  const { checkout, payer } = await paidFour()
  expect(await payer.pay({ card: otherCard, attemptsLeft: 4 })).toEqual({
    step: 'form',
    attemptsLeft: 4,
    rest,
  })
  await payer.act('cancel', { of: 'payment' })
  expect(await payer.pay(second)).toMatchObject({ step: 'form', error: { reason: 'givenBack' } })
  expect(charges(checkout)).toHaveLength(1)
})

test('a form sent twice is one try, and pays once', async () => {
  const { checkout, payer } = await paidFour()
  expect(await payer.pay({ attemptsLeft: 5 })).toEqual({ step: 'form', attemptsLeft: 4, rest })
  const both = await Promise.all([payer.pay(second), payer.pay(second)])
  expect(both.map(({ step }) => step)).toContain('done')
  expect(charges(checkout)).toHaveLength(2)
})

test.each([
  ['AUTHORIZE', {}],
  ['PURCHASE', { order: { acceptPartialAmount: false } }],
])('%s %j asks for the whole amount', async (operation, more) => {
  const checkout = testCheckoutWithRest()
  const payer = await checkout.open({ operation }, more)
  await payer.pay()
  expect(charges(checkout)).toMatchObject([{ acceptPartialAmount: false }])
})

test('what was paid in parts is refunded payment by payment, each to its card', async () => {
  const { checkout, payer } = await paidFour()
  await payer.pay(second)
  const ids = (await checkout.journal.load(key))?.transactions
    .filter(({ type }) => type === 'PAYMENT')
    .map(({ id }) => id)
  const [one = '', other = ''] = ids ?? []
  const refund = (amount: string, target?: string) => ({
    transaction: { amount, currency: 'USD', ...(target && { targetTransactionId: target }) },
  })
  expect(await checkout.submit('r', 'REFUND', refund('10.00'))).toMatchObject({
    field: 'transaction.targetTransactionId',
    explanation: 'Value is invalid. This order was paid in parts: name one of its payments.',
  })
  expect(await checkout.submit('r', 'REFUND', refund('4.01', one))).toMatchObject({
    field: 'transaction.amount',
  })
  await checkout.submit('r1', 'REFUND', refund('4.00', one))
  await checkout.submit('r2', 'REFUND', refund('6.00', other))
  expect(checkout.asks.slice(2)).toMatchObject([
    { verb: 'refund', amount: 400n, card: { number: '5123450000000008' }, original: { transactionId: one } },
    { verb: 'refund', amount: 600n, card: { number: otherCard.number }, original: { transactionId: other } },
  ])
  await checkout.submit('v2', 'VOID', { transaction: { targetTransactionId: 'r2' } })
  expect(checkout.asks.at(-1)).toMatchObject({ verb: 'void', card: { number: otherCard.number } })
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({ status: 'PARTIALLY_REFUNDED' })
})
