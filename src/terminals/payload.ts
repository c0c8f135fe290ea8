// Reading the plain text of a terminal's payload: finding which of the known forms it has.

import { hasKnownPrefix } from '../standards/cardBrands.ts'
import { passesLuhn } from '../standards/cardNumber.ts'
import { bcdNumber, readEmv } from '../standards/emv.ts'
import { readTrack1, readTrack2, type Track } from '../standards/tracks.ts'
import type { CardReading } from './port.ts'

/**
 * Terminals do not declare the form of what they sealed: it is the one form that fits. The result of a wrong
 * key fits none, but for a chance of some 2^-28 where it is 16 bytes, and less where it is more. Of a payload
 * changed on its way only what breaks the form or the check digit is noticed: another number results once in
 * 18,000 times at worst (a block of 8 bytes lost, all digits in its place), a date or cryptogram may have
 * changed, a number in text may have lost its end. A MAC would detect all of it; the API has none.
 */
export function unpack(plain: Buffer): CardReading | undefined {
  const fitting = [fromDigits(plain), fromText(plain), fromTags(plain)].filter(
    reading => reading !== undefined,
  )
  return fitting.length === 1 ? fitting[0] : undefined
}

/** The same maximum lengths as in a request in plain (spec 2.8). */
const track1LengthMax = 79
const track2LengthMax = 40
const emvLengthMax = 250

/** Two digits in each byte, filled up with F: a number, or track 2 with D in its middle. */
function fromDigits(plain: Buffer): CardReading | undefined {
  const digits = withoutFiller(plain.toString('hex').toUpperCase())
  return fromNumber(bcdNumber(digits)) ?? fromTrack2(digits)
}

const fromNumber = (number: string | undefined): CardReading | undefined =>
  number === undefined ? undefined : checked({ number })

function withoutFiller(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === 'F') end--
  return digits.slice(0, end)
}

function fromText(plain: Buffer): CardReading | undefined {
  const end = plain.findIndex(byte => byte < 0x20 || byte > 0x7e)
  const length = end === -1 ? plain.length : end
  if (!isPadding(plain.subarray(length))) return undefined
  const text = plain.subarray(0, length).toString('latin1').trimEnd()
  if (/^[0-9]{13,19}$/.test(text)) return fromNumber(text)
  return fromTrack1(text) ?? fromTrack2(text)
}

function fromTrack1(text: string): CardReading | undefined {
  const track = text.length > track1LengthMax ? undefined : readTrack1(text)
  return track && checked({ ...cardOn(track), track1: text })
}

function fromTrack2(text: string): CardReading | undefined {
  const track = text.length > track2LengthMax ? undefined : readTrack2(text)
  return track && checked({ ...cardOn(track), track2: text })
}

function fromTags(plain: Buffer): CardReading | undefined {
  const end = tagsEnd(plain)
  if (end * 2 > emvLengthMax || !isPadding(plain.subarray(end))) return undefined
  const emvRequest = plain.subarray(0, end).toString('hex').toUpperCase()
  const read = readEmv(emvRequest)
  return 'flaw' in read ? undefined : fromCardTags(read.tags, emvRequest)
}

/** Each tag that identifies the card must be readable, and all must agree. */
function fromCardTags(tags: ReadonlyMap<string, string>, emvRequest: string): CardReading | undefined {
  const given = Object.entries(cardTags).filter(([tag]) => tags.has(tag))
  const readings = given.map(([tag, read]) => read(tags.get(tag) ?? ''))
  const number = readings[0]?.number
  if (number === undefined || readings.some(reading => reading?.number !== number)) return undefined
  const expiry = expiryOf(tags.get('5F24'))
  const [first, second, third] = readings
  return { number, ...(expiry && { expiry }), emvRequest, ...first, ...second, ...third }
}

const cardTags: Readonly<Record<'5A' | '56' | '57', (value: string) => CardReading | undefined>> = {
  '5A': value => fromNumber(bcdNumber(value)),
  '56': value => fromTrack1(Buffer.from(value, 'hex').toString('latin1')),
  '57': value => fromTrack2(withoutFiller(value)),
}

function expiryOf(date: string | undefined): CardReading['expiry'] {
  const [, year, month] = /^([0-9]{2})(0[1-9]|1[0-2])/.exec(date ?? '') ?? []
  return year !== undefined && month !== undefined ? { month: String(Number(month)), year } : undefined
}

const cardOn = ({ number, expiry }: Track): CardReading => ({ number, ...(expiry && { expiry }) })

const checked = (reading: CardReading): CardReading | undefined =>
  isOfCard(reading.number) ? reading : undefined

/**
 * Narrower than for requests in plain: the mask of a shorter number would show digits that it hides of the
 * whole one, and an attacker who changes a payload cannot make it a number of no network.
 */
const isOfCard = (number: string): boolean =>
  number.length >= numberLengthMin && hasKnownPrefix(number) && passesLuhn(number)
const numberLengthMin = 13

/** Where tags end and padding begins: no permitted tag begins with a byte of padding. */
function tagsEnd(plain: Buffer): number {
  let at = 0
  for (let first = plain[at]; first !== undefined && !beginsPadding(first); first = plain[at]) {
    at += (first & 0x1f) === 0x1f ? 2 : 1
    const length = plain[at] ?? 0
    at += length === longLength ? 2 + (plain[at + 1] ?? 0) : 1 + length
  }
  return Math.min(at, plain.length)
}
const longLength = 0x81
const beginsPadding = (byte: number): boolean => byte <= countedMax || byte === paddingMark

/** Zeros; ISO/IEC 9797-1 method 2 (a mark and zeros); or PKCS#7 (each byte is their number). */
function isPadding(rest: Buffer): boolean {
  const [first = 0, ...others] = rest
  if (first === 0 || first === paddingMark) return others.every(byte => byte === 0)
  return first === rest.length && first <= countedMax && others.every(byte => byte === first)
}
const paddingMark = 0x80
const countedMax = 16
