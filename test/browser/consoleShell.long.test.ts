import { expect } from 'vitest'
import { consoleTest } from './console.ts'

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
