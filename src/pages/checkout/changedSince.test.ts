import { expect, test } from 'vitest'
import type { Content } from '../../contract/kit/normalise.ts'
import { answerWith, target } from '../../operations/trial/scriptedRoad.ts'
import { transactionIds } from './attempts.ts'
import { checkoutTrial, otherCard } from './trial.ts'
import { challenge, charges, enrolled, judged, notEnrolled, settleChallenge } from './trialIssuer.ts'

type Trial = ReturnType<typeof checkoutTrial>
const owner = { cell: 0, merchantId: 'M' }

function trialWithCard(): Trial {
  const trial = checkoutTrial()
  trial.others.authentications.push(notEnrolled)
  return trial
}

const update = async ({ sessions }: Trial, sessionId: string, body: Content) =>
  expect(await sessions.update({ owner, version: 100, body }, sessionId)).toMatchObject({ session: {} })

test.each([
  ['the amount was raised', { amount: '500.00' }, '$10.00'],
  ['the amount was lowered', { amount: '9.99' }, '$10.00'],
  ['the currency was changed', { currency: 'EUR' }, '$10.00'],
])('paid, then %s: what was paid is told, without the word of success', async (_, order, paid) => {
  const trial = trialWithCard()
  const payer = await trial.open()
  expect(await payer.pay()).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
  await update(trial, payer.sessionId, { order })
  const told = await payer.act('state')
  expect(told).toMatchObject({ step: 'part', paid, address: expect.stringContaining('resultIndicator=') })
  expect(await payer.pay({ card: otherCard, attemptsLeft: 4 })).toEqual(told)
  expect(await payer.act('cancel', { of: 'payment' })).toEqual(told)
  expect(JSON.stringify([told, await payer.page()])).not.toContain(payer.indicator)
  expect(charges(trial)).toHaveLength(1)
})

test('the same amount in other words is still all of it', async () => {
  const trial = trialWithCard()
  const payer = await trial.open()
  await payer.pay()
  for (const amount of ['10', '10.0', '10.00']) {
    await update(trial, payer.sessionId, { order: { amount } })
    expect(await payer.act('state')).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
  }
})

test('the amount is raised while the bank is asked: what it approved is not what is wanted now', async () => {
  const trial = trialWithCard()
  const payer = await trial.open()
  trial.answers.push(async ask => {
    await update(trial, payer.sessionId, { order: { amount: '500.00' } })
    return answerWith('approved', ask)
  })
  expect(await payer.pay()).toMatchObject({ step: 'part', paid: '$10.00' })
  expect(await payer.act('state')).toMatchObject({ step: 'part', paid: '$10.00' })
})

test.each([
  ['raised', '500.00', [], { step: 'form', error: { reason: 'authenticationFailed' } }],
  ['lowered', '9.00', [900n], { step: 'done' }],
])('the amount is %s during a challenge', async (_, amount, asked, ended) => {
  const trial = checkoutTrial()
  trial.others.authentications.push(enrolled, challenge)
  const payer = await trial.open()
  await payer.pay()
  await update(trial, payer.sessionId, { order: { amount } })
  await settleChallenge(trial, payer.sessionId, judged('Y'))
  expect(await payer.act('proceed')).toMatchObject(ended)
  expect(charges(trial).map(ask => 'amount' in ask && ask.amount)).toEqual(asked)
  await update(trial, payer.sessionId, { order: { amount: '10.00' } })
  expect(JSON.stringify(await payer.act('state'))).not.toContain(payer.indicator)
})

test.each(['PURCHASE', 'AUTHORIZE'])(
  '%s that the merchant has voided since is no success',
  async operation => {
    const trial = trialWithCard()
    const payer = await trial.open({ operation, cancelUrl: 'https://shop.example/no' })
    await payer.pay()
    await trial.submit('undo', 'VOID', target(transactionIds(payer.sessionId, 1).payment))
    const told = await payer.act('state')
    expect(told).toMatchObject({ step: 'cancelled', address: 'https://shop.example/no' })
    for (const again of [
      await payer.pay({ card: otherCard }),
      await payer.act('cancel', { of: 'challenge' }),
    ])
      expect(again).toEqual(told)
    expect(JSON.stringify([told, await payer.page()])).not.toContain(payer.indicator)
    expect(charges(trial)).toHaveLength(1)
  },
)
