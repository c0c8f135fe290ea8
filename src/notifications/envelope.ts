// The HTTP request of a notification: its body, its signatures, and whether it carries the shared secret.

import { Webhook } from 'standardwebhooks'
import { showRecord } from '../contract/kit/atVersion.ts'
import { retrieveTransaction } from '../contract/operations/retrieve.ts'
import { testHeader } from '../platform/environment.ts'
import { StoreUnavailable } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { readUrl } from '../standards/url.ts'
import type { NotificationContent, NotificationKey, NotificationStore } from './port.ts'
import type { KnownSecrets } from './secrets.ts'

/** The request that is sent to a receiver. */
export type NotificationEnvelope = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** As Retrieve Transaction answers it, at the version the transaction was submitted with. */
export function bodyOf({ version, record }: Pick<NotificationContent, 'version' | 'record'>): string {
  const whole = { ...record, version: String(version) }
  return JSON.stringify(showRecord(retrieveTransaction, version, whole))
}

type EnvelopeIdentity = {
  readonly notificationId: string
  readonly sequence: number
  readonly attempt: number
}

/**
 * Signed with each active key, so that a receiver may change from one to the next when it likes. The time is
 * the machine's own, even where the sandbox's clock was moved: receivers refuse old timestamps. Header names
 * are in their documented case: some servers pass them on as received.
 */
export function envelopeOf(
  { notificationId, sequence, attempt }: EnvelopeIdentity,
  { body, secrets, at, isTest }: EnvelopeContent,
): NotificationEnvelope {
  const signatures = secrets.signing.map(key => new Webhook(key).sign(notificationId, at, body))
  const headers = {
    'Content-Type': 'application/json;charset=utf-8',
    'User-Agent': 'Tollgate',
    'X-Notification-Id': notificationId,
    'X-Notification-Attempt': String(attempt),
    'X-Notification-Sequence': String(sequence),
    'webhook-id': notificationId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
    ...(isTest && { [testHeader.name]: testHeader.value }),
  }
  return { headers, body }
}

type EnvelopeContent = {
  readonly body: string
  readonly secrets: KnownSecrets
  readonly at: Date
  /** Whether the transaction moved no money. */
  readonly isTest?: boolean | undefined
}

export type DeliveryAddress = {
  readonly target: string
  /** The notification address in the merchant's profile. */
  readonly home: string
  /** Further origins that may receive the shared secret; in the sandbox every one. */
  readonly trusted: readonly string[] | 'every'
}

/**
 * The shared secret is for receivers that only compare it. It must not be sent unencrypted, and anyone who
 * has it can impersonate the gateway. So it goes only to the servers that the merchant's profile names,
 * whatever a request named.
 */
export function withSharedSecret(
  envelope: NotificationEnvelope,
  address: DeliveryAddress,
  { shared }: KnownSecrets,
): NotificationEnvelope {
  if (whySecretWithheld(address) !== undefined) return envelope
  return { ...envelope, headers: { ...envelope.headers, 'X-Notification-Secret': shared } }
}

/** Why a receiver does not get the shared secret; undefined where it does. */
export function whySecretWithheld({ target, home, trusted }: DeliveryAddress): string | undefined {
  const origin = secureOrigin(target)
  if (origin === undefined) return 'Its address is not https.'
  if (trusted === 'every' || origin === secureOrigin(home) || trusted.includes(origin)) return undefined
  return "Its server is neither that of the profile's notificationUrl nor among its secretOrigins."
}

function secureOrigin(address: string): string | undefined {
  const url = readUrl(address)
  return url?.protocol === 'https:' ? url.origin : undefined
}

export type NotificationText = Pick<NotificationContent, 'version' | 'trace'> & { readonly body: string }

type BodyReaderDependencies = { readonly store: Pick<NotificationStore, 'read'>; readonly log: Log }

/**
 * The body of each notification, by its number; those that cannot be rendered are missing. Read together, or
 * one by one where one of them fails the whole read; reading ends with the one that exceeds the length limit.
 */
export async function readBodies(
  { store, log }: BodyReaderDependencies,
  keys: readonly NotificationKey[],
  lengthMax = Number.POSITIVE_INFINITY,
): Promise<ReadonlyMap<string, NotificationText>> {
  const bodies = new Map<string, NotificationText>()
  let length = 0
  const isEnough = (content: NotificationContent): boolean => {
    const known = textOf(content, log)
    if (!known) return false
    bodies.set(notificationKeyText(content), known)
    length += known.body.length
    return length > lengthMax
  }
  await store.read(keys, isEnough).catch(async (fault: unknown) => {
    if (fault instanceof StoreUnavailable) throw fault
    for (const key of keys) {
      if (length > lengthMax) return
      if (!bodies.has(notificationKeyText(key))) await readOne({ store, log }, key, isEnough)
    }
  })
  return bodies
}

export const notificationKeyText = ({ merchantId, feedNo }: NotificationKey): string =>
  `${merchantId} ${feedNo}`

async function readOne(
  { store, log }: BodyReaderDependencies,
  key: NotificationKey,
  isEnough: (content: NotificationContent) => boolean,
) {
  await store.read([key], isEnough).catch((fault: unknown) => {
    if (fault instanceof StoreUnavailable) throw fault
    log.fault('a notification could not be read', fault, { merchant: key.merchantId })
  })
}

function textOf(content: NotificationContent, log: Log): NotificationText | undefined {
  try {
    const { version, trace } = content
    return { version, body: bodyOf(content), ...(trace !== undefined && { trace }) }
  } catch (fault) {
    log.fault('a notification could not be written', fault, { merchant: content.merchantId })
    return undefined
  }
}
