// PIN blocks of ISO 9564-1, formats 0 and 4, each bound to a card number. Format 0 has 8 bytes and is
// enciphered afterwards; format 4 has 16 and is bound to the number while it is enciphered with AES.

import { decipherBlocks, encipherBlocks, xor } from './dukpt/ciphers.ts'

const pinForm = /^[0-9]{4,12}$/
const numberForm = /^[0-9]{9,19}$/
const plainBytes = 8
const aesBytes = 16

export function pinBlock(pin: string, number: string): Buffer {
  const fields = pinFields(pin, number)
  return xor(fields.pin, fields.number)
}

/** The two fields of a block, before they are combined. */
type PinFields = { readonly pin: Buffer; readonly number: Buffer }

export const pinFields = (pin: string, number: string): PinFields => ({
  pin: pinField('0', pin, 'F'),
  number: numberField(number),
})

/** The PIN; undefined if it is not a block of this format, or belongs to another card number. */
export function pinOf(block: Buffer, number: string): string | undefined {
  if (block.length !== plainBytes) return undefined
  const [, length = '', rest = ''] =
    /^0([4-9A-C])([0-9]+F*)$/.exec(hexOf(xor(block, numberField(number)))) ?? []
  return pinIn(length, rest, /^F*$/)
}

/** `filling`: 8 random bytes, so that equal PINs give different blocks. */
export function aesPinBlock(pin: string, number: string, key: Buffer, filling: Buffer): Buffer {
  const fields = aesPinFields(pin, number, filling)
  return encipherBlocks('AES', key, xor(encipherBlocks('AES', key, fields.pin), fields.number))
}

export function aesPinFields(pin: string, number: string, filling: Buffer): PinFields {
  if (filling.length !== plainBytes) throw new RangeError('the filling of a PIN block has 8 bytes')
  return { pin: Buffer.concat([pinField('4', pin, 'A'), filling]), number: longNumberField(number) }
}

export function pinOfAes(block: Buffer, number: string, key: Buffer): string | undefined {
  if (block.length !== aesBytes) return undefined
  const between = xor(decipherBlocks('AES', key, block), longNumberField(number))
  const field = hexOf(decipherBlocks('AES', key, between).subarray(0, plainBytes))
  const [, length = '', rest = ''] = /^4([4-9A-C])([0-9]+A*)$/.exec(field) ?? []
  return pinIn(length, rest, /^A*$/)
}

function pinField(format: string, pin: string, filler: string): Buffer {
  if (!pinForm.test(pin)) throw new RangeError('a PIN has 4 to 12 digits')
  return Buffer.from((format + pin.length.toString(16) + pin).padEnd(plainBytes * 2, filler), 'hex')
}

function pinIn(length: string, rest: string, filler: RegExp): string | undefined {
  const digits = Number.parseInt(length, 16)
  const pin = rest.slice(0, digits)
  return pinForm.test(pin) && pin.length === digits && filler.test(rest.slice(digits)) ? pin : undefined
}

/** The 12 digits before the check digit. */
function numberField(number: string): Buffer {
  needNumber(number)
  return Buffer.from(
    number
      .slice(0, -1)
      .slice(-12)
      .padStart(plainBytes * 2, '0'),
    'hex',
  )
}

/** The whole number, preceded by the number of its digits minus 12. */
function longNumberField(number: string): Buffer {
  needNumber(number)
  const digits = number.padStart(12, '0')
  return Buffer.from(`${digits.length - 12}${digits}`.padEnd(aesBytes * 2, '0'), 'hex')
}

function needNumber(number: string): void {
  if (!numberForm.test(number)) throw new RangeError('a card number has 9 to 19 digits')
}

const hexOf = (buffer: Buffer): string => buffer.toString('hex').toUpperCase()
