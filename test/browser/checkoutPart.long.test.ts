import { expect } from 'vitest'
import { german } from '../../src/pages/checkout/words/german.ts'
import { expectAccessible } from './accessibility.ts'
import { browserTest } from './browser.ts'
import { cards } from './cards.ts'
import { createCheckout, expectNotice, expectPaid, expectState, paymentsOf, payWith } from './checkout.ts'
import { picture } from './pictures.ts'
import { withProfile } from './profile.ts'

const half = { ...cards.plain, expiry: '04 / 39' }
const welcome = { order: { acceptPartialAmount: true } }

browserTest('a bank that has only a part of the money declines, and another card pays', async scene => {
  const checkout = await createCheckout(scene, welcome)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await payWith(page, half)
  await expectNotice(page, 'declined')
  await payWith(page, cards.plain)
  await expectPaid(scene, checkout, page)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT DECLINED', 'PAYMENT APPROVED'])
})

browserTest('who pays a part reads how much, and returns without the word of success', async scene => {
  await withProfile(scene, { partialPaymentsAtCheckout: 'KEEP' }, async () => {
    const checkout = await createCheckout(scene, welcome)
    const { page } = await scene.payer()
    await page.goto(checkout.address)
    await payWith(page, half)
    const { query } = await scene.shop.called(checkout.paid)
    expect(query.resultIndicator).toMatch(/^[0-9a-f]{16}$/)
    expect(query.resultIndicator).not.toBe(checkout.successIndicator)
    expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT PARTIALLY_APPROVED'])
  })
})

browserTest(
  'a part is told in the language of the browser, now and when the page is opened again',
  async scene => {
    await withProfile(scene, { partialPaymentsAtCheckout: 'KEEP' }, async () => {
      const checkout = await createCheckout(scene, { ...welcome, isReturning: false })
      const payer = await scene.payer({ locale: 'de-AT', scheme: 'dark' })
      const { page } = payer
      await page.goto(checkout.address)
      await payWith(page, half)
      for (const _ of ['now', 'again']) {
        await expectState(page, 'part')
        await expectAccessible(page)
        await picture(payer, 'checkout-part')
        const text = await page.locator('#panel-part').innerText()
        expect(text).toContain(german.partTitle)
        expect(text).toMatch(/genehmigt/)
        expect(text.replaceAll('\u00a0', ' ')).toContain('32,25 $ von 64,50 $')
        await page.reload()
      }
    })
  },
)
