import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { cardholder, cardThat } from '../journeys/cardholder.ts'
import { expectAccessible } from './accessibility.ts'
import { type BrowserTestContext, directoryBrowserTest, expectAt } from './browser.ts'
import { cards } from './cards.ts'
import {
  answerChallenge,
  challengeIn,
  createCheckout,
  expectNotice,
  expectPaid,
  expectState,
  paymentsOf,
  payWith,
  valueAt,
} from './checkout.ts'
import { fillDemoFields, lastEventOf, openCardForm, typeCard } from './hostedFields.ts'
import { picture } from './pictures.ts'

directoryBrowserTest('frames of issuers have no cookies, and need none', async scene => {
  const { address, shown, returned } = await challenge(scene)
  const { page, context } = await scene.payer()
  await page.goto(address)
  const answer = page.frameLocator('#challengeFrame').locator('#outcome-Y')
  await answer.waitFor()
  // This browser keeps a page's cookies, and none of another site in a frame.
  for (const [place, name] of [
    [page.mainFrame(), 'own'],
    [frameOf(page, 'challengeFrame'), 'foreign'],
  ] as const)
    await place.evaluate(
      cookie => Reflect.set(document, 'cookie', cookie),
      `${name}=left; path=/; SameSite=None; Secure`,
    )
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['own'])
  await answer.click()
  await scene.shop.called(returned)
  expect(await shown()).toBe('AUTHENTICATION_SUCCESSFUL')
})

directoryBrowserTest('the demo shop shows the pages of issuers elsewhere', async scene => {
  const { page, monitor } = await scene.payer()
  await page.goto(`${scene.origin}/demo?flow=fields`)
  await page.locator('input[name="scenario"][value="challenge"]').check({ force: true })
  await page.locator('#begin').click()
  await fillDemoFields(page, cards.challenged)
  await page.locator('#pay').click()
  await page.frameLocator('#challenge iframe').locator('#outcome-Y').click()
  await page.locator('#result-title').waitFor()
  expect(await page.locator('#result .facts').innerText()).toContain('AUTHENTICATION_SUCCESSFUL')
  expect(monitor.requests.some(({ url }) => url.includes('/3ds/method/'))).toBe(true)
})

directoryBrowserTest(
  'the issuer looks at the browser and asks the payer, on the checkout page',
  async scene => {
    const checkout = await createCheckout(scene)
    const { page, monitor } = await scene.payer()
    await page.goto(checkout.address)
    await payWith(page, cards.challenged)
    await challengeIn(page).locator('#outcome-Y').waitFor()
    const frame = page.locator('iframe[name="challenge-frame"]')
    expect(await frame.getAttribute('sandbox')).toBe(
      'allow-forms allow-scripts allow-same-origin allow-pointer-lock',
    )
    await answerChallenge(page, 'Y')
    await expectPaid(scene, checkout, page)
    expect(monitor.requests.some(({ url }) => url.includes('/3ds/method/'))).toBe(true)
    expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
    const { body } = await scene.gateway.retrieve(checkout.orderId)
    expect(valueAt(body, 'transaction', '0', 'device', 'browserDetails')).toMatchObject({
      acceptHeaders: expect.stringMatching(/^text\/html,/),
      acceptLanguage: expect.stringMatching(/^en-GB/),
      ...{ javaEnabled: false, javaScriptEnabled: true, language: 'en-GB' },
    })
  },
)

directoryBrowserTest('hosted fields and threeds.js tell the issuer what the browser said', async scene => {
  const form = await openCardForm(scene)
  const { page, monitor } = await scene.payer()
  await page.goto(form.address)
  await lastEventOf(page, 'ready')
  await typeCard(page, cards.challenged)
  await page.locator('#pay').click()
  await page.frameLocator('#challengeFrame').locator('#outcome-Y').click()
  await scene.shop.called(form.returned)
  await expectAt(page, form.returned)
  expect(monitor.requests.some(({ url }) => url.includes('/3ds/method/'))).toBe(true)
  const { body } = await scene.gateway.retrieve(form.orderId)
  expect(body.authenticationStatus).toBe('AUTHENTICATION_SUCCESSFUL')
  expect(valueAt(body, 'transaction', '0', 'device', 'browserDetails')).toMatchObject({
    acceptHeaders: '*/*',
    acceptLanguage: expect.stringMatching(/^en-GB/),
    ...{ javaEnabled: false, javaScriptEnabled: true },
  })
})

directoryBrowserTest('a page loaded again within the challenge posts the same request', async scene => {
  const checkout = await createCheckout(scene)
  const { page, monitor } = await scene.payer()
  await page.goto(checkout.address)
  await payWith(page, cards.challenged)
  await challengeIn(page).locator('#outcome-Y').waitFor()
  await page.reload()
  await challengeIn(page).locator('#outcome-Y').waitFor()
  const posted = monitor.requests.flatMap(({ body }) => (body?.startsWith('creq=') ? [body] : []))
  expect(posted).toHaveLength(2)
  expect(posted[1]).toBe(posted[0])
  await answerChallenge(page, 'Y')
  await expectPaid(scene, checkout, page)
})

directoryBrowserTest('a payer who cancels at the issuer has paid nothing, and may try again', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await payWith(page, cards.challenged)
  await answerChallenge(page, 'cancelled')
  await expectNotice(page, 'authenticationCancelled')
  expect(await paymentsOf(scene, checkout.orderId)).toEqual([])
  await payWith(page, cards.challenged)
  await answerChallenge(page, 'Y')
  await expectPaid(scene, checkout, page)
})

directoryBrowserTest('without JavaScript buttons lead to the issuer and back to the shop', async scene => {
  const { address, shown, returned } = await challenge(scene)
  const { page } = await scene.payer({ hasScripts: false })
  await page.goto(address)
  await page.getByRole('button', { name: 'Continue to your bank' }).click()
  await page.locator('#outcome-Y').click()
  await page.locator('#continue').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectAt(page, returned)
  expect(await shown()).toBe('AUTHENTICATION_SUCCESSFUL')
})

for (const scheme of ['light', 'dark'] as const)
  directoryBrowserTest(`the issuer’s notice is plain to see: ${scheme}`, async scene => {
    const checkout = await createCheckout(scene)
    const payer = await scene.payer({ scheme, size: scheme === 'dark' ? 'phone' : 'desktop' })
    const { page } = payer
    await page.goto(checkout.address)
    await payWith(page, cards.rejected)
    await expectNotice(page, 'cardRefused')
    const notice = page.getByRole('status').filter({ hasText: 'Message from your bank' })
    expect(await notice.innerText()).toContain('Please call the number on the back of your card.')
    await expectAccessible(page)
    await picture(payer, 'checkout-issuer-notice')
    await page.reload()
    await notice.waitFor()
  })

directoryBrowserTest('who has paid is given time to read what the issuer says', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  // The issuers of this test say something only where they refuse.
  await page.route('**/submit', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), issuerNotice: 'Until <b>soon</b>' } })
  })
  await page.goto(checkout.address)
  await payWith(page, cards.recognised)
  await expectState(page, 'done')
  const shownAt = Date.now()
  const notice = page.getByRole('status').filter({ hasText: 'Until <b>soon</b>' })
  await notice.waitFor()
  expect(await page.locator('#panel-done a').getAttribute('href')).toContain(checkout.paid)
  await expectPaid(scene, checkout, page)
  expect(Date.now() - shownAt).toBeGreaterThan(6_000)
})

function frameOf(page: Page, name: string): Frame {
  return page.frame({ name }) ?? expect.unreachable()
}

/** A challenge that a merchant's server asked for, in a page of the merchant's. */
async function challenge({ gateway, shop, name }: BrowserTestContext) {
  const returned = `/${name}/returned`
  const redirectResponseUrl = shop.serve(returned, '<h1>Back in the shop</h1>')
  const payer = cardholder(gateway, cardThat.isChallenged, `asked-${name}`)
  const { status, text, body } = await payer.begin({ authentication: { redirectResponseUrl }, device })
  expect(status, text).toBe(201)
  const markup = String(valueAt(body, 'authentication', 'redirect', 'html'))
  const shown = async () => valueAt((await payer.shown()).body, 'transaction', 'authenticationStatus')
  return { address: shop.serve(`/${name}/challenge`, markup), returned, shown }
}

const device = {
  ...{ browser: 'Mozilla/5.0', ipAddress: '198.51.100.7' },
  browserDetails: {
    ...{ acceptHeaders: 'text/html', colorDepth: 24, javaEnabled: false, javaScriptEnabled: true },
    ...{ language: 'en-US', acceptLanguage: 'en-US,en', screenHeight: 900, screenWidth: 1400, timeZone: 0 },
  },
}
