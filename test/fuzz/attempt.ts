// One dialect under fire: a connection's worth of frames goes through framing, codec, parts and redaction.

import type { IsoCodec } from '../../src/acquirers/iso8583/codec/codec.ts'
import { createFraming, type Frame } from '../../src/acquirers/iso8583/codec/frames.ts'
import { createParts } from '../../src/acquirers/iso8583/codec/parts.ts'
import { createRedaction } from '../../src/acquirers/iso8583/codec/redaction.ts'
import type { Dialect } from '../../src/acquirers/iso8583/dialects/dialect.ts'
import { IsoFormatError, type IsoMessage } from '../../src/acquirers/iso8583/dialects/message.ts'
import type { Random } from '../simulation/random.ts'
import { corpusOf } from './corpus.ts'
import { type Damage, damages, noise, pieces } from './damage.ts'

/** What came of a frame: the last is cut off, swallowed by another, or after one that closed all. */
export type Fate = 'read' | 'refused' | 'never complete'

export type Attempts = {
  /** Sends some frames over a connection of its own, and tells how many. */
  send(random: Random): number
}

export type AttemptsOptions = {
  readonly dialect: Dialect
  readonly codec: IsoCodec
  readonly random: Random
  count(fate: Fate | `damage: ${Damage}` | 'closed', by?: number): void
  violation(what: string, bytes: Buffer): void
}

export function createAttempts(options: AttemptsOptions): Attempts {
  const { dialect, count } = options
  const corpus = corpusOf(dialect, options.random)
  const framing = createFraming(dialect.frame)
  const examine = createExamination(options)
  return {
    send(random) {
      const sent = 1 + random.below(8)
      const stream = Buffer.concat(
        Array.from({ length: sent }, () => {
          const damage = random.weighted(weights)
          count(`damage: ${damage}`)
          const message = damages[damage](corpus[random.below(corpus.length)] ?? Buffer.alloc(0), random)
          return message.length === 0 ? Buffer.alloc(0) : damagedFrame(framing.wrap(message), random)
        }),
      )
      count('never complete', Math.max(0, sent - receive(stream, framing.reader(), random)))
      return sent
    },
  }

  /** How many frames came out. A reader that refuses closes the connection: what follows is lost with it. */
  function receive(stream: Buffer, reader: ReturnType<typeof framing.reader>, random: Random): number {
    let came = 0
    for (const chunk of pieces(stream, random)) {
      const frames = pushed(reader, chunk, stream)
      if (frames === undefined) {
        count('closed')
        break
      }
      for (const { message } of frames) examine(message)
      came += frames.length
    }
    if (reader.pendingBytes() > dialect.frame.longestBytes + 4)
      options.violation('a reader holds more than the longest frame', stream)
    return came
  }

  function pushed(
    reader: ReturnType<typeof framing.reader>,
    chunk: Buffer,
    stream: Buffer,
  ): readonly Frame[] | undefined {
    try {
      return reader.push(chunk)
    } catch (error) {
      blame(options, 'framing', error, stream)
      return undefined
    }
  }
}

const weights: Readonly<Record<Damage, number>> = {
  ...{ none: 15, bit: 10, byte: 10, character: 15, cut: 10, longer: 5, removed: 8, inserted: 8, repeated: 5 },
  ...{ bitmap: 10, several: 8, noise: 5 },
}

/** One frame in ten says another length than it has. */
function damagedFrame(frame: Buffer, random: Random): Buffer {
  if (!random.chance(0.1)) return frame
  if (random.chance(0.5)) return Buffer.concat([noise(random, 2), frame.subarray(2)])
  const length = frame.readUInt16BE(0) + random.pick([-1, 1, -20, 20, 256, 8_192, 60_000, -9_999])
  return Buffer.concat([Buffer.from([(length >> 8) & 0xff, length & 0xff]), frame.subarray(2)])
}

/** Reads a message, and whatever can be done with one that was read. */
function createExamination(options: AttemptsOptions): (bytes: Buffer) => void {
  const { dialect, codec, count, violation } = options
  const redact = createRedaction(dialect)
  const layouts = Object.entries(dialect.fields)
    .filter(([, form]) => form.parts)
    .map(([number, form]) => ({ number: Number(number), layout: createParts(form) }))
  return bytes => {
    let message: IsoMessage
    try {
      message = codec.decode(bytes)
    } catch (error) {
      count('refused')
      blame(options, 'decode', error, bytes)
      return
    }
    count('read')
    if (!isWrittenBack(message, bytes)) violation('what was read is written otherwise', bytes)
    try {
      if (hasSecret(message, Object.values(redact(message)).join('\n'))) violation('a secret is shown', bytes)
    } catch (error) {
      violation(`redaction threw ${nameOf(error)}`, bytes)
    }
    for (const { number, layout } of layouts) {
      const value = message.fields[number]
      if (value === undefined) continue
      try {
        layout.read(value)
      } catch (error) {
        blame(options, 'parts', error, bytes)
      }
    }
  }

  /** Strict reading has one form for each message, but for a second bitmap that says nothing. */
  function isWrittenBack(message: IsoMessage, bytes: Buffer): boolean {
    try {
      const again = codec.encode(message)
      return again.equals(bytes) || Object.keys(message.fields).every(number => Number(number) < 65)
    } catch {
      return false
    }
  }
}

/** Whether a number, a track or a PIN block of a message is in a text. */
function hasSecret({ fields }: IsoMessage, text: string): boolean {
  const secrets = [fields[2], fields[35], fields[45], fields[52], fields[55]]
  return secrets.some(secret => secret !== undefined && secret.length >= 13 && text.includes(secret))
}

/** Nothing but the codec's own error, and nothing of the message in it. */
function blame({ violation }: AttemptsOptions, where: string, error: unknown, bytes: Buffer): void {
  if (!(error instanceof IsoFormatError)) violation(`${where} threw ${nameOf(error)}`, bytes)
  else if (/\d{5}/.test(error.message)) violation(`${where}: an error has five digits in a row`, bytes)
}

const nameOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : 'what is no error'
