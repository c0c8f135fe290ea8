import { expect, test } from 'vitest'
import { directionOf, locales } from './localisation.ts'
import { noticeOptions, refusalPage } from './noticePages.ts'
import { english } from './noticeWords/english.ts'
import { noticeWordsIn } from './noticeWords.ts'

test.each(locales)('%s has every notice, no text is empty, and the gaps are the same', locale => {
  const words = noticeWordsIn(locale)
  expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort())
  for (const [name, said] of Object.entries(words)) {
    const texts = typeof said === 'string' ? [said] : [said.title, said.text]
    for (const text of texts) expect(text.trim(), name).not.toBe('')
  }
  expect(words.supportCode).toContain('{code}')
})

test.each(locales)('a refusal is a page in %s, if the browser prefers that', async locale => {
  const page = await refusalPage({ status: 404, acceptLanguage: `xx, ${locale};q=0.9, en;q=0.8` }, true)
  const text = String(page.body)
  expect(text).toContain(`<html lang="${locale}" dir="${directionOf(locale)}">`)
  expect(text).toContain(`<h1>${noticeWordsIn(locale).absent.title}</h1>`)
})

test('what the API explains stays English, the support code is named in the payer’s language', async () => {
  const refusal = { status: 400, explanation: 'Unexpected parameter.', supportCode: 'A1' }
  const text = String((await refusalPage({ ...refusal, acceptLanguage: 'ar' }, false)).body)
  expect(text).toContain('<p lang="en" dir="ltr">Unexpected parameter.</p>')
  expect(text).toContain('رمز الدعم: \u2068A1\u2069')
})

test('the language that the merchant named comes before those of the browser', () => {
  const call = { acceptsGzip: true, acceptLanguage: 'fr, es' }
  expect(noticeOptions(call, false, 'de_AT').locale).toBe('de')
  expect(noticeOptions(call, false, 'xx').locale).toBe('fr')
  expect(noticeOptions(call, false).locale).toBe('fr')
})
