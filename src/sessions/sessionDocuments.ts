// The stored documents of a session: their format, its older forms, and how they are sealed and opened.

import { type Content, isObject } from '../contract/kit/content.ts'
import { type Operation, requestModelAt } from '../contract/kit/operation.ts'
import { mergeRecords, recordOf } from '../contract/kit/records.ts'
import { type SplitRecord, splitSecrets } from '../contract/kit/storable.ts'
import type { SessionRecord } from '../contract/model.ts'
import { createCheckoutSession, updateSession } from '../contract/operations/session.ts'
import {
  type SealedContents,
  type SessionBox,
  type SessionKey,
  type SessionKind,
  type StoredSession,
  sessionIdentity,
} from './port.ts'

/** The decrypted contents of a session. */
export type SessionContents = {
  /** Request values, secrets included. */
  readonly values: SessionRecord
  /** Encrypts the data that the gateway gives to the payer's browser to send back. */
  readonly aes256Key: string
  /** For checkouts: the payer's browser returns it to the merchant only if the payment succeeded. */
  readonly successIndicator?: string
}

/** The operation whose contract validates the values of a session and marks their secrets. */
export const contractOf = {
  payment: updateSession,
  checkout: createCheckoutSession,
} as const satisfies Record<SessionKind, Operation>

type SessionContract = Pick<StoredSession, 'kind' | 'apiVersion'>

/** The values that may be stored as long as the session, and the secrets that may be used once. */
export const splitValues = (
  { kind, apiVersion }: SessionContract,
  values: SessionRecord,
): SplitRecord<SessionRecord> => splitSecrets(requestModelAt(contractOf[kind], apiVersion), values)

/**
 * The model by which documents are written. It changes when the names or types of their fields do, and then
 * `readers` keeps one for each older model: sessions are opened by the release after the one that wrote them,
 * and, while an installation is upgraded node by node, by the one before.
 */
const writtenModel = 2

/**
 * The lasting document. What is the gateway's own lies beside the values. The secrets are a document of their
 * own, of values alone, because they are erased earlier: both are always written together, so this number is
 * that of both, and releases that know no number can still open what newer ones wrote.
 */
type LastingDocument = SessionContents & { readonly model: typeof writtenModel }

type ReadDocuments = (lasting: Content, secrets: Content) => SessionContents

/** Documents without a number are of the first model; the second has the same fields, and a number. */
const readers: ReadonlyMap<unknown, ReadDocuments> = new Map([
  [1, readContents],
  [writtenModel, readContents],
])

function readContents(lasting: Content, secrets: Content): SessionContents {
  const { values, aes256Key, successIndicator } = lasting
  if (!isObject(values) || typeof aes256Key !== 'string') throw new Error('A session has no contents')
  return {
    values: mergeRecords<SessionRecord>(recordOf(values), recordOf(secrets)),
    aes256Key,
    ...(typeof successIndicator === 'string' && { successIndicator }),
  }
}

type SealingContext = { readonly box: SessionBox; readonly key: SessionKey }

export async function sealContents(
  { box, key }: SealingContext,
  contract: SessionContract,
  { values, ...ours }: SessionContents,
): Promise<SealedContents> {
  const { lasting, secrets } = splitValues(contract, values)
  const seal = (content: Content, part: keyof SealedContents) =>
    box.seal(key.merchantId, sessionIdentity(key.sessionId, part), JSON.stringify(content))
  const document: LastingDocument = { model: writtenModel, ...ours, values: lasting }
  return {
    lasting: await seal(document, 'lasting'),
    ...(secrets && { secrets: await seal(secrets, 'secrets') }),
  }
}

export async function openContents(
  { box, key }: SealingContext,
  sealed: SealedContents,
): Promise<SessionContents> {
  const open = async (bytes: Buffer, part: keyof SealedContents) =>
    readObject(await box.open(key.merchantId, sessionIdentity(key.sessionId, part), bytes))
  const lasting = await open(sealed.lasting, 'lasting')
  const { model = 1 } = lasting
  const read = readers.get(model)
  if (!read)
    throw new Error(`A session was stored by model ${model}; this release knows up to ${writtenModel}`)
  return read(lasting, sealed.secrets ? await open(sealed.secrets, 'secrets') : {})
}

function readObject(text: string): Content {
  const content: unknown = JSON.parse(text)
  if (!isObject(content)) throw new Error('What a session holds is not an object')
  return content
}
