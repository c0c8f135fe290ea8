// The texts of the console: each area has one file with all languages; a missing one does not compile.

import type { ConsoleLocale } from './consoleLocales.ts'

/** A text by number: which forms a language has is decided by `Intl.PluralRules`; `{count}` is the number. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }
export type AreaText = string | PluralForms

/** In each language the same names; what has forms by number in English has them in every language. */
type Translated<W> = { readonly [Name in keyof W]: W[Name] extends string ? string : PluralForms }

export type AreaWords<W> = { readonly en: W } & Readonly<Record<Exclude<ConsoleLocale, 'en'>, Translated<W>>>

/** Placeholders are `{name}`. Texts that are the same in two languages are written twice. */
export const defineWords = <const W extends Readonly<Record<string, AreaText>>>(
  words: AreaWords<W>,
): AreaWords<W> => words

export type WordValues = Readonly<Record<string, string | number>>

/** Fills in a text; numbers are written as the language writes them. */
export function wordIn(text: AreaText, locale: ConsoleLocale, values: WordValues = {}): string {
  const form = typeof text === 'string' ? text : formOf(text, locale, values.count)
  return form.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    if (value === undefined) return placeholder
    return typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : isolated(value)
  })
}

function formOf(forms: PluralForms, locale: ConsoleLocale, count: WordValues[string] | undefined): string {
  return forms[new Intl.PluralRules(locale).select(Number(count ?? 0))] ?? forms.other
}

/** What somebody else wrote may run in the other direction; it must not turn the sentence around it. */
const isolated = (value: string): string => `\u2068${value}\u2069`
