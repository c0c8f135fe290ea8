import { expect, test } from 'vitest'
import { notEnrolled } from '../../../test/support/checkout/issuerAnswers.ts'
import { testCheckout } from '../../../test/support/checkout/testCheckout.ts'
import { moved, payment, target } from '../../../test/support/operations/scriptedPipeline.ts'

/** A payer at a page that was loaded from a node of the release before: it sends no number. */
const earlier = { protocol: undefined }

test('an earlier page has no words for a payment that nobody answered: it reads to try later', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled)
  checkout.answers.push('silent')
  const payer = await checkout.open()
  const answered = (reason: string) => ({ step: 'form', error: { reason }, attemptsLeft: 4 })
  expect(await payer.pay({ ...earlier, attemptsLeft: 5 })).toEqual(answered('tryLater'))
  expect(await payer.act('state', earlier)).toEqual(answered('tryLater'))
  expect(await payer.act('state')).toEqual(answered('notCompleted'))
})

test.each([
  { undo: undefined, step: 'paidBefore', text: /^A payment for it was made before/ },
  { undo: 'REFUND', step: 'refundedBefore', text: /money was given back/ },
  { undo: 'VOID', step: 'cancelledBefore', text: /cancelled/ },
] as const)('an earlier page whose order is $step ends, and does not poll', async ({ undo, step, text }) => {
  const checkout = testCheckout()
  const payer = await checkout.open()
  await checkout.submit('api', 'PAY', payment('10.00'))
  if (undo !== undefined)
    await checkout.submit('undo', undo, undo === 'VOID' ? target('api') : moved('10.00'))
  const told = await payer.act('state')
  expect(told).toMatchObject({ step, address: expect.stringContaining('https://shop.example/back?') })
  // It goes where the other goes. Its own text says that no payment was made.
  const ended = { ...told, step: 'expired', text: expect.stringMatching(text) }
  for (const name of ['submit', 'wallet', 'proceed', 'state', 'cancel', 'remove'])
    expect(await payer.act(name, earlier), name).toEqual(ended)
})

test('what an earlier page knows is answered as ever', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled)
  const payer = await checkout.open()
  expect(await payer.act('state', earlier)).toEqual(await payer.act('state'))
  expect(await payer.pay(earlier)).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
})
