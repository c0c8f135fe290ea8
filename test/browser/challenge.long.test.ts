import { expect } from 'vitest'
import { cardholder, cardThat } from '../journeys/cardholder.ts'
import { fundsOf } from '../journeys/requests.ts'
import { expectAccessible } from './accessibility.ts'
import { type BrowserTestContext, browserTest, expectAt } from './browser.ts'
import { valueAt } from './checkout.ts'
import { picture } from './pictures.ts'

for (const [size, scheme] of [
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const)
  browserTest(`the issuer's page is plain to see: ${size}, ${scheme}`, async scene => {
    const { address } = await challenge(scene)
    const payer = await scene.payer({ size, scheme })
    await payer.page.goto(address)
    const issuer = payer.page.frameLocator('#challengeFrame')
    await issuer.locator('#challenge').waitFor()
    await picture(payer, 'challenge')
    await expectAccessible(payer.page)
    // Everything a merchant's test may look for is a child of the one form.
    const ids = await issuer.locator('#challenge > [id]').evaluateAll(all => all.map(({ id }) => id))
    expect(ids).toEqual(
      expect.arrayContaining([
        'merchant',
        'amount',
        'card',
        ...['Y', 'N', 'cancelled', 'U', 'R'].map(outcome => `outcome-${outcome}`),
      ]),
    )
    expect(await issuer.locator('#card').innerText()).toMatch(/x+0007$/)
  })

for (const { outcome, status, recommendation } of [
  { outcome: 'Y', status: 'AUTHENTICATION_SUCCESSFUL', recommendation: 'PROCEED' },
  { outcome: 'N', status: 'AUTHENTICATION_FAILED', recommendation: 'DO_NOT_PROCEED' },
  { outcome: 'cancelled', status: 'AUTHENTICATION_FAILED', recommendation: 'DO_NOT_PROCEED' },
  { outcome: 'U', status: 'AUTHENTICATION_UNAVAILABLE', recommendation: 'PROCEED' },
  { outcome: 'R', status: 'AUTHENTICATION_REJECTED', recommendation: 'DO_NOT_PROCEED' },
] as const)
  browserTest(`?outcome=${outcome} answers by itself`, async scene => {
    const { address, returned, shown } = await challenge(scene, `?outcome=${outcome}`)
    const { page } = await scene.payer()
    await page.goto(address)
    const { body } = await scene.shop.called(returned)
    expect(new URLSearchParams(body).get('response.gatewayRecommendation')).toBe(recommendation)
    expect(await shown()).toBe(status)
  })

browserTest('an answer that is given counts, and another one is too late', async scene => {
  const { address, returned, shown } = await challenge(scene)
  const { page, context, monitor } = await scene.payer()
  monitor.expect(/status of 410/)
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto(address)
  await page.frameLocator('#challengeFrame').locator('#outcome-Y').click()
  await scene.shop.called(returned)
  await other.frameLocator('#challengeFrame').locator('#outcome-N').click()
  await expect.poll(() => monitor.heard().join(), { timeout: 30_000 }).toMatch(/status of 410/)
  expect(await shown()).toBe('AUTHENTICATION_SUCCESSFUL')
})

for (const outcome of ['Y', 'N'] as const)
  browserTest(
    `for older pages the whole window goes to the issuer and comes back with ${outcome}`,
    async scene => {
      const { gateway, shop, name } = scene
      const returned = `/${name}/returned`
      const responseUrl = shop.serve(returned, '<h1>Back in the shop</h1>')
      const check = await gateway.call('PUT', `3DSecureId/check-${name}`, {
        apiOperation: 'CHECK_3DS_ENROLLMENT',
        '3DSecure': { authenticationRedirect: { responseUrl, pageGenerationMode: 'SIMPLE' } },
        order: { amount: '10.00', currency: 'USD' },
        sourceOfFunds: fundsOf({ number: cardThat.isChallenged }),
      })
      const redirect = valueAt(check.body, '3DSecure', 'authenticationRedirect', 'simple', 'htmlBodyContent')
      const payer = await scene.payer({ size: 'phone' })
      await payer.page.goto(shop.serve(`/${name}/issuer`, String(redirect)))
      await payer.page.locator(`#outcome-${outcome}`).waitFor()
      await picture(payer, 'challenge-older')
      await expectAccessible(payer.page)
      await payer.page.locator(`#outcome-${outcome}`).click()
      const { body } = await shop.called(returned)
      await expectAt(payer.page, returned)
      const paRes = new URLSearchParams(body).get('PaRes')
      const result = await gateway.call('POST', `3DSecureId/check-${name}`, {
        apiOperation: 'PROCESS_ACS_RESULT',
        '3DSecure': { paRes },
      })
      expect(valueAt(result.body, '3DSecure', 'paResStatus')).toBe(outcome)
    },
  )

/** A challenge that a merchant's server asked for, in a page of the merchant's. */
async function challenge({ gateway, shop, name }: BrowserTestContext, query = '') {
  const returned = `/${name}/returned`
  const redirectResponseUrl = shop.serve(returned, '<h1>Back in the shop</h1>')
  const payer = cardholder(gateway, cardThat.isChallenged)
  const { status, text, body } = await payer.begin({ authentication: { redirectResponseUrl } })
  expect(status, text).toBe(201)
  const markup = String(valueAt(body, 'authentication', 'redirect', 'html'))
  const address = shop.serve(`/${name}/challenge`, markup.replace('/acs/challenge', `/acs/challenge${query}`))
  const shown = async () => valueAt((await payer.shown()).body, 'transaction', 'authenticationStatus')
  return { address, returned, shown }
}
