// One field of a message: its length, where it has one, and its value.

import { characterClasses } from '../dialects/formats.ts'
import { IsoFormatError } from '../dialects/message.ts'
import { type FieldCode, lengthBase, wire } from './fieldCodes.ts'
import { packedBytes, readPacked, writePacked } from './packedDigits.ts'

/** Writes a field and tells where it ends. The target has room for it. */
export function writeValue(code: FieldCode, target: Buffer, start: number, value: string): number {
  const { number: field, lengthBytes, longest } = code
  const { length } = value
  let at = start
  if (lengthBytes === 0) {
    if (length !== longest) throw new IsoFormatError('has not its whole length', { field })
  } else {
    if (length > longest) throw new IsoFormatError('is too long', { field })
    at = writeLength(code, target, at, code.unit === 2 ? length >> 1 : length)
  }
  if (code.isHexadecimal && (length & 1) === 1) throw new IsoFormatError('has half a byte', { field })
  switch (code.wire) {
    case wire.text:
      return writeText(code, target, at, value)
    case wire.packed:
      if (!writePacked(target, at, value, code.packing)) throw notDigits(field)
      return at + packedBytes(length)
    case wire.signedPacked:
      writeText(code, target, at, value.slice(0, 1))
      if (!writePacked(target, at + 1, value, code.packing)) throw notDigits(field)
      return at + 1 + packedBytes(length - 1)
    case wire.raw:
      return writeRaw(field, target, at, value)
  }
}

/** Checks each character as it writes it. */
function writeText(code: FieldCode, target: Buffer, at: number, value: string): number {
  const { length } = value
  let allowed = code.allowedFirst
  for (let index = 0; index < length; index++) {
    const character = value.charCodeAt(index)
    if (character > 127 || ((characterClasses[character] ?? 0) & allowed) === 0)
      throw new IsoFormatError('has a character that its format does not allow', { field: code.number })
    target[at + index] = character
    allowed = code.allowed
  }
  return at + length
}

/** The values of upper-case hexadecimal digits; 16 is none. */
const nibbles = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = '0123456789ABCDEF'.indexOf(String.fromCharCode(code))
  return value === -1 ? 16 : value
})

function writeRaw(field: number, target: Buffer, at: number, value: string): number {
  for (let index = 0; index < value.length; index += 2) {
    const high = nibbles[value.charCodeAt(index)] ?? 16
    const low = nibbles[value.charCodeAt(index + 1)] ?? 16
    if (high === 16 || low === 16) throw new IsoFormatError('is not upper-case hexadecimal', { field })
    target[at + (index >> 1)] = (high << 4) | low
  }
  return at + (value.length >> 1)
}

function writeLength(code: FieldCode, target: Buffer, at: number, count: number): number {
  const { lengthBytes, lengthBase: base } = code
  let rest = count
  for (let index = at + lengthBytes - 1; index >= at; index--) {
    const value = rest % base
    rest = (rest - value) / base
    if (base === lengthBase.ascii) target[index] = value + 0x30
    else target[index] = base === lengthBase.packed ? value + Math.floor(value / 10) * 6 : value
  }
  return at + lengthBytes
}

/** Reads a field at the cursor and moves it behind the field. */
export function readValue(code: FieldCode, source: Buffer, cursor: { at: number }): string {
  const { number: field, unit } = code
  const length = code.lengthBytes === 0 ? code.longest : readLength(code, source, cursor) * unit
  if (length > code.longest)
    throw new IsoFormatError('its length is over the maximum', { field, offset: cursor.at })
  if (code.isHexadecimal && (length & 1) === 1)
    throw new IsoFormatError('has half a byte', { field, offset: cursor.at })
  const start = cursor.at
  const end = start + bytesOf(code, length)
  if (end > source.length) throw new IsoFormatError('ends within the field', { field, offset: start })
  cursor.at = end
  switch (code.wire) {
    case wire.text:
      return readText(code, source, start, end)
    case wire.packed:
      return readDigits(code, source, start, length)
    case wire.signedPacked:
      return readText(code, source, start, start + 1) + readDigits(code, source, start + 1, length - 1)
    case wire.raw:
      return source.toString('hex', start, end).toUpperCase()
  }
}

function bytesOf(code: FieldCode, length: number): number {
  switch (code.wire) {
    case wire.text:
      return length
    case wire.packed:
      return packedBytes(length)
    case wire.signedPacked:
      return 1 + packedBytes(length - 1)
    case wire.raw:
      return length >> 1
  }
}

function readText(code: FieldCode, source: Buffer, start: number, end: number): string {
  let allowed = code.allowedFirst
  for (let at = start; at < end; at++) {
    if (((characterClasses[source[at] ?? 0] ?? 0) & allowed) === 0)
      throw new IsoFormatError('has a character that its format does not allow', {
        field: code.number,
        offset: at,
      })
    allowed = code.allowed
  }
  return source.toString('latin1', start, end)
}

function readDigits({ number, packing }: FieldCode, source: Buffer, start: number, digits: number): string {
  const value = readPacked(source, start, digits, packing)
  if (value === undefined) throw notDigits(number, start)
  return value
}

function readLength(code: FieldCode, source: Buffer, cursor: { at: number }): number {
  const { number: field, lengthBytes, lengthBase: base } = code
  const start = cursor.at
  if (start + lengthBytes > source.length)
    throw new IsoFormatError('ends within the length of the field', { field, offset: start })
  let length = 0
  for (let at = start; at < start + lengthBytes; at++) {
    const value = lengthPart(base, source[at] ?? 0)
    if (value === -1) throw new IsoFormatError('its length is not made of digits', { field, offset: at })
    length = length * base + value
  }
  cursor.at = start + lengthBytes
  return length
}

/** What one byte of a length says; -1 where it is no digit, or not two of them. */
function lengthPart(base: FieldCode['lengthBase'], byte: number): number {
  if (base === lengthBase.binary) return byte
  const tens = base === lengthBase.packed ? byte >> 4 : 0
  const ones = base === lengthBase.packed ? byte & 0xf : byte - 0x30
  return tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones
}

const notDigits = (field: number, offset?: number): IsoFormatError =>
  new IsoFormatError('has something else than digits', { field, ...(offset === undefined ? {} : { offset }) })
