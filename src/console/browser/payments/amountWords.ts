// What is wrong with an amount that somebody wrote.

import { defineWords } from '../words/defineWords.ts'

export const amountWords = defineWords({
  en: {
    notAnAmount: 'This is not an amount. Write it in digits only, as in {example}.',
    ambiguous:
      '{written} can be read in two ways. For {whole} write {plain}. Decimals are written as in {example}.',
    tooFine: { other: 'An amount in {currency} has {count} decimals at most.' },
    noDecimals: 'An amount in {currency} has no decimals.',
  },
  de: {
    notAnAmount: 'Das ist kein Betrag. Bitte nur in Ziffern schreiben, wie in {example}.',
    ambiguous:
      '{written} kann man auf zwei Arten lesen. Für {whole} bitte {plain} schreiben. Nachkommastellen ' +
      'schreibt man wie in {example}.',
    tooFine: { other: 'Ein Betrag in {currency} hat höchstens {count} Nachkommastellen.' },
    noDecimals: 'Ein Betrag in {currency} hat keine Nachkommastellen.',
  },
  fr: {
    notAnAmount: 'Ce n’est pas un montant. Écrivez-le en chiffres seulement, comme {example}.',
    ambiguous:
      '{written} peut se lire de deux façons. Pour {whole}, écrivez {plain}. Les décimales s’écrivent ' +
      'comme dans {example}.',
    tooFine: { other: 'Un montant en {currency} a au plus {count} décimales.' },
    noDecimals: 'Un montant en {currency} n’a pas de décimales.',
  },
  es: {
    notAnAmount: 'Esto no es un importe. Escríbalo solo con cifras, como {example}.',
    ambiguous:
      '{written} se puede leer de dos maneras. Para {whole}, escriba {plain}. Los decimales se escriben ' +
      'como en {example}.',
    tooFine: { other: 'Un importe en {currency} tiene como máximo {count} decimales.' },
    noDecimals: 'Un importe en {currency} no tiene decimales.',
  },
  ar: {
    notAnAmount: 'هذا ليس مبلغًا. اكتبه بالأرقام فقط، مثل {example}.',
    ambiguous:
      'يمكن قراءة {written} بطريقتين. إذا قصدت {whole} فاكتب {plain}. ' +
      'وتُكتب المنازل العشرية كما في {example}.',
    tooFine: {
      two: 'للمبلغ بعملة {currency} منزلتان عشريتان على الأكثر.',
      other: 'للمبلغ بعملة {currency} {count} منازل عشرية على الأكثر.',
    },
    noDecimals: 'ليس للمبلغ بعملة {currency} منازل عشرية.',
  },
})
