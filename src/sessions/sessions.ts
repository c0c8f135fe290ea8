import { type Content, normalise } from '../contract/kit/content.ts'
import { requestAt } from '../contract/kit/operation.ts'
import { validate } from '../contract/kit/validate.ts'
import { createSession } from '../contract/operations/session.ts'
import type { Owner } from '../orders/owner.ts'
import { type Rejection, rejectionOf } from '../orders/rejection.ts'
import { createCheckout } from './checkout.ts'
import { isTooLarge } from './contents.ts'
import {
  findSession,
  type HeldSession,
  keepSession,
  limitIn,
  type NamedSession,
  namedSession,
  noSuchSession,
  type OpenedSession,
  openSession,
  ordinaryLimit,
  type SessionName,
  type SessionsParts,
  sessionTooLarge,
} from './held.ts'
import { isSessionId } from './identity.ts'
import type { Authenticated, SecretsClaim, SeenSession, SessionKey, UsedSecrets } from './port.ts'
import { sessionRecord } from './shown.ts'
import { type Revision, revise, update } from './update.ts'

/** Request values parked between calls. What is not refused is told as answers know it, not yet masked. */
export interface Sessions {
  create(call: SessionCall): Promise<Content | Rejection>
  createCheckout(call: SessionCall): Promise<Content | Rejection>
  update(call: SessionCall, sessionId: string): Promise<Content | Rejection>
  retrieve(owner: Owner, sessionId: string): Promise<Content | Rejection>
  /** For one use: what another has claimed is not in it. */
  named(owner: Owner, name: SessionName, use?: string): Promise<NamedSession>
  /** By its name alone, whoever's it is: for pages that a payer opens. */
  opened(sessionId: string): Promise<OpenedSession | undefined>
  /** Other values instead of those it holds at that moment, judged by the page that makes them of those. */
  revise: Revise
  /** Whether somebody may log in with it: not at checkout, nor before the merchant has seen it. */
  isOpen(key: SessionKey): Promise<boolean>
  /** Counts one use as a password for the order it names; the first one it is used for is the only one. */
  authenticate(key: SessionKey, orderId: string): Promise<Authenticated>
  /** Whether its secrets, as they were seen, are for this use: of several at the same moment, of one. */
  claimSecrets(seen: SeenSession, claim: SecretsClaim): Promise<boolean>
  /** This holder did not use them after all. */
  releaseSecrets(key: SessionKey, holder: string): Promise<void>
  /** After the first operation that is not an update; where it is told what that used, only this. */
  eraseSecrets(key: SessionKey, used?: UsedSecrets): Promise<void>
}

type Revise = <Refusal extends { readonly error: unknown }>(
  key: SessionKey,
  revision: Revision<Refusal>,
) => Promise<HeldSession | Refusal | Rejection>

export type SessionCall = {
  readonly owner: Owner
  readonly version: number
  readonly body: Content
  /** It comes from a form in the payer's browser, not from the merchant. */
  readonly isOfPayer?: true
}

export function createSessions(parts: SessionsParts): Sessions {
  return {
    create: call => create(parts, call),
    createCheckout: call => createCheckout(parts, call),
    update: (call, sessionId) => update(parts, call, sessionId),
    async retrieve(owner, sessionId) {
      const found = await findSession(parts, owner, sessionId)
      return found ? sessionRecord(found, parts.describeCard) : rejectionOf(noSuchSession)
    },
    named: (owner, name, use) => namedSession(parts, owner, { ...name, use }),
    opened: sessionId => openSession(parts, sessionId),
    revise: (key, revision) => revise(parts, key, revision),
    async isOpen(key) {
      const found = isSessionId(key.sessionId) ? await parts.store.find(key) : undefined
      return found?.kind === 'payment' && found.authenticationLimit > 0
    },
    authenticate: (key, orderId) => parts.store.authenticate(key, orderId),
    claimSecrets: (seen, claim) => parts.store.claimSecrets(seen, claim),
    releaseSecrets: (key, holder) => parts.store.releaseSecrets(key, holder),
    eraseSecrets: (key, used) => parts.store.eraseSecrets(key, used),
  }
}

async function create(
  parts: SessionsParts,
  { owner, version, body, isOfPayer }: SessionCall,
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
    authenticationLimit: isOfPayer ? 0 : (limitIn(session) ?? ordinaryLimit),
    contents: { values },
  })
  return sessionRecord(held, parts.describeCard)
}
