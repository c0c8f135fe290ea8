import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { type BrowserTestContext, browserTest, strangeHost } from './browser.ts'
import { cards } from './cards.ts'
import {
  answerChallenge,
  type Checkout,
  createCheckout,
  expectNotice,
  expectState,
  paymentsOf,
  payWith,
} from './checkout.ts'
import { picture } from './pictures.ts'
import { withProfile } from './profile.ts'
import { expectNoSecrets } from './secrets.ts'

for (const size of ['desktop', 'phone'] as const)
  browserTest(`a payer pays without leaving the shop: ${size}`, async scene => {
    const checkout = await createCheckout(scene, { isReturning: false })
    const payer = await scene.payer({ size })
    await payer.page.goto(await embeddingPage(scene, checkout))
    const frame = payer.page.frameLocator('#place iframe')
    await expectState(frame, 'form')
    await picture(payer, 'embedded-form')
    await expectAccessible(payer.page)
    await payWith(frame, cards.declined)
    await expectNotice(frame, 'declined')
    await payWith(frame, cards.plain)
    const [word, resultIndicator, sessionVersion] = await reported(payer.page)
    expect([word, resultIndicator]).toEqual(['complete', checkout.successIndicator])
    expect(sessionVersion).toMatch(/^[0-9a-f]{10}$/)
    expect(new URL(payer.page.url()).origin).toBe(scene.shop.origin)
    expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT DECLINED', 'PAYMENT APPROVED'])
    await picture(payer, 'embedded-done')
    await expectNoSecrets(scene, payer, cards.plain.number)
  })

browserTest('the issuer asks inside the shop, too', async scene => {
  const checkout = await createCheckout(scene, { isReturning: false })
  const { page } = await scene.payer()
  await page.goto(await embeddingPage(scene, checkout))
  const frame = page.frameLocator('#place iframe')
  await payWith(frame, cards.challenged)
  await answerChallenge(frame, 'N')
  await expectNotice(frame, 'authenticationFailed')
  await payWith(frame, cards.challengedAtOnce)
  await answerChallenge(frame, 'Y')
  expect(await reported(page)).toEqual(['complete', checkout.successIndicator, expect.any(String)])
})

browserTest('who pays the rest with another card does so without leaving the shop', async scene => {
  await withProfile(scene, { partialPaymentsAtCheckout: 'FINISH' }, async () => {
    const checkout = await createCheckout(scene, { isReturning: false })
    const { page } = await scene.payer()
    await page.goto(await embeddingPage(scene, checkout))
    const frame = page.frameLocator('#place iframe')
    await payWith(frame, { ...cards.plain, expiry: '04/39' })
    await frame.locator('#rest', { hasText: '$32.25 of $64.50 is still due.' }).waitFor()
    await payWith(frame, cards.frictionless)
    expect(await reported(page)).toEqual(['complete', checkout.successIndicator, expect.any(String)])
    expect(await paymentsOf(scene, checkout.orderId)).toEqual([
      ...['PAYMENT PARTIALLY_APPROVED', 'PAYMENT APPROVED'],
    ])
  })
})

browserTest('who cancels in the frame is back in the shop', async scene => {
  const checkout = await createCheckout(scene, { isReturning: false })
  const { page } = await scene.payer()
  await page.goto(await embeddingPage(scene, checkout))
  await page.frameLocator('#place iframe').locator('#cancel').click()
  expect(await reported(page)).toEqual(['cancel'])
})

browserTest('when time is up in the frame, the shop is told', async scene => {
  const { page } = await scene.payer()
  const checkout = await createCheckout(scene, { isReturning: false, interaction: { timeout: 3 } })
  await page.goto(await embeddingPage(scene, checkout))
  expect(await reported(page)).toEqual(['timeout'])
})

browserTest('the frame is as high as what is in it', async scene => {
  const checkout = await createCheckout(scene, { isReturning: false })
  const { page } = await scene.payer({ size: 'phone' })
  await page.goto(await embeddingPage(scene, checkout))
  const inside = page.frameLocator('#place iframe')
  await expectState(inside, 'form')
  await expect
    .poll(async () => {
      const [outer, inner] = await Promise.all([
        page.locator('#place iframe').evaluate(frame => frame.clientHeight),
        inside.locator('html').evaluate(root => root.scrollHeight),
      ])
      return outer >= inner && outer < inner + 40
    })
    .toBe(true)
})

browserTest('the whole page comes back to the page that sent the payer there', async scene => {
  const checkout = await createCheckout(scene, { isReturning: false })
  const { page } = await scene.payer()
  const shop = await embeddingPage(scene, checkout, 'Checkout.showPaymentPage()')
  await page.goto(shop)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expectState(page, 'form')
  await payWith(page, cards.plain)
  expect(await reported(page)).toEqual(['complete', checkout.successIndicator, expect.any(String)])
  expect(page.url()).toBe(shop)
})

browserTest('cancelling on the whole page comes back, too', async scene => {
  const checkout = await createCheckout(scene, { isReturning: false })
  const { page } = await scene.payer()
  await page.goto(await embeddingPage(scene, checkout, 'Checkout.showPaymentPage()'))
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.locator('#cancel').click()
  expect(await reported(page)).toEqual(['cancel'])
})

browserTest('a stranger may not show the page in a frame', async scene => {
  const checkout = await createCheckout(scene, { isReturning: false })
  const { page, monitor } = await scene.payer()
  monitor.expect(/frame-ancestors/)
  const strange = scene.shop.origin.replace('localhost', strangeHost)
  const address = `${checkout.address}?embedded=${encodeURIComponent(strange)}`
  scene.shop.serve('/stolen', `<div id="place"><iframe src="${address}"></iframe></div>`)
  await page.goto(`${strange}/stolen`)
  await expect.poll(() => monitor.heard().join()).toMatch(/frame-ancestors/)
  expect(await page.frameLocator('#place iframe').locator('#number').count()).toBe(0)
})

/** A shop's page that knows checkout.js by its bytes, and writes down what checkout.js reported. */
async function embeddingPage(
  { shop, origin, name }: BrowserTestContext,
  { sessionId }: Checkout,
  act = "Checkout.showEmbeddedPage('#place')",
): Promise<string> {
  const script = `${origin}/static/checkout/checkout.js`
  const bytes = Buffer.from(await (await fetch(script)).arrayBuffer())
  const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
  const starts = act.includes('Embedded') ? act : ''
  return shop.serve(
    `/${name}/shop`,
    `<main><h1>Shop</h1><button onclick="${act}">Pay</button><div id="place"></div>
<output id="told"></output></main>
<script>
  const tell = (...words) => { document.querySelector('#told').textContent = JSON.stringify(words) }
  function onComplete(resultIndicator, sessionVersion) { tell('complete', resultIndicator, sessionVersion) }
  function onCancel() { tell('cancel') }
  function onTimeout() { tell('timeout') }
  function onError(error) { tell('error', error) }
</script>
<script src="${script}" integrity="${integrity}" crossorigin="anonymous"
  data-complete="onComplete" data-cancel="onCancel" data-timeout="onTimeout" data-error="onError"></script>
<script>Checkout.configure({ session: { id: '${sessionId}' } }); ${starts}</script>`,
  )
}

async function reported(page: Page): Promise<readonly unknown[]> {
  const place = page.locator('#told:not(:empty)')
  await place.waitFor({ state: 'attached' })
  return JSON.parse(await place.innerText())
}
