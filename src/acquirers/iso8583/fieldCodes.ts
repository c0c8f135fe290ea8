// A dialect's table of fields, compiled once: reading and writing look nothing up by name.

import type { Coding, Dialect, FieldForm } from './dialect.ts'
import { allowedClasses, parseFormat, signClass } from './formats.ts'
import { IsoFormatError } from './message.ts'

/** How the bytes of a value are written. */
export const wire = { text: 0, packed: 1, signedPacked: 2, raw: 3 } as const

export type FieldCode = {
  readonly number: number
  readonly wire: (typeof wire)[keyof typeof wire]
  /** Classes of characters that the value may have, and its first character. */
  readonly allowed: number
  readonly allowedFirst: number
  readonly isHexadecimal: boolean
  /** 0: of fixed length. */
  readonly lengthDigits: number
  readonly lengthIsPacked: boolean
  /** In characters of the value. */
  readonly longest: number
  /** How many characters of the value one unit of the length counts: two where it counts raw bytes. */
  readonly unit: number
  readonly packing: { readonly from: number; readonly mayHaveSeparator: boolean; readonly fillsLeft: boolean }
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
  const { characters, lengthDigits, isVariable, longest } = parseFormat(form.format)
  if (isVariable && lengthDigits === 0)
    throw new IsoFormatError('a field of variable length needs LL or LLL', { field: number })
  const coding = { ...{}, ...general, ...form.coding }
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
    lengthDigits,
    lengthIsPacked: coding.lengths === 'packed',
    // In hexadecimal a length counts characters, and cannot say more than its digits.
    longest: isVariable ? Math.min(longest, (lengthDigits === 2 ? 99 : 999) * (isRaw ? 2 : 1)) : longest,
    unit: isRaw ? 2 : 1,
    packing: {
      from: isSigned ? 1 : 0,
      mayHaveSeparator: characters === 'z',
      fillsLeft: (isVariable ? coding.oddVariable : coding.oddFixed) === 'left',
    },
  }
}
