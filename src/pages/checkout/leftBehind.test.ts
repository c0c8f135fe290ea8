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
  verbs,
} from '../../../test/support/checkout/partialPayments.ts'

const pageOf = async ({ page }: Awaited<ReturnType<typeof paidFour>>['payer']) => {
  const shown = await page()
  return 'body' in shown && typeof shown.body === 'string' ? shown.body : ''
}
const panel = (page: string, name: string) =>
  new RegExp(`id="panel-${name}"[^]*?</section>`).exec(page)?.[0] ?? ''
const told = (page: string, word: string) => new RegExp(`"${word}":"([^"]*)"`).exec(page)?.[1]

/** At the fifth try the issuer asks its payer. */
async function atLastChallenge() {
  const { checkout, payer } = await paidFour()
  checkout.answers.push('declined', 'declined', 'declined')
  for (const attemptsLeft of [4, 3, 2]) await payer.pay({ ...second, attemptsLeft })
  checkout.others.authentications.splice(0, 5, enrolled, challenge)
  expect(await payer.pay({ ...second, attemptsLeft: 1 })).toMatchObject({ step: 'challenge' })
  return { checkout, payer }
}
const tooMany = { step: 'form', error: { reason: 'tooManyAttempts' }, attemptsLeft: 0, returned: '$4.00' }

test('who leaves the challenge of the last try gets back what was taken, and reads so', async () => {
  const { checkout, payer } = await atLastChallenge()
  expect(told(await pageOf(payer), 'tooManyAttempts')).toContain('$4.00 was taken and is being given back.')
  expect(await payer.act('cancel', { of: 'challenge' })).toEqual(tooMany)
  expect(await owedOf(checkout)).toContain('pay-1 reversal PENDING')
  expect(told(await pageOf(payer), 'tooManyAttempts')).toContain('$4.00 was taken and is being given back.')
  await settleChallenge(checkout, payer.sessionId, judged('Y'), 5)
  expect(await payer.act('proceed')).toEqual(tooMany)
  await checkout.recovery.settle()
  expect(verbs(checkout).at(-1)).toBe('reverse')
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({ totalCapturedAmount: '0.00' })
})

test('nor is it kept from whoever leaves that challenge for another card', async () => {
  const { checkout, payer } = await atLastChallenge()
  expect(await payer.pay({ due: '$6.00' })).toEqual(tooMany)
  expect(await owedOf(checkout)).toContain('pay-1 reversal PENDING')
})

test('who leaves that challenge while another tab passes it and pays has paid', async () => {
  const { checkout, payer } = await atLastChallenge()
  const { opened } = checkout.sessions
  let reads = 0
  checkout.sessions.opened = async id => {
    // The cancel has seen the challenge, and is about to take the card out of the session.
    if (++reads === 2) {
      await settleChallenge(checkout, payer.sessionId, judged('Y'), 5)
      expect(await payer.act('proceed', second)).toMatchObject({ step: 'done' })
    }
    return await opened(id)
  }
  expect(await payer.act('cancel', { of: 'challenge' })).toMatchObject({ step: 'done' })
  expect(verbs(checkout)).not.toContain('reverse')
})

test('who has left it pays nothing more when another tab passes it then', async () => {
  const { checkout, payer } = await atLastChallenge()
  const amend = checkout.journal.amend.bind(checkout.journal)
  checkout.journal.amend = async amendment => {
    checkout.journal.amend = amend
    await settleChallenge(checkout, payer.sessionId, judged('Y'), 5)
    expect(await payer.act('proceed', second)).toMatchObject({ step: 'form', attemptsLeft: 0 })
    return await amend(amendment)
  }
  expect(await payer.act('cancel', { of: 'challenge' })).toEqual(tooMany)
  await checkout.recovery.settle()
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({ totalCapturedAmount: '0.00' })
})

test('who leaves an earlier challenge still has tries, and the rest to pay', async () => {
  const { checkout, payer } = await paidFour()
  checkout.others.authentications.splice(0, 5, enrolled, challenge)
  await payer.pay(second)
  expect(await payer.act('cancel', { of: 'challenge' })).toEqual({
    ...{ step: 'form', error: { reason: 'authenticationCancelled' }, attemptsLeft: 3, rest },
  })
  expect(await owedOf(checkout)).toContain('pay-1 rest PENDING')
})

test('a void of one of two parts gives back the other as well, and the page says so', async () => {
  const { checkout, payer } = await paidFour()
  checkout.answers.push(having(100n))
  await payer.pay(second)
  const parts = (await checkout.journal.load(key))?.transactions.filter(({ type }) => type === 'PAYMENT')
  await checkout.submit('v', 'VOID', { transaction: { targetTransactionId: parts?.[1]?.id ?? '' } })
  expect(await payer.act('state')).toMatchObject({ step: 'cancelled', returned: '$5.00' })
  expect(await owedOf(checkout)).toContain('pay-1 reversal PENDING')
  const text = panel(await pageOf(payer), 'cancelled')
  expect(text).toContain('$5.00 was taken and is being given back.')
  expect(text).not.toContain('Nothing was charged')
  await checkout.recovery.settle()
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({ totalCapturedAmount: '0.00' })
})

test('a page that may sleep past its session does not say that nothing was paid', async () => {
  const { payer } = await paidFour()
  const text = panel(await pageOf(payer), 'expired')
  expect(text).not.toContain('no payment was made')
  expect(text).toContain('Unless the rest was paid meanwhile, what was taken is given back.')
})

test('another page for the same order says what was taken, gives it back and pays all of it', async () => {
  const { checkout, payer } = await paidFour()
  const again = await checkout.open()
  const page = await pageOf(again)
  expect(page).toContain('$4.00 was taken for this order before. When you pay or cancel here')
  expect(told(page, 'tooManyAttempts')).toContain('$4.00 was taken and is being given back.')
  for (const word of ['authenticationCancelled', 'interrupted'])
    expect(told(page, word)).toContain('This time nothing was charged.')
  expect(panel(page, 'expired')).not.toContain('no payment was made')
  expect(await owedOf(checkout)).toEqual(['pay-1 rest PENDING'])
  expect(await again.pay({ attemptsLeft: 5 })).toMatchObject({
    step: 'done',
    resultIndicator: again.indicator,
  })
  expect(charges(checkout)).toMatchObject([{ amount: 1000n }, { amount: 1000n }])
  expect(await payer.pay(second)).toMatchObject({ step: 'paidBefore', returned: '$4.00' })
  await checkout.recovery.settle()
  expect(verbs(checkout)).toEqual(['pay', 'pay', 'reverse'])
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({
    amount: '10.00',
    totalCapturedAmount: '10.00',
  })
})

test('who is declined there, or cancels, is told what is given back', async () => {
  const { checkout } = await paidFour()
  const again = await checkout.open()
  checkout.answers.push('declined')
  expect(await again.pay({ attemptsLeft: 5 })).toEqual({
    ...{ step: 'form', error: { reason: 'declined' }, attemptsLeft: 4, returned: '$4.00' },
  })
  expect(await again.act('cancel', { of: 'payment' })).toMatchObject({ step: 'cancelled', returned: '$4.00' })
})

test('who cancels there gets it back, which is no news to whoever comes much later', async () => {
  const { checkout } = await paidFour()
  const again = await checkout.open()
  expect(await again.act('cancel', { of: 'payment' })).toMatchObject({ step: 'cancelled', returned: '$4.00' })
  expect(await owedOf(checkout)).toEqual(['pay-1 reversal PENDING'])
  later(checkout, 61 * minute)
  const next = await checkout.open()
  expect(await next.act('cancel', { of: 'payment' })).not.toHaveProperty('returned')
})

test('while the rest is at the bank, another page waits for it', async () => {
  const { checkout, payer } = await paidFour()
  checkout.answers.push('pending', 'pending')
  expect(await payer.pay(second)).toEqual({ step: 'processing' })
  const again = await checkout.open()
  expect(await again.pay({ attemptsLeft: 5 })).toMatchObject({ step: 'form', error: { reason: 'tryLater' } })
  expect(charges(checkout)).toHaveLength(2)
})

test('another page whose time is over leaves the first its part', async () => {
  const { checkout, payer } = await paidFour()
  const again = await checkout.open({ timeout: 60 })
  later(checkout, 2 * minute)
  const over = await again.act('state')
  expect(over).toMatchObject({ step: 'expired' })
  expect(over).not.toHaveProperty('returned')
  expect(await payer.pay(second)).toMatchObject({ step: 'done' })
})
