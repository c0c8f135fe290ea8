import { type Content, normalise } from '../contract/kit/normalise.ts'
import { requestAt } from '../contract/kit/operation.ts'
import { validate } from '../contract/kit/validate.ts'
import { createSession } from '../contract/operations/session.ts'
import type { Owner } from '../orders/owner.ts'
import { type Rejection, rejectionOf } from '../orders/rejection.ts'
import { createCheckout } from './checkout.ts'
import { isTooLarge } from './contents.ts'
import {
  findSession,
  keepSession,
  limitIn,
  type NamedSession,
  namedSession,
  noSuchSession,
  ordinaryLimit,
  type SessionName,
  type SessionsParts,
  sessionTooLarge,
} from './held.ts'
import type { SessionKey } from './port.ts'
import { sessionRecord } from './shown.ts'
import { update } from './update.ts'

/** Request values parked between calls. What is not refused is told as answers know it, not yet masked. */
export interface Sessions {
  create(call: SessionCall): Promise<Content | Rejection>
  createCheckout(call: SessionCall): Promise<Content | Rejection>
  update(call: SessionCall, sessionId: string): Promise<Content | Rejection>
  retrieve(owner: Owner, sessionId: string): Promise<Content | Rejection>
  named(owner: Owner, name: SessionName): Promise<NamedSession>
  /** After the first operation that is not an update. */
  eraseSecrets(key: SessionKey): Promise<void>
}

export type SessionCall = { readonly owner: Owner; readonly version: number; readonly body: Content }

export function createSessions(parts: SessionsParts): Sessions {
  return {
    create: call => create(parts, call),
    createCheckout: call => createCheckout(parts, call),
    update: (call, sessionId) => update(parts, call, sessionId),
    async retrieve(owner, sessionId) {
      const found = await findSession(parts, owner, sessionId)
      return found ? sessionRecord(found, parts.describeCard) : rejectionOf(noSuchSession)
    },
    named: (owner, name) => namedSession(parts, owner, name),
    eraseSecrets: key => parts.store.eraseSecrets(key),
  }
}

async function create(
  parts: SessionsParts,
  { owner, version, body }: SessionCall,
): Promise<Content | Rejection> {
  const content = normalise(requestAt(createSession, version), body)
  const finding = validate(createSession, version, content)
  if (finding) return rejectionOf(finding)
  const { session, correlationId: _, ...values } = content
  if (isTooLarge(values)) return rejectionOf(sessionTooLarge)
  const held = await keepSession(parts, owner, {
    kind: 'payment',
    apiVersion: version,
    updateStatus: Object.keys(values).length > 0 ? 'SUCCESS' : 'NO_UPDATE',
    authenticationLimit: limitIn(session) ?? ordinaryLimit,
    contents: { values },
  })
  return sessionRecord(held, parts.describeCard)
}
