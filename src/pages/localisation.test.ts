import { expect, test } from 'vitest'
import { languagesIn } from './localisation.ts'

test.each([
  [undefined, []],
  ['', []],
  ['de', ['de']],
  ['de-AT,de;q=0.9,en;q=0.8', ['de-AT', 'de', 'en']],
  ['en;q=0.5, fr ; q=0.9 ,es', ['es', 'fr', 'en']],
  ['*, ar;q=0.1', ['ar']],
  ['de;q=0, en;q=nonsense, fr', ['fr']],
  ['"><script>,en', ['en']],
])('%j asks for %j', (header, languages) => {
  expect(languagesIn(header)).toEqual(languages)
})

test('the longest header is read only so far', () => {
  expect(languagesIn(`${'x,'.repeat(100_000)}de`)).not.toContain('de')
})
