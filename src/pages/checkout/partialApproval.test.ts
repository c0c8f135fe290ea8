import { expect, test } from 'vitest'
import { charges, notEnrolled } from '../../../test/support/checkout/issuerAnswers.ts'
import { otherCard, testCheckout } from '../../../test/support/checkout/testCheckout.ts'
import { answerWith, type Scripted } from '../../../test/support/operations/scriptedPipeline.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'

const key = { cell: 0, merchantId: 'M', orderId: 'O' }
/** An issuer that has four dollars for whoever asks for more. */
const fourDollars: Scripted = ask => {
  const answer = answerWith('approved', ask)
  return answer.outcome === 'approved'
    ? { ...answer, gatewayCode: 'PARTIALLY_APPROVED', amount: 400n, acquirerMessage: 'PARTIAL APPROVAL' }
    : answer
}
const welcomesParts = { order: { acceptPartialAmount: true } }

async function payerWith(checkout: ReturnType<typeof testCheckout>, operation = 'PURCHASE') {
  checkout.others.authentications.push(notEnrolled, notEnrolled)
  checkout.answers.push(fourDollars)
  return await checkout.open({ operation }, welcomesParts)
}

test.each(['PURCHASE', 'AUTHORIZE'])(
  '%s asks for the whole amount, whatever the session welcomes',
  async operation => {
    const checkout = testCheckout()
    const payer = await payerWith(checkout, operation)
    await payer.pay()
    expect(charges(checkout)).toMatchObject([{ amount: 1000n, acceptPartialAmount: false }])
  },
)

test('a part approved all the same is no success: it is undone, and another card may pay', async () => {
  const checkout = testCheckout()
  const payer = await payerWith(checkout)
  const first = await payer.pay()
  expect(first).toEqual({ step: 'processing' })
  expect(JSON.stringify([first, await payer.act('state')])).not.toContain(payer.indicator)
  await checkout.recovery.settle()
  expect(checkout.asks.map(({ verb }) => verb)).toEqual(['pay', 'reverse'])
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({
    status: 'FAILED',
    totalAuthorizedAmount: '0.00',
    transaction: [{}, { result: 'FAILURE', transaction: { reversal: { status: 'ACKNOWLEDGED' } } }],
  })
  expect(await payer.act('state')).toEqual({
    step: 'form',
    error: { reason: 'notCompleted' },
    attemptsLeft: 4,
  })
  expect(await payer.pay({ card: otherCard, attemptsLeft: 4 })).toMatchObject({
    step: 'done',
    resultIndicator: payer.indicator,
  })
})

test('who collects the rest gets the payer back with a part, without the word of success', async () => {
  const checkout = testCheckout({ profile: { ...ordinaryProfile, partialPaymentsAtCheckout: 'KEEP' } })
  const payer = await payerWith(checkout)
  const ended = await payer.pay()
  expect(charges(checkout)).toMatchObject([{ amount: 1000n, acceptPartialAmount: true }])
  expect(ended).toEqual({
    step: 'part',
    address: expect.stringMatching(
      /^https:\/\/shop.example\/back\?resultIndicator=[0-9a-f]{16}&sessionVersion=/,
    ),
    resultIndicator: expect.stringMatching(/^[0-9a-f]{16}$/),
    sessionVersion: expect.any(String),
    paid: '$4.00',
  })
  expect(JSON.stringify(ended)).not.toContain(payer.indicator)
  expect(await payer.act('state')).toEqual(ended)
  expect(await payer.act('cancel', { of: 'payment' })).toEqual(ended)
  expect(await payer.pay({ card: otherCard, attemptsLeft: 4 })).toEqual(ended)
  expect(charges(checkout)).toHaveLength(1)
  expect((await payer.held())?.holdsSecrets).toBe(false)
  const page = JSON.stringify(await payer.page())
  expect(page).toContain('Your bank approved $4.00 of $10.00')
  expect(page).not.toContain(payer.indicator)
})

test('who does not welcome parts gets none, though the profile would let them', async () => {
  const checkout = testCheckout({ profile: { ...ordinaryProfile, partialPaymentsAtCheckout: 'KEEP' } })
  checkout.others.authentications.push(notEnrolled)
  checkout.answers.push(fourDollars)
  const payer = await checkout.open()
  expect(await payer.pay()).toEqual({ step: 'processing' })
  expect(charges(checkout)).toMatchObject([{ acceptPartialAmount: false }])
})
