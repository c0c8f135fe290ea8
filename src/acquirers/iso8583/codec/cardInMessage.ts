// Card data where a host has none to write: texts, references and whatever else it puts into its messages.

import { holdsCardData } from '../../../standards/cardDataInText.ts'
import type { AcquirerAsk } from '../../port.ts'

/** What a question held that no answer may bring back into what is stored or shown. In memory only. */
export type AskedSecrets = {
  readonly number: string
  /** Of that number: each would give too much of it away. */
  readonly pieces: readonly string[]
  /** PIN block, proofs and cryptograms, as they were sent, in capitals. */
  readonly others: readonly string[]
  readonly securityCode?: string | undefined
}

/** Undefined where the card is not at hand. */
export function secretsOf(ask: AcquirerAsk): AskedSecrets | undefined {
  const { card } = ask
  if (card === undefined) return undefined
  const presented = 'presented' in ask ? ask.presented : undefined
  const { pinBlock, cryptogram } = presented ?? {}
  const token = 'authentication' in ask ? ask.authentication?.token : undefined
  const candidates = [
    ...[pinBlock?.payload, pinBlock?.keySerialNumber, cryptogram?.value],
    ...[token, card.pin],
  ]
  const others = candidates.flatMap(secret =>
    secret === undefined || secret.length < shortestSecret ? [] : [secret.toUpperCase()],
  )
  const { number, securityCode } = card
  return { number, pieces: telltalePieces(number), others, securityCode }
}

/** A shorter one is in any text by chance. */
const shortestSecret = 6

/** So many digits in a row are no coincidence, and the first six alone are fewer. */
const alike = 9

/** Nothing but zeros, as in numbers for tests, is in any amount. */
const distinctMin = 4

/** Every piece of a number that is long enough to be a part of it. */
export function telltalePieces(number: string | undefined, length = alike): readonly string[] {
  const pieces: string[] = []
  if (number === undefined) return pieces
  for (let at = 0; at + length <= number.length; at++) {
    const piece = number.slice(at, at + length)
    if (distinctDigits(piece) >= distinctMin) pieces.push(piece)
  }
  return pieces
}

function distinctDigits(text: string): number {
  let seen = 0
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const bit = 1 << (text.charCodeAt(index) & 0x0f)
    if ((seen & bit) === 0) count += 1
    seen |= bit
  }
  return count
}

/** Whether a value has enough digits of the card's number in a row to be a part of it, or another secret. */
export function repeatsSecret(value: string, secrets: AskedSecrets | undefined): boolean {
  if (secrets === undefined || value.length < shortestSecret) return false
  const { pieces, others } = secrets
  if (hasPiece(value, pieces)) return true
  if (others.length === 0) return false
  // Whoever writes hexadecimal digits may write them small.
  const capitals = value.toUpperCase()
  return others.some(secret => capitals.includes(secret))
}

/**
 * Whether a text that nobody needs for anything else may hold card data: here a suspicion is enough. The
 * security code, as a word of its own, is in any text by chance now and then, and so is half of a number;
 * where the card is not known, a block of hexadecimal digits may be that of a PIN, and many digits together
 * those of a number.
 */
export function mayHoldSecret(text: string, secrets: AskedSecrets | undefined): boolean {
  if (secrets !== undefined) return hasWord(text, secrets.securityCode) || hasHalf(text, secrets.number)
  return hexadecimalBlock.test(text) || mostOfNumber.test(digitsOf(text))
}

/** Whether it has more digits of the number in a row than may be seen: other fields may have the others. */
export function hasHalf(value: string, number: string): boolean {
  const digits = digitsOf(value, half)
  if (digits.length < half) return false
  // Seven digits in a row have four of these in them; there is hardly ever one.
  for (let at = 0; at + 4 <= digits.length; at += 4)
    if (number.includes(digits.slice(at, at + 4)))
      return telltalePieces(number, half).some(piece => digits.includes(piece))
  return false
}

/** One more than the first six. */
const half = 7

/** Eight bytes; digits in EBCDIC are even longer. */
const hexadecimalBlock = /[\dA-F]{16}/i

function hasWord(text: string, word: string | undefined): boolean {
  if (word === undefined || word === '' || text.length < word.length) return false
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isWordCharacter(text.charAt(at - 1)) && !isWordCharacter(text.charAt(at + word.length))) return true
  return false
}

const isWordCharacter = (character: string): boolean => /^\w$/.test(character)

export function hasPiece(value: string, pieces: readonly string[]): boolean {
  if (value.length < alike || pieces.length === 0) return false
  const digits = digitsOf(value)
  if (digits.length < alike) return false
  for (const piece of pieces) if (digits.includes(piece)) return true
  return false
}

/** Whatever stands between them: spaces, letters, the F of EBCDIC digits in hexadecimal. */
function digitsOf(value: string, least = alike): string {
  let count = 0
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at)
    if (code >= 0x30 && code <= 0x39) count += 1
  }
  if (count === value.length) return value
  return count < least ? '' : value.replace(/\D+/g, '')
}

/**
 * Whether a value may neither be stored nor shown: it has a secret of the question, or any card's data. Where
 * the secrets are not at hand, as many digits as make most of a number are too many.
 */
export function isCardData(value: string, secrets: AskedSecrets | undefined): boolean {
  if (secrets === undefined)
    return mostOfNumber.test(value) || holdsCardData(value.replace(letterBetweenDigits, ' '))
  return repeatsSecret(value, secrets) || holdsCardData(value)
}

/** Also the F of EBCDIC digits in hexadecimal. */
const letterBetweenDigits = /(?<=\d)[a-z](?=\d)/gi
/** More zeros do not stand within a number by chance; amounts and counts have them before theirs. */
const mostOfNumber = /(?!000)\d{12}/
const mostOfNumbers = /(?!000)\d{12,}/g
/** A run of a card number's length is looked at as one; in a longer one nobody knows where one begins. */
const longerThanMost = /[1-9]\d{13,}/g

/**
 * A value of a host as people may see it: digits in a row that could hold a number show the first six and the
 * last four. Where nobody knows which card it is about, most of a number is too much already.
 */
export function withLongRunsMasked(value: string, isOfUnknownCard: boolean): string {
  if (value.length < 12) return value
  return value.replace(isOfUnknownCard ? mostOfNumbers : longerThanMost, masked)
}

const masked = (run: string): string => `${run.slice(0, 6)}${'x'.repeat(run.length - 10)}${run.slice(-4)}`
