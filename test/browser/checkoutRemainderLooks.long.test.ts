import { expect } from 'vitest'
import { wordsOf } from '../../src/pages/checkout/words/languages.ts'
import { directionOf, locales, type PageLocale } from '../../src/pages/localisation.ts'
import { expectAccessible } from './accessibility.ts'
import { browserTest } from './browser.ts'
import { cards } from './cards.ts'
import { createCheckout, expectState, fillCard } from './checkout.ts'
import { half, remainderText, withPartialPayments } from './partialPayment.ts'
import { picture } from './pictures.ts'

/** Both directions of writing; the words of the others are looked at in checkoutLooks. */
const lookedAt: readonly PageLocale[] = locales.slice(0, 5)

for (const [index, locale] of lookedAt.entries())
  browserTest(`what was taken and what is due is told in ${locale}, for everybody`, async scene => {
    await withPartialPayments(scene, async () => {
      const wishes = { displayControl: { paymentConfirmation: 'SHOW', billingAddress: 'HIDE' }, locale }
      const checkout = await createCheckout(scene, { isReturning: false, interaction: wishes })
      const scheme = index % 2 === 0 ? 'light' : 'dark'
      const payer = await scene.payer({ size: index % 2 === 0 ? 'desktop' : 'phone', scheme })
      const { page } = payer
      const pay = async (card: typeof half) => {
        await fillCard(page, card)
        await page.locator('#pay').click()
        await page.locator('#confirm').click()
      }
      await page.goto(checkout.address)
      await pay(half)
      await page.locator('#rest').waitFor()
      expect(await page.locator('html').getAttribute('dir')).toBe(directionOf(locale))
      const text = await remainderText(page)
      expect(text).toContain(wordsOf(locale).restPromise)
      expect(text).not.toMatch(/\{\w+\}/)
      expect(text).toContain('1019')
      await expectAccessible(page)
      await picture(payer, `checkout-rest-${locale}`)
      await fillCard(page, cards.plain)
      await page.locator('#pay').click()
      await expectState(page, 'review')
      const review = await page.locator('#panel-review').innerText()
      expect(review).toContain(wordsOf(locale).stillToPay)
      await expectAccessible(page)
      await picture(payer, `checkout-rest-review-${locale}`)
      await page.locator('#cancel-review').click()
      await expectState(page, 'cancelled')
      const [promise = ''] = wordsOf(locale).givenBack.split('{part}').toReversed()
      expect(await page.locator('#panel-cancelled').innerText()).toContain(promise.trim())
      await expectAccessible(page)
      await picture(payer, `checkout-given-back-${locale}`)
    })
  })
