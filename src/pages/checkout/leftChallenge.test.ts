import { expect, test } from 'vitest'
import {
  challenge,
  charges,
  enrolled,
  judged,
  notEnrolled,
  settleChallenge,
} from '../../../test/support/checkout/issuerAnswers.ts'
import { testCheckout } from '../../../test/support/checkout/testCheckout.ts'
import { transactionIds } from './attempts.ts'

const approved = { step: 'done', resultIndicator: expect.any(String) }
const left = { step: 'form', error: { reason: 'authenticationCancelled' }, attemptsLeft: 4 }

/** A payer whose issuer asks, in one of their tabs; every tab has this one session. */
async function inChallenge() {
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, challenge)
  const payer = await checkout.open()
  expect(await payer.pay({ attemptsLeft: 5 })).toMatchObject({ step: 'challenge' })
  return { checkout, payer }
}

const ways = [
  ['the payment', { of: 'payment' }, { step: 'cancelled' }],
  ['the approval', { of: 'challenge' }, left],
] as const

for (const [what, body, answer] of ways) {
  test(`who cancels ${what} in another tab is not charged when the issuer agrees after that`, async () => {
    const { checkout, payer } = await inChallenge()
    expect(await payer.act('cancel', body)).toMatchObject(answer)
    expect(await payer.act('state', { attemptsLeft: 5 })).toEqual(left)
    await settleChallenge(checkout, payer.sessionId, judged('Y'))
    expect(await payer.act('proceed')).toMatchObject({ step: 'form', attemptsLeft: 4 })
    expect(charges(checkout)).toEqual([])
    expect((await payer.held())?.holdsSecrets).toBe(false)
  })

  test(`who cancels ${what} after the issuer agreed, before a tab has paid, is not charged`, async () => {
    const { checkout, payer } = await inChallenge()
    await settleChallenge(checkout, payer.sessionId, judged('Y'))
    expect(await payer.act('cancel', body)).toMatchObject(answer)
    expect(await payer.act('state', { attemptsLeft: 5 })).toMatchObject({ step: 'form', attemptsLeft: 4 })
    expect(await payer.act('proceed')).toMatchObject({ step: 'form', attemptsLeft: 4 })
    expect(charges(checkout)).toEqual([])
  })

  test(`who cancels ${what} right before another tab asks for the payment is not charged`, async () => {
    const { checkout, payer } = await inChallenge()
    await settleChallenge(checkout, payer.sessionId, judged('Y'))
    checkout.before.set('PAY', async () => {
      expect(await payer.act('cancel', body)).toMatchObject(answer)
    })
    expect(await payer.act('proceed')).toMatchObject({ step: 'form', attemptsLeft: 4 })
    expect(charges(checkout)).toEqual([])
  })

  test(`who cancels ${what} when another tab is about to pay follows that payment`, async () => {
    const { checkout, payer } = await inChallenge()
    await settleChallenge(checkout, payer.sessionId, judged('Y'))
    const held = await payer.held()
    const use = transactionIds(payer.sessionId, 1).payment
    const seen = { ...held?.key, version: held?.stored.version }
    await checkout.sessions.claimSecrets(Object(seen), { use, holder: 'another request' })
    expect(await payer.act('cancel', body)).toEqual({ step: 'processing' })
  })
}

test('who cancelled may think again, and is not charged for what was left', async () => {
  const { checkout, payer } = await inChallenge()
  await payer.act('cancel', { of: 'payment' })
  const page = await payer.page()
  expect('body' in page && page.body).toContain('"lastDecline":"authenticationCancelled"')
  checkout.others.authentications.push(notEnrolled)
  expect(await payer.pay({ attemptsLeft: 4 })).toMatchObject(approved)
  expect(charges(checkout)).toMatchObject([{ transactionId: expect.stringMatching(/^pay-2-/) }])
})
