import type { Page } from 'playwright-core'
import type { Scene } from './browser.ts'
import { cards } from './cards.ts'
import { withProfile } from './profile.ts'

/** Of a bank that has half of whatever it is asked for. */
export const half = { ...cards.plain, expiry: '04 / 39' }

export const finishing = (scene: Scene, tell: () => Promise<void>) =>
  withProfile(scene, { partialPaymentsAtCheckout: 'FINISH' }, tell)

export const restSays = async (page: Page): Promise<string> =>
  (await page.locator('#rest').innerText()).replaceAll(/[\u00a0\u202f]/g, ' ')
