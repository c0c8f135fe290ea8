import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { windowFrameName } from '../../src/pages/browser/scripts/issuerPage.ts'
import { cardholder, cardThat } from '../journeys/cardholder.ts'
import { shopper } from '../journeys/shopper.ts'
import { type BrowserTestContext, browserTest, expectAt } from './browser.ts'
import { cards } from './cards.ts'
import { type Checkout, createCheckout, expectState, payWith, valueAt } from './checkout.ts'

browserTest(
  'a page that shows the checkout on every load hears of the payment first, and stays',
  async scene => {
    const checkout = await createCheckout(scene, { isReturning: false })
    const { page } = await scene.payer()
    await page.goto(eagerShop(scene, checkout))
    await expectState(page, 'form')
    await payWith(page, cards.plain)
    expect(await told(page)).toEqual([
      [
        { resultIndicator: checkout.successIndicator, sessionVersion: expect.any(String) },
        expect.any(String),
      ],
    ])
    await expectAt(page, shopPath(scene))
    expect(scene.shop.calls.filter(({ path }) => path === shopPath(scene))).toHaveLength(2)
  },
)

browserTest('a payer who cancelled stays, too, and pays when they press the button', async scene => {
  const checkout = await createCheckout(scene, { isReturning: false })
  const { page } = await scene.payer()
  await page.goto(eagerShop(scene, checkout))
  await page.locator('#cancel').click()
  expect(await told(page)).toEqual(['cancelled'])
  await page.getByRole('button', { name: 'Pay' }).click()
  await expectState(page, 'form')
  await payWith(page, cards.plain)
  expect(await told(page)).toEqual([
    [expect.objectContaining({ resultIndicator: expect.any(String) }), expect.any(String)],
  ])
})

browserTest('pages that got the script by the number of a version are told two texts', async scene => {
  const checkout = await createCheckout(scene, { isReturning: false })
  const { page } = await scene.payer()
  await page.goto(eagerShop(scene, checkout, '/checkout/version/57/checkout.js'))
  await expectState(page, 'form')
  await payWith(page, cards.plain)
  expect(await told(page)).toEqual([[checkout.successIndicator, expect.stringMatching(/^[0-9a-f]{10}$/)]])
})

browserTest('the page that the session names is told once, however often it is loaded', async scene => {
  const returnUrl = scene.shop.origin + shopPath(scene)
  const checkout = await createCheckout(scene, { interaction: { returnUrl } })
  const { page } = await scene.payer()
  await page.goto(eagerShop(scene, checkout))
  await expectState(page, 'form')
  await payWith(page, cards.plain)
  await page.waitForURL(/resultIndicator=/)
  expect(await told(page)).toEqual([
    [{ resultIndicator: checkout.successIndicator, sessionVersion: expect.any(String) }, expect.any(String)],
  ])
  await page.reload()
  await page.waitForTimeout(500)
  expect(await page.locator('#told li').count()).toBe(0)
  await expectAt(page, shopPath(scene))
})

for (const card of [cardThat.isKnown, cardThat.isNotEnrolled, cardThat.isRejected])
  browserTest(
    `where the issuer of ${card} asks nothing, the excerpt leads straight back to the shop`,
    async scene => {
      const { gateway, shop, name } = scene
      const returned = `/${name}/returned`
      const redirectResponseUrl = shop.serve(returned, '<h1>Back in the shop</h1>')
      const { body } = await cardholder(gateway, card, `asked-${name}`).begin({
        authentication: { redirectResponseUrl },
      })
      const markup = String(valueAt(body, 'authentication', 'redirectHtml'))
      const { page } = await scene.payer()
      await page.goto(shop.serve(`/${name}/authenticate`, markup))
      const call = await shop.called(returned)
      await expectAt(page, returned)
      expect(call.method).toBe('POST')
      expect(Object.fromEntries(new URLSearchParams(call.body))).toEqual({
        'order.id': valueAt(body, 'order', 'id'),
        'transaction.id': 'auth',
        result: valueAt(body, 'result'),
        'response.gatewayRecommendation': valueAt(body, 'response', 'gatewayRecommendation'),
      })
    },
  )

browserTest(
  'where nobody leads the window on after a challenge, the payer goes on in the frame',
  async scene => {
    const { gateway, shop, name } = scene
    const returned = `/${name}/returned`
    const redirectResponseUrl = shop.serve(returned, '<h1>Back in the shop</h1>')
    const payer = cardholder(gateway, cardThat.isChallenged, `asked-${name}`)
    const { body } = await payer.begin({ authentication: { redirectResponseUrl } })
    const markup = String(valueAt(body, 'authentication', 'redirect', 'html'))
    const named = markup.replace('name="challengeFrame"', `name="${windowFrameName}"`)
    const { page } = await scene.payer()
    await page.goto(
      shop.serve(
        `/${name}/challenge`,
        named.replace('target="challengeFrame"', `target="${windowFrameName}"`),
      ),
    )
    const frame = page.frameLocator('#challengeFrame')
    await frame.locator('#outcome-Y').click()
    await frame.getByText('Back in the shop').waitFor()
    expect(shop.calls.filter(({ path }) => path === returned)).toHaveLength(1)
  },
)

browserTest(
  'an issuer’s page stays in its frame, and the shop’s page after it may lead the window on',
  async scene => {
    const { gateway, shop, name } = scene
    const returned = `/${name}/returned`
    const onward = shop.serve(`/${name}/onward`, '<h1>Thank you</h1>')
    const leading = `<form action="${onward}" target="_top"></form>
<script>document.forms[0].submit()</script>`
    const redirectResponseUrl = shop.serve(returned, leading)
    const payer = cardholder(gateway, cardThat.isChallenged, `asked-${name}`)
    const { body } = await payer.begin({ authentication: { redirectResponseUrl } })
    const markup = String(valueAt(body, 'authentication', 'redirect', 'html'))
    const { page, monitor } = await scene.payer()
    monitor.expect(/Unsafe attempt to initiate navigation/)
    const shown = `/${name}/challenge`
    await page.goto(shop.serve(shown, markup))
    const answer = page.frameLocator('#challengeFrame').locator('#outcome-Y')
    await answer.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<a id="away" href="/demo" target="_top">Away</a>')
    })
    await page.frameLocator('#challengeFrame').locator('#away').click()
    await expect.poll(() => monitor.heard().join()).toMatch(/Unsafe attempt/)
    await expectAt(page, shown)
    await answer.click()
    await expectAt(page, `/${name}/onward`)
  },
)

browserTest('the excerpt of a browser payment leads to the provider, as its address does', async scene => {
  const { body } = await shopper(scene.gateway, { orderId: `bought-${scene.name}` }).initiate()
  const markup = String(valueAt(body, 'browserPayment', 'redirectHtml'))
  const { page } = await scene.payer()
  await page.goto(scene.shop.serve(`/${scene.name}/provider`, markup))
  await page.locator('#payment').waitFor()
  expect(page.url()).toContain('/sandbox/provider/')
})

const shopPath = ({ name }: BrowserTestContext): string => `/${name}/shop`

/** A page that opens the checkout as soon as it is loaded, whoever comes. */
function eagerShop(
  scene: BrowserTestContext,
  { sessionId }: Checkout,
  script = '/static/checkout/checkout.js',
): string {
  return scene.shop.serve(
    shopPath(scene),
    `<main><h1>Shop</h1><button onclick="Checkout.showPaymentPage()">Pay</button><ol id="told"></ol></main>
<script>
  const note = said => {
    const line = document.createElement('li')
    line.textContent = JSON.stringify(said)
    document.querySelector('#told').append(line)
  }
  function completed() { note([...arguments]) }
  function cancelled() { note('cancelled') }
</script>
<script src="${scene.origin}${script}" data-complete="completed" data-cancel="cancelled"></script>
<script>
  Checkout.configure({ session: { id: '${sessionId}' } })
  Checkout.showPaymentPage()
</script>`,
  )
}

/** What the page was told, once it was; it must not be on its way elsewhere. */
async function told(page: Page): Promise<readonly unknown[]> {
  await page.locator('#told li').first().waitFor()
  await page.waitForTimeout(300)
  return (await page.locator('#told li').allTextContents()).map(line => JSON.parse(line))
}
