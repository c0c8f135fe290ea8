import { expect, test } from 'vitest'
import { countryNames, localeFor, locales } from '../localisation.ts'
import { english } from './words/english.ts'
import { wordsOf } from './words.ts'

const gapsOf = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([gap]) => gap).sort()

test.each(locales)('%s has the same gaps as English in every sentence, and none is empty', locale => {
  const words = Object.entries(wordsOf(locale))
  expect(words.map(([word]) => word).sort()).toEqual(Object.keys(english).sort())
  const originals: Readonly<Record<string, string>> = english
  for (const [word, sentence] of words) {
    expect(sentence.trim(), word).not.toBe('')
    expect(gapsOf(sentence), word).toEqual(gapsOf(originals[word] ?? ''))
  }
})

test.each(locales)('countries have names in %s', locale => {
  const countries = countryNames(locale)
  expect(countries.length).toBe(249)
  expect(countries.filter(({ code, name }) => code === name)).toEqual([])
})

test('the first wish that the page can fulfil', () => {
  expect(localeFor('pt-BR', 'de_AT')).toBe('de')
  expect(localeFor(undefined, 'AR')).toBe('ar')
  expect(localeFor('xx')).toBe('en')
  expect(localeFor()).toBe('en')
})
