// How the length before a message is written.

import type { FrameForm } from '../dialects/dialect.ts'

export type FrameLength = {
  readonly bytes: number
  /** The largest number that it can say. */
  readonly largest: number
  /** At the beginning of the target. */
  write(target: Buffer, length: number): void
  /** From the beginning of the source; undefined where that is no such number, or too short. */
  read(source: Buffer): number | undefined
}

export const frameLengths: Readonly<Record<FrameForm['length'], FrameLength>> = {
  '2 bytes': {
    bytes: 2,
    largest: 0xffff,
    write: (target, length) => void target.writeUInt16BE(length, 0),
    read: source => (source.length < 2 ? undefined : source.readUInt16BE(0)),
  },
  '4 digits': digits(4, 10),
  '2 packed bytes': {
    bytes: 2,
    largest: 9999,
    // Digits in hexadecimal are the nibbles of packed ones.
    write: (target, length) => void target.writeUInt16BE(Number.parseInt(String(length), 16), 0),
    read: source => numberIn(source.toString('hex', 0, 2), 4, 10),
  },
  '6 digits': digits(6, 10),
  '4 hexadecimal digits': digits(4, 16),
}

/** As text: in capitals where it is written, in either case where it is read. */
function digits(bytes: number, base: 10 | 16): FrameLength {
  return {
    bytes,
    largest: base ** bytes - 1,
    write: (target, length) =>
      void target.write(length.toString(base).toUpperCase().padStart(bytes, '0'), 0, 'latin1'),
    read: source => numberIn(source.toString('latin1', 0, bytes), bytes, base),
  }
}

/** Read by hand: a sign, a space or a letter must not become a number. */
function numberIn(text: string, count: number, base: 10 | 16): number | undefined {
  if (text.length !== count) return undefined
  let value = 0
  for (let index = 0; index < count; index++) {
    const digit = hexadecimalDigits.indexOf(text[index] ?? ' ')
    const number = digit > 15 ? digit - 6 : digit
    if (number < 0 || number >= base) return undefined
    value = value * base + number
  }
  return value
}
const hexadecimalDigits = '0123456789ABCDEFabcdef'
