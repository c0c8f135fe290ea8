// Messages to bytes and back, as a dialect says. Reading is strict: every character of every field is
// checked, every bound before it is used, and nothing may be left over. Errors never contain a value.

import type { Dialect } from '../dialects/dialect.ts'
import { IsoFormatError, type IsoMessage } from '../dialects/message.ts'
import { compileFields, type FieldCode } from './fieldCodes.ts'
import { readValue, writeValue } from './fieldValues.ts'

export type IsoCodec = {
  /** Fixed fields need their whole length: see `fitted`. */
  encode(message: IsoMessage): Buffer
  decode(bytes: Buffer): IsoMessage
}

/** A codec throws nothing but IsoFormatError. */
export function createCodec(dialect: Dialect): IsoCodec {
  const table: Table = {
    fields: compileFields(dialect),
    version: dialect.generation === '1987' ? 0 : 1,
    typeIsPacked: dialect.coding.type === 'packed',
    bitmapIsRaw: dialect.coding.bitmap === 'raw',
  }
  return { encode: message => encode(table, message), decode: bytes => decode(table, bytes) }
}

type Table = {
  readonly fields: readonly (FieldCode | undefined)[]
  readonly version: number
  readonly typeIsPacked: boolean
  readonly bitmapIsRaw: boolean
}

/** The bitmaps of the message at hand: reading and writing happen in one go, so one is enough. */
const bits = new Uint8Array(16)
/** The numbers of its fields, likewise. */
const numbers = new Uint8Array(128)
const hexDigits = '0123456789ABCDEF'

function encode(table: Table, { type, fields }: IsoMessage): Buffer {
  // The longest that it can get: each field at most its characters and four for a length.
  let room = 36
  let count = 0
  bits.fill(0)
  for (const key in fields) {
    const number = Number(key)
    const value = fields[number]
    if (table.fields[number] === undefined)
      throw new IsoFormatError('the dialect has no such field', { field: number })
    if (typeof value !== 'string') throw new IsoFormatError('has no value', { field: number })
    setBit(number)
    numbers[count++] = number
    room += value.length + 4
  }
  const target = Buffer.allocUnsafe(room)
  let at = writeType(table, target, type)
  at = writeBitmap(table, target, at)
  // Numbers are enumerated in ascending order, which is the order of fields.
  for (let index = 0; index < count; index++) {
    const code = table.fields[numbers[index] ?? 0]
    if (code !== undefined) at = writeValue(code, target, at, fields[code.number] ?? '')
  }
  return target.subarray(0, at)
}

function setBit(number: number): void {
  const index = (number - 1) >> 3
  bits[index] = (bits[index] ?? 0) | (0x80 >> ((number - 1) & 7))
  if (number > 64) bits[0] = (bits[0] ?? 0) | 0x80
}

const isSet = (number: number): boolean =>
  ((bits[(number - 1) >> 3] ?? 0) & (0x80 >> ((number - 1) & 7))) !== 0

function writeType({ version, typeIsPacked }: Table, target: Buffer, type: string): number {
  if (type.length !== 4) throw new IsoFormatError('the type has not four digits')
  let value = 0
  for (let index = 0; index < 4; index++) {
    const digit = type.charCodeAt(index) - 0x30
    if (digit < 0 || digit > 9) throw new IsoFormatError('the type has not four digits')
    if (index === 0 && digit !== version) throw new IsoFormatError('the type is of another generation')
    value = (value << 4) | digit
    if (!typeIsPacked) target[index] = digit + 0x30
  }
  if (!typeIsPacked) return 4
  target.writeUInt16BE(value, 0)
  return 2
}

function writeBitmap({ bitmapIsRaw }: Table, target: Buffer, at: number): number {
  const length = isSet(1) ? 16 : 8
  for (let index = 0; index < length; index++) {
    const byte = bits[index] ?? 0
    if (bitmapIsRaw) target[at + index] = byte
    else {
      target[at + index * 2] = hexDigits.charCodeAt(byte >> 4)
      target[at + index * 2 + 1] = hexDigits.charCodeAt(byte & 0xf)
    }
  }
  return at + (bitmapIsRaw ? length : length * 2)
}

function decode(table: Table, bytes: Buffer): IsoMessage {
  const type = readType(table, bytes)
  const cursor = { at: table.typeIsPacked ? 2 : 4 }
  bits.fill(0)
  cursor.at = readBitmap(table, bytes, cursor.at, 0)
  if (isSet(1)) cursor.at = readBitmap(table, bytes, cursor.at, 8)
  const fields: { [number: number]: string } = {}
  const last = isSet(1) ? 128 : 64
  for (let number = 2; number <= last; number++) {
    if (!isSet(number)) continue
    const code = table.fields[number]
    if (code === undefined)
      throw new IsoFormatError('the dialect has no such field', { field: number, offset: cursor.at })
    fields[number] = readValue(code, bytes, cursor)
  }
  if (cursor.at !== bytes.length)
    throw new IsoFormatError('something is left over after the last field', { offset: cursor.at })
  return { type, fields }
}

function readType({ version, typeIsPacked }: Table, bytes: Buffer): string {
  if (bytes.length < (typeIsPacked ? 2 : 4)) throw new IsoFormatError('ends within the type', { offset: 0 })
  const type = typeIsPacked ? bytes.toString('hex', 0, 2) : bytes.toString('latin1', 0, 4)
  for (let index = 0; index < 4; index++) {
    const digit = type.charCodeAt(index) - 0x30
    if (digit < 0 || digit > 9) throw new IsoFormatError('the type has not four digits', { offset: 0 })
    if (index === 0 && digit !== version)
      throw new IsoFormatError('the type is of another generation', { offset: 0 })
  }
  return type
}

/** Reads eight bytes of bitmap into `bits`, and tells where they end. */
function readBitmap({ bitmapIsRaw }: Table, bytes: Buffer, at: number, into: number): number {
  const end = at + (bitmapIsRaw ? 8 : 16)
  if (end > bytes.length) throw new IsoFormatError('ends within the bitmap', { offset: at })
  for (let index = 0; index < 8; index++)
    bits[into + index] = bitmapIsRaw
      ? (bytes[at + index] ?? 0)
      : (hexValue(bytes, at + index * 2) << 4) | hexValue(bytes, at + index * 2 + 1)
  return end
}

function hexValue(bytes: Buffer, at: number): number {
  const code = bytes[at] ?? 0
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  if (code >= 0x41 && code <= 0x46) return code - 0x37
  throw new IsoFormatError('the bitmap is not upper-case hexadecimal', { offset: at })
}
