import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { browserTest } from './browser.ts'
import { cards } from './cards.ts'
import { createCheckout, expectPaid, fillCard, pageText, paymentsOf } from './checkout.ts'
import { withProfile } from './profile.ts'

browserTest('a payer with a keyboard only pays', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await page.locator('#pay:enabled').waitFor()
  await page.locator('#number').focus()
  for (const text of [cards.plain.number, '0139', '100', 'Ada Quill']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('pay')
  await page.keyboard.press('Enter')
  await expectPaid(scene, checkout, page)
  expect(await paymentsOf(scene, checkout.orderId)).toEqual(['PAYMENT APPROVED'])
})

browserTest('every field has a name, a keyboard that fits and what browsers fill in by', async scene => {
  const checkout = await createCheckout(scene)
  const { page } = await scene.payer({ size: 'phone' })
  await page.goto(checkout.address)
  for (const [label, keyboard, filledBy] of [
    ['Card number', 'numeric', 'cc-number'],
    ['Expiry date', 'numeric', 'cc-exp'],
    ['Security code', 'numeric', 'cc-csc'],
    ['Name on card', null, 'cc-name'],
  ] as const) {
    const field = page.getByLabel(label)
    expect(await field.getAttribute('inputmode'), label).toBe(keyboard)
    expect(await field.getAttribute('autocomplete'), label).toBe(filledBy)
    // Nothing is sent, or kept by the browser, under a name.
    expect(await field.getAttribute('name'), label).toBeNull()
    const box = await field.boundingBox()
    expect(box?.height, `${label} is large enough for a thumb`).toBeGreaterThanOrEqual(44)
  }
})

for (const [what, pasted] of [
  ['with blanks', ' 4508 7500 1574 1019 '],
  ['with hyphens', '4508-7500-1574-1019'],
  ['with words around it', 'Card: 4508750015741019'],
] as const)
  browserTest(`a card number ${what} may be pasted`, async scene => {
    const checkout = await createCheckout(scene)
    const { page } = await scene.payer()
    await page.goto(checkout.address)
    await page.locator('#pay:enabled').waitFor()
    await page.locator('#number').focus()
    await page.keyboard.insertText(pasted)
    expect(await page.locator('#number').inputValue()).toBe('4508 7500 1574 1019')
  })

browserTest('the card is called what the operator calls it, and told where its code is', async scene => {
  await withProfile(scene, { cardNames: ['NETWORK_A:River Card'] }, async () => {
    const checkout = await createCheckout(scene)
    const { page } = await scene.payer()
    await page.goto(checkout.address)
    await page.locator('#pay:enabled').waitFor()
    const number = page.locator('#number')
    await number.pressSequentially('3718')
    expect(await page.locator('#number-note').innerText()).toBe('River Card')
    expect(await page.locator('#securityCode-note').innerText()).toBe(pageText('codeOnFront'))
    await number.fill('')
    await number.pressSequentially('5123')
    expect(await page.locator('#number-note').innerText()).toBe('')
    expect(await page.locator('#securityCode-note').innerText()).toBe(pageText('codeOnBack'))
    expect(await page.locator('body').innerText()).not.toMatch(/network/i)
  })
})

browserTest(
  'what is wrong is said beside the field when the payer leaves it, and taken back when it is right',
  async scene => {
    const checkout = await createCheckout(scene)
    const { page } = await scene.payer()
    await page.goto(checkout.address)
    await page.locator('#pay:enabled').waitFor()
    const number = page.locator('#number')
    const note = page.locator('#number-note')
    await number.fill('4508 7500 1574 1018')
    await number.blur()
    expect(await note.innerText()).toBe(pageText('numberWrong'))
    expect(await number.getAttribute('aria-invalid')).toBe('true')
    expect(await number.getAttribute('aria-describedby')).toBe('number-note')
    await number.fill('4508 7500 1574 1019')
    expect(await number.getAttribute('aria-invalid')).toBeNull()
    await page.locator('#expiry').fill('01/20')
    await page.locator('#expiry').blur()
    expect(await page.locator('#expiry-note').innerText()).toBe(pageText('expiryPast'))
  },
)

browserTest('who sends an empty form is led to the first field, and nothing is sent', async scene => {
  const checkout = await createCheckout(scene)
  const { page, monitor } = await scene.payer()
  await page.goto(checkout.address)
  await page.locator('#pay').click()
  await page.locator('#notice.bad').waitFor()
  expect(await page.locator('#notice a').allInnerTexts()).toEqual([
    'Card number',
    'Expiry date',
    'Security code',
    'Name on card',
  ])
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('number')
  await page.locator('#notice a').nth(2).click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('securityCode')
  expect(monitor.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

browserTest('the review shows what counts, hides the number, and can be left', async scene => {
  const interaction = { displayControl: { billingAddress: 'HIDE', customerEmail: 'HIDE' } }
  const checkout = await createCheckout(scene, { interaction })
  const { page } = await scene.payer()
  await page.goto(checkout.address)
  await fillCard(page, cards.plain)
  await page.locator('#pay').click()
  const review = page.locator('#panel-review')
  await review.waitFor()
  expect(await review.innerText()).toContain('•••• 1019')
  expect(await review.innerText()).not.toContain('4508')
  await page.locator('#change').click()
  await page.locator('#nameOnCard').fill('Ada Q. Quill')
  await page.locator('#pay').click()
  expect(await page.locator('#review-nameOnCard').innerText()).toBe('Ada Q. Quill')
  await page.locator('#confirm').click()
  await expectPaid(scene, checkout, page)
})

browserTest('script and style of the page are small, and nothing else is loaded', async scene => {
  const checkout = await createCheckout(scene)
  const { page, monitor } = await scene.payer({ size: 'phone' })
  const answer = await page.goto(checkout.address)
  await page.locator('#pay:enabled').waitFor()
  const markup = (await answer?.text()) ?? ''
  const inline = [...markup.matchAll(/<(script|style)[^>]*>([\s\S]*?)<\/\1>/g)].map(([whole]) => whole)
  expect(inline.length).toBeGreaterThanOrEqual(3)
  expect(gzipSync(inline.join('')).length).toBeLessThan(40 * 1024)
  expect(monitor.requests.map(({ url }) => url).filter(url => !url.startsWith('data:'))).toEqual([
    checkout.address,
  ])
})

browserTest('without scripts the page says that it needs them, and takes no card', async scene => {
  const checkout = await createCheckout(scene)
  const { context } = await scene.payer()
  const plain = await context.browser()?.newContext({ javaScriptEnabled: false })
  const page = await plain?.newPage()
  await page?.goto(checkout.address)
  expect(await page?.locator('noscript').innerText()).toContain(pageText('scriptNeeded'))
  expect(await page?.locator('#number').isDisabled()).toBe(true)
  await plain?.close()
})

browserTest('a payer saves a card, pays with it on returning, and removes it by keyboard', async scene => {
  const more = { customer: { identification: { type: 'CUSTOMER_IDENTIFICATION', value: scene.name } } }
  const { page } = await scene.payer()
  const visit = async (part: string) => {
    const checkout = await createCheckout(scene, { more, order: { id: `${scene.name}-${part}` } })
    await page.goto(checkout.address)
    await page.locator('#pay:enabled').waitFor()
    return new RegExp(`resultIndicator=${checkout.successIndicator}`)
  }
  const saved = page.getByRole('radio', { name: 'Card •••• 1019' })
  const remove = page.getByRole('button', { name: 'Remove Card •••• 1019' })
  await withProfile(scene, { savedCardsAtCheckout: 'WITH_CODE' }, async () => {
    const paid = await visit('first')
    const consent = page.getByRole('checkbox', { name: pageText('saveCard') })
    expect(await consent.isChecked()).toBe(false)
    await fillCard(page, cards.plain)
    await consent.check()
    await page.locator('#pay').click()
    await page.waitForURL(paid)

    const paidAgain = await visit('again')
    expect(await saved.isChecked()).toBe(true)
    expect(await page.locator('#number').isVisible()).toBe(false)
    await page.getByRole('radio', { name: pageText('otherCard') }).check()
    expect(await page.locator('#number').isVisible()).toBe(true)
    await saved.check()
    await page.locator('#pay').click()
    await page.locator('#securityCode-note', { hasText: pageText('codeMissing') }).waitFor()
    await page.locator('#securityCode').fill('100')
    await page.locator('#pay').click()
    await page.waitForURL(paidAgain)

    await visit('last')
    await expectAccessible(page)
    await remove.press('Enter')
    // Where the focus is, nothing is removed; Escape removes nothing either.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('keep-card')
    await page.keyboard.press('Escape')
    expect(await saved.isVisible()).toBe(true)
    await remove.press('Enter')
    await page.locator('#remove-card').press('Enter')
    await page
      .locator('#announcer', { hasText: 'Card •••• 1019 was removed.' })
      .waitFor({ state: 'attached' })
    expect(await page.locator('#saved-cards').isVisible()).toBe(false)
    expect(await page.locator('#number').isVisible()).toBe(true)
  })
})
