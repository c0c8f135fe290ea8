// A dialect's table of fields, compiled once: reading and writing look nothing up by name.

import type { Coding, Dialect, FieldForm } from '../dialects/dialect.ts'
import { allowedClasses, type Format, parseFormat, signClass } from '../dialects/formats.ts'
import { IsoFormatError } from '../dialects/message.ts'
import type { Packing } from './packedDigits.ts'

/** How the bytes of a value are written. */
export const wire = { text: 0, packed: 1, signedPacked: 2, raw: 3 } as const

/** How the bytes of a length are written: what each of them counts up to, without its last value. */
export const lengthBase = { ascii: 10, packed: 100, binary: 256 } as const

export type FieldCode = {
  readonly number: number
  readonly wire: (typeof wire)[keyof typeof wire]
  /** Classes of characters that the value may have, and its first character. */
  readonly allowed: number
  readonly allowedFirst: number
  readonly isHexadecimal: boolean
  /** 0: of fixed length. */
  readonly lengthBytes: number
  readonly lengthBase: (typeof lengthBase)[keyof typeof lengthBase]
  /** In characters of the value. */
  readonly longest: number
  /** How many characters of the value one unit of the length counts: two where it counts raw bytes. */
  readonly unit: number
  readonly packing: Packing & { readonly from: number }
}

/** By field number; undefined where the dialect has no such field. */
export function compileFields({ fields, coding }: Dialect): readonly (FieldCode | undefined)[] {
  const compiled: (FieldCode | undefined)[] = Array.from({ length: 129 }, () => undefined)
  for (const [key, form] of Object.entries(fields)) {
    const number = Number(key)
    if (number >= 2 && number <= 128 && number !== 65) compiled[number] = compileField(number, form, coding)
  }
  return compiled
}

function compileField(number: number, form: FieldForm, general: Coding): FieldCode {
  const format = parseFormat(form.format)
  const { characters, isVariable, longest } = format
  if (isVariable && format.lengthDigits === 0)
    throw new IsoFormatError('a field of variable length needs LL, LLL or LLLL', { field: number })
  const coding = { ...general, ...form.coding }
  const lengthBytes = lengthBytesOf(format, coding)
  const isRaw = characters === 'b' && coding.binary === 'raw'
  const isPacked = coding.digits === 'packed' && (characters === 'n' || characters === 'z')
  const isSigned = coding.digits === 'packed' && characters === 'x+n'
  const allowed = allowedClasses[characters]
  return {
    number,
    wire: isRaw ? wire.raw : isPacked ? wire.packed : isSigned ? wire.signedPacked : wire.text,
    allowed,
    allowedFirst: characters === 'x+n' ? signClass : allowed,
    isHexadecimal: characters === 'b',
    lengthBytes,
    lengthBase: lengthBase[coding.lengths],
    // In hexadecimal a length counts characters, and cannot say more than its digits.
    longest: isVariable ? Math.min(longest, longestSaid(format, coding) * (isRaw ? 2 : 1)) : longest,
    unit: isRaw ? 2 : 1,
    packing: {
      from: isSigned ? 1 : 0,
      mayHaveSeparator: characters === 'z',
      fillsLeft: (isVariable ? coding.oddVariable : coding.oddFixed) === 'left',
      fill: coding.oddFill === 'F' ? 0xf : 0,
    },
  }
}

type LengthCoding = Pick<Coding, 'lengths' | 'lengthBytes'>

/** 0 where the length is fixed. */
function lengthBytesOf({ lengthDigits }: Format, { lengths, lengthBytes }: LengthCoding): number {
  if (lengthDigits === 0 || lengths === 'ascii') return lengthDigits
  return lengthBytes ?? (lengthDigits === 2 ? 1 : 2)
}

/** The largest number that the length before a field can say, as it is written. */
export function longestSaid(format: Format, coding: LengthCoding): number {
  const inBytes = lengthBase[coding.lengths] ** lengthBytesOf(format, coding) - 1
  return Math.min(inBytes, 10 ** format.lengthDigits - 1)
}
