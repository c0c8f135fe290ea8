import { expect } from 'vitest'
import { signInAs } from '../support/console/consoleLogin.ts'
import { consoleMerchant, consoleTest } from './console.ts'

consoleTest(
  'the printed address signs in, once, and the frame works with the keyboard alone',
  async scene => {
    const visitor = await scene.visitor()
    const { page } = visitor
    await visitor.open('preferences')
    await visitor.inspect('preferences')

    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')

    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await visitor.inspect('shortcuts')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.keyboard.press('Control+K')
    await page.getByRole('dialog', { name: 'Go to a page or an order' }).waitFor()
    await visitor.inspect('palette')
    await page.keyboard.press('Escape')
  },
)

consoleTest('an address that was used signs nobody in', async scene => {
  const path = scene.gateway.consolePath?.()
  const first = await scene.payer()
  await first.page.goto(`${scene.origin}${path}`)
  await first.page.locator('h1').first().waitFor()
  const second = await scene.payer()
  second.monitor.expect(/status of 403/)
  await second.page.goto(`${scene.origin}${path}`)
  await second.page.getByRole('alert').waitFor()
  second.monitor.expect(/status of 401/)
  await second.page.goto(`${scene.origin}/console`)
  await second.page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

consoleTest('a page of a merchant that is not there says so, and leads on', async scene => {
  const visitor = await scene.visitor()
  const { page } = visitor
  // The page asks before it is known that nobody is called so.
  visitor.monitor.expect(/status of 400/)
  const refused = page.waitForResponse(answer => answer.status() === 400)
  await page.route('**/console/api/merchantNames', async route => {
    await refused
    await route.continue()
  })
  for (const path of ['payments', 'today', 'order/1', 'audit']) {
    await page.goto(`${scene.origin}/console/m/NOBODY/${path}`)
    await page.getByRole('heading', { name: /^There is no merchant .*NOBODY/ }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.locator('a[href*=NOBODY]').count()).toBe(0)
  }
  await visitor.inspect('no-merchant')
  await page.getByRole('link', { name: 'To the start' }).click()
  await page.getByRole('heading', { name: 'Payments' }).waitFor()
})

consoleTest('another merchant’s pages lead a user back to those of their own', async scene => {
  const { token } = await signInAs(scene.gateway.database, { role: 'DEVELOPER', merchantId: consoleMerchant })
  const { page, context } = await scene.payer()
  await context.addCookies([{ name: 'tollgate-console', value: token, url: scene.origin }])
  await page.goto(`${scene.origin}/console/m/OTHERMERCHANT/payments`)
  await page.getByRole('heading', { name: /^Your account is not for the merchant .*OTHERMERCHANT/ }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click()
  await page.waitForURL(`${scene.origin}/console/m/${consoleMerchant}/payments`)
})
