import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>
type Violations = Results['violations']
type RunOptions = Parameters<AxeBuilder['options']>[0]

/** WCAG 2.2 AA, as far as a program can tell; frames of the page are looked at too. */
export async function expectAccessible(page: Page): Promise<void> {
  const violations = isOfOneOrigin(page) ? await violationsWithin(page) : await violationsAcross(page)
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    ),
  ).toEqual([])
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const options: RunOptions = { runOnly: rules, resultTypes: ['violations'] }

const packagePath = createRequire(import.meta.url).resolve('@axe-core/playwright')
/** The checks as they are shipped for browsers: less than half of what the package sends by itself. */
const source = readFile(createRequire(packagePath).resolve('axe-core/axe.min.js'), 'utf8')

function isOfOneOrigin(page: Page): boolean {
  const addresses = page.frames().map(frame => frame.url())
  const origins = addresses.filter(url => url.startsWith('http')).map(url => new URL(url).origin)
  return new Set(origins).size === 1
}

/** Frames of other origins are seen as well, which takes three times as long and a tab more. */
async function violationsAcross(page: Page): Promise<Violations> {
  const { violations } = await new AxeBuilder({ page, axeSource: await source }).options(options).analyze()
  return violations
}

/** A document gets the checks once, whatever it shows later: sending them costs more than running them. */
async function violationsWithin(page: Page): Promise<Violations> {
  for (const frame of page.frames()) await equip(frame)
  return page.evaluate(async given => (await window.axe.run(document, given)).violations, options)
}

async function equip(frame: Frame): Promise<void> {
  const isEquipped = await frame.evaluate(() => 'axe' in window)
  if (!isEquipped) await frame.evaluate(await source)
}

declare global {
  interface Window {
    readonly axe: { run(context: Document, options: RunOptions): Promise<Results> }
  }
}
