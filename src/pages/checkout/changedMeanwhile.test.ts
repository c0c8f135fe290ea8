import { expect, test } from 'vitest'
import {
  challenge,
  charges,
  enrolled,
  judged,
  notEnrolled,
  settleChallenge,
} from '../../../test/support/checkout/issuerAnswers.ts'
import { paidFour, second, testCheckoutWithRest } from '../../../test/support/checkout/partialPayments.ts'
import { testCheckout } from '../../../test/support/checkout/testCheckout.ts'
import type { Content } from '../../contract/kit/content.ts'

type TestCheckout = ReturnType<typeof testCheckout>
type Payer = Awaited<ReturnType<TestCheckout['open']>>
const owner = { cell: 0, merchantId: 'M' }
const key = { ...owner, orderId: 'O' }

/** The merchant changes the session, and is told that it is done. */
async function update({ sessions }: TestCheckout, { sessionId }: Payer, body: Content) {
  expect(await sessions.update({ owner, version: 100, body }, sessionId)).toMatchObject({ session: {} })
}

const changed = { step: 'form', error: { reason: 'orderChanged' } }
const valuesOf = async (payer: Payer) => (await payer.held())?.contents.values

const changes: readonly (readonly [string, Content])[] = [
  ['raised', { amount: '20.00' }],
  ['lowered', { amount: '5.00' }],
  ['put into another currency', { currency: 'EUR' }],
]

/** At each moment between reading the session and asking the bank. */
const moments = ['look', 'INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER', 'PAY'] as const

test.each(moments.flatMap(moment => changes.map(([how, order]) => ({ moment, how, order }))))(
  'before $moment the price is $how: it stays so, and nothing is paid',
  async ({ moment, order }) => {
    const checkout = testCheckout()
    checkout.others.authentications.push(enrolled, judged('Y'))
    const payer = await checkout.open()
    checkout.before.set(moment, () => update(checkout, payer, { order }))
    const told = await payer.pay({ attemptsLeft: 5 })
    expect(checkout.before.size).toBe(0)
    expect(told).toMatchObject({ ...changed, attemptsLeft: 4 })
    expect(await valuesOf(payer)).toMatchObject({ order })
    expect((await payer.held())?.holdsSecrets).toBe(false)
    expect(await payer.act('state', { attemptsLeft: 4 })).toMatchObject(changed)
    expect(await payer.act('proceed')).toMatchObject(changed)
    expect(charges(checkout)).toEqual([])
    // An order is in one currency, also once it has been only asked about.
    if ('currency' in order) return
    checkout.others.authentications.splice(0, 2, notEnrolled)
    expect(await payer.pay({ attemptsLeft: 4 })).toMatchObject({ resultIndicator: payer.indicator })
    expect(charges(checkout)).toHaveLength(1)
  },
)

test.each(
  (['look', 'PAY'] as const).flatMap(moment => changes.map(([how, order]) => ({ moment, how, order }))),
)('nobody authenticates payers: before $moment the price is $how, and nothing is paid', async row => {
  const checkout = testCheckout({ hasAuthentication: false })
  const payer = await checkout.open()
  checkout.before.set(row.moment, () => update(checkout, payer, { order: row.order }))
  expect(await payer.pay({ attemptsLeft: 5 })).toMatchObject({ ...changed, attemptsLeft: 5 })
  expect(checkout.before.size).toBe(0)
  expect(await valuesOf(payer)).toMatchObject({ order: row.order })
  expect(charges(checkout)).toEqual([])
  expect(await payer.pay({ attemptsLeft: 5 })).toMatchObject({ resultIndicator: payer.indicator })
})

test.each([...moments])(
  'what the merchant says beside the price before %s goes with the payment',
  async moment => {
    const checkout = testCheckout()
    checkout.others.authentications.push(enrolled, judged('Y'))
    const payer = await checkout.open()
    const order = { reference: 'R2', amount: '10.0' }
    checkout.before.set(moment, () => update(checkout, payer, { order }))
    const paid = await payer.pay({ email: 'payer@example.com' })
    expect(paid).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
    expect(await valuesOf(payer)).toMatchObject({ order, customer: { email: 'payer@example.com' } })
    const told = await checkout.gateway.retrieveOrder(key)
    expect(told).toMatchObject({ reference: 'R2', amount: '10.00' })
    expect(charges(checkout)).toHaveLength(1)
  },
)

test('what the merchant says right before a payment that stores the form goes with it, once', async () => {
  const checkout = testCheckout({ hasAuthentication: false })
  const payer = await checkout.open()
  checkout.before.set('PAY', () => update(checkout, payer, { order: { reference: 'R2' } }))
  expect(await payer.pay({ email: 'payer@example.com' })).toMatchObject({ step: 'done' })
  expect(await valuesOf(payer)).toMatchObject({
    order: { reference: 'R2' },
    customer: { email: 'payer@example.com' },
  })
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({ reference: 'R2' })
  expect(charges(checkout)).toMatchObject([{ card: { securityCode: '100' } }])
  expect((await payer.held())?.holdsSecrets).toBe(false)
})

test('NONE keeps the card beside what the merchant says meanwhile; a new price is shown first', async () => {
  const checkout = testCheckout()
  const payer = await checkout.open({ operation: 'NONE' })
  checkout.before.set('look', () => update(checkout, payer, { order: { reference: 'R2' } }))
  expect(await payer.pay()).toMatchObject({ step: 'done' })
  expect(await valuesOf(payer)).toMatchObject({
    order: { reference: 'R2' },
    sourceOfFunds: { provided: { card: { number: '5123450000000008' } } },
  })
  for (const [, order] of changes) {
    const other = await checkout.open({ operation: 'NONE' })
    checkout.before.set('look', () => update(checkout, other, { order }))
    expect(await other.pay()).toMatchObject(changed)
    expect(await valuesOf(other)).toMatchObject({ order })
    expect(await valuesOf(other)).not.toHaveProperty('sourceOfFunds')
  }
})

test.each([
  ['amount', { order: { amount: '20.00' } }],
  ['currency', { order: { currency: 'EUR' } }],
  ['order', { order: { id: 'O2' } }],
])('a page that was opened before the %s changed pays nothing, and learns of it', async (_, change) => {
  const checkout = testCheckout()
  const payer = await checkout.open()
  const terms = await payer.terms()
  await update(checkout, payer, change)
  expect(await payer.act('state', { terms })).toMatchObject(changed)
  const told = await payer.pay({ terms })
  const now = await payer.terms()
  expect(told).toMatchObject({ step: 'form', error: { reason: 'orderChanged', terms: now }, attemptsLeft: 5 })
  expect(now).not.toBe(terms)
  expect(checkout.others.asks).toEqual([])
  checkout.others.authentications.push(notEnrolled)
  expect(await payer.pay({ terms: now })).toMatchObject({ resultIndicator: payer.indicator })
})

test('the same price in other words is what the payer was shown', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(notEnrolled)
  const payer = await checkout.open()
  const terms = await payer.terms()
  await update(checkout, payer, { order: { amount: '10' } })
  expect(await payer.pay({ terms })).toMatchObject({ resultIndicator: payer.indicator })
})

test('during a challenge the price goes up and down again: who approved it may pay it', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, challenge)
  const payer = await checkout.open()
  expect(await payer.pay()).toMatchObject({ step: 'challenge' })
  await update(checkout, payer, { order: { amount: '20.00' } })
  expect(await payer.act('state')).toMatchObject(changed)
  await update(checkout, payer, { order: { amount: '10.00' } })
  await settleChallenge(checkout, payer.sessionId, judged('Y'))
  expect(await payer.act('proceed')).toMatchObject({ step: 'done' })
  expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({ amount: '10.00' })
})

test.each(moments)(
  'before %s of the rest the price is raised: a part is taken, and no more yet',
  async moment => {
    const checkout = testCheckoutWithRest()
    checkout.others.authentications.splice(1, 4, enrolled, judged('Y'))
    const { payer } = await paidFour(checkout)
    checkout.before.set(moment, () => update(checkout, payer, { order: { amount: '12.00' } }))
    const told = await payer.pay(second)
    expect(told).toMatchObject({ ...changed, rest: { taken: '$4.00' } })
    expect(checkout.before.size).toBe(0)
    expect(charges(checkout)).toHaveLength(1)
    expect(await payer.act('state')).toMatchObject({ ...changed, rest: { due: '$8.00', taken: '$4.00' } })
    checkout.others.authentications.splice(0, 2, notEnrolled)
    const paid = await payer.pay({ ...second, attemptsLeft: 3, due: '$8.00' })
    expect(paid).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
    expect(await checkout.gateway.retrieveOrder(key)).toMatchObject({ totalCapturedAmount: '12.00' })
  },
)
