import { expect, test } from 'vitest'
import { locales } from '../localisation.ts'
import { english } from './words/english.ts'
import { wordsOf } from './words/languages.ts'

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
