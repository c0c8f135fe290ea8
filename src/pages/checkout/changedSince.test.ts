import { expect, test } from 'vitest'
import {
  challenge,
  charges,
  enrolled,
  judged,
  notEnrolled,
  settleChallenge,
} from '../../../test/support/checkout/issuerAnswers.ts'
import { otherCard, testCheckout } from '../../../test/support/checkout/testCheckout.ts'
import { answerWith, target } from '../../../test/support/operations/scriptedPipeline.ts'
import type { Content } from '../../contract/kit/content.ts'
import { transactionIds } from './attempts.ts'

type TestCheckout = ReturnType<typeof testCheckout>
const owner = { cell: 0, merchantId: 'M' }

function checkoutWithCard(): TestCheckout {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled)
  return checkout
}

const update = async ({ sessions }: TestCheckout, sessionId: string, body: Content) =>
  expect(await sessions.update({ owner, version: 100, body }, sessionId)).toMatchObject({ session: {} })

test.each([
  ['the amount was raised', { amount: '500.00' }, '$10.00'],
  ['the amount was lowered', { amount: '9.99' }, '$10.00'],
  ['the currency was changed', { currency: 'EUR' }, '$10.00'],
])('paid, then %s: what was paid is told, without the word of success', async (_, order, paid) => {
  const checkout = checkoutWithCard()
  const payer = await checkout.open()
  expect(await payer.pay()).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
  await update(checkout, payer.sessionId, { order })
  const told = await payer.act('state')
  expect(told).toMatchObject({ step: 'part', paid, address: expect.stringContaining('resultIndicator=') })
  expect(await payer.pay({ card: otherCard, attemptsLeft: 4 })).toEqual(told)
  expect(await payer.act('cancel', { of: 'payment' })).toEqual(told)
  expect(JSON.stringify([told, await payer.page()])).not.toContain(payer.indicator)
  expect(charges(checkout)).toHaveLength(1)
})

test('the same amount in other words is still all of it', async () => {
  const checkout = checkoutWithCard()
  const payer = await checkout.open()
  await payer.pay()
  for (const amount of ['10', '10.0', '10.00']) {
    await update(checkout, payer.sessionId, { order: { amount } })
    expect(await payer.act('state')).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
  }
})

test('the amount is raised while the bank is asked: what it approved is not what is wanted now', async () => {
  const checkout = checkoutWithCard()
  const payer = await checkout.open()
  checkout.answers.push(async ask => {
    await update(checkout, payer.sessionId, { order: { amount: '500.00' } })
    return answerWith('approved', ask)
  })
  expect(await payer.pay()).toMatchObject({ step: 'part', paid: '$10.00' })
  expect(await payer.act('state')).toMatchObject({ step: 'part', paid: '$10.00' })
})

test.each([
  ['raised', '500.00'],
  ['lowered', '9.00'],
])('the amount is %s during a challenge: nothing is paid before the payer has seen it', async (_, amount) => {
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, challenge)
  const payer = await checkout.open()
  await payer.pay()
  await update(checkout, payer.sessionId, { order: { amount } })
  await settleChallenge(checkout, payer.sessionId, judged('Y'))
  const changed = {
    step: 'form',
    error: { reason: 'orderChanged', terms: `${amount} USD O` },
    attemptsLeft: 4,
  }
  expect(await payer.act('proceed')).toEqual(changed)
  expect(await payer.act('state')).toEqual(changed)
  expect(await payer.terms()).toBe(changed.error.terms)
  expect(charges(checkout)).toEqual([])
  checkout.others.authentications.push(notEnrolled)
  expect(await payer.pay({ attemptsLeft: 4 })).toMatchObject({ resultIndicator: payer.indicator })
  expect(charges(checkout)).toHaveLength(1)
})

test.each(['PURCHASE', 'AUTHORIZE'])(
  '%s that the merchant has voided since is no success',
  async operation => {
    const checkout = checkoutWithCard()
    const payer = await checkout.open({ operation, cancelUrl: 'https://shop.example/no' })
    await payer.pay()
    await checkout.submit('undo', 'VOID', target(transactionIds(payer.sessionId, 1).payment))
    const told = await payer.act('state')
    expect(told).toMatchObject({ step: 'cancelled', address: 'https://shop.example/no' })
    for (const again of [
      await payer.pay({ card: otherCard }),
      await payer.act('cancel', { of: 'challenge' }),
    ])
      expect(again).toEqual(told)
    expect(JSON.stringify([told, await payer.page()])).not.toContain(payer.indicator)
    expect(charges(checkout)).toHaveLength(1)
  },
)
