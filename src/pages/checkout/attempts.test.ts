import { expect, test } from 'vitest'
import {
  challenge,
  charges,
  enrolled,
  judged,
  notEnrolled,
} from '../../../test/support/checkout/issuerAnswers.ts'
import { otherCard, testCheckout } from '../../../test/support/checkout/testCheckout.ts'
import { key, payment } from '../../../test/support/operations/scriptedPipeline.ts'
import { operationNamed } from '../../contract/catalogue.ts'
import type { Content } from '../../contract/kit/content.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { transactionIds } from './attempts.ts'

const approved = { step: 'done', address: expect.stringContaining('resultIndicator=') }

test('five tries, and no more', async () => {
  const checkout = testCheckout()
  const payer = await checkout.open()
  for (let left = 5; left > 0; left--) {
    checkout.others.authentications.push(notEnrolled)
    checkout.answers.push('declined')
    const error = { reason: left === 1 ? 'tooManyAttempts' : 'declined' }
    expect(await payer.pay({ attemptsLeft: left })).toEqual({ step: 'form', error, attemptsLeft: left - 1 })
  }
  expect(await payer.pay({ attemptsLeft: 0 })).toEqual({
    step: 'form',
    error: { reason: 'tooManyAttempts' },
    attemptsLeft: 0,
  })
  expect(charges(checkout)).toHaveLength(5)
})

test('an outcome nobody knows yet is waited for, and nothing else is asked meanwhile', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled)
  checkout.answers.push('pending', 'approved')
  const payer = await checkout.open()
  expect(await payer.pay()).toEqual({ step: 'processing' })
  expect(await payer.act('state')).toEqual({ step: 'processing' })
  expect(await payer.pay({ card: otherCard, attemptsLeft: 4 })).toEqual({ step: 'processing' })
  expect(await payer.act('cancel')).toEqual({ step: 'processing' })
  expect(charges(checkout)).toHaveLength(1)
})

test('while the payer is authenticated, another tab cannot cancel what is paid a moment later', async () => {
  const checkout = testCheckout()
  const payer = await checkout.open()
  const answers: Content[] = []
  checkout.others.counterparties.authenticator.send = async ({ verb }) => {
    if (verb !== 'authenticate') return enrolled
    answers.push(await payer.act('cancel', { of: 'payment' }))
    return judged('Y')
  }
  expect(await payer.pay()).toMatchObject(approved)
  expect(answers).toEqual([{ step: 'processing' }])
  expect(charges(checkout)).toHaveLength(1)
})

test('two tabs that pay at once, and a third that only looks, make one charge', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, judged('Y'))
  const payer = await checkout.open()
  const answers = await Promise.all([payer.pay(), payer.pay({ card: otherCard }), payer.act('state')])
  expect(charges(checkout)).toHaveLength(1)
  expect(checkout.others.asks.map(({ verb }) => verb)).toEqual(['enrolment', 'authenticate'])
  expect(answers.slice(0, 2).map(({ step }) => step)).not.toContain('cancelled')
  expect(await payer.act('state')).toMatchObject(approved)
})

test('a form that is sent twice means one try, also when the first came to nothing', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled)
  checkout.answers.push('declined')
  const payer = await checkout.open()
  const declined = { step: 'form', error: { reason: 'declined' }, attemptsLeft: 4 }
  expect(await payer.pay({ attemptsLeft: 5 })).toEqual(declined)
  expect(await payer.pay({ attemptsLeft: 5 })).toEqual(declined)
  expect(charges(checkout)).toHaveLength(1)
})

test('who closes a challenge is back at the form, and starts anew with whatever card', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, challenge, enrolled, judged('Y'))
  const payer = await checkout.open()
  expect(await payer.pay({ attemptsLeft: 5 })).toMatchObject({ step: 'challenge' })
  const left = { step: 'form', error: { reason: 'authenticationCancelled' }, attemptsLeft: 4 }
  expect(await payer.act('cancel', { of: 'challenge' })).toEqual(left)
  for (const attemptsLeft of [4, 5]) expect(await payer.act('state', { attemptsLeft })).toEqual(left)
  expect(await payer.pay({ attemptsLeft: 4 })).toMatchObject(approved)
  expect(checkout.others.asks).toHaveLength(4)
})

test('of a page that does not tell what it knows, the same card is the same try', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, challenge, notEnrolled)
  const payer = await checkout.open()
  const shown = await payer.pay()
  expect(await payer.pay()).toEqual(shown)
  expect(await payer.pay({ card: otherCard })).toMatchObject(approved)
  expect(charges(checkout)).toHaveLength(1)
})

test('what somebody else began under the name of a try is none of its tries', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled)
  const payer = await checkout.open()
  const ids = transactionIds(payer.sessionId, 1)
  await checkout.submit(ids.authentication, 'INITIATE_AUTHENTICATION', payment('10.00'))
  expect(await payer.act('state')).toEqual({ step: 'form', attemptsLeft: 5 })
  expect(charges(checkout)).toEqual([])
})

test('a try whose card was lost on the way is waited for a while, then it is over', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled, notEnrolled)
  const payer = await checkout.open()
  const ids = transactionIds(payer.sessionId, 1)
  const submission = {
    operation: operationNamed('INITIATE_AUTHENTICATION'),
    version: 100,
    orderId: key.orderId,
    transactionId: ids.authentication,
    body: { apiOperation: 'INITIATE_AUTHENTICATION', ...payment('10.00') },
  }
  await checkout.gateway.submit({ key, profile: ordinaryProfile, entryPoint: 'HOSTED_PAGE' }, submission)
  expect(await payer.act('state')).toEqual({ step: 'processing' })
  expect(await payer.pay()).toEqual({ step: 'processing' })
  checkout.journal.nowMs += 61_000
  expect(await payer.act('state')).toEqual({ step: 'form', error: { reason: 'tryLater' }, attemptsLeft: 4 })
  expect(await payer.pay({ attemptsLeft: 4 })).toMatchObject(approved)
  expect(charges(checkout)).toHaveLength(1)
})
