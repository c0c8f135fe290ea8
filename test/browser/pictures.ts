import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'

/** How a payer's browser looks. */
export type Looks = {
  readonly size?: 'desktop' | 'phone'
  readonly scheme?: 'light' | 'dark'
  readonly locale?: string
  readonly hasScripts?: boolean
  readonly timeZone?: string
}

const folder = resolve(import.meta.dirname, '../../screenshots')

/** `PICTURES=1 npm run test:long` writes them; nobody looks at those of a run that only has to be green. */
const isWanted = process.env.PICTURES === '1'

/** Writes `screenshots/<state>.<size>.<scheme>.png`, to be looked at by people. */
export async function picture(payer: { page: Page; looks: Required<Looks> }, state: string): Promise<void> {
  if (!isWanted) return
  await mkdir(folder, { recursive: true })
  const { size, scheme } = payer.looks
  const path = join(folder, `${state}.${size}.${scheme}.png`)
  await payer.page.screenshot({ path, fullPage: true, animations: 'disabled' })
}

/** A picture of each open tab when a test has failed. */
export async function pictureFailure(
  test: string,
  payers: readonly { readonly context: BrowserContext }[],
): Promise<void> {
  await mkdir(join(folder, 'failed'), { recursive: true })
  const pages = payers.flatMap(({ context }) => context.pages())
  for (const [index, page] of pages.entries()) {
    const path = join(folder, 'failed', `${test.replaceAll(/\W+/g, '-').slice(0, 80)}-${index}.png`)
    await page.screenshot({ path, timeout: 2_000 }).catch(() => undefined)
  }
}
