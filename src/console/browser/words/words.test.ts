import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { consoleLocales } from './consoleLocales.ts'
import { type AreaText, wordIn } from './defineWords.ts'

type Area = {
  readonly file: string
  readonly words: Readonly<Record<string, Readonly<Record<string, AreaText>>>>
}

const folder = join(import.meta.dirname, '..')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  name => /\.ts$/.test(name) && !/\.test\.ts$|defineWords\.ts$/.test(name) && definesWords(name),
)
const areas: readonly Area[] = (
  await Promise.all(
    files.map(async file => {
      const exported: Readonly<Record<string, unknown>> = await import(join(folder, file))
      return Object.values(exported)
        .filter(isAreaWords)
        .map(words => ({ file, words }))
    }),
  )
).flat()

function definesWords(name: string): boolean {
  return /= defineWords\(/.test(readFileSync(join(folder, name), 'utf8'))
}

function isAreaWords(exported: unknown): exported is Area['words'] {
  return (
    typeof exported === 'object' && exported !== null && consoleLocales.every(locale => locale in exported)
  )
}

test('every text is there in every language, with the same placeholders', () => {
  expect(areas.length).toBeGreaterThan(2)
  const wrong = areas.flatMap(({ file, words }) =>
    Object.entries(words.en ?? {}).flatMap(([name, english]) =>
      consoleLocales.flatMap(locale => {
        const text = words[locale]?.[name]
        if (text === undefined || formsOf(text).some(form => form.trim() === ''))
          return [`${file}: ${name} is missing in ${locale}`]
        // A form for one may leave the number out, as "one entry" does.
        const isPlural = typeof text !== 'string'
        const expected = placeholdersOf(formsOf(english))
        const found = placeholdersOf(isPlural ? [text.other] : [text])
        return String(found) === String(expected) ? [] : [`${file}: ${name} in ${locale} has {${found}}`]
      }),
    ),
  )
  expect(wrong).toEqual([])
})

test('forms by number are those that a language has', () => {
  const wrong = areas.flatMap(({ file, words }) =>
    consoleLocales.flatMap(locale => {
      const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
      return Object.entries(words[locale] ?? {}).flatMap(([name, text]) =>
        typeof text === 'string' ||
        Object.keys(text).every(form => pluralCategories.some(one => one === form))
          ? []
          : [`${file}: ${name} in ${locale}`],
      )
    }),
  )
  expect(wrong).toEqual([])
})

test('what is filled in cannot turn the sentence around it', () => {
  expect(wordIn('Order {id}', 'ar', { id: 'a-1' })).toBe('Order \u2068a-1\u2069')
  const entries = { one: 'One entry', other: '{count} entries' }
  expect(wordIn(entries, 'en', { count: 1 })).toBe('One entry')
  expect(wordIn(entries, 'de', { count: 1234 })).toBe('1.234 entries')
})

const formsOf = (text: AreaText): readonly string[] =>
  typeof text === 'string' ? [text] : Object.values(text)

const placeholdersOf = (forms: readonly string[]): readonly string[] =>
  [...new Set(forms.flatMap(form => form.match(/\{\w+\}/g) ?? []))].sort()
