import { keyedHash } from '../../platform/secretBox.ts'

/** What an authentication is of. */
export type AuthenticationSubject = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
}

/**
 * Everything the emulator makes up is derived from what it is about, so the same question gets the same
 * answer; the key keeps others from working out whose challenge is where.
 */
export function deriveId(key: Buffer, purpose: string, subject: AuthenticationSubject): string {
  const bytes = deriveBytes(key, purpose, subject).subarray(0, 16)
  // Version 5 of RFC 9562: made from a name.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
  return parts.join('-')
}

/** Base64 of 20 bytes: the form of a cryptogram, and of the transaction identifier of older protocols. */
export function deriveToken(key: Buffer, purpose: string, subject: AuthenticationSubject | string): string {
  return deriveBytes(key, purpose, subject).subarray(0, 20).toString('base64')
}

function deriveBytes(key: Buffer, purpose: string, subject: AuthenticationSubject | string): Buffer {
  const names = typeof subject === 'string' ? [subject] : namesOf(subject)
  return keyedHash(key, JSON.stringify([purpose, ...names]))
}

const namesOf = ({ merchantId, orderId, transactionId }: AuthenticationSubject) => [
  merchantId,
  orderId,
  transactionId,
]
