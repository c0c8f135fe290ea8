import { type Content, isObject, mergeContent, normalise, onlyKnownFields } from '../contract/kit/content.ts'
import { requestAt } from '../contract/kit/operation.ts'
import { unknownField, validate } from '../contract/kit/validate.ts'
import { createCheckoutSession } from '../contract/operations/session.ts'
import type { Owner } from '../orders/owner.ts'
import { type Rejection, rejectionOf } from '../orders/rejection.ts'
import { randomHex } from '../platform/ids.ts'
import { isTooLarge } from './contents.ts'
import {
  keepSession,
  type NamedSession,
  namedSession,
  ordinaryLimit,
  type SessionsParts,
  sessionTooLarge,
} from './held.ts'
import type { SessionCall } from './sessions.ts'

/** A session for the checkout page. It may take its values from an earlier session; given ones win. */
export async function createCheckout(
  parts: SessionsParts,
  { owner, version, body }: SessionCall,
): Promise<Content | Rejection> {
  const shape = requestAt(createCheckoutSession, version)
  const content = normalise(shape, body)
  const unknown = unknownField(createCheckoutSession, version, content)
  if (unknown) return rejectionOf(unknown)
  const source = await sourceOf(parts, owner, content)
  if (source && 'finding' in source) return rejectionOf(source.finding)
  const whole = source ? mergeContent(onlyKnownFields(shape, source.session.values), content) : content
  const finding = validate(createCheckoutSession, version, whole)
  if (finding) return rejectionOf(finding)
  const { apiOperation: _, session: __, correlationId: ___, ...values } = whole
  if (isTooLarge(values)) return rejectionOf(sessionTooLarge)
  const successIndicator = randomHex(8)
  const { key, stored } = await keepSession(parts, owner, {
    kind: 'checkout',
    apiVersion: version,
    updateStatus: 'SUCCESS',
    authenticationLimit: ordinaryLimit,
    contents: { values, successIndicator },
  })
  if (source) await parts.store.eraseSecrets(source.session.key)
  const session = { id: key.sessionId, updateStatus: stored.updateStatus, version: stored.version }
  return { result: 'SUCCESS', merchant: owner.merchantId, checkoutMode: 'WEBSITE', session, successIndicator }
}

async function sourceOf(
  parts: SessionsParts,
  owner: Owner,
  { session }: Content,
): Promise<NamedSession | undefined> {
  if (!isObject(session) || session.id === undefined) return undefined
  // For no payment: what one has claimed is not there for others.
  return await namedSession(parts, owner, { id: session.id, version: session.version, use: '' })
}
