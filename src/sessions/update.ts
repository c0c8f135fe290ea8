import { type Content, isObject, mergeContent, normalise } from '../contract/kit/content.ts'
import { requestAt } from '../contract/kit/operation.ts'
import { unknownField, validate } from '../contract/kit/validate.ts'
import type { ValidationFinding } from '../contract/kit/validateFields.ts'
import { updateSession } from '../contract/operations/session.ts'
import { busy, type Rejection, rejectionOf } from '../orders/rejection.ts'
import { contractOf, isTooLarge, partedValues, sealContents } from './contents.ts'
import {
  findSession,
  type HeldSession,
  limitIn,
  lives,
  noSuchSession,
  ordinaryLimit,
  otherVersion,
  type SessionsParts,
  sessionTooLarge,
} from './held.ts'
import { nextVersion } from './identity.ts'
import type { SessionKey } from './port.ts'
import type { SessionCall } from './sessions.ts'
import { sessionRecord } from './shown.ts'

/** Several updates at once are put one upon the other; whoever meets too many of them is asked to wait. */
const triesMax = 10

/** Adds values to a session, group by group; given ones replace those it holds. */
export async function update(
  parts: SessionsParts,
  call: SessionCall,
  sessionId: string,
): Promise<Content | Rejection> {
  for (let tries = 0; tries < triesMax; tries++) {
    const found = await findSession(parts, call.owner, sessionId)
    const judged = judge(call, found)
    if ('finding' in judged) {
      if (found && judged.isFailure) await parts.store.markFailed(found.key, found.stored.version)
      return rejectionOf(judged.finding)
    }
    const changed = await change(parts, { ...judged, isOfMerchant: !call.isOfPayer })
    if (changed) return sessionRecord(changed, parts.describeCard)
  }
  return updatedByOthers
}

/** What is made of the values that a session holds at that moment, or why nothing is. */
export type Revision<Refusal extends Refused> = (values: Content) => Revised | Refusal
/** Given: what of it is new. */
type Revised = { readonly values: Content; readonly given: Content }
type Refused = { readonly error: unknown }

/**
 * The gateway's own update, judged by whoever makes it, and anew whenever others were faster: what they wrote
 * is not lost. Of what the session's contract does not know, nothing is kept.
 */
export async function revise<Refusal extends Refused>(
  parts: SessionsParts,
  key: SessionKey,
  revision: Revision<Refusal>,
): Promise<HeldSession | Refusal | Rejection> {
  for (let tries = 0; tries < triesMax; tries++) {
    const held = await findSession(parts, key, key.sessionId)
    if (!held) return rejectionOf(noSuchSession)
    const revised = revision(held.contents.values)
    if ('error' in revised) return revised
    const { values, given } = revised
    if (isTooLarge(values)) return rejectionOf(sessionTooLarge)
    const changed = await change(parts, { held, given, values })
    if (changed) return changed
  }
  return updatedByOthers
}

const updatedByOthers = busy('The session is being updated by others.', 1)

type Change = Extract<Judged, { held: HeldSession }> & { readonly isOfMerchant?: boolean }

/** What a payer's form opened becomes a password once the merchant has said something to it. */
const limitBy = ({ session }: Content, { authenticationLimit }: HeldSession['stored']): number =>
  limitIn(session) ?? (authenticationLimit === 0 ? ordinaryLimit : authenticationLimit)

type Judged =
  | { readonly held: HeldSession; readonly given: Content; readonly values: Content }
  | { readonly finding: ValidationFinding; readonly isFailure?: true }

/**
 * By the version that the session was created with. Unknown fields come first, then what names something that
 * is not there; only values that are wrong make it a failed update.
 */
function judge({ version, body, isOfPayer }: SessionCall, held: HeldSession | undefined): Judged {
  const apiVersion = held?.stored.apiVersion ?? version
  const content = normalise(requestAt(updateSession, apiVersion), body)
  const unknown = unknownField(updateSession, apiVersion, content)
  if (unknown) return { finding: unknown, isFailure: true }
  // The checkout page has a form of its own, and nobody else's may write there.
  if (!held || (isOfPayer && held.stored.kind !== 'payment')) return { finding: noSuchSession }
  const seen = isObject(content.session) ? content.session.version : undefined
  if (seen !== undefined && seen !== held.stored.version) return { finding: otherVersion }
  const { session: _, correlationId: __, ...given } = content
  const values = mergeContent(held.contents.values, given)
  const finding = validate(updateSession, apiVersion, content) ?? judgeWhole(held, values)
  return finding ? { finding, isFailure: true } : { held, given: content, values }
}

/** What fits by itself may still be too much together with what is there. */
function judgeWhole({ stored }: HeldSession, values: Content): ValidationFinding | undefined {
  if (isTooLarge(values)) return sessionTooLarge
  const whole = stored.kind === 'checkout' ? { ...values, apiOperation: 'CREATE_CHECKOUT_SESSION' } : values
  return validate(contractOf[stored.kind], stored.apiVersion, whole)
}

/** Undefined when somebody else changed it meanwhile. */
async function change(
  { store, box }: SessionsParts,
  { held, given, values: asked, isOfMerchant = false }: Change,
): Promise<HeldSession | undefined> {
  const { key, stored, contents, holdsSecrets: sawSecrets } = held
  const { claimedFor, ...unclaimed } = stored
  const sawClaim = claimedFor !== undefined
  const { secrets: brought } = partedValues(stored, given)
  const bringsSecrets = brought !== undefined
  // What is claimed is as good as used: it does not become free with what comes now.
  const values = brought && sawClaim ? mergeContent(partedValues(stored, asked).lasting, brought) : asked
  const changed = {
    ...(bringsSecrets ? unclaimed : stored),
    version: nextVersion(stored.version),
    updateStatus: 'SUCCESS',
    authenticationLimit: isOfMerchant ? limitBy(given, stored) : stored.authenticationLimit,
  } as const
  const sealed = await sealContents({ box, key }, stored, { ...contents, values })
  const { version, authenticationLimit } = changed
  const isChanged = await store.update({
    ...key,
    seen: stored.version,
    ...{ sawSecrets, sawClaim, bringsSecrets },
    version,
    authenticationLimit,
    contents: sealed,
    life: lives[stored.kind],
  })
  const holdsSecrets = sealed.secrets !== undefined
  return isChanged ? { key, holdsSecrets, stored: changed, contents: { ...contents, values } } : undefined
}
