import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { type BrowserTestContext, browserTest, type Payer } from './browser.ts'
import { type Looks, picture } from './pictures.ts'

/** Somebody in front of the console. */
export type ConsoleVisitor = Payer & {
  /** Goes to a page: `TESTMERCHANT/risk`, `gateway/links`, `preferences`; and waits for its title. */
  open(path: string): Promise<void>
  /** What every screen has to be: accessible, no wider than the window; and a picture of it for people. */
  inspect(name: string): Promise<void>
}

/** What every test of the console has: a gateway with a merchant, and visitors who are signed in to it. */
export type ConsoleScene = BrowserTestContext & {
  /** The sandbox's user: an operator, by the address that a start prints. */
  visitor(looks?: Looks): Promise<ConsoleVisitor>
}

export const consoleMerchant = 'TESTMERCHANT'

/**
 * A test in a real browser. It fails, whatever it asserts itself, when a page writes an error to its console,
 * throws, breaks its policy or calls another host.
 */
export function consoleTest(name: string, run: (scene: ConsoleScene) => Promise<void>): void {
  browserTest(name, scene =>
    run({
      ...scene,
      async visitor(looks = {}) {
        const payer = await scene.payer(looks)
        const { page } = payer
        await page.goto(`${scene.origin}${scene.gateway.consolePath?.()}`)
        await page.waitForURL(address => !address.pathname.startsWith('/console/enter'))
        await shown(page)
        return {
          ...payer,
          async open(path) {
            await page.goto(`${scene.origin}/console/${path.startsWith(consoleMerchant) ? 'm/' : ''}${path}`)
            await shown(page)
          },
          inspect: state => inspectScreen(payer, state),
        }
      },
    }),
  )
}

/** Accessible, and no wider than the window. */
export async function inspectScreen(payer: Payer, state: string): Promise<void> {
  const { page, looks } = payer
  await picture(payer, `console-${state}`)
  await expectAccessible(page)
  // A phone shows a page that is too wide in a window that is as wide: that of the device counts.
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(
    width > (page.viewportSize()?.width ?? 0),
    `${state} is wider than its window (${looks.size}, ${looks.scheme})`,
  ).toBe(false)
}

/** With `LOOKS=all` also in the other colour scheme, which takes twice as long. */
export async function inspectLooks(payer: Payer, state: string): Promise<void> {
  await inspectScreen(payer, state)
  if (process.env.LOOKS !== 'all') return
  const scheme = payer.looks.scheme === 'light' ? 'dark' : 'light'
  await turn(payer.page, scheme)
  await inspectScreen({ ...payer, looks: { ...payer.looks, scheme } }, state)
  await turn(payer.page, payer.looks.scheme)
}

async function turn(page: Page, scheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
}

/** The looks that screens are tried in: a desktop in the light, and a phone in the dark. */
export const bothLooks = [
  { size: 'desktop', scheme: 'light' },
  { size: 'phone', scheme: 'dark' },
] as const

/** The title of a page is there when its script is. */
const shown = (page: Page): Promise<void> => page.locator('h1').first().waitFor()
