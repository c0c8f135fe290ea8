// Notifications of a gateway: verified as Standard Webhooks are, and read.

import type { ApiVersion, TransactionBody } from './bodies.ts'
import { unixSeconds } from './clock.ts'
import { type ShownOutcome, shownOutcome } from './outcome.ts'

/** A change of a transaction. */
export type GatewayNotification<V extends ApiVersion> = {
  /** The same at every attempt and in the feed: what you have by this id, you have. */
  readonly id: string
  /**
   * The how manieth change of the order this is, from 1: throw away what is older than what you have. It
   * arrives as a header, which the signature does not cover; TLS does.
   */
  readonly sequence: number
  readonly orderId: string
  readonly transactionId: string
  readonly transactionType: TransactionBody<V>['transaction']['type']
  /** What became of it, as it was after this change. */
  readonly outcome: ShownOutcome<TransactionBody<V>>
}

/** Reads the body of a notification. */
export function readNotification<V extends ApiVersion>(
  body: string,
  { id, sequence }: Pick<GatewayNotification<V>, 'id' | 'sequence'>,
): GatewayNotification<V> {
  const shown: TransactionBody<V> = JSON.parse(body)
  return {
    id,
    sequence,
    orderId: shown.order.id,
    transactionId: shown.transaction.id,
    transactionType: shown.transaction.type,
    outcome: shownOutcome(shown, {}),
  }
}

export type VerifierSettings<V extends ApiVersion> = {
  /** Signing keys, `whsec_…`: one, or several while they change. */
  readonly keys: readonly string[]
  /** The version at which you send: notifications are told at that of the request. */
  readonly version: V
  /** By how many seconds the time of the signature may differ from yours; 300 unless said otherwise. */
  readonly toleranceSeconds?: number
}

/** What arrived: a `Request` of fetch handlers, or headers and body. */
export type ReceivedNotification =
  | { readonly headers: Headers; readonly text: () => Promise<string> }
  | {
      readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
      /** As it arrived, before anything parses it. */
      readonly body: string | Uint8Array
    }

export type VerifiedNotification<V extends ApiVersion> =
  | {
      readonly kind: 'genuine'
      readonly notification: GatewayNotification<V>
      /** The how manieth attempt to deliver it this is. */
      readonly attempt: number
      /** This verifier has seen it already. Only your database knows for certain. */
      readonly isRepeated: boolean
      /** Whether no money moves where it comes from. */
      readonly isTest: boolean
    }
  /** Answer 401, and do nothing. */
  | { readonly kind: 'forged'; readonly message: string }

export type NotificationVerifier<V extends ApiVersion> = (
  received: ReceivedNotification,
) => Promise<VerifiedNotification<V>>

/** Nothing that is not signed by one of the keys, and lately, is `genuine`. */
export function createNotificationVerifier<const V extends ApiVersion>({
  keys,
  toleranceSeconds = 300,
}: VerifierSettings<V>): NotificationVerifier<V> {
  if (keys.length === 0) throw new TypeError('A verifier needs a signing key')
  const imported = keys.map(importKey)
  const seen = createMemory()
  return async received => {
    const header = headersOf(received.headers)
    const body = await bodyOf(received)
    const id = header('webhook-id')
    const time = header('webhook-timestamp')
    if (!/^[0-9]{1,12}$/.test(time) || Math.abs(unixSeconds() - Number(time)) > toleranceSeconds)
      return { kind: 'forged', message: 'It was not signed lately.' }
    const signed = Uint8Array.from(new TextEncoder().encode(`${id}.${time}.${body}`))
    const signatures = header('webhook-signature').split(' ').slice(0, signaturesMax)
    if (!(await isSignedByOne(await Promise.all(imported), signatures, signed)))
      return { kind: 'forged', message: 'No signature fits a key.' }
    return {
      kind: 'genuine',
      notification: readNotification<V>(body, { id, sequence: Number(header('x-notification-sequence')) }),
      attempt: Number(header('x-notification-attempt')),
      isRepeated: seen(id),
      isTest: header('tollgate-mode') === 'TEST',
    }
  }
}

const signaturesMax = 10
const algorithm = { name: 'HMAC', hash: 'SHA-256' }
/** Not every runtime has a name for it. */
type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

function importKey(key: string): Promise<HmacKey> {
  const bytes = bytesOf(key.replace(/^whsec_/, ''))
  if (!key.startsWith('whsec_') || !bytes?.length)
    throw new TypeError('A signing key is whsec_ and Base64 after it')
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
}

/** `verify` compares in constant time; every pair is tried, whichever fits. */
async function isSignedByOne(
  keys: readonly HmacKey[],
  signatures: readonly string[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const pairs = keys.flatMap(key => signatures.map(signature => ({ key, signature })))
  const fits = await Promise.all(
    pairs.map(async ({ key, signature }) => {
      const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined
      return bytes !== undefined && (await crypto.subtle.verify(algorithm.name, key, bytes, signed))
    }),
  )
  return fits.includes(true)
}

/** Undefined where it is not Base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Also those of another realm, or of a library. */
const isHeaders = (headers: ReceivedNotification['headers']): headers is Headers =>
  typeof headers.get === 'function'

function headersOf(headers: ReceivedNotification['headers']): (name: string) => string {
  if (isHeaders(headers)) return name => headers.get(name) ?? ''
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return name => {
    const value = lower.get(name)
    return typeof value === 'string' ? value : (value?.[0] ?? '')
  }
}

function bodyOf(received: ReceivedNotification): Promise<string> | string {
  if ('text' in received) return received.text()
  return typeof received.body === 'string' ? received.body : new TextDecoder().decode(received.body)
}

const rememberedMax = 10_000

/** Whether it was asked about an id before; the oldest are forgotten. */
function createMemory(): (id: string) => boolean {
  const ids = new Set<string>()
  return id => {
    const isKnown = ids.has(id)
    ids.add(id)
    const [oldest = ''] = ids
    if (ids.size > rememberedMax) ids.delete(oldest)
    return isKnown
  }
}
