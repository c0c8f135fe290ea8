import { randomBytes } from 'node:crypto'
import { type Content, isObject } from '../contract/kit/content.ts'
import { invalid, type ValidationFinding } from '../contract/kit/validateFields.ts'
import type { Owner } from '../orders/owner.ts'
import { type Contents, openContents, sealContents } from './contents.ts'
import { firstVersion, isSessionId, newSessionId } from './identity.ts'
import type {
  Life,
  SeenSession,
  SessionBox,
  SessionKey,
  SessionKind,
  SessionStore,
  StoredSession,
} from './port.ts'
import type { DescribeCard } from './shown.ts'

export type SessionsParts = {
  readonly store: SessionStore
  readonly box: SessionBox
  readonly describeCard: DescribeCard
  /** What a new one is called, where that is not left to chance. */
  readonly name?: (owner: Owner, apiVersion: number) => NewName
}
type NewName = { readonly sessionId: string; readonly version: string }

/** A session with its contents in the open: in memory only. */
export type HeldSession = {
  readonly key: SessionKey
  readonly stored: Omit<StoredSession, 'contents'>
  readonly contents: Contents
  readonly holdsSecrets: boolean
}

/** Unknown, expired and another merchant's look alike: nobody learns that a session exists. */
export async function findSession(
  { store, box }: SessionsParts,
  { cell, merchantId }: Owner,
  sessionId: unknown,
  use?: string,
): Promise<HeldSession | undefined> {
  if (!isSessionId(sessionId)) return undefined
  const key = { cell, merchantId, sessionId }
  const found = await store.find(key)
  return found && (await heldOf(box, key, use === undefined ? found : withoutClaimed(found, use)))
}

/** What is used for something else at this moment is as good as used. */
function withoutClaimed(found: StoredSession, use: string): StoredSession {
  const { contents, claimedFor = use } = found
  return claimedFor === use ? found : { ...found, contents: { lasting: contents.lasting } }
}

/** Found by its name alone: whoever shows it to a payer knows whose it is only by this. */
export type OpenedSession = HeldSession & {
  /** Since it was created, and until it ends if nothing happens, by the store's clock. */
  readonly ageMs: number
  readonly leftMs: number
}

export async function openSession(
  { store, box }: SessionsParts,
  sessionId: string,
): Promise<OpenedSession | undefined> {
  const found = isSessionId(sessionId) ? await store.findByName(sessionId) : undefined
  if (!found) return undefined
  const { key, ageMs, leftMs } = found
  return { ...(await heldOf(box, key, found.stored)), ageMs, leftMs }
}

/** Whether a session is one that its merchant has made or seen, not one that anybody can have made. */
export const isOfMerchant =
  (store: Pick<SessionStore, 'findByName'>) =>
  async (sessionId: string): Promise<boolean> => {
    const found = isSessionId(sessionId) ? await store.findByName(sessionId) : undefined
    return found !== undefined && found.stored.authenticationLimit > 0
  }

async function heldOf(box: SessionBox, key: SessionKey, found: StoredSession): Promise<HeldSession> {
  const { contents: sealed, ...stored } = found
  const contents = await openContents({ box, key }, sealed)
  return { key, stored, contents, holdsSecrets: sealed.secrets !== undefined }
}

export type SessionName = { readonly id: unknown; readonly version?: unknown }
export type NamedSession = { readonly session: NamedValues } | { readonly finding: ValidationFinding }

type NamedValues = {
  readonly key: SeenSession
  readonly values: Content
  /** Whether some of them may be used once. */
  readonly holdsSecrets: boolean
}

/** The session that a request names, or why it may not be used. */
export async function namedSession(
  parts: SessionsParts,
  owner: Owner,
  { id, version, use }: SessionName & { readonly use?: string | undefined },
): Promise<NamedSession> {
  const found = await findSession(parts, owner, id, use)
  if (!found) return { finding: noSuchSession }
  const { key, stored, contents, holdsSecrets } = found
  if (version !== undefined && version !== stored.version) return { finding: otherVersion }
  return { session: { key: { ...key, version: stored.version }, values: contents.values, holdsSecrets } }
}

export const noSuchSession: ValidationFinding = invalid('session.id', 'There is no such session.')
export const otherVersion: ValidationFinding = invalid(
  'session.version',
  'The session is of another version.',
)
export const sessionTooLarge: ValidationFinding = invalid('session', 'It would hold more than 256 KiB.')

/** What a new session is made of. */
export type Making = Omit<StoredSession, 'contents' | 'version'> & {
  readonly contents: Omit<Contents, 'aes256Key'>
}

export async function keepSession(
  { store, box, name = randomName }: SessionsParts,
  { cell, merchantId }: Owner,
  { contents: making, ...kept }: Making,
): Promise<HeldSession> {
  const { sessionId, version } = name({ cell, merchantId }, kept.apiVersion)
  const key = { cell, merchantId, sessionId }
  const stored = { ...kept, version }
  const contents = { ...making, aes256Key: randomBytes(32).toString('base64') }
  const sealed = await sealContents({ box, key }, stored, contents)
  await store.create({ ...key, ...stored, contents: sealed, life: lives[stored.kind] })
  return { key, stored, contents, holdsSecrets: sealed.secrets !== undefined }
}

const randomName = (): NewName => ({ sessionId: newSessionId(), version: firstVersion() })

const minuteMs = 60_000
/** A payer at the checkout page has half an hour, whatever happens meanwhile. */
export const lives = {
  payment: { idleMs: 15 * minuteMs, totalMs: 30 * minuteMs },
  checkout: { idleMs: 30 * minuteMs, totalMs: 30 * minuteMs },
} as const satisfies Record<SessionKind, Life>

export const ordinaryLimit = 5

/** How often a browser may use the session as a password, where a request says so. */
export function limitIn(session: unknown): number | undefined {
  const limit = isObject(session) ? session.authenticationLimit : undefined
  return typeof limit === 'number' ? limit : undefined
}
