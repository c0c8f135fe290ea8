import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** WCAG 2.2 AA, as far as a program can tell; frames of the page are looked at too. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: rules, resultTypes: ['violations'] })
    // Three times as quick, but blind for frames of other origins.
    .setLegacyMode(isOfOneOrigin(page))
    .analyze()
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    ),
  ).toEqual([])
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

function isOfOneOrigin(page: Page): boolean {
  const addresses = page.frames().map(frame => frame.url())
  const origins = addresses.filter(url => url.startsWith('http')).map(url => new URL(url).origin)
  return new Set(origins).size === 1
}
