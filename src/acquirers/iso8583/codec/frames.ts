// What surrounds messages on a connection: a length, and a TPDU where the host wants one. Reading is
// incremental: bytes come in whatever pieces, and each is copied at most once.

import type { FrameForm } from '../dialects/dialect.ts'
import { IsoFormatError } from '../dialects/message.ts'
import { type FrameLength, frameLengths } from './frameLengths.ts'

/** A message as it came; `header` is the TPDU before it, where the form has one. */
export type Frame = { readonly message: Buffer; readonly header?: Buffer }

export type FrameReader = {
  /**
   * The frames that are complete with this chunk. Throws IsoFormatError where the connection must close: at
   * once where no frame came before the mistake, otherwise with the next call, so that these are not lost.
   */
  push(chunk: Buffer): readonly Frame[]
  /** What the next call would throw: look at it after each `push`. */
  trouble(): IsoFormatError | undefined
  /** How much of a frame has come that is not complete yet. */
  pendingBytes(): number
}

export type Framing = {
  /** Without a header it writes the gateway's own, where the form has one. */
  wrap(message: Buffer, header?: Buffer): Buffer
  reader(): FrameReader
}

const tpduBytes = 5
const tpduMark = 0x60

export function createFraming(form: FrameForm): Framing {
  const shape = shapeOf(form)
  return { wrap: (message, header) => wrap(shape, message, header), reader: () => createReader(shape) }
}

/** The header of an answer: that of the question with destination and source swapped. */
export function answerHeader(header: Buffer): Buffer {
  return Buffer.concat([header.subarray(0, 1), header.subarray(3, 5), header.subarray(1, 3)])
}

type Shape = {
  readonly length: FrameLength
  readonly counted: number
  readonly longest: number
  readonly header: Buffer | undefined
  readonly zeroIsKeepAlive: boolean
}

function shapeOf(form: FrameForm): Shape {
  const { lengthCountsItself, tpdu, zeroLength, longestBytes } = form
  const length = frameLengths[form.length]
  const counted = lengthCountsItself ? length.bytes : 0
  return {
    length,
    counted,
    longest: Math.min(longestBytes, length.largest - counted),
    header: tpdu && Buffer.from(`60${tpdu.destination}${tpdu.source}`, 'hex'),
    zeroIsKeepAlive: zeroLength === 'keepAlive',
  }
}

function wrap(
  { length: form, counted, longest, header: own }: Shape,
  message: Buffer,
  given?: Buffer,
): Buffer {
  const header = own && (given ?? own)
  const length = message.length + (header?.length ?? 0)
  if (length > longest) throw new IsoFormatError('the message is too long for a frame')
  const frame = Buffer.allocUnsafe(form.bytes + length)
  form.write(frame, length + counted)
  header?.copy(frame, form.bytes)
  message.copy(frame, frame.length - message.length)
  return frame
}

function createReader(shape: Shape): FrameReader {
  const length = Buffer.alloc(shape.length.bytes)
  const state: ReaderState = { length, lengthCame: 0, body: undefined, bodyCame: 0 }
  let trouble: IsoFormatError | undefined
  return {
    push(chunk) {
      if (trouble !== undefined) throw trouble
      const frames: Frame[] = []
      let at = 0
      try {
        while (at < chunk.length) at = advance(shape, state, chunk, at, frames)
      } catch (error) {
        if (!(error instanceof IsoFormatError)) throw error
        trouble = error
        if (frames.length === 0) throw error
      }
      return frames
    },
    trouble: () => trouble,
    pendingBytes: () => state.lengthCame + state.bodyCame,
  }
}

type ReaderState = {
  readonly length: Buffer
  /** How many bytes of the length came. */
  lengthCame: number
  /** What is collected of a frame that came in pieces. */
  body: Buffer | undefined
  bodyCame: number
}

/** Takes from the chunk what belongs to the frame at hand, and tells up to where. */
function advance(shape: Shape, state: ReaderState, chunk: Buffer, from: number, frames: Frame[]): number {
  let at = from
  while (state.lengthCame < shape.length.bytes) {
    if (at === chunk.length) return at
    state.length[state.lengthCame++] = chunk[at++] ?? 0
  }
  const length = state.body?.length ?? lengthOf(shape, state.length)
  if (state.body === undefined && chunk.length - at >= length) {
    finish(shape, state, chunk.subarray(at, at + length), frames)
    return at + length
  }
  // Only what was announced within the limit is set aside for a frame that comes in pieces.
  state.body ??= Buffer.allocUnsafe(length)
  const taken = Math.min(length - state.bodyCame, chunk.length - at)
  chunk.copy(state.body, state.bodyCame, at, at + taken)
  state.bodyCame += taken
  if (state.bodyCame === length) finish(shape, state, state.body, frames)
  return at + taken
}

function finish(shape: Shape, state: ReaderState, body: Buffer, frames: Frame[]): void {
  state.lengthCame = 0
  state.body = undefined
  state.bodyCame = 0
  const headerBytes = shape.header === undefined ? 0 : tpduBytes
  if (body.length <= headerBytes) {
    if (body.length !== 0 && body.length !== headerBytes)
      throw new IsoFormatError('the frame ends within its TPDU')
    if (!shape.zeroIsKeepAlive) throw new IsoFormatError('the frame has no message')
    return
  }
  if (headerBytes === 0) {
    frames.push({ message: body })
    return
  }
  if (body[0] !== tpduMark) throw new IsoFormatError('the frame does not begin with a TPDU')
  frames.push({ message: body.subarray(headerBytes), header: body.subarray(0, headerBytes) })
}

function lengthOf({ length: form, counted, longest }: Shape, bytes: Buffer): number {
  const announced = form.read(bytes)
  if (announced === undefined) throw new IsoFormatError('the length of the frame is not made of digits')
  // A keep-alive is all zeros also where the length counts itself.
  const length = announced === 0 ? 0 : announced - counted
  if (length < 0) throw new IsoFormatError('the length of the frame does not count itself')
  if (length > longest) throw new IsoFormatError('the frame is too long')
  return length
}
