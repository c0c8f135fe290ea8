import { expect, test } from 'vitest'
import { locales, type PageLocale } from '../localisation.ts'
import { english } from './words/english.ts'
import { wordsOf } from './words/languages.ts'
import { textsFor } from './words.ts'

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

const askedToTryAgain: Readonly<Record<PageLocale, RegExp>> = {
  en: /try|again/i,
  de: /noch einmal|versuchen|erneut/i,
  fr: /réessay|à nouveau|nouvel/i,
  es: /intent|de nuevo|vuelva/i,
  ar: /مرة أخرى|حاول/,
  pt: /tente|novamente|de novo/i,
  it: /riprov|di nuovo|ancora/i,
  ja: /もう一度|再/,
  'zh-Hans': /重试|再次/,
  nl: /probeer|opnieuw/i,
}

test.each(locales)('a card that is refused for good is not told to try again in %s', locale => {
  const { cardRefused, declined } = wordsOf(locale)
  expect(cardRefused).not.toMatch(askedToTryAgain[locale])
  expect(declined).toMatch(askedToTryAgain[locale])
})

const saysNotCharged: Readonly<Record<PageLocale, RegExp>> = {
  en: /you will not be charged for it/,
  de: /wird Ihnen nicht berechnet/,
  fr: /ne vous sera pas facturé/,
  es: /no se le cobrará/,
  ar: /لن يُخصم منك/,
  pt: /não será cobrado/,
  it: /non ti sarà addebitato/,
  ja: /請求されません/,
  'zh-Hans': /不会向您收费/,
  nl: /wordt u niet in rekening gebracht/,
}

test.each(locales)('whose bank did not answer reads that nothing is charged for it in %s', locale => {
  const { notCompleted } = wordsOf(locale)
  expect(notCompleted).toMatch(saysNotCharged[locale])
  expect(notCompleted).toMatch(askedToTryAgain[locale])
})

const asksWhetherPaid: Readonly<Record<PageLocale, RegExp>> = {
  en: /ask the shop whether you have paid/,
  de: /ob Sie bezahlt haben/,
  fr: /si vous avez payé/,
  es: /si ya ha pagado/,
  ar: /إذا كنت قد دفعت/,
  pt: /se o pagamento foi feito/,
  it: /se hai già pagato/,
  ja: /お支払い済みかどうか/,
  'zh-Hans': /是否已付款/,
  nl: /of u al hebt betaald/,
}

test.each(locales)('a page that is gone may have been paid at: nobody is sent to pay again in %s', locale => {
  expect(wordsOf(locale).unknownText).toMatch(asksWhetherPaid[locale])
})

test.each([
  ['海港书店', '取消并返回海港书店'],
  ['Harbour Books', '取消并返回 Harbour Books'],
])('between Chinese letters there is no space: %s', (name, sentence) => {
  const order = { amount: '10.00', currency: 'CNY', id: 'order-1' }
  expect(textsFor({ locale: 'zh-Hans', merchant: { name }, order }).text('cancel')).toBe(sentence)
})
