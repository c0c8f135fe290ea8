import { expect, test } from 'vitest'
import {
  challenge,
  charges,
  enrolled,
  judged,
  notEnrolled,
  settleChallenge,
  wantsToLook,
} from '../../../test/support/checkout/issuerAnswers.ts'
import { otherCard, testCheckout } from '../../../test/support/checkout/testCheckout.ts'

const approved = { step: 'done', address: expect.stringContaining('resultIndicator=') }

test('a card that nobody authenticates pays at once; its payer returns with a word of success', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled)
  const payer = await checkout.open()
  expect(await payer.act('state')).toEqual({ step: 'form', attemptsLeft: 5 })
  const ended = await payer.pay()
  const version = (await payer.held())?.stored.version
  expect(ended).toEqual({
    step: 'done',
    address: `https://shop.example/back?resultIndicator=${payer.indicator}&sessionVersion=${version}`,
    resultIndicator: payer.indicator,
    sessionVersion: version,
    receipt: { card: '•••• 0008', paidAt: expect.any(String) },
  })
  expect(charges(checkout)).toMatchObject([
    { verb: 'pay', orderId: 'O', amount: 1000n, card: { number: '5123450000000008', securityCode: '100' } },
  ])
  expect(await payer.act('state')).toEqual(ended)
  expect(await payer.act('cancel', { of: 'payment' })).toEqual(ended)
  expect((await payer.held())?.holdsSecrets).toBe(false)
})

test.each([
  ['AUTHORIZE', 'authorize', 'AUTHORIZATION'],
  ['PURCHASE', 'pay', 'PAYMENT'],
  ['VERIFY', 'verify', 'VERIFICATION'],
])('%s asks the acquirer to %s, entered at the hosted page', async (operation, verb, type) => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled)
  const payer = await checkout.open({ operation })
  expect(await payer.pay()).toMatchObject(approved)
  expect(charges(checkout)).toMatchObject([{ verb }])
  const order = await checkout.gateway.retrieveOrder({ cell: 0, merchantId: 'M', orderId: 'O' })
  expect(order).toMatchObject({
    transaction: [
      { transaction: { id: expect.stringMatching(/^auth-1-[0-9a-f]{8}$/), type: 'AUTHENTICATION' } },
      {
        transaction: { id: expect.stringMatching(/^pay-1-[0-9a-f]{8}$/), type },
        gatewayEntryPoint: 'HOSTED_PAGE',
        result: 'SUCCESS',
      },
    ],
  })
})

test('NONE only keeps the card: nobody is asked, and the merchant finds it in the session', async () => {
  const checkout = testCheckout()
  const payer = await checkout.open({ operation: 'NONE' })
  const ended = await payer.pay()
  expect(ended).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
  expect(await payer.act('state')).toEqual(ended)
  expect(checkout.asks).toEqual([])
  expect(checkout.others.asks).toEqual([])
  const held = await payer.held()
  expect(held?.holdsSecrets).toBe(true)
  expect(held?.contents.values).toMatchObject({
    sourceOfFunds: { type: 'CARD', provided: { card: { number: '5123450000000008', securityCode: '100' } } },
    device: {
      browser: 'A browser',
      ipAddress: '192.0.2.7',
      browserDetails: { acceptHeaders: 'text/html', colorDepth: 24, timeZone: -60 },
    },
  })
})

test('the issuer looks at the browser, then at the payer, and then the card pays', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(wantsToLook, challenge)
  const payer = await checkout.open()
  const look = { step: 'method', methodUrl: 'https://bank.example/look', methodData: 'data', waitMs: 10_000 }
  expect(await payer.pay()).toEqual(look)
  expect(await payer.act('state')).toEqual(look)
  const shown = {
    step: 'challenge',
    acsUrl: 'https://bank.example/challenge',
    creq: 'creq',
    width: 390,
    height: 400,
  }
  expect(await payer.act('proceed')).toEqual(shown)
  expect(checkout.others.asks.at(-1)).toMatchObject({ verb: 'authenticate', channel: 'PAYER_BROWSER' })
  expect(await payer.act('state')).toEqual(shown)
  expect(charges(checkout)).toEqual([])
  await settleChallenge(checkout, payer.sessionId, judged('Y'))
  expect(await payer.act('proceed')).toMatchObject(approved)
  expect(charges(checkout)).toMatchObject([{ card: { securityCode: '100' } }])
})

test('a page that was closed after the challenge pays when it is opened again', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, challenge)
  const payer = await checkout.open()
  expect(await payer.pay()).toMatchObject({ step: 'challenge' })
  await settleChallenge(checkout, payer.sessionId, judged('A'))
  expect(await payer.act('state')).toMatchObject(approved)
  expect(charges(checkout)).toHaveLength(1)
})

test.each([
  ['Y', undefined],
  ['A', undefined],
  ['U', '22'],
] as const)('the issuer says %s without asking the payer: the card pays', async (status, reason) => {
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, judged(status, reason))
  expect(await (await checkout.open()).pay()).toMatchObject(approved)
  expect(charges(checkout)).toHaveLength(1)
})

test.each([
  ['N', '01', 'authenticationFailed'],
  ['R', '15', 'cardRefused'],
  ['N', '10', 'cardRefused'],
  ['N', '11', 'cardRefused'],
  ['N', '05', 'expiredCard'],
  ['N', '14', 'authenticationFailed'],
  ['N', '26', 'authenticationCancelled'],
] as const)('the issuer says %s for reason %s: nothing is paid, another card may pay', async (...row) => {
  const [status, code, reason] = row
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, judged(status, code), notEnrolled)
  const payer = await checkout.open()
  const failed = { step: 'form', error: { reason }, attemptsLeft: 4 }
  expect(await payer.pay()).toEqual(failed)
  expect(await payer.act('state')).toEqual(failed)
  expect(charges(checkout)).toEqual([])
  expect((await payer.held())?.holdsSecrets).toBe(false)
  expect(await payer.pay({ card: otherCard, attemptsLeft: 4 })).toMatchObject(approved)
  expect(charges(checkout)).toMatchObject([{ card: { number: '4508750015741019' } }])
})

test('a scheme that is away is a reason to try later, not to pay without asking', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push({ outcome: 'silent' })
  const payer = await checkout.open()
  expect(await payer.pay()).toEqual({ step: 'form', error: { reason: 'tryLater' }, attemptsLeft: 4 })
  expect(charges(checkout)).toEqual([])
})

test.each([
  ['DECLINED', 'declined'],
  ['DECLINED_DO_NOT_CONTACT', 'cardRefused'],
  ['BLOCKED', 'cardRefused'],
  ['DECLINED_PIN_REQUIRED', 'cardRefused'],
  ['NOT_SUPPORTED', 'cardRefused'],
  ['INSUFFICIENT_FUNDS', 'insufficientFunds'],
  ['EXPIRED_CARD', 'expiredCard'],
  ['INVALID_CSC', 'securityCode'],
  ['ACQUIRER_SYSTEM_ERROR', 'tryLater'],
] as const)('%s is told to the payer as %s, and another card may pay', async (gatewayCode, reason) => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled, notEnrolled)
  checkout.answers.push(() => ({ outcome: 'declined', gatewayCode, acquirerCode: '', acquirerMessage: '' }))
  const payer = await checkout.open()
  const declined = { step: 'form', error: { reason }, attemptsLeft: 4 }
  expect(await payer.pay({ attemptsLeft: 5 })).toEqual(declined)
  expect(await payer.act('state')).toEqual(declined)
  expect(await payer.pay({ attemptsLeft: 4, card: otherCard })).toMatchObject(approved)
})

test('a payment that nobody answered is undone: the payer reads so, and another card may pay', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled, notEnrolled)
  checkout.answers.push(() => ({ outcome: 'silent' }))
  const payer = await checkout.open()
  const undone = { step: 'form', error: { reason: 'notCompleted' }, attemptsLeft: 4 }
  expect(await payer.pay({ attemptsLeft: 5 })).toEqual(undone)
  await checkout.recovery.settle()
  expect(checkout.asks.map(({ verb }) => verb)).toEqual(['pay', 'reverse'])
  expect(await payer.act('state')).toEqual(undone)
  expect(await payer.pay({ attemptsLeft: 4, card: otherCard })).toMatchObject(approved)
})

test('a verification that nobody answered moved nothing: nothing is to be given back', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled)
  checkout.answers.push('silent')
  const payer = await checkout.open({ operation: 'VERIFY' })
  expect(await payer.pay()).toEqual({ step: 'form', error: { reason: 'tryLater' }, attemptsLeft: 4 })
  await checkout.recovery.settle()
  expect(checkout.asks.map(({ verb }) => verb)).toEqual(['verify'])
})

test('nobody is asked to try again after a last attempt that nobody answered', async () => {
  const checkout = testCheckout({ hasAuthentication: false })
  const payer = await checkout.open()
  const over = { step: 'form', error: { reason: 'tooManyAttempts' }, attemptsLeft: 0 }
  for (const attemptsLeft of [5, 4, 3, 2]) {
    checkout.answers.push('declined')
    await payer.pay({ attemptsLeft })
  }
  checkout.answers.push('silent')
  expect(await payer.pay({ attemptsLeft: 1 })).toEqual(over)
  expect(await payer.act('state')).toEqual(over)
  const page = await payer.page()
  expect(page).toMatchObject({ body: expect.stringContaining('"lastDecline":"tooManyAttempts"') })
  // The bank of the last card may have heard of it.
  expect(page).toMatchObject({
    body: expect.stringContaining('too many attempts, and you will not be charged'),
  })
})

test('a decline with a security code that does not match is told by the code', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled)
  checkout.answers.push(() => ({
    outcome: 'declined',
    gatewayCode: 'DECLINED',
    acquirerCode: '',
    acquirerMessage: '',
    cardSecurityCode: { gatewayCode: 'NO_MATCH', acquirerCode: 'N' },
  }))
  expect(await (await checkout.open()).pay()).toMatchObject({ error: { reason: 'securityCode' } })
})

test.each([37, 53, 68, 100])('a session of version %i pays by the rules of that version', async version => {
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, judged('Y'))
  const payer = await checkout.open({}, { version })
  const userAgent = 'x'.repeat(2048)
  expect(await payer.pay({}, { userAgent, source: '2001:db8:0:0:0:0:0:1' })).toMatchObject(approved)
  const held = await payer.held()
  expect(held?.contents.values.device?.browser).toHaveLength(version < 69 ? 255 : 2048)
})

test('a card is verified for an order of nothing', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, judged('Y'))
  const payer = await checkout.open({ operation: 'VERIFY' }, { order: { amount: '0.00' } })
  expect(await payer.pay()).toMatchObject(approved)
  expect(checkout.others.asks).toMatchObject([
    { verb: 'enrolment' },
    { verb: 'authenticate', purpose: 'ADD_CARD' },
  ])
})

test('what else the merchant said about the payment goes with it', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, judged('Y'))
  const agreement = { id: 'A1', type: 'RECURRING', amountVariability: 'FIXED' }
  const order = { reference: 'R1', item: [{ name: 'Shoe', quantity: '2', unitPrice: '5.00' }] }
  const payer = await checkout.open({}, { order, others: { agreement } })
  expect(await payer.pay({ email: 'payer@example.com' })).toMatchObject(approved)
  expect(await checkout.gateway.retrieveOrder({ cell: 0, merchantId: 'M', orderId: 'O' })).toMatchObject({
    reference: 'R1',
    transaction: [
      { agreement, customer: { email: 'payer@example.com' } },
      { agreement, customer: { email: 'payer@example.com' }, sourceOfFunds: { type: 'CARD' } },
    ],
  })
})

test('where nobody authenticates payers, cards pay without it, also after a decline', async () => {
  const checkout = testCheckout({ hasAuthentication: false })
  checkout.answers.push('declined')
  const payer = await checkout.open()
  expect(await payer.pay()).toEqual({ step: 'form', error: { reason: 'declined' }, attemptsLeft: 4 })
  const answers = await Promise.all([payer.pay({ attemptsLeft: 4 }), payer.pay({ attemptsLeft: 4 })])
  expect(answers).toMatchObject([approved, approved])
  expect(charges(checkout)).toHaveLength(2)
})
