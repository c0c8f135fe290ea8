// The operations on sessions: create, create for checkout, update, retrieve, and their use by payments.

import { readRequest } from '../contract/kit/atVersion.ts'
import { type Content, isObject, mergeContent } from '../contract/kit/content.ts'
import { requestModelAt } from '../contract/kit/operation.ts'
import { knownFieldsOf, mergeRecords, recordOf } from '../contract/kit/records.ts'
import { unknownField, validate } from '../contract/kit/validate.ts'
import type { ValidationFinding } from '../contract/kit/validateFields.ts'
import type { SessionAnswerRecord, SessionRecord, SessionRequestRecord } from '../contract/model.ts'
import { createCheckoutSession, createSession, updateSession } from '../contract/operations/session.ts'
import type { Owner } from '../orders/merchant.ts'
import { busy, type Rejection, rejectionOf } from '../orders/rejection.ts'
import { randomHex } from '../platform/ids.ts'
import {
  findSession,
  type HeldSession,
  isSessionId,
  isTooLarge,
  keepSession,
  type NamedSession,
  namedSession,
  nextVersion,
  noSuchSession,
  type OpenedSession,
  openSession,
  ordinaryLimit,
  otherVersion,
  type SessionDependencies,
  type SessionName,
  sessionLifetimes,
  sessionRecord,
  sessionTooLarge,
} from './heldSession.ts'
import type { SecretsClaim, SeenSession, SessionAuthentication, SessionKey, UsedSecrets } from './port.ts'
import { contractOf, sealContents, splitValues } from './sessionDocuments.ts'

/**
 * Request values stored between calls. Results are the record of the session, not masked yet, or a rejection.
 */
export interface Sessions {
  create(call: SessionCall): Promise<SessionAnswerRecord | Rejection>
  createCheckout(call: SessionCall): Promise<SessionAnswerRecord | Rejection>
  update(call: SessionCall, sessionId: string): Promise<SessionAnswerRecord | Rejection>
  retrieve(owner: Owner, sessionId: string): Promise<SessionAnswerRecord | Rejection>
  /** The session that a request refers to; secrets that another use has claimed are left out. */
  named(owner: Owner, name: SessionName, use?: string): Promise<NamedSession>
  /** Finds the session of any merchant by its id: for pages that a payer opens. */
  opened(sessionId: string): Promise<OpenedSession | undefined>
  /**
   * Replaces its values by those that the function computes from the current ones, and validates. With
   * `seen`, it is read only if that is not current any more.
   */
  revise: Revise
  /** The same without writing it yet, of a session that was read just now. */
  draft: Draft
  /** Whether it may be used as a password: not at checkout, nor before the merchant has updated it. */
  isOpen(key: SessionKey): Promise<boolean>
  /** Counts one use as a password for an order; it can be used only for the first order. */
  authenticate(key: SessionKey, orderId: string): Promise<SessionAuthentication>
  /** Claims its secrets, if unchanged, for a use; of several concurrent uses only one succeeds. */
  claimSecrets(seen: SeenSession, claim: SecretsClaim): Promise<boolean>
  /** Releases the claim of a holder that did not use them. */
  releaseSecrets(key: SessionKey, holder: string): Promise<void>
  /** Erases the secrets after the first operation that used them; with `used`, only the ones it used. */
  eraseSecrets(key: SessionKey, used?: UsedSecrets): Promise<void>
}

type Revise = <Refusal extends { readonly error: unknown }>(
  key: SessionKey,
  revision: SessionRevision<Refusal>,
  seen?: HeldSession,
) => Promise<HeldSession | Refusal | Rejection>

type Draft = <Refusal extends { readonly error: unknown }>(
  seen: HeldSession,
  revision: SessionRevision<Refusal>,
) => DraftedSession | Refusal | Rejection

/** A session as it will be once its revision is written. */
export type DraftedSession = {
  readonly held: HeldSession
  /**
   * Writes it; false if the session has changed since it was read. With a claim, the secrets that it brings
   * are claimed from the beginning.
   */
  readonly keep: (claim?: SecretsClaim) => Promise<boolean>
}

export type SessionCall = {
  readonly owner: Owner
  readonly version: number
  readonly body: Content
  /** The call comes from a form in the payer's browser, not from the merchant. */
  readonly isOfPayer?: true
}

export function createSessions(dependencies: SessionDependencies): Sessions {
  return {
    create: call => createPaymentSession(dependencies, call),
    createCheckout: call => createCheckout(dependencies, call),
    update: (call, sessionId) => updateValues(dependencies, call, sessionId),
    async retrieve(owner, sessionId) {
      const found = await findSession(dependencies, owner, sessionId)
      return found ? sessionRecord(found, dependencies.describeCard) : rejectionOf(noSuchSession)
    },
    named: (owner, name, use) => namedSession(dependencies, owner, { ...name, use }),
    opened: sessionId => openSession(dependencies, sessionId),
    revise: (key, revision, seen) => reviseValues(dependencies, { key, seen }, revision),
    draft: (seen, revision) => draftRevision(dependencies, seen, revision),
    async isOpen(key) {
      const found = isSessionId(key.sessionId) ? await dependencies.store.find(key) : undefined
      return found?.kind === 'payment' && found.authenticationLimit > 0
    },
    authenticate: (key, orderId) => dependencies.store.authenticate(key, orderId),
    claimSecrets: (seen, claim) => dependencies.store.claimSecrets(seen, claim),
    releaseSecrets: (key, holder) => dependencies.store.releaseSecrets(key, holder),
    eraseSecrets: (key, used) => dependencies.store.eraseSecrets(key, used),
  }
}

async function createPaymentSession(
  dependencies: SessionDependencies,
  { owner, version, body, isOfPayer }: SessionCall,
): Promise<SessionAnswerRecord | Rejection> {
  const content = readRequest(createSession, version, body)
  const finding = validate(createSession, version, content)
  if (finding) return rejectionOf(finding)
  const { session, values } = admitted(content)
  if (isTooLarge(values)) return rejectionOf(sessionTooLarge)
  const held = await keepSession(dependencies, owner, {
    kind: 'payment',
    apiVersion: version,
    updateStatus: Object.keys(values).length > 0 ? 'SUCCESS' : 'NO_UPDATE',
    authenticationLimit: isOfPayer ? 0 : (session?.authenticationLimit ?? ordinaryLimit),
    contents: { values },
  })
  return sessionRecord(held, dependencies.describeCard)
}

/** A valid request: the values that the session is to hold, and the settings of the session itself. */
function admitted(content: Content) {
  const { apiOperation: _, correlationId: __, session, ...values } = recordOf<SessionRequestRecord>(content)
  return { session, values }
}

/** Creates a session for the checkout page. Values from an earlier session are replaced by those given. */
async function createCheckout(
  dependencies: SessionDependencies,
  { owner, version, body }: SessionCall,
): Promise<SessionAnswerRecord | Rejection> {
  const shape = requestModelAt(createCheckoutSession, version)
  const content = readRequest(createCheckoutSession, version, body)
  const unknown = unknownField(createCheckoutSession, version, content)
  if (unknown) return rejectionOf(unknown)
  const source = await sourceSession(dependencies, owner, content)
  if (source && 'finding' in source) return rejectionOf(source.finding)
  const whole = source ? mergeContent(knownFieldsOf(shape, source.session.values), content) : content
  const finding = validate(createCheckoutSession, version, whole)
  if (finding) return rejectionOf(finding)
  const { values } = admitted(whole)
  if (isTooLarge(values)) return rejectionOf(sessionTooLarge)
  const successIndicator = randomHex(8)
  const { key, stored } = await keepSession(dependencies, owner, {
    kind: 'checkout',
    apiVersion: version,
    updateStatus: 'SUCCESS',
    authenticationLimit: ordinaryLimit,
    contents: { values, successIndicator },
  })
  if (source) await dependencies.store.eraseSecrets(source.session.key)
  const session = { id: key.sessionId, updateStatus: stored.updateStatus, version: stored.version }
  return { result: 'SUCCESS', merchant: owner.merchantId, checkoutMode: 'WEBSITE', session, successIndicator }
}

async function sourceSession(
  dependencies: SessionDependencies,
  owner: Owner,
  { session }: Content,
): Promise<NamedSession | undefined> {
  if (!isObject(session) || session.id === undefined) return undefined
  // An empty use matches no payment, so secrets that a payment has claimed are left out.
  return await namedSession(dependencies, owner, { id: session.id, version: session.version, use: '' })
}

/** Concurrent updates are retried on the newest version; after this many attempts the caller has to wait. */
const triesMax = 10

/** Adds values to a session, group by group; given values replace existing ones. */
async function updateValues(
  dependencies: SessionDependencies,
  call: SessionCall,
  sessionId: string,
): Promise<SessionAnswerRecord | Rejection> {
  for (let tries = 0; tries < triesMax; tries++) {
    const found = await findSession(dependencies, call.owner, sessionId)
    const judged = judgeUpdate(call, found)
    if ('finding' in judged) {
      if (found && judged.isFailure) await dependencies.store.markFailed(found.key, found.stored.version)
      return rejectionOf(judged.finding)
    }
    const changed = await writeUpdate(dependencies, { ...judged, isOfMerchant: !call.isOfPayer })
    if (changed) return sessionRecord(changed, dependencies.describeCard)
  }
  return updatedByOthers
}

/** Computes new values of a session from the current ones, or the reason why it must not be updated. */
type SessionRevision<Refusal extends RevisionRefused> = (values: SessionRecord) => RevisedValues | Refusal
/** `given` is the part that is new. */
type RevisedValues = { readonly values: SessionRecord; readonly given: SessionRecord }
type RevisionRefused = { readonly error: unknown }

/**
 * Updates a session for the gateway itself; the caller validates the values. After a concurrent update the
 * revision is called again with the new values, so that no update is lost. Fields that the session's contract
 * does not declare are dropped.
 */
async function reviseValues<Refusal extends RevisionRefused>(
  dependencies: SessionDependencies,
  { key, seen }: { readonly key: SessionKey; readonly seen: HeldSession | undefined },
  revision: SessionRevision<Refusal>,
): Promise<HeldSession | Refusal | Rejection> {
  for (let tries = 0; tries < triesMax; tries++) {
    const known = tries === 0 ? seen : undefined
    const held = known ?? (await findSession(dependencies, key, key.sessionId))
    if (!held) return rejectionOf(noSuchSession)
    const drafted = draftRevision(dependencies, held, revision)
    if (!('keep' in drafted)) return drafted
    if (await drafted.keep()) return drafted.held
  }
  return updatedByOthers
}

function draftRevision<Refusal extends RevisionRefused>(
  dependencies: SessionDependencies,
  held: HeldSession,
  revision: SessionRevision<Refusal>,
): DraftedSession | Refusal | Rejection {
  const revised = revision(held.contents.values)
  if ('error' in revised) return revised
  const { values, given } = revised
  return isTooLarge(values)
    ? rejectionOf(sessionTooLarge)
    : draftUpdate(dependencies, { held, given, values })
}

const updatedByOthers = busy('The session is being updated by others.', 1)

type AcceptedUpdate = Extract<JudgedUpdate, { held: HeldSession }> & { readonly isOfMerchant?: boolean }

/**
 * A session that a payer's form opened cannot be used as a password (limit 0) until the merchant has updated
 * it.
 */
const limitBy = ({ session }: SessionRequestRecord, { authenticationLimit }: HeldSession['stored']): number =>
  session?.authenticationLimit ?? (authenticationLimit === 0 ? ordinaryLimit : authenticationLimit)

type JudgedUpdate =
  | { readonly held: HeldSession; readonly given: SessionRequestRecord; readonly values: SessionRecord }
  | { readonly finding: ValidationFinding; readonly isFailure?: true }

/**
 * Validates by the version that the session was created with: unknown fields first, then references to a
 * session that does not exist, then values. Only unknown fields and invalid values count as a failed update.
 */
function judgeUpdate({ version, body, isOfPayer }: SessionCall, held: HeldSession | undefined): JudgedUpdate {
  const apiVersion = held?.stored.apiVersion ?? version
  const content = readRequest(updateSession, apiVersion, body)
  const unknown = unknownField(updateSession, apiVersion, content)
  if (unknown) return { finding: unknown, isFailure: true }
  // The checkout page has its own form: hosted fields may not update its session.
  if (!held || (isOfPayer && held.stored.kind !== 'payment')) return { finding: noSuchSession }
  const seen = isObject(content.session) ? content.session.version : undefined
  if (seen !== undefined && seen !== held.stored.version) return { finding: otherVersion }
  const finding = validate(updateSession, apiVersion, content)
  return finding ? { finding, isFailure: true } : judgeMerged(held, content)
}

/** Values that are valid by themselves may be too large or break rules together with the existing ones. */
function judgeMerged(held: HeldSession, content: Content): JudgedUpdate {
  const values = mergeRecords(held.contents.values, admitted(content).values)
  const finding = judgeWhole(held, values)
  return finding ? { finding, isFailure: true } : { held, given: recordOf(content), values }
}

function judgeWhole({ stored }: HeldSession, values: SessionRecord): ValidationFinding | undefined {
  if (isTooLarge(values)) return sessionTooLarge
  const whole = stored.kind === 'checkout' ? { ...values, apiOperation: 'CREATE_CHECKOUT_SESSION' } : values
  return validate(contractOf[stored.kind], stored.apiVersion, whole)
}

/** Writes an update; undefined if the session was changed concurrently. */
async function writeUpdate(
  dependencies: SessionDependencies,
  update: AcceptedUpdate,
): Promise<HeldSession | undefined> {
  const { held, keep } = draftUpdate(dependencies, update)
  return (await keep()) ? held : undefined
}

function draftUpdate(
  { store, box }: SessionDependencies,
  { held, given, values: requested, isOfMerchant = false }: AcceptedUpdate,
): DraftedSession {
  const { key, stored, contents: before, holdsSecrets: sawSecrets } = held
  const { claimedFor, ...unclaimed } = stored
  const sawClaim = claimedFor !== undefined
  const { secrets: newSecrets } = splitValues(stored, given)
  const bringsSecrets = newSecrets !== undefined
  // Claimed secrets count as used: they are dropped, and only the new ones are kept.
  const values =
    newSecrets && sawClaim ? mergeRecords(splitValues(stored, requested).lasting, newSecrets) : requested
  const changed = {
    ...(bringsSecrets ? unclaimed : stored),
    version: nextVersion(stored.version),
    updateStatus: 'SUCCESS',
    authenticationLimit: isOfMerchant ? limitBy(given, stored) : stored.authenticationLimit,
  } as const
  const contents = { ...before, values }
  const holdsSecrets = bringsSecrets || splitValues(stored, values).secrets !== undefined
  const { version, authenticationLimit } = changed
  return {
    held: { key, holdsSecrets, stored: changed, contents },
    keep: async claim =>
      await store.update({
        ...key,
        seen: stored.version,
        ...{ sawSecrets, sawClaim, bringsSecrets },
        ...(claim && bringsSecrets && { claim }),
        ...{ version, authenticationLimit },
        contents: await sealContents({ box, key }, stored, contents),
        life: sessionLifetimes[stored.kind],
      }),
  }
}
