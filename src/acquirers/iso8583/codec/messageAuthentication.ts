// Message authentication: the check value at the end of a message (field 64, or 128 behind a second bitmap),
// and keys that the host changes. The keys belong into a hardware module; the implementation here keeps them
// in memory and is meant for tests and for hosts of the sandbox.

import { createDecipheriv, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { aesCmac } from '../../../standards/dukpt/ciphers.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { IsoFormatError, type IsoMessage } from '../dialects/message.ts'
import type { IsoCodec } from './codec.ts'

export interface MessageAuthentication {
  /** Eight bytes over a message as it is written, without the check value itself. */
  readonly checkValue: (bytes: Buffer) => Buffer
  readonly isRight: (bytes: Buffer, checkValue: Buffer) => boolean
  /** A question of the host with a new key in it. */
  readonly changeKey: (question: IsoMessage) => 'accepted' | 'notUnderstood'
}

const checkValueBytes = 8

/** A codec that adds check values to what it writes and refuses what has none, or a wrong one. */
export function authenticatedCodec(
  dialect: Dialect,
  codec: IsoCodec,
  authentication: MessageAuthentication,
): IsoCodec {
  const sizes = new Map([64, 128].map(field => [field, bytesOnWire(dialect, field)] as const))
  const isNetwork = (type: string) => type.slice(0, 2) === dialect.network.requestType.slice(0, 2)
  return {
    encode: message => {
      if (isNetwork(message.type)) return codec.encode(message)
      const field = checkFieldOf(message)
      const bytes = codec.encode({ ...message, fields: { ...message.fields, [field]: zeros } })
      const size = sizes.get(field) ?? checkValueBytes
      const end = bytes.length - size
      const value = authentication.checkValue(bytes.subarray(0, end))
      if (size === checkValueBytes) value.copy(bytes, end, 0, checkValueBytes)
      else bytes.write(value.toString('hex').toUpperCase(), end, 'latin1')
      return bytes
    },
    decode: bytes => {
      const message = codec.decode(bytes)
      const field = checkFieldOf(message)
      const given = message.fields[field]
      // Sign-on and echo come before a key is agreed on, so they may go without.
      if (given === undefined && isNetwork(message.type)) return message
      if (given === undefined) throw new IsoFormatError('the check value is missing', { field })
      const covered = bytes.subarray(0, bytes.length - (sizes.get(field) ?? checkValueBytes))
      if (!authentication.isRight(covered, Buffer.from(given, 'hex')))
        throw new IsoFormatError('the check value is wrong', { field })
      return message
    },
  }
}

/** Behind a second bitmap it is the last field of that one. */
const checkFieldOf = ({ fields }: IsoMessage): 64 | 128 => {
  for (const number in fields) if (Number(number) > 64) return 128
  return 64
}

const zeros = '0'.repeat(2 * checkValueBytes)

const bytesOnWire = (dialect: Dialect, field: number): number =>
  (dialect.fields[field]?.coding?.binary ?? dialect.coding.binary) === 'raw'
    ? checkValueBytes
    : 2 * checkValueBytes

export type SoftwareKeys = {
  readonly clock: Clock
  readonly key: Buffer
  /** Opens new keys, which come wrapped as RFC 3394 says. */
  readonly keyEncryptionKey: Buffer
  /** The field with the wrapped key, in hexadecimal. */
  readonly keyField: number
}

/** AES-CMAC, cut to eight bytes. After a change, the key before is accepted for a while. */
export function createSoftwareAuthentication(options: SoftwareKeys): MessageAuthentication {
  const { clock, keyEncryptionKey, keyField } = options
  let key = options.key
  let previous: { readonly key: Buffer; readonly untilMs: number } | undefined
  const isUnder = (under: Buffer, bytes: Buffer, value: Buffer) =>
    value.length === checkValueBytes &&
    timingSafeEqual(aesCmac(under, bytes).subarray(0, checkValueBytes), value)
  return {
    checkValue: bytes => aesCmac(key, bytes).subarray(0, checkValueBytes),
    isRight: (bytes, value) =>
      isUnder(key, bytes, value) ||
      (previous !== undefined &&
        clock.monotonicMs() < previous.untilMs &&
        isUnder(previous.key, bytes, value)),
    changeKey: ({ fields }) => {
      const next = unwrapped(keyEncryptionKey, fields[keyField])
      if (next === undefined) return 'notUnderstood'
      previous = { key, untilMs: clock.monotonicMs() + previousKeyMs }
      key = next
      return 'accepted'
    },
  }
}

/** Longer than an answer may take. */
const previousKeyMs = 60_000

function unwrapped(keyEncryptionKey: Buffer, wrapped: string | undefined): Buffer | undefined {
  if (wrapped === undefined || !/^(?:[\dA-F]{48}|[\dA-F]{64}|[\dA-F]{80})$/.test(wrapped)) return undefined
  const cipher = `id-aes${8 * keyEncryptionKey.length}-wrap`
  try {
    const opener = createDecipheriv(cipher, keyEncryptionKey, wrapVector)
    return Buffer.concat([opener.update(Buffer.from(wrapped, 'hex')), opener.final()])
  } catch {
    // Another key wrapped it, or it was changed on the way.
    return undefined
  }
}
const wrapVector = Buffer.alloc(8, 0xa6)
