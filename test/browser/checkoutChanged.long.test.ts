import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { type BrowserTestContext, browserTest } from './browser.ts'
import { cards } from './cards.ts'
import {
  answerChallenge,
  type Checkout,
  challengeIn,
  createCheckout,
  expectPaid,
  expectState,
  paymentsOf,
  payWith,
  valueAt,
} from './checkout.ts'
import { picture } from './pictures.ts'
import { withProfile } from './profile.ts'

const dearer = { order: { amount: '70.50', shippingAndHandlingAmount: '10.00' } }

async function update({ gateway }: BrowserTestContext, { sessionId }: Checkout, body: object) {
  expect(await gateway.call('PUT', `session/${sessionId}`, body)).toMatchObject({ status: 200 })
}

const amountOf = async ({ gateway }: BrowserTestContext, { orderId }: Checkout) =>
  valueAt((await gateway.retrieve(orderId)).body, 'totalCapturedAmount')

browserTest(
  'the price goes up behind an open page: its payer reads the new one before paying it',
  async scene => {
    const checkout = await createCheckout(scene)
    const payer = await scene.payer()
    const { page } = payer
    await page.goto(checkout.address)
    await update(scene, checkout, dearer)
    await payWith(page, cards.plain)
    await page.locator('#notice.bad', { hasText: 'now comes to $70.50' }).waitFor()
    await expectAccessible(page)
    await picture(payer, 'checkout-changed')
    expect(await page.locator('.summary .total').innerText()).toContain('$70.50')
    expect(await page.locator('#number').inputValue()).toBe('')
    expect(page.url()).toBe(checkout.address)
    expect(await paymentsOf(scene, checkout.orderId)).toEqual([])
    await payWith(page, cards.plain)
    await expectPaid(scene, checkout, page)
    expect(await amountOf(scene, checkout)).toBe(70.5)
  },
)

browserTest(
  'the price goes up while the bank asks the payer: what they approve is not taken',
  async scene => {
    const checkout = await createCheckout(scene)
    const { page } = await scene.payer()
    await page.goto(checkout.address)
    await payWith(page, cards.challenged)
    await challengeIn(page).locator('#outcome-Y').waitFor()
    await update(scene, checkout, dearer)
    await answerChallenge(page, 'Y')
    await page.locator('#notice.bad', { hasText: 'now comes to $70.50' }).waitFor()
    await expectState(page, 'form')
    await page.reload()
    await page.locator('#notice.bad', { hasText: 'now comes to $70.50' }).waitFor()
    await payWith(page, cards.plain)
    await expectPaid(scene, checkout, page)
    expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
    expect(await amountOf(scene, checkout)).toBe(70.5)
  },
)

browserTest(
  'the price changes while a rest is due: the new rest is shown, or what comes back',
  async scene => {
    await withProfile(scene, { partialPaymentsAtCheckout: 'FINISH' }, async () => {
      const checkout = await createCheckout(scene)
      const { page } = await scene.payer()
      await page.goto(checkout.address)
      await payWith(page, { ...cards.plain, expiry: '04 / 39' })
      await page.locator('#rest').waitFor()
      await update(scene, checkout, dearer)
      await payWith(page, cards.plain)
      await page.locator('#notice.bad', { hasText: 'now comes to $70.50' }).waitFor()
      expect(await page.locator('#pay').innerText()).toBe('Pay $38.25')
      await update(scene, checkout, { order: { amount: '20.00', itemAmount: '10.00' } })
      await payWith(page, cards.plain)
      await page.locator('#notice.bad', { hasText: '$32.25 was taken and is being given back.' }).waitFor()
      expect(await page.locator('#pay').innerText()).toBe('Pay $20.00')
      await payWith(page, cards.plain)
      await expectPaid(scene, checkout, page)
      expect(await amountOf(scene, checkout)).toBe(20)
    })
  },
)
