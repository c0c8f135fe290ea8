import { expect, test } from 'vitest'
import { countedIn, countryNames, languagesIn, localeFor, locales, moneyIn, times } from './localisation.ts'

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

test.each(locales)('countries have names in %s', locale => {
  const countries = countryNames(locale)
  expect(countries.length).toBe(249)
  expect(countries.filter(({ code, name }) => code === name)).toEqual([])
})

test('the first wish that the page can fulfil', () => {
  expect(localeFor('sv-SE', 'de_AT')).toBe('de')
  expect(localeFor('pt-BR', 'de_AT')).toBe('pt')
  expect(localeFor(undefined, 'AR')).toBe('ar')
  expect(localeFor('xx')).toBe('en')
  expect(localeFor()).toBe('en')
})

test.each([
  ['zh', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['zh_Hans_HK', 'zh-Hans'],
  ['zh-TW', 'nl'],
  ['zh-Hant', 'nl'],
  ['zh-Hant-CN', 'nl'],
  ['zh_HK', 'nl'],
])('%s or Dutch is %s: traditional characters are another language', (wish, locale) => {
  expect(localeFor(wish, 'nl')).toBe(locale)
})

test('plural forms are those of the language', () => {
  const italian = countedIn('it', { one: 'un articolo', other: '{count} articoli' })
  expect([italian(1), italian(2), italian(12_345)]).toEqual(['un articolo', '2 articoli', '12.345 articoli'])
  const arabic = countedIn('ar', { one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' })
  expect([1, 2, 3, 11, 100].map(arabic)).toEqual(['one', 'two', 'few', 'many', 'other'])
})

const spaced = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f]/g, '')

test.each([
  ['EUR', 'en', '1234.5', '€1,234.50'],
  ['EUR', 'de', '1234.50', '1.234,50 €'],
  ['EUR', 'fr', '1234.50', '1 234,50 €'],
  ['JPY', 'en', '500', '¥500'],
  ['JPY', 'ja', '500', '￥500'],
  ['BRL', 'pt', '1234.50', 'R$ 1.234,50'],
  ['EUR', 'it', '1234.50', '1234,50 €'],
  ['EUR', 'nl', '1234.50', '€ 1.234,50'],
  ['CNY', 'zh-Hans', '1234.50', '¥1,234.50'],
  ['KWD', 'en', '1.005', 'KWD 1.005'],
  ['EUR', 'en', '99999999999999999.99', '€99,999,999,999,999,999.99'],
  ['EUR', 'en', 'abc', 'abc'],
] as const)('%s in %s: %s is %s', (currency, locale, amount, expected) => {
  expect(spaced(moneyIn(currency, locale)(amount))).toBe(expected)
})

test('a currency has as many decimals as banks count, whatever people write', () => {
  expect(moneyIn('ISK', 'en')('500')).not.toContain('.')
  expect(moneyIn('IQD', 'en')('1.250')).toContain('1.250')
})

test.each([
  ['3', '9.50', '28.50'],
  ['0.1', '0.2', '0.02'],
  ['1.5', '-2.00', '-3.000'],
  ['many', '9.50', '9.50'],
])('%s times %s', (quantity, price, expected) => {
  expect(times(quantity, price)).toBe(expected)
})
