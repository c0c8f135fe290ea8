// One session: its id and version, finding and keeping it, and how answers show it.

import { randomBytes } from 'node:crypto'
import { mergeRecords } from '../contract/kit/records.ts'
import { invalid, type ValidationFinding } from '../contract/kit/validateFields.ts'
import type { SessionAnswerRecord, SessionRecord } from '../contract/model.ts'
import type { Owner } from '../orders/merchant.ts'
import { randomAlphanumerics, randomHex } from '../platform/ids.ts'
import type {
  SeenSession,
  SessionBox,
  SessionKey,
  SessionKind,
  SessionLifetime,
  SessionStore,
  StoredSession,
} from './port.ts'
import { openContents, type SessionContents, sealContents } from './sessionDocuments.ts'

/** A session with its decrypted contents: in memory only. */
export type HeldSession = {
  readonly key: SessionKey
  readonly stored: Omit<StoredSession, 'contents'>
  readonly contents: SessionContents
  readonly holdsSecrets: boolean
}

export type SessionDependencies = {
  readonly store: SessionStore
  readonly box: SessionBox
  readonly describeCard: DescribeCard
  /** Chooses the id and version of a new session; random by default. */
  readonly name?: (owner: Owner, apiVersion: number) => NewName
}
type NewName = { readonly sessionId: string; readonly version: string }

/**
 * A merchant's session. Unknown, expired and other merchants' sessions give the same result, so that a caller
 * cannot find out that a session exists. Secrets that are claimed for another `use` are left out.
 */
export async function findSession(
  { store, box }: SessionDependencies,
  { cell, merchantId }: Owner,
  sessionId: unknown,
  use?: string,
): Promise<HeldSession | undefined> {
  if (!isSessionId(sessionId)) return undefined
  const key = { cell, merchantId, sessionId }
  const found = await store.find(key)
  return found && (await heldOf(box, key, use === undefined ? found : withoutClaimed(found, use)))
}

/** Secrets that another operation is using at this moment count as used. */
function withoutClaimed(found: StoredSession, use: string): StoredSession {
  const { contents, claimedFor = use } = found
  return claimedFor === use ? found : { ...found, contents: { lasting: contents.lasting } }
}

async function heldOf(box: SessionBox, key: SessionKey, found: StoredSession): Promise<HeldSession> {
  const { contents: sealed, ...stored } = found
  const contents = await openContents({ box, key }, sealed)
  return { key, stored, contents, holdsSecrets: sealed.secrets !== undefined }
}

/** A session found by its id alone: pages for the payer learn the merchant only from the session. */
export type OpenedSession = HeldSession & {
  /** Time since its creation, and until it expires if it is not updated, by the store's clock. */
  readonly ageMs: number
  readonly leftMs: number
}

export async function openSession(
  { store, box }: SessionDependencies,
  sessionId: string,
): Promise<OpenedSession | undefined> {
  const found = isSessionId(sessionId) ? await store.findByName(sessionId) : undefined
  if (!found) return undefined
  const { key, ageMs, leftMs } = found
  return { ...(await heldOf(box, key, found.stored)), ageMs, leftMs }
}

/**
 * Whether the merchant created or updated a session; otherwise anybody may have created it by a payer's form.
 */
export const createIsMerchantSession =
  (store: Pick<SessionStore, 'findByName'>) =>
  async (sessionId: string): Promise<boolean> => {
    const found = isSessionId(sessionId) ? await store.findByName(sessionId) : undefined
    return found !== undefined && found.stored.authenticationLimit > 0
  }

export type SessionName = { readonly id: unknown; readonly version?: unknown }
export type NamedSession = { readonly session: NamedValues } | { readonly finding: ValidationFinding }

type NamedValues = {
  readonly key: SeenSession
  readonly values: SessionRecord
  /** Whether some of the values are secrets, which may be used once. */
  readonly holdsSecrets: boolean
}

/** The session that a request refers to, or the reason why it may not be used. */
export async function namedSession(
  dependencies: SessionDependencies,
  owner: Owner,
  { id, version, use }: SessionName & { readonly use?: string | undefined },
): Promise<NamedSession> {
  const found = await findSession(dependencies, owner, id, use)
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

type NewSessionValues = Omit<StoredSession, 'contents' | 'version'> & {
  readonly contents: Omit<SessionContents, 'aes256Key'>
}

/** Creates and stores a session. */
export async function keepSession(
  { store, box, name = randomName }: SessionDependencies,
  { cell, merchantId }: Owner,
  { contents: newContents, ...properties }: NewSessionValues,
): Promise<HeldSession> {
  const { sessionId, version } = name({ cell, merchantId }, properties.apiVersion)
  const key = { cell, merchantId, sessionId }
  const stored = { ...properties, version }
  const contents = { ...newContents, aes256Key: randomBytes(32).toString('base64') }
  const sealed = await sealContents({ box, key }, stored, contents)
  await store.create({ ...key, ...stored, contents: sealed, life: sessionLifetimes[stored.kind] })
  return { key, stored, contents, holdsSecrets: sealed.secrets !== undefined }
}

const randomName = (): NewName => ({ sessionId: newSessionId(), version: firstVersion() })

/** The maximum size of a request body; the collected values of a session have the same limit. */
const bytesMax = 262_144

export function isTooLarge(values: SessionRecord): boolean {
  return Buffer.byteLength(JSON.stringify(values)) > bytesMax
}

/**
 * With the id alone, the values of the session can be used to pay, so it must not be guessable: about 124
 * bits.
 */
export const newSessionId = (): string => `SESSION${randomAlphanumerics(24)}`

export const isSessionId = (value: unknown): value is string =>
  typeof value === 'string' && /^SESSION[0-9A-Z]{24}$/.test(value)

/**
 * Eight random digits for the session and two that count its updates: no two states have the same version.
 */
export const firstVersion = (): string => `${randomHex(4)}01`

export function nextVersion(version: string): string {
  const count = Number.parseInt(version.slice(8), 16) + 1
  return count > 0xff ? firstVersion() : version.slice(0, 8) + count.toString(16).padStart(2, '0')
}

const minuteMs = 60_000
/** A payer has half an hour at the checkout page, regardless of updates. */
export const sessionLifetimes = {
  payment: { idleMs: 15 * minuteMs, totalMs: 30 * minuteMs },
  checkout: { idleMs: 30 * minuteMs, totalMs: 30 * minuteMs },
} as const satisfies Record<SessionKind, SessionLifetime>

export const ordinaryLimit = 5

type AnsweredCard = NonNullable<
  NonNullable<NonNullable<SessionAnswerRecord['sourceOfFunds']>['provided']>['card']
>

/** Finds the public attributes of a card by its number. */
export type DescribeCard = (number: string) => Pick<AnsweredCard, 'brand' | 'fundingMethod' | 'scheme'>

type ShownSession = {
  readonly key: SessionKey
  readonly stored: Omit<StoredSession, 'contents'>
  readonly contents: SessionContents
}

/** The record of a session for answers; projecting it to a version selects and masks its values. */
export function sessionRecord(
  { key, stored, contents }: ShownSession,
  describeCard: DescribeCard,
): SessionAnswerRecord {
  const { version, updateStatus, authenticationLimit } = stored
  const { values, aes256Key } = contents
  return {
    ...mergeRecords<SessionAnswerRecord>(values, cardDescription(values, describeCard)),
    result: 'SUCCESS',
    merchant: key.merchantId,
    session: { id: key.sessionId, version, updateStatus, authenticationLimit, aes256Key },
  }
}

/** Brand and funding method of the card; unknown as long as its number is not given. */
function cardDescription({ sourceOfFunds }: SessionRecord, describeCard: DescribeCard): SessionAnswerRecord {
  const given = sourceOfFunds?.provided?.card
  if (!given) return {}
  const { brand, scheme, fundingMethod } =
    given.number === undefined ? unknownCard : describeCard(given.number)
  const card = { brand, fundingMethod, ...(scheme !== undefined && { scheme }) }
  return { sourceOfFunds: { provided: { card } } }
}

const unknownCard: AnsweredCard = { brand: 'UNKNOWN', fundingMethod: 'UNKNOWN' }
