import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '../../platform/secretBox.ts'

/**
 * Messages of EMV 3-D Secure that pass through the payer's browser (base64url of JSON), the ids and tokens in
 * them, and the signed messages of the legacy protocol.
 */
export const messageVersion = '2.2.0'

type MethodMessage = { readonly serverTransactionId: string; readonly notificationUrl: string }
type ChallengeMessage = { readonly serverTransactionId: string; readonly acsTransactionId: string }

export function writeMethodData({ serverTransactionId, notificationUrl }: MethodMessage): string {
  return encoded({ threeDSServerTransID: serverTransactionId, threeDSMethodNotificationURL: notificationUrl })
}

export function readMethodData(text: string): MethodMessage | undefined {
  const message = decoded(text)
  const { threeDSServerTransID: serverTransactionId, threeDSMethodNotificationURL: notificationUrl } = message
  const isWhole = typeof serverTransactionId === 'string' && typeof notificationUrl === 'string'
  return isWhole ? { serverTransactionId, notificationUrl } : undefined
}

/** What the issuer's method frame posts when it is done. */
export function writeMethodDone(serverTransactionId: string): string {
  return encoded({ threeDSServerTransID: serverTransactionId })
}

export function writeChallengeRequest(message: ChallengeMessage & { readonly windowSize: string }): string {
  return encoded({
    threeDSServerTransID: message.serverTransactionId,
    acsTransID: message.acsTransactionId,
    messageType: 'CReq',
    messageVersion,
    challengeWindowSize: message.windowSize,
  })
}

export function readChallengeRequest(text: string): ChallengeMessage | undefined {
  const message = decoded(text)
  const { threeDSServerTransID: serverTransactionId, acsTransID: acsTransactionId } = message
  const isWhole = typeof serverTransactionId === 'string' && typeof acsTransactionId === 'string'
  return isWhole && message.messageType === 'CReq' ? { serverTransactionId, acsTransactionId } : undefined
}

/** Says how the challenge ended. It is a hint only: the gateway asks the issuer. */
export function writeChallengeResult(message: ChallengeMessage & { readonly transStatus: string }): string {
  return encoded({
    threeDSServerTransID: message.serverTransactionId,
    acsTransID: message.acsTransactionId,
    messageType: 'CRes',
    messageVersion,
    transStatus: message.transStatus,
  })
}

const encoded = (message: object): string => Buffer.from(JSON.stringify(message)).toString('base64url')

const messageLengthMax = 4_096

function decoded(text: string): Readonly<Record<string, unknown>> {
  if (text.length > messageLengthMax) return {}
  try {
    const message: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return typeof message === 'object' && message !== null ? { ...message } : {}
  } catch {
    return {}
  }
}

/** The transaction that is authenticated. */
export type AuthenticationSubject = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
}

/**
 * Ids are derived from the transaction, so the same ask gets the same answer; the key keeps others from
 * deriving the address of a challenge.
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

/** With its purpose: a text that was signed for one purpose is invalid for another. */
type Signature = { readonly key: Buffer; readonly purpose: string }

/** Base64 of a keyed hash and the JSON after it: anyone can read it, nobody else can make it. */
export function writeSigned(signature: Signature, content: Readonly<Record<string, string>>): string {
  const json = Buffer.from(JSON.stringify(content))
  return Buffer.concat([hashOf(signature, json), json]).toString('base64')
}

export function readSigned(signature: Signature, text: string): unknown {
  const bytes = Buffer.from(text.length <= textLengthMax ? text : '', 'base64')
  const [hash, json] = [bytes.subarray(0, hashBytes), bytes.subarray(hashBytes)]
  if (hash.length < hashBytes || !timingSafeEqual(hash, hashOf(signature, json))) return undefined
  return JSON.parse(json.toString('utf8'))
}

export function hasTexts<Name extends string>(
  value: unknown,
  names: readonly Name[],
): value is Readonly<Record<Name, string>> {
  if (typeof value !== 'object' || value === null) return false
  const entries = new Map<string, unknown>(Object.entries(value))
  return names.every(name => typeof entries.get(name) === 'string')
}

function hashOf({ key, purpose }: Signature, json: Buffer): Buffer {
  return keyedHash(key, Buffer.concat([Buffer.from(`${purpose}\n`), json]))
}

const hashBytes = 32
const textLengthMax = 4_096
