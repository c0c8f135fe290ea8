import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { browserTest, expectAt } from './browser.ts'
import { picture } from './pictures.ts'

for (const [size, scheme] of [
  ['desktop', 'light'],
  ['desktop', 'dark'],
  ['phone', 'dark'],
] as const)
  browserTest(`the first page of a sandbox says where to go: ${size}, ${scheme}`, async scene => {
    const payer = await scene.payer({ size, scheme })
    const { page } = payer
    await page.goto(`${scene.origin}/`)
    await expectAccessible(page)
    await picture(payer, 'home')
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(wide).toBe(false)
    payer.monitor.expect(/status of 401/)
    for (const [name, path] of [
      ['Console', '/console'],
      ['Demo shop', '/demo'],
      ['Docs', '/docs'],
      ['Sandbox controls', '/docs/sandbox'],
    ] as const) {
      await page.getByRole('link', { name }).click()
      await expectAt(page, path)
      // Its script has to ask first who is signed in.
      if (path === '/console') await page.getByRole('heading', { level: 1 }).waitFor()
      await page.goto(`${scene.origin}/`)
    }
  })

browserTest('the line on the first page can be pasted, and again', async scene => {
  const { page } = await scene.payer()
  await page.goto(`${scene.origin}/`)
  const line = await page.locator('pre').innerText()
  const pasted = async () => (await promisify(execFile)('sh', ['-c', line])).stdout
  expect(await pasted()).toMatch(/^HTTP\/1\.1 201 /)
  expect(await pasted()).toMatch(/Idempotent-Replayed: true/i)
})

browserTest('whatever a browser shows of the gateway has an icon, JSON too', async scene => {
  const { page } = await scene.payer()
  const icon = await page.request.get(`${scene.origin}/favicon.ico`)
  expect(icon.status()).toBe(200)
  expect(icon.headers()).toMatchObject({ 'content-type': 'image/svg+xml' })
})
