import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { type BrowserTestContext, browserTest } from './browser.ts'
import { cards } from './cards.ts'
import {
  answerChallenge,
  type Checkout,
  challengeIn,
  createCheckout,
  expectNotice,
  expectPaid,
  expectState,
  paymentsOf,
  payWith,
  transactionsOf,
} from './checkout.ts'
import { picture } from './pictures.ts'
import { expectNoSecrets } from './secrets.ts'

browserTest('an issuer who knows the browser asks nothing', async scene => {
  const checkout = await createCheckout(scene)
  const payer = await scene.payer()
  await payer.page.goto(checkout.address)
  await payWith(payer.page, cards.frictionless)
  await expectPaid(scene, checkout, payer.page)
  expect(await authenticationOf(scene, checkout)).toBe('AUTHENTICATION_SUCCESSFUL')
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
  expect(payer.monitor.requests.some(({ url }) => url.includes('/3ds/method/'))).toBe(true)
  await expectNoSecrets(scene, payer, cards.frictionless.number)
})

for (const size of ['desktop', 'phone'] as const)
  browserTest(`a payer answers the issuer's question in the page and has paid: ${size}`, async scene => {
    const checkout = await createCheckout(scene)
    const payer = await scene.payer({ size })
    await payer.page.goto(checkout.address)
    await payWith(payer.page, cards.challenged)
    await challengeIn(payer.page).locator('#outcome-Y').waitFor()
    await expectAccessible(payer.page)
    await picture(payer, 'checkout-challenge')
    await answerChallenge(payer.page, 'Y')
    await expectPaid(scene, checkout, payer.page)
    expect(await authenticationOf(scene, checkout)).toBe('AUTHENTICATION_SUCCESSFUL')
    expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
    await expectNoSecrets(scene, payer, cards.challenged.number)
  })

for (const { outcome, word } of [
  { outcome: 'N', word: 'authenticationFailed' },
  { outcome: 'R', word: 'cardRefused' },
  { outcome: 'cancelled', word: 'authenticationCancelled' },
] as const)
  browserTest(
    `a challenge that ends with ${outcome} costs nothing, and the payer may try again`,
    async scene => {
      const checkout = await createCheckout(scene)
      const { page } = await scene.payer()
      await page.goto(checkout.address)
      await payWith(page, cards.challengedAtOnce)
      await answerChallenge(page, outcome)
      await expectNotice(page, word)
      expect(await paymentsOf(scene, checkout.orderId)).toEqual([])
      await payWith(page, cards.challengedAtOnce)
      await answerChallenge(page, 'Y')
      await expectPaid(scene, checkout, page)
      expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
    },
  )

browserTest('an issuer who cannot say does not stand in the way', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await payWith(page, cards.challengedAtOnce)
  await answerChallenge(page, 'U')
  await expectPaid(scene, checkout, page)
  expect(await authenticationOf(scene, checkout)).toBe('AUTHENTICATION_UNAVAILABLE')
})

browserTest('an issuer who rejects the payer is believed', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await payWith(page, cards.rejected)
  await expectNotice(page, 'cardRefused')
  expect(await paymentsOf(scene, checkout.orderId)).toEqual([])
})

browserTest('a payer who closes the question comes back to the form', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await payWith(page, cards.challengedAtOnce)
  await challengeIn(page).locator('#outcome-Y').waitFor()
  await page.locator('#challenge-cancel').click()
  await expectNotice(page, 'authenticationCancelled')
  await payWith(page, cards.plain)
  await expectPaid(scene, checkout, page)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
})

browserTest('a page reloaded in the middle of the question asks it again', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await payWith(page, cards.challengedAtOnce)
  await challengeIn(page).locator('#outcome-Y').waitFor()
  await page.reload()
  await answerChallenge(page, 'Y')
  await expectPaid(scene, checkout, page)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
})

browserTest('a question that nobody answers in ten minutes has failed', async scene => {
  const checkout = await createCheckout(scene, { isReturning: false })
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await payWith(page, cards.challengedAtOnce)
  await challengeIn(page).locator('#outcome-Y').waitFor()
  await scene.gateway.call('POST', '/sandbox/clock', { advance: 'PT11M' })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expectNotice(page, 'authenticationFailed')
  expect(await paymentsOf(scene, checkout.orderId)).toEqual([])
})

browserTest('a question answered without the browser lets the page go on', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await payWith(page, cards.challengedAtOnce)
  await challengeIn(page).locator('#outcome-Y').waitFor()
  const transactionId = await authenticationIdOf(scene, checkout)
  const place = `orders/${checkout.orderId}/transactions/${transactionId}`
  const path = `/sandbox/merchants/TESTMERCHANT/${place}/challenge`
  const { body } = await scene.gateway.call('POST', path, { outcome: 'Y' })
  expect(body).toEqual({ outcome: 'Y', state: 'settled' })
  await expectPaid(scene, checkout, page)
})

browserTest('VERIFY and NONE: the first asks the issuer, the second nobody', async scene => {
  const verify = await createCheckout(scene, { interaction: { operation: 'VERIFY' } })
  const { page } = await scene.payer()
  await page.goto(verify.address)
  await payWith(page, cards.challengedAtOnce)
  await answerChallenge(page, 'Y')
  await expectPaid(scene, verify, page)
  const order = { id: `${verify.orderId}-none` }
  const none = await createCheckout(scene, { isReturning: false, interaction: { operation: 'NONE' }, order })
  await page.goto(none.address)
  await payWith(page, cards.challengedAtOnce)
  await expectState(page, 'done')
  expect(await transactionsOf(scene, order.id)).toEqual([])
})

async function authenticationOf({ gateway }: BrowserTestContext, { orderId }: Checkout): Promise<unknown> {
  const { body } = await gateway.retrieve(orderId)
  return body.authenticationStatus
}

async function authenticationIdOf({ gateway }: BrowserTestContext, { orderId }: Checkout): Promise<string> {
  const { text } = await gateway.retrieve(orderId)
  return /"id":"(auth-[^"]+)"/.exec(text)?.[1] ?? 'none'
}
