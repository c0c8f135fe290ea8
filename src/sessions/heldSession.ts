// One session: its id and version, its contents sealed and opened, and how answers show it.

import { randomBytes } from 'node:crypto'
import { type Content, isObject, mergeContent } from '../contract/kit/content.ts'
import { type Operation, requestModelAt } from '../contract/kit/operation.ts'
import { type SplitContent, splitSecrets } from '../contract/kit/storable.ts'
import { invalid, type ValidationFinding } from '../contract/kit/validateFields.ts'
import { createCheckoutSession, updateSession } from '../contract/operations/session.ts'
import type { Owner } from '../orders/merchant.ts'
import { randomAlphanumerics, randomHex } from '../platform/ids.ts'
import {
  type SealedContents,
  type SeenSession,
  type SessionBox,
  type SessionKey,
  type SessionKind,
  type SessionLifetime,
  type SessionStore,
  type StoredSession,
  sessionIdentity,
} from './port.ts'

/** What a session holds. */
type SessionContents = {
  /** Request values, secrets included. */
  readonly values: Content
  /** Under which the payer's browser brings back what the gateway tells it. */
  readonly aes256Key: string
  /** Of a checkout: what the payer brings back only when the payment succeeded. */
  readonly successIndicator?: string
}

/** By which contract a session's values are judged and kept. */
export const contractOf = {
  payment: updateSession,
  checkout: createCheckoutSession,
} as const satisfies Record<SessionKind, Operation>

/** The body of one request; what a session gathers is bounded as that is. */
const bytesMax = 262_144

export function isTooLarge(values: Content): boolean {
  return Buffer.byteLength(JSON.stringify(values)) > bytesMax
}

type SealingPlace = { readonly box: SessionBox; readonly key: SessionKey }

type SessionContract = Pick<StoredSession, 'kind' | 'apiVersion'>

/** What of such values may be kept, and what may be used once. */
export const splitValues = ({ kind, apiVersion }: SessionContract, values: Content): SplitContent =>
  splitSecrets(requestModelAt(contractOf[kind], apiVersion), values)

export async function sealContents(
  { box, key }: SealingPlace,
  judging: SessionContract,
  { values, ...rest }: SessionContents,
): Promise<SealedContents> {
  const { lasting, secrets: fleeting } = splitValues(judging, values)
  const seal = (content: Content, part: keyof SealedContents) =>
    box.seal(key.merchantId, sessionIdentity(key.sessionId, part), JSON.stringify(content))
  return {
    lasting: await seal({ ...rest, values: lasting }, 'lasting'),
    ...(fleeting && { secrets: await seal(fleeting, 'secrets') }),
  }
}

async function openContents({ box, key }: SealingPlace, sealed: SealedContents): Promise<SessionContents> {
  const open = async (bytes: Buffer, part: keyof SealedContents) =>
    readContent(await box.open(key.merchantId, sessionIdentity(key.sessionId, part), bytes))
  const { values, aes256Key, successIndicator } = await open(sealed.lasting, 'lasting')
  const secrets = sealed.secrets ? await open(sealed.secrets, 'secrets') : {}
  if (!isObject(values) || typeof aes256Key !== 'string') throw new Error('A session has no contents')
  return {
    values: mergeContent(values, secrets),
    aes256Key,
    ...(typeof successIndicator === 'string' && { successIndicator }),
  }
}

function readContent(text: string): Content {
  const content: unknown = JSON.parse(text)
  if (!isObject(content)) throw new Error('What a session holds is not an object')
  return content
}

/** Whoever knows it can pay with what the session holds, so it cannot be guessed: about 124 bits. */
export const newSessionId = (): string => `SESSION${randomAlphanumerics(24)}`

export const isSessionId = (value: unknown): value is string =>
  typeof value === 'string' && /^SESSION[0-9A-Z]{24}$/.test(value)

/** Eight random digits that tell sessions apart and two that count: no two states of a session share one. */
export const firstVersion = (): string => `${randomHex(4)}01`

export function nextVersion(version: string): string {
  const count = Number.parseInt(version.slice(8), 16) + 1
  return count > 0xff ? firstVersion() : version.slice(0, 8) + count.toString(16).padStart(2, '0')
}

export type SessionDependencies = {
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
  readonly contents: SessionContents
  readonly holdsSecrets: boolean
}

/** Unknown, expired and another merchant's look alike: nobody learns that a session exists. */
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
  { store, box }: SessionDependencies,
  sessionId: string,
): Promise<OpenedSession | undefined> {
  const found = isSessionId(sessionId) ? await store.findByName(sessionId) : undefined
  if (!found) return undefined
  const { key, ageMs, leftMs } = found
  return { ...(await heldOf(box, key, found.stored)), ageMs, leftMs }
}

/** Whether a session is one that its merchant has made or seen, not one that anybody can have made. */
export const createIsMerchantSession =
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

/** What a new session is made of. */
type NewSessionValues = Omit<StoredSession, 'contents' | 'version'> & {
  readonly contents: Omit<SessionContents, 'aes256Key'>
}

export async function keepSession(
  { store, box, name = randomName }: SessionDependencies,
  { cell, merchantId }: Owner,
  { contents: making, ...kept }: NewSessionValues,
): Promise<HeldSession> {
  const { sessionId, version } = name({ cell, merchantId }, kept.apiVersion)
  const key = { cell, merchantId, sessionId }
  const stored = { ...kept, version }
  const contents = { ...making, aes256Key: randomBytes(32).toString('base64') }
  const sealed = await sealContents({ box, key }, stored, contents)
  await store.create({ ...key, ...stored, contents: sealed, life: sessionLifetimes[stored.kind] })
  return { key, stored, contents, holdsSecrets: sealed.secrets !== undefined }
}

const randomName = (): NewName => ({ sessionId: newSessionId(), version: firstVersion() })

const minuteMs = 60_000
/** A payer at the checkout page has half an hour, whatever happens meanwhile. */
export const sessionLifetimes = {
  payment: { idleMs: 15 * minuteMs, totalMs: 30 * minuteMs },
  checkout: { idleMs: 30 * minuteMs, totalMs: 30 * minuteMs },
} as const satisfies Record<SessionKind, SessionLifetime>

export const ordinaryLimit = 5

/** How often a browser may use the session as a password, where a request says so. */
export function limitIn(session: unknown): number | undefined {
  const limit = isObject(session) ? session.authenticationLimit : undefined
  return typeof limit === 'number' ? limit : undefined
}

/** What may be said of a card's number. */
export type DescribeCard = (number: string) => {
  readonly brand: string
  readonly scheme?: string
  readonly fundingMethod: string
}

type ShownSession = {
  readonly key: SessionKey
  readonly stored: Omit<StoredSession, 'contents'>
  readonly contents: SessionContents
}

/** A session as answers know it; what of its values a version shows, and how masked, its contract says. */
export function sessionRecord({ key, stored, contents }: ShownSession, describeCard: DescribeCard): Content {
  const { version, updateStatus, authenticationLimit } = stored
  const { values, aes256Key } = contents
  return {
    ...mergeContent(values, cardDescription(values, describeCard)),
    result: 'SUCCESS',
    merchant: key.merchantId,
    session: { id: key.sessionId, version, updateStatus, authenticationLimit, aes256Key },
  }
}

/** A card without its number is one nobody can tell anything about yet. */
function cardDescription({ sourceOfFunds }: Content, describeCard: DescribeCard): Content {
  const provided = isObject(sourceOfFunds) ? sourceOfFunds.provided : undefined
  const card = isObject(provided) ? provided.card : undefined
  if (!isObject(card)) return {}
  const number = typeof card.number === 'string' ? card.number : undefined
  return { sourceOfFunds: { provided: { card: number === undefined ? unknownCard : describe(number) } } }

  function describe(of: string): Content {
    const { brand, scheme, fundingMethod } = describeCard(of)
    return { brand, fundingMethod, ...(scheme !== undefined && { scheme }) }
  }
}

const unknownCard = { brand: 'UNKNOWN', fundingMethod: 'UNKNOWN' }
