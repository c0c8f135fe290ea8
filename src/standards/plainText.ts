/**
 * A text as it reads to somebody who looks at it: without marks, accents and what cannot be seen, its letters
 * and digits, whichever their width, shape or script, as plain ones. What is plain already is the same.
 */
export function plainText(text: string): string {
  if (!beyondAscii.test(text)) return text
  return text
    .replace(ligatures, 'x')
    .normalize('NFKD')
    .replace(unseen, '')
    .replace(rareDigits, digit => String(digitAt(digit.codePointAt(0) ?? 0)))
}

const beyondAscii = /[^\0-\x7f]/
/** Whole sentences in one character: each would become eighteen. */
const ligatures = /[\ufdf0-\ufdfd]/g
const unseen = /[\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]/gu
/** Beyond the first plane; those within are read where digits are. */
const rareDigits = /[\u{10000}-\u{1ffff}](?<=\p{Nd})/gu

/** Each script has its ten in a row. */
function digitAt(code: number): number {
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return code - zero
}
