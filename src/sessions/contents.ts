import { type Content, isObject, mergeContent } from '../contract/kit/content.ts'
import { type Operation, requestAt } from '../contract/kit/operation.ts'
import { type SplitContent, splitSecrets } from '../contract/kit/storable.ts'
import { createCheckoutSession, updateSession } from '../contract/operations/session.ts'
import {
  type SealedContents,
  type SessionBox,
  type SessionKey,
  type SessionKind,
  type StoredSession,
  sessionIdentity,
} from './port.ts'

/** What a session holds. */
export type Contents = {
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

type Place = { readonly box: SessionBox; readonly key: SessionKey }

type Judging = Pick<StoredSession, 'kind' | 'apiVersion'>

/** What of such values may be kept, and what may be used once. */
export const partedValues = ({ kind, apiVersion }: Judging, values: Content): SplitContent =>
  splitSecrets(requestAt(contractOf[kind], apiVersion), values)

export async function sealContents(
  { box, key }: Place,
  judging: Judging,
  { values, ...rest }: Contents,
): Promise<SealedContents> {
  const { lasting, secrets: fleeting } = partedValues(judging, values)
  const seal = (content: Content, part: keyof SealedContents) =>
    box.seal(key.merchantId, sessionIdentity(key.sessionId, part), JSON.stringify(content))
  return {
    lasting: await seal({ ...rest, values: lasting }, 'lasting'),
    ...(fleeting && { secrets: await seal(fleeting, 'secrets') }),
  }
}

export async function openContents({ box, key }: Place, sealed: SealedContents): Promise<Contents> {
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
