// The parts of a field: of fixed formats, tagged, or with a bitmap of their own. Reading is strict, as that
// of messages is; errors name the part and never a value.

import type { FieldForm, Part } from '../dialects/dialect.ts'
import { type Format, fits, fitted, parseFormat } from '../dialects/formats.ts'
import { IsoFormatError } from '../dialects/message.ts'

/** By tag, by number in the bitmap, or by position from 1 where the layout is fixed. */
export type PartValues = Readonly<Record<string, string>>

export type FieldParts = {
  /** Throws IsoFormatError where the value has not this layout. Unknown tags are among what it returns. */
  read(value: string): PartValues
  /** The same without a record, which is dear where its names are numbers: key, value, key, value. */
  pairs(value: string): readonly string[]
  /** Pads what is too short; throws IsoFormatError where a value does not fit or is of no part. */
  write(values: PartValues): string
}

export function createParts(form: FieldForm): FieldParts {
  const { pairs, write } = layoutOf(form)
  return {
    pairs,
    write,
    read(value) {
      const read: Record<string, string> = {}
      const found = pairs(value)
      for (let at = 0; at + 1 < found.length; at += 2) read[found[at] ?? ''] = found[at + 1] ?? ''
      return read
    },
  }
}

type Layout = Pick<FieldParts, 'pairs' | 'write'>

function layoutOf(form: FieldForm): Layout {
  const layout = form.parts
  if (layout === undefined) throw new IsoFormatError('the field has no parts')
  const isBinary = parseFormat(form.format).characters === 'b'
  switch (layout.layout) {
    case 'fixed':
      return fixedParts(layout.parts.map(compilePart), isBinary)
    case 'tagged':
      return taggedParts(layout.leading ?? '', layout, compileAll(layout.parts), isBinary)
    case 'bitmap':
      return bitmapParts(layout.bytes, compileAll(layout.parts), isBinary)
  }
}

type PartCode = { readonly format: Format; readonly constant: string | undefined; readonly prefix: string }

const compilePart = ({ format, constant, prefix = '' }: Part): PartCode => ({
  format: parseFormat(format),
  constant,
  prefix,
})
const compileAll = (parts: { readonly [key: string]: Part }): ReadonlyMap<string, PartCode> =>
  new Map(Object.entries(parts).map(([key, part]) => [key, compilePart(part)]))

/** A value with its prefix, as it stands in the field. */
function written(key: string, { format, prefix }: PartCode, value: string): string {
  const whole = fitted(format, value)
  if (whole === undefined) throw new IsoFormatError(`the value of part ${key} does not fit`)
  return prefix + whole
}

const lengthOf = ({ format, prefix }: PartCode): number => prefix.length + format.longest

/**
 * What stands in the field without its prefix, and without the spaces that fill text up; undefined where
 * something else is before it.
 */
function unprefixed(key: string, { format, prefix }: PartCode, text: string): string | undefined {
  if (prefix !== '' && !text.startsWith(prefix)) return undefined
  const value = prefix === '' ? text : text.slice(prefix.length)
  if (!fits(format, value)) throw new IsoFormatError(`part ${key} has not its format`)
  return format.isVariable ? value : value.trimEnd()
}

/** Takes pieces from the front. In a binary field, text stands as the hexadecimal of its ASCII characters. */
class Pieces {
  #at = 0
  readonly #value: string
  readonly #isBinary: boolean

  constructor(value: string, isBinary: boolean) {
    this.#value = value
    this.#isBinary = isBinary
  }

  get isEmpty(): boolean {
    return this.#at === this.#value.length
  }

  /** So many characters; of a part of bits, as they stand. */
  take(key: string, count: number, isBits: boolean): string {
    const end = this.#at + (this.#isBinary && !isBits ? count * 2 : count)
    if (end > this.#value.length) throw new IsoFormatError(`ends within part ${key}`)
    const piece = this.#value.slice(this.#at, end)
    this.#at = end
    return this.#isBinary && !isBits ? Buffer.from(piece, 'hex').toString('latin1') : piece
  }

  left(isBits: boolean): number {
    const left = this.#value.length - this.#at
    return this.#isBinary && !isBits ? left >> 1 : left
  }
}

const isBits = ({ format }: PartCode): boolean => format.characters === 'b'
const onWire = (text: string, isHexadecimal: boolean): string =>
  isHexadecimal ? Buffer.from(text, 'latin1').toString('hex').toUpperCase() : text

function fixedParts(parts: readonly PartCode[], isBinary: boolean): Layout {
  const keyed = parts.map((part, index) => ({ key: String(index + 1), part }))
  return {
    pairs(value) {
      const pieces = new Pieces(value, isBinary)
      const read: string[] = []
      for (const { key, part } of keyed) {
        if (pieces.isEmpty) break
        const left = pieces.left(isBits(part))
        const text = pieces.take(key, part.format.isVariable ? left : lengthOf(part), isBits(part))
        const found = text.trim() === '' ? undefined : unprefixed(key, part, text)
        if (found !== undefined) read.push(key, found)
      }
      if (!pieces.isEmpty) throw new IsoFormatError('something is left over after the last part')
      return read
    },
    write(values) {
      refuseUnknown(values, key => parts[Number(key) - 1] !== undefined)
      const last = parts.findLastIndex(
        ({ constant }, index) => (values[String(index + 1)] ?? constant) !== undefined,
      )
      return parts
        .slice(0, last + 1)
        .map((part, index) => {
          const key = String(index + 1)
          const value = part.constant ?? values[key]
          const text = value === undefined ? blank(part) : written(key, part, value)
          return onWire(text, isBinary && !isBits(part))
        })
        .join('')
    },
  }
}

/** What stands for a part without a value: zeros where it is of digits or bits, spaces where it is text. */
const blank = (part: PartCode): string =>
  (['n', 'b', 'z', 'x+n'].includes(part.format.characters) ? '0' : ' ').repeat(lengthOf(part))

function taggedParts(
  leading: string,
  { tagDigits, lengthDigits }: { readonly tagDigits: number; readonly lengthDigits: number },
  parts: ReadonlyMap<string, PartCode>,
  isBinary: boolean,
): Layout {
  // The order of members of an object would put 11 before 01.
  const inOrder = [...parts].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    pairs(value) {
      const pieces = new Pieces(value, isBinary)
      if (leading !== '' && pieces.take('that leads', leading.length, false) !== leading)
        throw new IsoFormatError('does not begin as the layout says')
      const read: string[] = []
      const seen: string[] = []
      while (!pieces.isEmpty) {
        const tag = digits('a tag', pieces.take('tag', tagDigits, false))
        const length = Number(digits('a length', pieces.take(tag, lengthDigits, false)))
        if (seen.includes(tag)) throw new IsoFormatError(`part ${tag} comes twice`)
        seen.push(tag)
        const part = parts.get(tag)
        const bits = isBinary && part !== undefined && isBits(part)
        const text = pieces.take(tag, bits ? length * 2 : length, bits)
        const found = part === undefined ? text : unprefixed(tag, part, text)
        if (found !== undefined) read.push(tag, found)
      }
      return read
    },
    write(values) {
      refuseUnknown(values, key => parts.has(key))
      let field = onWire(leading, isBinary)
      for (const [tag, part] of inOrder) {
        const value = part.constant ?? values[tag]
        if (value === undefined) continue
        const text = written(tag, part, value)
        const bits = isBinary && isBits(part)
        const length = String(bits ? text.length / 2 : text.length)
        if (length.length > lengthDigits) throw new IsoFormatError(`the value of part ${tag} does not fit`)
        field += onWire(tag + length.padStart(lengthDigits, '0'), isBinary) + onWire(text, isBinary && !bits)
      }
      return field
    },
  }
}

function digits(what: string, text: string): string {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x30 || code > 0x39) throw new IsoFormatError(`${what} is not made of digits`)
  }
  return text
}

function bitmapParts(bytes: number, parts: ReadonlyMap<string, PartCode>, isBinary: boolean): Layout {
  const inOrder = [...parts].sort(([one], [other]) => Number(one) - Number(other))
  return {
    pairs(value) {
      const pieces = new Pieces(value, isBinary)
      const present = bitsOf(pieces.take('of the bitmap', bytes * 2, true))
      const read: string[] = []
      for (const number of present) {
        const key = String(number)
        const part = parts.get(key)
        if (part === undefined) throw new IsoFormatError(`the layout has no part ${key}`)
        const found = unprefixed(key, part, pieces.take(key, lengthOf(part), isBits(part)))
        if (found !== undefined) read.push(key, found)
      }
      if (!pieces.isEmpty) throw new IsoFormatError('something is left over after the last part')
      return read
    },
    write(values) {
      refuseUnknown(values, key => parts.has(key))
      const bitmap = Buffer.alloc(bytes)
      let field = ''
      for (const [key, part] of inOrder) {
        const value = part.constant ?? values[key]
        if (value === undefined) continue
        const bit = Number(key) - 1
        bitmap[bit >> 3] = (bitmap[bit >> 3] ?? 0) | (0x80 >> (bit & 7))
        field += onWire(written(key, part, value), isBinary && !isBits(part))
      }
      return bitmap.toString('hex').toUpperCase() + field
    },
  }
}

function bitsOf(hexadecimal: string): readonly number[] {
  const bits: number[] = []
  for (let index = 0; index < hexadecimal.length; index++) {
    const digit = upperHexadecimal.indexOf(hexadecimal.charAt(index))
    if (digit === -1) throw new IsoFormatError('the bitmap is not upper-case hexadecimal')
    for (let bit = 1; bit <= 4; bit++) if ((digit & (0x10 >> bit)) !== 0) bits.push(index * 4 + bit)
  }
  return bits
}

const upperHexadecimal = '0123456789ABCDEF'

function refuseUnknown(values: PartValues, isKnown: (key: string) => boolean): void {
  for (const key in values)
    if (!isKnown(key)) throw new IsoFormatError(`the layout has no part ${key.slice(0, 5)}`)
}

/** By tag or number, or by position from 1. */
export function keyedParts({ parts }: FieldForm): readonly (readonly [string, Part])[] {
  if (parts === undefined) return []
  if (parts.layout === 'fixed') return parts.parts.map((part, index) => [String(index + 1), part] as const)
  return Object.entries(parts.parts)
}
