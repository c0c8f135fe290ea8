import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import type { Looks, Payer } from './browser.ts'

const folder = resolve(import.meta.dirname, '../../screenshots')

/** Writes `screenshots/<state>.<size>.<scheme>.png`, to be looked at by people. */
export async function picture(payer: { page: Page; looks: Required<Looks> }, state: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { size, scheme } = payer.looks
  const path = join(folder, `${state}.${size}.${scheme}.png`)
  await payer.page.screenshot({ path, fullPage: true, animations: 'disabled' })
}

/** What each tab looked like when the story went wrong. */
export async function pictureFailure(story: string, payers: readonly Payer[]): Promise<void> {
  await mkdir(join(folder, 'failed'), { recursive: true })
  const pages = payers.flatMap(({ context }) => context.pages())
  for (const [index, page] of pages.entries()) {
    const path = join(folder, 'failed', `${story.replaceAll(/\W+/g, '-').slice(0, 80)}-${index}.png`)
    await page.screenshot({ path, timeout: 2_000 }).catch(() => undefined)
  }
}
