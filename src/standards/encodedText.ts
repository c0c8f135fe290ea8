// Text with its encodings undone: compatibility characters, escapes, hexadecimal and Base64.

/**
 * A text and its decoded forms: escapes resolved, parts in hexadecimal and Base64 decoded, and escapes in
 * those resolved. One level of each, computed lazily; all together at most ten times the length of the text.
 */
export function* decodedFormsOf(text: string): Generator<string> {
  yield text
  const plain = withoutEscapes(text)
  if (plain !== text) yield plain
  for (const stretch of decodedStretches(plain)) {
    yield stretch
    const unescaped = withoutEscapes(stretch)
    if (unescaped !== stretch) yield unescaped
  }
}

/** HTML entities of characters that may separate groups of digits. */
const namedEntities =
  '&(?:nbsp|ensp|emsp|thinsp|numsp|puncsp|hairsp|ndash|mdash|minus|hyphen|dash|shy|zwj|zwnj|middot|bull);'

const escapes = new RegExp(
  [
    ...['\\\\u([0-9a-f]{4})', '\\\\x([0-9a-f]{2})', '%([0-9a-f]{2})', '&#x([0-9a-f]{2,4});'],
    ...['&#([0-9]{2,5});', namedEntities, '\\\\[nrtbfv]', '\\\\(["\'/\\\\])'],
  ].join('|'),
  'gi',
)

const mayBeEscaped = /[\\%]|&(?:#|[a-z]{3,6};)/i

export function withoutEscapes(text: string): string {
  if (!mayBeEscaped.test(text)) return text
  return text.replace(escapes, (_, ...groups: readonly (string | undefined)[]) => {
    const [unicode, hex, percent, entity, decimal, literal] = groups
    const code = unicode ?? hex ?? percent ?? entity
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    if (decimal !== undefined) return String.fromCharCode(Number(decimal))
    return literal ?? ' '
  })
}

/** Parts that are long enough to contain thirteen digits; both may be divided into lines or groups. */
const hexStretch = /[0-9a-f][0-9a-f\s:-]{24,}/gi
const base64Stretch = /[\w+/-][\w+/\s-]{17,}/g

/** Six digits in hexadecimal; nine digits, spaces or dashes in Base64. Without them nothing is decoded. */
const hexDigits = /(?:3[0-9](?:2[0-9a-fA-F]){0,3}[\s:-]?){6}/
const base64Digits = /(?:[I-P][0-9A-Za-z+/_-]{3}){3}/
const hexDigitsMin = 12
const base64WordMin = 12
const anything = /^/

/** The decoded forms of a text that may contain encoded digits; other encoded content is not decoded. */
export const decodedDigits = (text: string): Iterable<string> =>
  isQuoted(text) || hexDigits.test(text) || base64Digits.test(text)
    ? decoded(text, hexDigits, base64Digits)
    : []

/**
 * Whether encoded digits are possible: six take twelve digits in hexadecimal, nine twelve characters in
 * Base64.
 */
export const mayBeEncoded = (digits: number, longestWord: number): boolean =>
  digits >= hexDigitsMin || longestWord >= base64WordMin

/** Consecutive digits in quoted-printable, perhaps with separators. */
const quotedDigits = /(?:=3[0-9](?:=2[0-9a-f])?){4}/i
const isQuoted = (text: string): boolean => text.includes('=3') && quotedDigits.test(text)
const withoutQuotes = (text: string): string =>
  text.replace(/=(2[0-9a-f]|3[0-9])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

const decodedStretches = (text: string): Generator<string> => decoded(text, anything, anything)

/** Decodes at every alignment, because encoded data may directly follow other characters of its alphabet. */
function* decoded(text: string, hexNeeds: RegExp, base64Needs: RegExp): Generator<string> {
  if (isQuoted(text)) yield withoutQuotes(text)
  if (hexNeeds.test(text))
    for (const [stretch] of text.matchAll(hexStretch)) {
      if (!hexNeeds.test(stretch)) continue
      const digits = stretch.replace(/[\s:-]+/g, '')
      for (let skip = 0; skip < 2; skip++) yield Buffer.from(digits.slice(skip), 'hex').toString('utf8')
    }
  if (!base64Needs.test(text)) return
  for (const [stretch] of text.matchAll(base64Stretch)) {
    const letters = stretch.replace(/\s+/g, '')
    if (!base64Needs.test(letters)) continue
    for (let skip = 0; skip < 4; skip++) yield Buffer.from(letters.slice(skip), 'base64').toString('utf8')
  }
}

/**
 * A text as a reader sees it: without marks, accents and invisible characters; letters and digits of any
 * width, shape or script become plain ones. A plain text stays unchanged.
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
/** Characters that stand for whole phrases: each would become up to eighteen. */
const ligatures = /[\ufdf0-\ufdfd]/g
const unseen = /[\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]/gu
/** Digits beyond the basic plane; digitsInText.ts reads the others. */
const rareDigits = /[\u{10000}-\u{1ffff}](?<=\p{Nd})/gu

/** The ten digits of each script are consecutive. */
function digitAt(code: number): number {
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return code - zero
}
