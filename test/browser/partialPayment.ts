import type { Page } from 'playwright-core'
import type { BrowserTestContext } from './browser.ts'
import { cards } from './cards.ts'
import { payWith } from './checkout.ts'
import { withProfile } from './profile.ts'

/** Of a bank that has half of whatever it is asked for. */
export const half = { ...cards.plain, expiry: '04 / 39' }

export const withPartialPayments = (scene: BrowserTestContext, tell: () => Promise<void>) =>
  withProfile(scene, { partialPaymentsAtCheckout: 'FINISH' }, tell)

/** The payer comes to the page, pays half with the first card, and reads what is still due. */
export async function payHalf(page: Page, { address }: { readonly address: string }): Promise<void> {
  await page.goto(address)
  await payWith(page, half)
  await page.locator('#rest').waitFor()
}

export const remainderText = async (page: Page): Promise<string> =>
  (await page.locator('#rest').innerText()).replaceAll(/[\u00a0\u202f]/g, ' ')
