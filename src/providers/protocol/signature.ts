// Signatures of calls, answers and notices: the scheme of Standard Webhooks. The gateway signs with a secret
// of its own and the adapter with another, so that a message sent back to its sender never verifies.

import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** How many secrets of the other side are taken at once, so that secrets change without a stop. */
export const protocolSecretsMax = 3

/** How far the two clocks may be apart. */
export const signatureToleranceSeconds = 300

export const newProtocolSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** `whsec_` and 24 to 64 bytes in Base64. */
export function isProtocolSecret(text: string): boolean {
  if (!/^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return false
  const { length } = Buffer.from(text.slice('whsec_'.length), 'base64')
  return length >= 24 && length <= 64
}

export type SignatureHeaders = {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

type MessageToSign = {
  /** New for each call; that of the call for its answer; the same for all repeats of a notice. */
  readonly id: string
  readonly body: string
  /** Signed with each of them. */
  readonly secrets: readonly string[]
  /** The machine's own time, even where a sandbox has another. */
  readonly at: Date
}

export function signMessage({ id, body, secrets, at }: MessageToSign): SignatureHeaders {
  if (!isMessageId(id)) throw new Error('The id of a message could be taken for a part of what is signed')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}

/** With a dot in it, id and timestamp could be divided otherwise under the same signature. */
const isMessageId = (id: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(id)

/** What is wrong with the signature of a message. */
export type SignatureFlaw =
  /** A header is missing or is not of the scheme. */
  | 'MISSING_SIGNATURE'
  /** Its time is more than five minutes away. */
  | 'OLD_SIGNATURE'
  /** No secret makes this signature of this message. */
  | 'WRONG_SIGNATURE'

type MessageToVerify = {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
  readonly secrets: readonly string[]
  readonly at: Date
}

/** The id of a message that one of the secrets has signed in these minutes. Names of headers: lower case. */
export function verifyMessage({ headers, body, secrets, at }: MessageToVerify): VerifiedMessage {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signature = headers['webhook-signature']
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string')
    return { flaw: 'MISSING_SIGNATURE' }
  if (!isMessageId(id) || !/^[0-9]{1,12}$/.test(timestamp) || signature.length > signatureLengthMax)
    return { flaw: 'MISSING_SIGNATURE' }
  const apart = Math.abs(Math.floor(at.getTime() / 1_000) - Number(timestamp))
  if (apart > signatureToleranceSeconds) return { flaw: 'OLD_SIGNATURE' }
  const signed = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  return secrets.some(secret => verifies(secret, body, signed)) ? { id } : { flaw: 'WRONG_SIGNATURE' }
}

export type VerifiedMessage = { readonly id: string } | { readonly flaw: SignatureFlaw }

/** Room for more signatures than anybody needs while secrets change. */
const signatureLengthMax = 1_024

function verifies(secret: string, body: string, headers: SignatureHeaders): boolean {
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false })
    return true
  } catch {
    return false
  }
}
