// Formats of fields and of their parts, as the standard writes them: `n 12`, `LL n..19`, `ans..32`, `b 64`.

import { IsoFormatError } from './message.ts'

export type Format = {
  readonly characters: Characters
  /** 0: of a fixed length, or of a part whose layout says its length. */
  readonly lengthDigits: 0 | 2 | 3 | 4
  readonly isVariable: boolean
  /** The longest value, or the only length: characters; of `b` two hexadecimal characters for each byte. */
  readonly longest: number
}

/**
 * Which characters a value may have. Alphanumeric values may have spaces, because fixed ones are padded with
 * them. `x+n` is C or D before digits; `z` is track 2; `b` is written as upper-case hexadecimal.
 */
export type Characters = (typeof allCharacters)[number]
const allCharacters = ['n', 'a', 'an', 'ns', 'ans', 'z', 'x+n', 'b'] as const

/** Bits of the table below, one for each class of characters. */
const digit = 1
const letter = 2
const space = 4
const special = 8
const equals = 16
const sign = 32
const hexadecimal = 64

/** For each character of ASCII, the classes that it is in. All others are in none. */
export const characterClasses: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (code < 0x20 || code > 0x7e) return 0
  if (/\d/.test(character)) return digit | hexadecimal
  if (/[CD]/.test(character)) return letter | sign | hexadecimal
  if (/[A-F]/.test(character)) return letter | hexadecimal
  if (/[A-Za-z]/.test(character)) return letter
  if (character === ' ') return space
  return character === '=' ? special | equals : special
})

/** The classes that a value may have characters of; of `x+n` after its first character. */
export const allowedClasses: Readonly<Record<Characters, number>> = {
  n: digit,
  a: letter | space,
  an: digit | letter | space,
  ns: digit | special | space,
  ans: digit | letter | special | space,
  z: digit | equals,
  'x+n': digit,
  b: hexadecimal,
}
export const signClass = sign

const form = /^(?:(LL|LLL|LLLL) )?(n|a|an|ns|ans|z|x\+n|b)(?: ([1-9]\d{0,2})|\.\.([1-9]\d{0,3}))$/
const digitsOfPrefix = { LL: 2, LLL: 3, LLLL: 4 } as const

/** Refuses what is not a format, and what contradicts itself. */
export function parseFormat(text: string): Format {
  const [, prefix, kind, fixed, variable] = form.exec(text) ?? []
  const characters = allCharacters.find(each => each === kind)
  if (characters === undefined) throw new IsoFormatError(`'${text.slice(0, 40)}' is not a format`)
  const count = Number(fixed ?? variable)
  if (prefix !== undefined && fixed !== undefined)
    throw new IsoFormatError(`'${text}' has a length before it and a fixed length`)
  const lengthDigits = prefix === 'LL' || prefix === 'LLL' || prefix === 'LLLL' ? digitsOfPrefix[prefix] : 0
  if (lengthDigits !== 0 && count >= 10 ** lengthDigits)
    throw new IsoFormatError(`'${text}' is longer than ${prefix} can say`)
  if (characters === 'b' && fixed !== undefined && count % 8 !== 0)
    throw new IsoFormatError(`'${text}' is not a number of whole bytes`)
  if (characters === 'x+n' && variable !== undefined)
    throw new IsoFormatError(`'${text}': C or D and digits have a fixed length`)
  return {
    characters,
    lengthDigits,
    isVariable: variable !== undefined,
    longest: longestOf(characters, count, fixed !== undefined),
  }
}

function longestOf(characters: Characters, count: number, isFixed: boolean): number {
  if (characters === 'x+n') return count + 1
  if (characters === 'b') return isFixed ? count / 4 : count * 2
  return count
}

/**
 * The value in the length of its format: digits with zeros before them, text with spaces behind it. Undefined
 * where it is too long or has characters that the format does not allow.
 */
export function fitted(format: Format, value: string): string | undefined {
  if (value.length > format.longest) return undefined
  const whole =
    format.isVariable || value.length === format.longest
      ? value
      : padded(format.characters, format.longest, value)
  return whole !== undefined && fits(format, whole) ? whole : undefined
}

function padded(characters: Characters, length: number, value: string): string | undefined {
  if (characters === 'n') return value.padStart(length, '0')
  return characters === 'a' || characters === 'an' || characters === 'ans' ? value.padEnd(length) : undefined
}

/** Whether a value has the length and the characters of its format, as it stands. */
export function fits({ characters, isVariable, longest }: Format, value: string): boolean {
  const { length } = value
  if (isVariable ? length > longest : length !== longest) return false
  if (characters === 'b' && length % 2 !== 0) return false
  const allowed = allowedClasses[characters]
  const first = characters === 'x+n' ? sign : allowed
  for (let index = 0; index < length; index++) {
    const code = value.charCodeAt(index)
    if (code > 127 || ((characterClasses[code] ?? 0) & (index === 0 ? first : allowed)) === 0) return false
  }
  return true
}
