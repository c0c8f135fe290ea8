// Preparing a request before it is planned: normalise, fingerprint, resolve references, validate.

import { readRequest } from '../../contract/kit/atVersion.ts'
import { type Content, isObject, normalise } from '../../contract/kit/content.ts'
import {
  type CallerPrivileges,
  type Operation,
  type RequestOf,
  requestModel,
  requestModelAt,
} from '../../contract/kit/operation.ts'
import { recordOf } from '../../contract/kit/records.ts'
import type { ResolvedGroup } from '../../contract/kit/resolve.ts'
import { storable } from '../../contract/kit/storable.ts'
import { hasUnknownField, unknownField, validated } from '../../contract/kit/validate.ts'
import { findRepeatedCardNumber, invalid, type ValidationFinding } from '../../contract/kit/validateFields.ts'
import type { RequestRecord } from '../../contract/model.ts'
import type { Owner } from '../../orders/merchant.ts'
import { type Rejection, rejectionOf } from '../../orders/rejection.ts'
import { keyedHash } from '../../platform/secretBox.ts'
import type { RegisteredLegacyEnrolment } from '../../threeDSecure/port.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { hasReferences, resolveReferences, type ValueOrigins } from './resolveReferences.ts'
import type { ReferenceSources, SingleUseClaims, TakenClaims, UsedReferences } from './sources.ts'
import { pathsAdded, withCardRead, withoutClosed, withTerminalRead } from './terminalReadings.ts'

/** A request for one transaction, after the API has parsed it. */
export type TransactionSubmission<O extends Operation = Operation> = CallerPrivileges & {
  readonly operation: O
  readonly version: number
  readonly orderId: string
  readonly transactionId: string
  readonly body: Content
  /** The id that the request is answered with, where it came over the API. */
  readonly requestId?: string
  /** What else stands against it: refused so, unless it was answered before. Names fields as the model. */
  readonly objection?: Rejection | undefined
}

type RequestIdentity = {
  /** Equal for the same request sent again; computed before session and token are merged. */
  readonly fingerprint: Buffer
  /** Whether the fingerprint covers all of it: no field unknown to the contract, no id of something else. */
  readonly isWhole: boolean
}

export type PreparedRequest<O extends Operation = Operation> = RequestIdentity & {
  /** What may be stored of it, with all that its references resolved to; not looked at if it is refused. */
  readonly stored: RequestRecord
  /** The origin of values that are not in the request itself. */
  readonly origins?: ValueOrigins
  /** What may be used once, to be claimed right before the intent is committed. */
  readonly claims?: SingleUseClaims
  /** To be called once the intent is committed: marks session and token as used. Never fails. */
  readonly onBegun?: (taken: TakenClaims) => Promise<void>
  /** The result of the enrollment check that it names. */
  readonly enrolment?: RegisteredLegacyEnrolment
  /** The number of the card that a terminal encrypted. */
  readonly numberRead?: string
  /** The transactions of the earlier order that it names. */
  readonly referenced?: readonly RecordedTransaction[]
} & ({ readonly request: RequestOf<O> } | { readonly rejection: Rejection })

type PreparationDependencies = { readonly identify: Identify; readonly sources: ReferenceSources }

/**
 * Normalises and fingerprints a request, resolves its references, validates it. The fingerprint comes first,
 * because a request that is refused may have been answered before. A promise only where something has to be
 * looked up.
 */
export function prepare<O extends Operation>(
  submission: TransactionSubmission<O>,
  owner: Owner,
  { identify, sources }: PreparationDependencies,
): PreparedRequest<O> | Promise<PreparedRequest<O>> {
  const raised = raiseRequest(submission)
  const { shape, content, identity } = raised
  const { operation } = submission
  const { content: identifying, numbers } = storable(requestModel(operation), identity)
  const fingerprint = identify(operation.name, identifying, numbers)
  const kept = withoutClosed(content)
  const stored: RequestRecord = recordOf(kept === identity ? identifying : storable(shape, kept).content)
  if (!raised.foreign && hasReferences(raised.content))
    return prepareWithReferences({ ...submission, ...raised, fingerprint, stored }, owner, {
      identify,
      sources,
    })
  const judged = judge(submission, raised, numbers)
  if ('request' in judged)
    return { fingerprint, stored, isWhole: true, ...withOrigins(raised.origins), request: judged.request }
  const rejection = rejectionOf(judged.finding)
  if (raised.foreign || judged.finding.validationType !== 'UNSUPPORTED')
    return { fingerprint, stored, isWhole: !raised.foreign, rejection }
  return { stored, rejection, ...identityOfUnsupported(submission, { ...raised, fingerprint }, identify) }
}

/**
 * A request with fields that its version does not have may have been answered before at a version that has
 * them: its identity includes the fields of all versions. One that asks for more than its caller may is not
 * answered from a replay.
 */
function identityOfUnsupported(
  { operation, version }: Pick<TransactionSubmission, 'operation' | 'version'>,
  { content, identity, fingerprint }: RaisedRequest & { readonly fingerprint: Buffer },
  identify: Identify,
): RequestIdentity {
  if (!unknownField(operation, version, content)) return { fingerprint, isWhole: false }
  const model = requestModel(operation)
  const { content: identifying, numbers } = storable(model, normalise(model, identity))
  const isWhole = !hasUnknownField(model, content)
  return { fingerprint: identify(operation.name, identifying, numbers), isWhole }
}

/** A request under the names of the model, before anything that it refers to is looked up. */
type RaisedRequest = {
  readonly shape: ResolvedGroup
  readonly content: Content
  /** The part of it that is fingerprinted. */
  readonly identity: Content
  /** The fields that were filled from tracks and tags. */
  readonly origins: ValueOrigins
  /** An id in the body that is not the one in the path. */
  readonly foreign: ValidationFinding | undefined
}

/** Normalised, and completed only from the request itself. */
function raiseRequest(submission: TransactionSubmission): RaisedRequest {
  const { operation, version } = submission
  const shape = requestModelAt(operation, version)
  const withIds = readRequest(operation, version, submission.body)
  const own = withoutIds(withIds)
  // A terminal reading at a capture is of the order's card: it does not belong to the request's identity.
  const identity = operation.fundsOfOrder === 'always' ? own : withCardRead(shape, own)
  const content = withTerminalRead(shape, identity)
  const origins = content === own ? nothingRead : readFrom(pathsAdded(own, content))
  return { shape, content, identity, origins, foreign: contradictingId(withIds, submission) }
}

const nothingRead: ValueOrigins = {}

const readFrom = (names: readonly string[]): ValueOrigins =>
  Object.fromEntries(names.map(name => [name, 'reading'] as const))

const withOrigins = (origins: ValueOrigins): { readonly origins?: ValueOrigins } =>
  Object.keys(origins).length > 0 ? { origins } : {}

async function prepareWithReferences<O extends Operation>(
  raised: TransactionSubmission<O> &
    RaisedRequest & { readonly fingerprint: Buffer; readonly stored: RequestRecord },
  owner: Owner,
  { identify, sources }: PreparationDependencies,
): Promise<PreparedRequest<O>> {
  const { shape, fingerprint, stored } = raised
  const found = await resolveReferences(raised, owner, sources)
  if ('finding' in found) {
    const rejection = rejectionOf(found.finding)
    return found.finding.validationType === 'UNSUPPORTED'
      ? { stored, rejection, ...identityOfUnsupported(raised, raised, identify) }
      : { fingerprint, stored, isWhole: true, rejection }
  }
  const { request, whole, origins, used, enrolment, numberRead, referenced } = found
  // A payer's authentication does not use up the session's security code: the payment that follows needs it.
  const leaves = raised.operation.role === 'payerAuthentication'
  const { content: kept, numbers } = storable(shape, withoutClosed(whole))
  const telling = idHoldingCardNumber(raised, numberRead === undefined ? numbers : [...numbers, numberRead])
  if (telling) return { fingerprint, stored, isWhole: true, rejection: rejectionOf(telling) }
  return {
    fingerprint,
    isWhole: true,
    stored: recordOf(kept),
    ...withOrigins({ ...raised.origins, ...origins }),
    onBegun: taken => sources.markUsed(owner, leaves ? withoutSession(used) : used, taken),
    ...(found.claims && { claims: leaves ? withoutSession(found.claims) : found.claims }),
    ...(enrolment && { enrolment }),
    ...(numberRead !== undefined && { numberRead }),
    ...(referenced && { referenced }),
    request,
  }
}

const withoutSession = <Held extends Pick<UsedReferences, 'session'>>({ session: _, ...used }: Held) => used

/** Unknown fields are reported first; an id that contradicts the path before all other values. */
function judge<O extends Operation>(
  submission: TransactionSubmission<O>,
  { content, foreign }: RaisedRequest,
  numbers: readonly string[],
): { readonly request: RequestOf<O> } | { readonly finding: ValidationFinding } {
  const { operation, version, mayUnmask, hasOpenedToken } = submission
  const judged = validated(operation, version, content, { mayUnmask, hasOpenedToken })
  if ('finding' in judged && judged.finding.validationType === 'UNSUPPORTED') return judged
  const finding = foreign ?? idHoldingCardNumber(submission, numbers)
  return finding ? { finding } : judged
}

/** A finding where an id in the path contains the number of the paying card. */
function idHoldingCardNumber(
  { orderId, transactionId }: Acting,
  numbers: readonly string[],
): ValidationFinding | undefined {
  const ids = { orderid: orderId, transactionid: transactionId }
  for (const number of numbers) {
    const repeated = findRepeatedCardNumber(ids, number)
    if (repeated) return repeated
  }
  return undefined
}
type Acting = Pick<TransactionSubmission, 'orderId' | 'transactionId'>

/** The ids of the path may be repeated in the body; different ids there are an error. */
function contradictingId(
  content: Content,
  { orderId, transactionId }: TransactionSubmission,
): ValidationFinding | undefined {
  for (const group of ['order', 'transaction'] as const) {
    const given = idIn(content[group])
    const id = group === 'order' ? orderId : transactionId
    if (given === undefined) continue
    const text = typeof given === 'number' ? String(given) : given
    if (text !== id)
      return invalid(
        `${group}.id`,
        'It must equal the one in the path.',
        typeof text === 'string' ? text : undefined,
      )
  }
  return undefined
}

function withoutIds(content: Content): Content {
  if (idIn(content.order) === undefined && idIn(content.transaction) === undefined) return content
  const own = { ...content }
  for (const name of ['order', 'transaction']) {
    const group = own[name]
    if (!isObject(group)) continue
    const { id: _, ...rest } = group
    if (Object.keys(rest).length > 0) own[name] = rest
    else delete own[name]
  }
  return own
}

const idIn = (group: unknown): unknown => (isObject(group) ? group.id : undefined)

/** The fingerprint that distinguishes a replay from a reused id: a keyed hash over what may be stored. */
export type Identify = (operation: string, identifying: Content, numbers: readonly string[]) => Buffer

/**
 * Sensitive authentication data and the correlation id are no part of it, since they are not in what is
 * stored; a card number enters only as its own keyed hash.
 */
export const identifyWith =
  (key: Buffer, cardHash: (number: string) => Buffer): Identify =>
  (operation, identifying, numbers) => {
    const hashes = numbers.map(number => cardHash(number).toString('base64'))
    return keyedHash(key, `${operation}\n${JSON.stringify(identifying)}\n${hashes.join()}`)
  }
