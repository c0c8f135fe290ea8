import { Webhook } from 'standardwebhooks'
import { responseAt } from '../contract/kit/operation.ts'
import { project } from '../contract/kit/project.ts'
import { retrieveTransaction } from '../contract/operations/retrieve.ts'
import { readUrl } from '../standards/readUrl.ts'
import type { Told } from './port.ts'
import type { KnownSecrets } from './secrets.ts'

/** What goes to a receiver. */
export type Envelope = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

/** As Retrieve Transaction would have told it, at the version the transaction was submitted with. */
export function bodyOf({ version, record }: Pick<Told, 'version' | 'record'>): string {
  const whole = { ...{}, ...record, version: String(version) }
  return JSON.stringify(project(responseAt(retrieveTransaction, version), whole) ?? {})
}

export type Addressed = {
  readonly notificationId: string
  readonly sequence: number
  readonly attempt: number
}

/**
 * Signed with each active key, so that a receiver may go over from one to the next when it likes. The time is
 * the machine's own, also where the gateway's clock was moved: receivers refuse what is not of just now.
 */
export function envelopeOf(
  { notificationId, sequence, attempt }: Addressed,
  { body, secrets, at }: { readonly body: string; readonly secrets: KnownSecrets; readonly at: Date },
): Envelope {
  const signatures = secrets.signing.map(key => new Webhook(key).sign(notificationId, at, body))
  const headers = {
    'content-type': 'application/json;charset=utf-8',
    'user-agent': 'Tollgate',
    'x-notification-id': notificationId,
    'x-notification-attempt': String(attempt),
    'x-notification-sequence': String(sequence),
    'webhook-id': notificationId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  }
  return { headers, body }
}

/**
 * The shared secret is for receivers that only compare: it must not travel in the open, and whoever learns it
 * can pass for the gateway. So it goes to where the merchant's profile sends notifications, and to no other
 * server, whatever a request named.
 */
export function withSharedSecret(
  envelope: Envelope,
  { target, home }: { readonly target: string; readonly home: string },
  { shared }: KnownSecrets,
): Envelope {
  const origin = secureOrigin(target)
  if (origin === undefined || origin !== secureOrigin(home)) return envelope
  return { ...envelope, headers: { ...envelope.headers, 'x-notification-secret': shared } }
}

function secureOrigin(address: string): string | undefined {
  const url = readUrl(address)
  return url?.protocol === 'https:' ? url.origin : undefined
}
