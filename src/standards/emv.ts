// EMV tags that terminals send: reading them, and the part that may be stored and shown.

import { hasKnownPrefix } from './cardBrands.ts'
import { mayHoldCardData } from './cardDataInText.ts'
import { passesLuhn } from './cardNumber.ts'
import { readTrack1, readTrack2 } from './tracks.ts'

/** EMV tags a terminal may pass on; all others are refused, among them those that hold a PIN. */
const permittedTags: ReadonlySet<string> = new Set(
  [
    '50 56 57 5A 5F24 5F2A 5F34 82 84 8A 8E 91 95 9A 9B 9C',
    '9F02 9F03 9F06 9F07 9F09 9F0D 9F0E 9F0F 9F10 9F1A 9F1C 9F1E 9F21 9F26 9F27',
    '9F33 9F34 9F35 9F36 9F37 9F39 9F41 9F53 9F66 9F6E 9F7C',
  ].flatMap(line => line.split(' ')),
)

export type EmvTags = ReadonlyMap<string, string>
/** If it cannot be read, the reason is a sentence that names the tag, but never its value. */
type EmvReading = { readonly tags: EmvTags } | Flawed
type Flawed = { readonly flaw: string }

/**
 * Reads elements of tag, length and value in hexadecimal; no tag may occur twice. The tags and values
 * returned are in upper case. A tag of length zero is permitted, and left out.
 */
export function readEmv(text: string): EmvReading {
  const elements = elementsOf(text)
  if ('flaw' in elements) return elements
  if (new Set(elements.flatMap(numbersIn)).size > 1)
    return { flaw: 'Its tags must hold the number of one card.' }
  return { tags: new Map(elements.filter(({ value }) => value !== '').map(({ tag, value }) => [tag, value])) }
}

/** The tags of a value that may not be an EMV string: then none. Whether it is valid is checked elsewhere. */
export function emvTags(text: unknown): EmvTags {
  const read = typeof text === 'string' ? readEmv(text) : undefined
  return read && 'tags' in read ? read.tags : new Map()
}

/** A tag with its length and value, of at most 127 bytes. */
export const emvElement = (tag: string, value: string): string =>
  tag + (value.length / 2).toString(16).toUpperCase().padStart(2, '0') + value

/**
 * Both strings in one, without the second one's tags for card data; or the tag for which their values differ.
 */
export function joinedEmv(one: string, other: string): { readonly emv: string } | { readonly tag: string } {
  const known = emvTags(one)
  const more = [...emvTags(other)].filter(([tag]) => !cardTags.has(tag))
  const disputed = more.find(([tag, value]) => known.has(tag) && known.get(tag) !== value)
  if (disputed) return { tag: disputed[0] }
  const added = more.filter(([tag]) => !known.has(tag)).map(([tag, value]) => emvElement(tag, value))
  return { emv: one + added.join('') }
}

/** The digits of a number in BCD, padded with F, as in tag 5A. */
export const bcdNumber = (value: string): string | undefined => /^([0-9]{9,19})F*$/.exec(value)?.[1]

/**
 * What may be stored and shown of an EMV string: all tags except those for card number and tracks, and those
 * whose value contains a card number or a track anyway. Undefined if nothing is left.
 */
export function publicEmv(text: string, known: readonly string[] = []): string | undefined {
  const elements = elementsOf(text)
  if ('flaw' in elements) return undefined
  const numbers = [...known, ...elements.flatMap(numbersIn)]
  const kept = elements.filter(element => !cardTags.has(element.tag) && !holdsCard(element, numbers))
  return kept.length === 0 ? undefined : kept.map(({ whole }) => whole).join('')
}

const cardTags: ReadonlySet<string> = new Set(['56', '57', '5A'])

type Element = { readonly tag: string; readonly value: string; readonly whole: string }

function elementsOf(text: string): readonly Element[] | Flawed {
  if (text === '') return { flaw: 'It must hold at least one tag.' }
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text))
    return { flaw: 'It must be hexadecimal digits, in pairs.' }
  const hex = text.toUpperCase()
  const elements: Element[] = []
  const seen = new Set<string>()
  for (let at = 0; at < hex.length; ) {
    const element = elementAt(hex, at)
    if ('flaw' in element) return element
    if (seen.has(element.tag)) return { flaw: `Tag ${element.tag} appears twice.` }
    seen.add(element.tag)
    elements.push(element)
    at += element.whole.length
  }
  return elements
}

function elementAt(hex: string, at: number): Element | Flawed {
  const tag = tagAt(hex, at)
  if (tag === undefined) return { flaw: 'It ends within a tag.' }
  if (!permittedTags.has(tag)) return { flaw: `Tag ${tag} is not permitted.` }
  const length = lengthAt(hex, at + tag.length)
  if (length === 'cut') return { flaw: `It ends within tag ${tag}.` }
  if (length === 'bad')
    return { flaw: `The length of tag ${tag} must be definite, in its shortest form, and at most 255.` }
  const from = at + tag.length + length.digits
  const to = from + length.bytes * 2
  if (to > hex.length) return { flaw: `It ends within tag ${tag}.` }
  const element = { tag, value: hex.slice(from, to), whole: hex.slice(at, to) }
  return isCardTagInvalid(element)
    ? { flaw: `Tag ${tag} must hold a card number that was read well.` }
    : element
}

/**
 * Whether a tag for card data contains no card number with the right check digit; an empty one is ignored.
 */
const isCardTagInvalid = (element: Element): boolean =>
  cardTags.has(element.tag) && element.value !== '' && !numbersIn(element).some(passesLuhn)

/** If the first byte ends in five ones, more bytes follow; the last one has its highest bit clear. */
function tagAt(hex: string, at: number): string | undefined {
  let end = at + 2
  if ((byteAt(hex, at) & 0x1f) === 0x1f) {
    while (end < hex.length && byteAt(hex, end) >= 0x80) end += 2
    end += 2
  }
  if (end > hex.length) return undefined
  // A longer tag is unknown anyway; its beginning is enough for the message.
  return hex.slice(at, Math.min(end, at + tagDigitsMax))
}
const tagDigitsMax = 8

type Length = { readonly bytes: number; readonly digits: number }

function lengthAt(hex: string, at: number): Length | 'cut' | 'bad' {
  if (at >= hex.length) return 'cut'
  const first = byteAt(hex, at)
  if (first < 0x80) return { bytes: first, digits: 2 }
  if (first !== 0x81) return 'bad'
  if (at + 2 >= hex.length) return 'cut'
  const bytes = byteAt(hex, at + 2)
  return bytes < 0x80 ? 'bad' : { bytes, digits: 4 }
}

const byteAt = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)
const asText = (value: string): string => Buffer.from(value, 'hex').toString('latin1')

/** The card numbers in the tags for card data, whether or not their check digits are right. */
function numbersIn({ tag, value }: Element): readonly string[] {
  if (!cardTags.has(tag)) return []
  const number =
    tag === '56' ? readTrack1(asText(value))?.number : (readTrack2(value)?.number ?? bcdNumber(value))
  return number === undefined ? [] : [number]
}

function holdsCard({ tag, value }: Element, numbers: readonly string[]): boolean {
  const text = asText(value)
  if (numbers.some(number => value.includes(number) || text.includes(number))) return true
  if (readTrack1(text) ?? readTrack2(text)) return true
  const track = readTrack2(value)
  if (track && passesLuhn(track.number)) return true
  return holdsNumber(tag, value) || mayHoldCardData(text)
}

/**
 * Searches for a card number anywhere in a sequence of decimal digits. The hexadecimal form of text consists
 * of such digits, too, so for text only the whole value counts as a packed number. One in three lists of
 * verification methods contains a number by chance, so there it must begin at the first or second digit.
 */
function holdsNumber(tag: string, value: string): boolean {
  const text = asText(value)
  if (/^[ -~]*$/.test(text)) return isPackedNumber(value) || holdsNumberIn(text)
  return holdsNumberIn(value, tag === '8E' && isMethodList(value) ? 2 : Infinity)
}

const isPackedNumber = (value: string): boolean =>
  [...value.matchAll(/[0-9]{13,}/g)].some(([digits]) => isCardNumber(digits) || isCardNumber(digits.slice(1)))

function holdsNumberIn(text: string, starts = Infinity): boolean {
  for (const [digits] of text.matchAll(/[0-9]{13,}/g))
    for (let start = 0; start + 13 <= digits.length && start < starts; start++)
      for (let length = 13; length <= Math.min(19, digits.length - start); length++)
        if (isCardNumber(digits.slice(start, start + length))) return true
  return false
}

/** Two amounts, then pairs of a method and a condition; conditions above 9 are defined by the networks. */
const isMethodList = (value: string): boolean => /^.{16}(?:..(?:0[0-9]|[89A-F].))*$/.test(value)

const isCardNumber = (digits: string): boolean =>
  digits.length >= 13 && digits.length <= 19 && hasKnownPrefix(digits) && passesLuhn(digits)
