import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { browserTest, type Payer } from './browser.ts'
import { cards } from './cards.ts'
import {
  createCheckout,
  expectNotice,
  expectPaid,
  expectState,
  fillCard,
  heldBack,
  pageText,
  payWith,
} from './checkout.ts'
import type { Looks } from './pictures.ts'
import { picture } from './pictures.ts'

const everyLook = [
  { size: 'desktop', scheme: 'light' },
  { size: 'phone', scheme: 'dark' },
  { size: 'phone', scheme: 'light' },
  { size: 'desktop', scheme: 'dark' },
] as const satisfies readonly Looks[]

/** Asks for everything there is to ask for. */
const rich = {
  isReturning: false,
  interaction: {
    displayControl: { billingAddress: 'MANDATORY', shipping: 'MANDATORY', customerEmail: 'MANDATORY' },
  },
}

/** The second is as unlike the first as can be; the other two only with `LOOKS=all`. */
const walked = everyLook.slice(0, process.env.LOOKS === 'all' ? 4 : 2)

for (const looks of walked)
  browserTest(`every state of the page is a pleasure: ${looks.size}, ${looks.scheme}`, async scene => {
    const payer = await scene.payer(looks)
    const { page } = payer
    const checkout = await createCheckout(scene, rich)
    await page.goto(checkout.address)
    await looksRight(payer, 'checkout-form')
    await page.locator('#pay').click()
    await page.locator('#notice.bad', { hasText: pageText('checkFields') }).waitFor()
    await looksRight(payer, 'checkout-form-incomplete')
    await fillCard(page, cards.declined)
    await page.locator('#email').fill('ada@example.com')
    await fillAddress(page)
    await looksRight(payer, 'checkout-form-filled')
    await page.locator('#pay').click()
    await expectState(page, 'review')
    await looksRight(payer, 'checkout-review')
    await page.locator('#confirm').click()
    await expectNotice(page, 'declined')
    await looksRight(payer, 'checkout-declined')
    await payWith(page, cards.plain)
    await page.locator('#confirm').click()
    await expectState(page, 'done')
    await looksRight(payer, 'checkout-done')
  })

browserTest('the other endings are a pleasure too', async scene => {
  const payer = await scene.payer({ size: 'phone' })
  const { page } = payer
  const cancelled = await createCheckout(scene, { isReturning: false })
  await page.goto(cancelled.address)
  await page.locator('#cancel').click()
  await expectState(page, 'cancelled')
  await looksRight(payer, 'checkout-cancelled')
  const order = { id: `${cancelled.orderId}-late` }
  const late = await createCheckout(scene, { isReturning: false, interaction: { timeout: 60 }, order })
  await scene.gateway.call('POST', '/sandbox/clock', { advance: 'PT2M' })
  await page.goto(late.address)
  await expectState(page, 'expired')
  await looksRight(payer, 'checkout-expired')
  const paid = { id: `${cancelled.orderId}-paid` }
  for (const isPaying of [true, false]) {
    await page.goto((await createCheckout(scene, { isReturning: false, order: paid })).address)
    if (isPaying) await payWith(page, cards.plain)
    await expectState(page, isPaying ? 'done' : 'paidBefore')
  }
  await looksRight(payer, 'checkout-paid-before')
  payer.monitor.expect(/status of 404/)
  await page.goto(`${scene.origin}/checkout/pay/SESSION0000000000000000000000ZZ`)
  await expectState(page, 'unknown')
  await looksRight(payer, 'checkout-unknown')
})

browserTest('while the acquirer thinks, the page says that it works', async scene => {
  const checkout = await createCheckout(scene)
  const payer = await scene.payer()
  await payer.page.goto(checkout.address)
  const release = await heldBack(payer.page)
  await payWith(payer.page, cards.plain)
  await payer.page.locator('#pay.busy').waitFor()
  expect(await payer.page.locator('#pay').getAttribute('aria-disabled')).toBe('true')
  await payer.page.locator('#announcer', { hasText: pageText('processing') }).waitFor({ state: 'attached' })
  await looksRight(payer, 'checkout-busy')
  release()
  await expectPaid(scene, checkout, payer.page)
})

const languages = [
  { locale: 'ar', title: '', dir: 'rtl' },
  { locale: 'de_DE', title: 'Mit Karte zahlen', dir: 'ltr' },
] as const

for (const { locale, title, dir } of languages)
  browserTest(`the page speaks ${locale}, from form to receipt`, async scene => {
    const interaction = { locale, displayControl: { billingAddress: 'MANDATORY' } }
    const checkout = await createCheckout(scene, { isReturning: false, interaction })
    const payer = await scene.payer({ size: locale === 'ar' ? 'phone' : 'desktop' })
    const { page } = payer
    await page.goto(checkout.address)
    expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2))
    expect(await page.locator('html').getAttribute('dir')).toBe(dir)
    expect(await page.locator('#panel-form h1').innerText()).toContain(title)
    expect(await leftInEnglish(page)).toEqual([])
    await looksRight(payer, `checkout-form-${locale.slice(0, 2)}`)
    await fillCard(page, cards.declined)
    await fillAddress(page, 'billing')
    await page.locator('#pay').click()
    await page.locator('#confirm').click()
    await page.locator('#notice.bad').waitFor()
    await looksRight(payer, `checkout-declined-${locale.slice(0, 2)}`)
    await payWith(page, cards.plain)
    await page.locator('#confirm').click()
    await expectState(page, 'done')
    await looksRight(payer, `checkout-done-${locale.slice(0, 2)}`)
  })

browserTest('the page fits its words on a phone in every other language', async scene => {
  const payer = await scene.payer({ size: 'phone' })
  const interaction = { displayControl: { billingAddress: 'MANDATORY', paymentConfirmation: 'HIDE' } }
  for (const [locale, title] of [
    ['fr-FR', 'Payer par carte'],
    ['es', 'Pagar con tarjeta'],
    ['it', ''],
    ['pt', ''],
    ['ja', ''],
    ['zh-Hans', ''],
    ['nl', ''],
  ] as const) {
    const checkout = await createCheckout(scene, {
      isReturning: false,
      interaction: { ...interaction, locale },
    })
    await payer.page.goto(checkout.address)
    expect(locale).toContain(await payer.page.locator('html').getAttribute('lang'))
    expect(await payer.page.locator('#panel-form h1').innerText()).toContain(title)
    expect(await leftInEnglish(payer.page)).toEqual([])
    await payer.page.locator('#pay').click()
    await payer.page.locator('#notice.bad').waitFor()
    await looksRight(payer, `checkout-form-${locale}`)
  }
})

browserTest('the largest amounts fit the narrowest phone', async scene => {
  const payer = await scene.payer({ size: 'phone' })
  const { page } = payer
  await page.setViewportSize({ width: 320, height: 640 })
  for (const [locale, currency] of [
    ['en', 'USD'],
    ['de', 'KWD'],
    ['ar', 'AED'],
  ] as const) {
    const amount = currency === 'KWD' ? '9999999999.999' : '99999999999.99'
    const sums = { amount, itemAmount: amount, shippingAndHandlingAmount: '0' }
    const item = [{ name: 'Lighthouse, with its island', quantity: '1', unitPrice: amount }]
    const order = { id: `${scene.name}-${locale}`, currency, ...sums, item }
    const interaction = { locale, displayControl: { billingAddress: 'HIDE', customerEmail: 'HIDE' } }
    const checkout = await createCheckout(scene, { isReturning: false, interaction, order })
    await page.goto(checkout.address)
    await page.locator('#details-toggle').click()
    await looksRight(payer, `checkout-narrow-${locale}`)
    expect(await overflowing(page)).toEqual([])
    await payWith(page, cards.plain)
    expect(await overflowing(page)).toEqual([])
    await page.locator('#confirm').click()
    await expectState(page, 'done')
    await looksRight(payer, `checkout-narrow-done-${locale}`)
    expect(await overflowing(page)).toEqual([])
  }
})

browserTest('nothing jumps when the page wakes up, errors appear or the button is pressed', async scene => {
  const checkout = await createCheckout(scene, { isReturning: false })
  const { page } = await scene.payer({ size: 'phone' })
  await page.addInitScript(() => {
    window.name = '0'
    new PerformanceObserver(list => {
      const shifts = list.getEntries().map(entry => Number(Reflect.get(entry, 'value')))
      window.name = String(Number(window.name) + shifts.reduce((sum, shift) => sum + shift, 0))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(checkout.address)
  const before = await page.locator('#pay').boundingBox()
  await payWith(page, cards.plain)
  await expectState(page, 'done')
  expect(before).not.toBeNull()
  expect(Number(await page.evaluate(() => window.name))).toBeLessThan(0.02)
})

/** Good for everybody, and no wider than the screen. Two of the four looks have every size and colour. */
async function looksRight(payer: Payer, state: string): Promise<void> {
  const { size, scheme } = payer.looks
  await picture(payer, state)
  if ((size === 'desktop') === (scheme === 'light') || state.startsWith('checkout-done-'))
    await expectAccessible(payer.page)
  const overhang = await payer.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overhang, `${state} is wider than the screen`).toBeLessThanOrEqual(0)
}

/** What reaches out of the box that it is in, to either side. */
function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.amount, .button, dd, dt')].flatMap(element => {
      const [inner, outer] = [element, element.parentElement ?? element].map(one =>
        one.getBoundingClientRect(),
      )
      if (!inner || !outer || inner.width === 0) return []
      const isOut = inner.left < outer.left - 1 || inner.right > outer.right + 1
      return isOut || element.scrollWidth > element.clientWidth + 1 ? [element.textContent ?? ''] : []
    }),
  )
}

async function fillAddress(page: Page, kind: 'billing' | 'shipping' = 'billing'): Promise<void> {
  const at = (part: string) => page.locator(`[id="${kind}.${part}"]`)
  await at('street').fill('1 Quay Street')
  await at('city').fill('Rye')
  await at('postcodeZip').fill('TN31 7AY')
  await at('country').selectOption('GBR')
}

/** English sentences that a page in another language still shows. */
function leftInEnglish(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    ['Card number', 'Expiry', 'Security code', 'Cancel and', 'Country', 'Street'].filter(word =>
      document.body.innerText.includes(word),
    ),
  )
}
