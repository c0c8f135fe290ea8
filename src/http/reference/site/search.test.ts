import { expect, test } from 'vitest'
import type { SearchEntry } from './searchIndex.ts'
import { createSite } from './site.ts'

/** The script of the page, as browsers get it. */
const { createSearch, excerptOf } = await import(new URL('search.js', import.meta.url).href)

const index = JSON.parse(createSite({ sandbox: true }).searchIndex(''))
const search: (question: string, most?: number) => readonly SearchEntry[] = createSearch(index)
const pagesFor = (question: string) => [
  ...new Set(search(question, 20).map(({ address }) => address.replace(/^\/docs\/|#.*$/g, ''))),
]

/** What a developer would type, and the page that answers it: among the first three. */
const questions = [
  ['webhook', 'guides/notifications'],
  ['time-out', 'guides/rehearsing'],
  ['idempotency', 'guides/quick-start'],
  ['signature', 'guides/notifications'],
  ['INVALID_REQUEST', 'reference/errors'],
  ['how do I verify a webhook signature in python', 'guides/notifications'],
  ['partial capture', 'guides/quick-start'],
  ['refund', 'guides/quick-start'],
  ['3ds challenge', 'guides/payer-authentication'],
  ['pay with a saved card', 'guides/tokens'],
  ['recurring subscription', 'guides/tokens'],
  ['test card declined', 'guides/rehearsing'],
  ['iframe card form', 'guides/hosted-fields'],
  ['redirect to payment page', 'guides/checkout'],
  ['go to production', 'guides/going-live'],
  ['SERVER_BUSY', 'reference/errors'],
  ['insufficient funds', 'guides/errors'],
  ['retry after timeout', 'guides/errors'],
  ['wallet payment', 'guides/browser-payments'],
  ['order.currency', 'reference'],
  ['cvv', 'reference'],
  ['content security policy', 'payers'],
  ['rotate keys', 'keys'],
  ['prometheus', 'metrics'],
  ['what changed between versions', 'diff'],
  ['upgrade to a newer version', 'diff'],
] as const

test.each(questions)('%s finds %s', (question, page) => {
  expect(pagesFor(question).slice(0, 3)).toContain(page)
})

test('nothing is found for what is nowhere, and nothing at all for nothing', () => {
  expect(search('xyzzyplugh')).toEqual([])
  expect(search('   ')).toEqual([])
})

test('an unfinished word finds what it begins', () => {
  expect(pagesFor('notificat').slice(0, 3)).toContain('guides/notifications')
})

test('results lead to the place on the page, at most three of one page', () => {
  const found = search('signature')
  expect(found.some(({ address }) => address === '/docs/guides/notifications#verify-the-signature')).toBe(
    true,
  )
  const pages = found.map(({ address }) => address.split('#')[0])
  for (const page of pages) expect(pages.filter(other => other === page).length).toBeLessThanOrEqual(3)
})

test('an excerpt is cut around the hit, which is every second part', () => {
  const words = `${'before '.repeat(40)}the Signature is checked ${'after '.repeat(40)}`
  expect(excerptOf(words, 'signature')[1]).toBe('Signature')
  expect(excerptOf(words, 'signature').join('').length).toBeLessThan(170)
})

test('the index stays small enough to be sent', () => {
  expect(JSON.stringify(index).length).toBeLessThan(1_500_000)
})
