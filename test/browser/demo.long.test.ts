import type { FrameLocator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { type BrowserTestContext, browserTest, type Payer } from './browser.ts'
import { cards, type TypedCard } from './cards.ts'
import { challengeIn, expectNotice, payWith } from './checkout.ts'
import { fillDemoFields } from './hostedFields.ts'
import { picture } from './pictures.ts'
import { expectNoSecrets } from './secrets.ts'

for (const [size, scheme] of [
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const)
  browserTest(`the demo shop invites to four ways to pay: ${size}, ${scheme}`, async scene => {
    const visitor = await scene.payer({ size, scheme })
    await visitor.page.goto(`${scene.origin}/demo`)
    await expectAccessible(visitor.page)
    await picture(visitor, 'demo')
    expect(await visitor.page.locator('.ways a').count()).toBe(4)
    for (const flow of ['checkout', 'embedded', 'fields', 'browser']) {
      await visitor.page.goto(`${scene.origin}/demo?flow=${flow}`)
      await visitor.page.locator('#begin').waitFor()
      await picture(visitor, `demo-${flow}`)
    }
    await expectAccessible(visitor.page)
  })

browserTest('hosted checkout: bought, and every request is shown beside it', async scene => {
  const visitor = await visit(scene, 'checkout')
  const { page } = visitor
  await page.locator('#visit').click()
  await payFor(page, cards.recognised)
  await expectResult(page, 'CAPTURED')
  expect(await page.locator('#result').innerText()).toContain('equals the successIndicator')
  expect(await page.locator('#wire > li').count()).toBeGreaterThanOrEqual(2)
  await expectAccessible(page)
  await picture(visitor, 'demo-checkout-bought')
  await expectNoSecrets(scene, visitor, cards.recognised.number)
})

browserTest('hosted checkout: declined, then cancelled, and the visitor knows what happened', async scene => {
  const visitor = await visit(scene, 'checkout', 'declined')
  const { page } = visitor
  await page.locator('#visit').click()
  await payFor(page, { ...cards.frictionless, expiry: '05/39' })
  await expectNotice(page, 'declined')
  await page.locator('#cancel').click()
  await expectResult(page, 'FAILED')
  await picture(visitor, 'demo-checkout-declined')
})

browserTest('hosted checkout: cancelled before anything was tried', async scene => {
  const visitor = await visit(scene, 'checkout')
  await visitor.page.locator('#visit').click()
  await visitor.page.locator('#cancel').click()
  await visitor.page.locator('#result-title').waitFor()
  expect(await visitor.page.locator('#result').innerText()).toMatch(/cancel/i)
  await picture(visitor, 'demo-checkout-cancelled')
})

browserTest('embedded checkout: a challenge failed, a challenge passed', async scene => {
  const visitor = await visit(scene, 'embedded', 'challenge')
  const { page } = visitor
  const frame = page.frameLocator('#embedded iframe')
  await payFor(frame, cards.challenged)
  await challengeIn(frame).locator('#outcome-N').click()
  await expectNotice(frame, 'authenticationFailed')
  await payFor(frame, cards.challenged)
  await challengeIn(frame).locator('#outcome-Y').waitFor()
  await picture(visitor, 'demo-embedded-challenge')
  await challengeIn(frame).locator('#outcome-Y').click()
  await expectResult(page, 'CAPTURED')
  await picture(visitor, 'demo-embedded-bought')
})

browserTest('hosted fields: bought without a question', async scene => {
  const visitor = await visit(scene, 'fields')
  await fillDemoFields(visitor.page, cards.frictionless)
  await picture(visitor, 'demo-fields-filled')
  await visitor.page.locator('#pay').click()
  await expectResult(visitor.page, 'AUTHORIZED')
  await expectAccessible(visitor.page)
  await picture(visitor, 'demo-fields-bought')
})

for (const { outcome, status } of [
  { outcome: 'Y', status: 'AUTHORIZED' },
  { outcome: 'N', status: 'AUTHENTICATION_UNSUCCESSFUL' },
] as const)
  browserTest(`hosted fields: a challenge that ends with ${outcome}`, async scene => {
    const visitor = await visit(scene, 'fields', 'challenge')
    const { page } = visitor
    await fillDemoFields(page, cards.challenged)
    await page.locator('#pay').click()
    const issuer = page.frameLocator('#challenge iframe')
    await issuer.locator('#outcome-Y').waitFor()
    expect(await page.locator('#challenge iframe').getAttribute('sandbox')).toBe(
      'allow-forms allow-scripts allow-same-origin allow-pointer-lock',
    )
    await picture(visitor, 'demo-fields-challenge')
    await issuer.locator(`#outcome-${outcome}`).click()
    await expectResult(page, status)
    await picture(visitor, `demo-fields-challenge-${outcome}`)
  })

browserTest('hosted fields: a card that is wrong is not sent anywhere', async scene => {
  const visitor = await visit(scene, 'fields')
  const { page } = visitor
  await fillDemoFields(page, { ...cards.frictionless, number: '5123456789012345' })
  await page.locator('#pay').click()
  await page.locator('#card-error:not(:empty)').waitFor()
  await picture(visitor, 'demo-fields-wrong')
})

for (const { act, status } of [
  { act: 'approve', status: 'CAPTURED' },
  { act: 'decline', status: 'FAILED' },
  { act: 'cancel', status: 'CANCELLED' },
] as const)
  browserTest(`browser payment: ${act} at the provider`, async scene => {
    const visitor = await visit(scene, 'browser')
    const { page } = visitor
    await page.locator('#visit').click()
    await page.locator(`#provider-${act}`).click()
    await expectResult(page, status)
    await picture(visitor, `demo-browser-${act}`)
  })

browserTest('browser payment: provider A, confirmed by the shop with express delivery', async scene => {
  const visitor = await scene.payer()
  const { page } = visitor
  await page.goto(`${scene.origin}/demo?flow=browser`)
  await page.locator('input[name="arrangement"][value="merchant"]').check()
  await page.locator('#begin').click()
  await page.locator('#visit').click()
  await page.locator('#provider-approve').click()
  await page.locator('input[name="delivery"][value="express"]').check()
  await picture(visitor, 'demo-browser-confirm')
  await page.locator('#confirm').click()
  await expectResult(page, 'CAPTURED')
  expect(await page.locator('#result').innerText()).toContain('27')
})

/** Chooses what shall happen and buys the cup. */
async function visit(scene: BrowserTestContext, flow: string, scenario?: string): Promise<Payer> {
  const visitor = await scene.payer()
  await visitor.page.goto(`${scene.origin}/demo?flow=${flow}`)
  if (scenario !== undefined)
    await visitor.page.locator(`input[name="scenario"][value="${scenario}"]`).check({ force: true })
  await visitor.page.locator('#begin').click()
  return visitor
}

/** The page may want to be asked twice. */
async function payFor(page: Page | FrameLocator, card: TypedCard): Promise<void> {
  await payWith(page, card)
  const confirm = page.locator('#confirm')
  if ((await confirm.count()) > 0) await confirm.click()
}

/** The visitor is told, and the order says the same. */
async function expectResult(page: Page, status: string): Promise<void> {
  await page.locator('#result-title').waitFor()
  const facts = await page.locator('#result .facts').innerText()
  expect(facts).toContain(status)
}
