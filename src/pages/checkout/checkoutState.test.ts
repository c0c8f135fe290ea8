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
import { ordinaryProfile } from '../../orders/merchant.ts'

test('time runs out: the form is closed, what is paid stays paid', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled)
  const late = await checkout.open(
    { timeout: 60, timeoutUrl: 'https://shop.example/late' },
    { order: { id: 'L' } },
  )
  const paid = await checkout.open({ timeout: 60 })
  const ended = await paid.pay()
  checkout.clock.nowMs = 60_000
  const over = { step: 'expired', address: 'https://shop.example/late' }
  expect(await late.act('state')).toMatchObject(over)
  expect(await late.pay()).toMatchObject(over)
  expect(await late.act('cancel')).toMatchObject(over)
  expect(await paid.act('state')).toEqual(ended)
  expect(charges(checkout)).toHaveLength(1)
})

test.each(['PURCHASE', 'VERIFY'])(
  '%s: what the receipt says is there after a reload, too',
  async operation => {
    const checkout = testCheckout({ profile: { ...ordinaryProfile, cardNames: ['NETWORK_B:Sea Card'] } })
    checkout.others.authentications.push(notEnrolled)
    const payer = await checkout.open({ operation })
    const receipt = { card: 'Sea Card •••• 0008', paidAt: new Date(checkout.journal.nowMs).toISOString() }
    expect(await payer.pay()).toMatchObject({ step: 'done', receipt })
    expect(await payer.act('state')).toMatchObject({ step: 'done', receipt })
    const page = await payer.page()
    const body = 'body' in page && typeof page.body === 'string' ? page.body : ''
    expect(JSON.parse(/"receipt":(\{[^}]*\})/.exec(body)?.[1] ?? 'null')).toEqual(receipt)
  },
)

test('whoever is authenticated too late does not pay', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, challenge)
  const payer = await checkout.open({ timeout: 60 })
  await payer.pay()
  await settleChallenge(checkout, payer.sessionId, judged('Y'))
  checkout.clock.nowMs = 61_000
  expect(await payer.act('proceed')).toMatchObject({ step: 'expired' })
  expect(charges(checkout)).toEqual([])
})

for (const [how, endsMs, interaction] of [
  ['the time for paying', 60_000, { timeout: 60 }],
  ['the session', 30 * 60_000, {}],
] as const)
  test(`what ends while the issuer is asked, ${how}, is over for the payment, too`, async () => {
    const checkout = testCheckout()
    const payer = await checkout.open(interaction)
    checkout.others.counterparties.authenticator.send = async ({ verb }) => {
      if (verb !== 'authenticate') return enrolled
      checkout.clock.nowMs = endsMs
      return judged('Y')
    }
    expect(await payer.pay()).toMatchObject({ step: 'expired' })
    expect(charges(checkout)).toEqual([])
  })

test('the session outlives the payer’s time, then it is as if it had never been', async () => {
  const checkout = testCheckout()
  const payer = await checkout.open({ cancelUrl: 'https://shop.example/no' })
  expect(await payer.act('cancel')).toEqual({
    step: 'cancelled',
    address: 'https://shop.example/no',
    sessionVersion: (await payer.held())?.stored.version,
  })
  checkout.clock.nowMs = 30 * 60_000 - 30_000
  expect(await payer.act('state')).toMatchObject({ step: 'expired' })
  checkout.clock.nowMs = 30 * 60_000
  expect(await payer.act('state')).toMatchObject({ status: 404, result: 'ERROR' })
  const [gone, never] = await Promise.all([
    payer.page(),
    payer.page({ params: { sessionId: `SESSION${'0'.repeat(24)}` } }),
  ])
  expect(gone).toEqual(never)
  expect(gone).toMatchObject({ status: 404 })
})

test('without a return address the payer goes back to the merchant’s page they came from', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled)
  const payer = await checkout.open({ returnUrl: undefined })
  const from = 'https://shop.example/cart?x=1#top'
  const query = { from }
  expect(await payer.act('cancel', {}, { query })).toMatchObject({
    address: 'https://shop.example/cart?x=1#__hc-action-cancel',
  })
  for (const foreign of ['https://evil.example/', 'javascript:alert(1)', 'https://u@shop.example/', 'x'])
    expect(await payer.act('cancel', {}, { query: { from: foreign } })).not.toHaveProperty('address')
  const ended = await payer.pay({}, { query })
  const version = ended.sessionVersion
  expect(ended.address).toBe(
    `https://shop.example/cart?x=1#__hc-action-complete-${payer.indicator}-${version}`,
  )
})

test('the return address stays as the merchant wrote it, with what is added in its place', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled)
  const payer = await checkout.open({ returnUrl: 'https://shop.example/back?a=%20b#end' })
  expect(await payer.pay()).toMatchObject({
    address: expect.stringMatching(/^https:\/\/shop\.example\/back\?a=%20b&resultIndicator=.*#end$/),
  })
})
