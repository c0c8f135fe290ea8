import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { type BrowserTestContext, browserTest } from './browser.ts'
import { cards } from './cards.ts'
import { createCheckout, expectState, pageText, payWith } from './checkout.ts'
import { half, withPartialPayments } from './partialPayment.ts'
import { picture } from './pictures.ts'

/** A payer whose machine falls asleep at the page, and wakes when its session is no more. */
async function sleeper(scene: BrowserTestContext) {
  const checkout = await createCheckout(scene, { isReturning: false })
  const payer = await scene.payer()
  payer.monitor.expect(/status of 404|ERR_FAILED/)
  const { page } = payer
  await page.goto(checkout.address)
  return { payer, page, sleep: () => scene.gateway.call('POST', '/sandbox/clock', { advance: 'PT40M' }) }
}

browserTest('who sleeps past the session at the form has paid nothing, and reads so', async scene => {
  const { page, sleep } = await sleeper(scene)
  await sleep()
  await payWith(page, cards.plain)
  await expectState(page, 'expired')
  expect(await page.locator('#panel-expired').innerText()).toContain(pageText('expiredText'))
})

browserTest('who sleeps past it while a payment is under way is not told that none was made', async scene => {
  const { payer, page, sleep } = await sleeper(scene)
  await page.route(/\/submit$/, async route => {
    await route.fetch()
    await sleep()
    await route.abort()
  })
  await payWith(page, cards.plain)
  await expectState(page, 'expired')
  const text = await page.locator('#panel-expired').innerText()
  expect(text).toContain(pageText('outcomeUntold'))
  expect(text).not.toContain('no payment was made')
  await expectAccessible(page)
  await picture(payer, 'checkout-outcome-untold')
})

browserTest('who sleeps past it after a part was taken reads that it is given back', async scene => {
  await withPartialPayments(scene, async () => {
    const { payer, page, sleep } = await sleeper(scene)
    await payWith(page, half)
    await page.locator('#rest').waitFor()
    await sleep()
    await payWith(page, cards.plain)
    await expectState(page, 'expired')
    const text = await page.locator('#panel-expired').innerText()
    expect(text).toContain(pageText('restExpired'))
    expect(text).not.toContain('no payment was made')
    await expectAccessible(page)
    await picture(payer, 'checkout-rest-expired')
  })
})
