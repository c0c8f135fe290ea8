// What the first bytes of a host look like, for who has to find out how it frames and writes its messages.

import { frameLengths } from '../codec/frameLengths.ts'
import { type Dialect, type FrameForm, frameLengthNames } from '../dialects/dialect.ts'

/** Sentences about bytes that do not fit the dialect, the likeliest first. */
export function framingHints({ frame, coding }: Dialect, bytes: Buffer): readonly string[] {
  if (bytes.length < 4) return []
  const readings = possibleFrames.filter(form => fits(form, bytes))
  const configured = readings.find(
    form => form.length === frame.length && form.lengthCountsItself === frame.lengthCountsItself,
  )
  const others = readings.filter(form => form !== configured)
  if (configured) return contentHints(frame, coding, bytes, configured)
  return [
    `its length reads as ${lengthText(frame, bytes)}, and ${bytes.length} bytes came`,
    ...others.map(form => `as ${formText(form)} its length would fit: is that its frame?`),
    ...(others.length === 0 ? [`its bytes begin with ${hex(harmlessStart(bytes))}`] : []),
  ]
}

type LengthForm = Pick<FrameForm, 'length' | 'lengthCountsItself'>

const possibleFrames: readonly LengthForm[] = [false, true].flatMap(lengthCountsItself =>
  frameLengthNames.map(length => ({ length, lengthCountsItself })),
)

const bytesOf = ({ length }: LengthForm): number => frameLengths[length].bytes
const announced = ({ length }: LengthForm, bytes: Buffer): number | undefined =>
  frameLengths[length].read(bytes)

/** Whether the length is exactly that of what came. */
function fits(form: LengthForm, bytes: Buffer): boolean {
  const length = announced(form, bytes)
  return length !== undefined && length + (form.lengthCountsItself ? 0 : bytesOf(form)) === bytes.length
}

const formText = ({ length, lengthCountsItself }: LengthForm): string =>
  `${length} ${lengthCountsItself ? 'that count themselves' : 'without themselves'}`

function lengthText(form: LengthForm, bytes: Buffer): string {
  const length = announced(form, bytes)
  return length === undefined ? `no number (${hex(bytes.subarray(0, 4))})` : `${length} (${formText(form)})`
}

/** The frame is right: what is in it? */
function contentHints(
  frame: FrameForm,
  coding: Dialect['coding'],
  bytes: Buffer,
  form: LengthForm,
): readonly string[] {
  const body = bytes.subarray(bytesOf(form))
  const hasTpdu = body[0] === 0x60 && body.length > 9
  const hints: string[] = []
  if (hasTpdu && !frame.tpdu) hints.push('a TPDU of five bytes (60 …) seems to stand before the message')
  if (!hasTpdu && frame.tpdu) hints.push('no TPDU stands before the message, and the dialect has one')
  const message = hasTpdu ? body.subarray(5) : body
  const isText = /^[01]\d{3}$/.test(message.toString('latin1', 0, 4))
  const isPacked = /^[01][0-9]{3}$/.test(message.toString('hex', 0, 2))
  if (isText && coding.type === 'packed')
    hints.push('the type is written as text, and the dialect has it packed')
  if (!isText && isPacked && coding.type === 'ascii')
    hints.push('the type is packed, and the dialect has it as text')
  const bitmap = message.subarray(isText ? 4 : 2, isText ? 20 : 18).toString('latin1')
  const bitmapIsText = /^[\dA-Fa-f]{16}$/.test(bitmap)
  if (bitmapIsText && coding.bitmap === 'raw')
    hints.push('the bitmap seems to be hexadecimal text, and the dialect has it raw')
  if (!bitmapIsText && coding.bitmap === 'hexadecimal')
    hints.push('the bitmap is no hexadecimal text, as the dialect has it: it may be raw')
  return hints
}

/**
 * Enough to recognise a frame and a dialect by, and no more. In the shortest of all forms (two bytes of
 * length, two of type, eight of bitmap) the first field begins behind it. What does not begin like a message
 * may begin with the number of a card.
 */
export const harmlessStart = (bytes: Buffer): Buffer => bytes.subarray(0, beginsLikeMessage(bytes) ? 12 : 4)

/** A type behind two bytes of length, or behind four; no number of a card begins with a zero. */
function beginsLikeMessage(bytes: Buffer): boolean {
  const hasLongLength = /^(?:0\d{3}|\0\0)/.test(bytes.toString('latin1', 0, 4))
  const hasShortLength = (bytes[0] ?? 0) < 0x20
  return (hasShortLength && isType(bytes.subarray(2))) || (hasLongLength && isType(bytes.subarray(4)))
}

/** Before it there may be a TPDU, behind it is a bitmap. It is text, in EBCDIC or packed: 0xxx or 1xxx. */
function isType(bytes: Buffer): boolean {
  const at = bytes[0] === 0x60 ? 5 : 0
  if (bytes.length < at + 10) return false
  return /^(?:3[01](?:3\d){3}|f[01](?:f\d){3}|[01]\d{3})/.test(bytes.toString('hex', at, at + 4))
}

const hex = (bytes: Buffer): string => bytes.toString('hex').toUpperCase().replace(/../g, '$& ').trim()
