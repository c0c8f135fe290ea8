import { expect } from 'vitest'
import { findSiteFiles } from '../../src/http/reference/site/sources.ts'
import { codeBlocksOf, readDocs } from '../guides/codeBlocks.ts'
import { expectAccessible } from './accessibility.ts'
import { type BrowserTestContext, browserTest, type Payer } from './browser.ts'
import { picture } from './pictures.ts'

const pages = ['', ...findSiteFiles().pages]

/** Of each kind one: the first page, guides with code and tables, a page that is generated. */
for (const [size, scheme, ...looked] of [
  ['desktop', 'light', '', 'guides/errors'],
  ['phone', 'dark', 'guides/quick-start', 'reference/errors'],
] as const)
  browserTest(`the docs can be read by everybody: ${size}, ${scheme}`, async ({ origin, payer }) => {
    const reader = await payer({ size, scheme })
    for (const name of looked) {
      await reader.page.goto(`${origin}/docs/${name}`.replace(/\/$/, ''))
      await expectAccessible(reader.page)
      await picture(reader, `docs-${name.replace('/', '-') || 'home'}`)
    }
  })

/** Decisions look alike: the longest lines and tables are in a few of them. */
const isOneOfItsKind = (name: string) => !/^decisions\/0[0-35-9]/.test(name)

browserTest('no page scrolls sideways on a phone of 360 pixels', async ({ origin, payer }) => {
  const { page } = await payer({ size: 'phone' })
  await page.setViewportSize({ width: 360, height: 740 })
  const wide: string[] = []
  for (const name of [...pages.filter(isOneOfItsKind), 'reference', 'diff/48/73']) {
    await page.goto(`${origin}/docs/${name}`.replace(/\/$/, ''), { waitUntil: 'domcontentloaded' })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > 360) wide.push(`${name}: ${width}`)
  }
  expect(wide).toEqual([])
})

browserTest('the search is found by a key, walked by arrows, and leads to the place', async scene => {
  const { page } = await openDocs(scene)
  await openSearch(page)
  await page.keyboard.type('signature')
  const results = page.locator('.found a')
  await poll(() => results.count()).toBeGreaterThan(3)
  await poll(() => page.locator('#search-status').textContent()).toMatch(/^\d+ results$/)
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  // Until it is there, keys go to the page before.
  const shown = () => page.evaluate(() => `${location.href} ${document.readyState}`)
  await poll(shown).toMatch(/\/docs\/guides\/notifications#verify-the-signature complete$/)
  // Not by keys: a browser that still moves to the place takes the focus away while one types.
  await page.locator('#search').fill('xyzzyplugh')
  await poll(() => page.locator('#search-status').textContent()).toContain('Nothing found')
  await page.keyboard.press('Escape')
  await poll(() => page.locator('.found').isVisible()).toBe(false)
})

/** By its key, as soon as the page hears keys: it may be shown before. */
const openSearch = (page: Payer['page']) =>
  poll(async () => {
    await page.keyboard.press('/')
    return await page.locator('#search').evaluate(field => field === document.activeElement)
  }).toBe(true)

browserTest(
  'a result about a field leads to the field, and what was at /docs is found still',
  async scene => {
    const { page } = await openDocs(scene)
    await page.goto(`${scene.origin}/docs/reference#filter=authenticationLimit`)
    await poll(() => page.locator('#filter').inputValue()).toBe('authenticationLimit')
    await page.goto(`${scene.origin}/docs#authorize`)
    await poll(() => page.url()).toBe(`${scene.origin}/docs/reference#authorize`)
  },
)

browserTest('two versions are chosen and compared', async ({ origin, payer }) => {
  const { page } = await payer()
  await page.goto(`${origin}/docs/diff/48/73`)
  await page.getByLabel('From version').selectOption('60')
  await page.getByRole('button', { name: 'Compare' }).click()
  await poll(() => page.locator('h1').textContent()).toBe('What changed from version 60 to 73')
  await expectAccessible(page)
})

browserTest('code is copied as it is shown, for this gateway', async scene => {
  const reader = await openDocs(scene)
  await reader.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = reader
  await page.goto(`${scene.origin}/docs/guides/going-live`)
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(firstCommand('guides/going-live.md').replace('http://127.0.0.1:8080', scene.origin))
})

/** A busy machine takes its time. */
const poll = <Value>(value: () => Value) => expect.poll(value, { timeout: 30_000 })

const firstCommand = (path: string) =>
  (codeBlocksOf(readDocs(path)).find(({ language }) => language === 'sh')?.text ?? '').trimEnd()

async function openDocs({ origin, payer }: BrowserTestContext): Promise<Payer> {
  const reader = await payer()
  await reader.page.goto(`${origin}/docs`)
  return reader
}

browserTest('the page of the guide to checkout leads to the payment page', async scene => {
  const { page } = await scene.payer()
  await page.goto(await pageOf(scene, 'guides/checkout.md'))
  await page.getByRole('button', { name: 'Pay' }).click()
  await poll(() => new URL(page.url()).pathname).toMatch(/^\/checkout\/pay\/SESSION/)
})

browserTest('the page of the guide to hosted fields gets its frames', async scene => {
  const { page } = await scene.payer()
  await page.goto(await pageOf(scene, 'guides/hosted-fields.md'))
  await poll(() => page.locator('#told').textContent()).toBe('Ready')
})

/** The HTML of a guide, with a session of its own, on a page of the shop. */
async function pageOf({ gateway, origin, shop, name }: BrowserTestContext, path: string): Promise<string> {
  const isCheckout = path.includes('checkout')
  const order = { id: name, amount: '10.00', currency: 'USD', ...(isCheckout && { description: 'A book' }) }
  const { body } = await gateway.call('POST', 'session', {
    order,
    ...(isCheckout && {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE', merchant: { name: 'Shop' } },
    }),
  })
  const sessionId = String(Reflect.get(Object(body.session), 'id'))
  const page = codeBlocksOf(readDocs(path)).find(({ language }) => language === 'html')?.text ?? ''
  // The shop has a frame of its own.
  const content = page.replace(/^<(?:!doctype|\/?html|meta|title).*\n/gm, '')
  return shop.serve(`/${name}`, content.replaceAll('GATEWAY', origin).replaceAll('SESSION', sessionId))
}
