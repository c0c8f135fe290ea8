import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { browserTest } from './browser.ts'
import { picture } from './pictures.ts'

for (const [size, scheme] of [
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const)
  browserTest(`the reference is readable: ${size}, ${scheme}`, async ({ origin, payer }) => {
    const reader = await payer({ size, scheme })
    await reader.page.goto(`${origin}/docs/reference`)
    expect(await reader.page.title()).toContain('Tollgate')
    await keepBeginning(reader.page)
    await expectAccessible(reader.page)
    await picture(reader, 'docs')
  })

/** The whole has 35,000 elements, which take minutes to judge; all its chapters are made alike. */
async function keepBeginning(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const section of [...document.querySelectorAll('main section')].slice(6)) section.remove()
  })
}
