import { type Finding, invalid as invalidField } from '../contract/kit/judge.ts'
import { type Content, isObject, normalise } from '../contract/kit/normalise.ts'
import { type Operation, type RequestOf, requestAt } from '../contract/kit/operation.ts'
import { storable } from '../contract/kit/storable.ts'
import { validated } from '../contract/kit/validate.ts'
import { invalid, missing, type Rejection, unsupported } from '../orders/rejection.ts'
import type { Identify } from './fingerprint.ts'

/** A request that arrived for one transaction, after the door has read it. */
export type Submission<O extends Operation = Operation> = {
  readonly operation: O
  readonly version: number
  readonly orderId: string
  readonly transactionId: string
  readonly body: Content
}

export type Prepared<O extends Operation = Operation> = {
  /** Who it is: equal for the same request sent again, before session and token are merged. */
  readonly fingerprint: Buffer
  /** What may be written down of it. */
  readonly stored: Content
  /** Whether the fingerprint covers all of it: no field unknown to the contract, no id of something else. */
  readonly isWhole: boolean
} & ({ readonly request: RequestOf<O> } | { readonly rejection: Rejection })

/**
 * Normalises, judges and identifies a request. A refused one is identified too: it may have been answered
 * before.
 */
export function prepare<O extends Operation>(submission: Submission<O>, identify: Identify): Prepared<O> {
  const { operation, version } = submission
  const shape = requestAt(operation, version)
  const content = normalise(shape, submission.body)
  const own = withoutIds(content)
  const foreign = foreignId(content, submission)
  const judged = judge(submission, own, foreign ?? unknownSource(own))
  const { content: stored, numbers } = storable(shape, own)
  const fingerprint = identify(operation.name, stored, numbers)
  if ('request' in judged) return { fingerprint, stored, isWhole: true, request: judged.request }
  const isWhole = !foreign && judged.finding.validationType !== 'UNSUPPORTED'
  return { fingerprint, stored, isWhole, rejection: rejectionOf(judged.finding) }
}

/** Unknown fields come first; what names something that does not exist comes before all other values. */
function judge<O extends Operation>(
  { operation, version }: Submission<O>,
  content: Content,
  unknown: Finding | undefined,
): { readonly request: RequestOf<O> } | { readonly finding: Finding } {
  const judged = validated(operation, version, content)
  const isUnsupported = 'finding' in judged && judged.finding.validationType === 'UNSUPPORTED'
  return unknown && !isUnsupported ? { finding: unknown } : judged
}

export function rejectionOf({ field, validationType, sentence, shown }: Finding): Rejection {
  if (validationType === 'MISSING') return missing(field)
  if (validationType === 'UNSUPPORTED') return unsupported(field)
  return invalid(field, sentence ?? '', shown)
}

/** This release opens no sessions and keeps no tokens, so none that a request names can exist. */
function unknownSource(content: Content): Finding | undefined {
  const { session, sourceOfFunds } = content
  if (isObject(session) && session.id !== undefined)
    return invalidField('session.id', 'There is no such session.')
  if (isObject(sourceOfFunds) && sourceOfFunds.token !== undefined)
    return invalidField('sourceOfFunds.token', 'There is no such token.')
  return undefined
}

/** The ids of the path may be repeated in the body; other ones there mean that something is mixed up. */
function foreignId(content: Content, { orderId, transactionId }: Submission): Finding | undefined {
  for (const group of ['order', 'transaction'] as const) {
    const given = idIn(content[group])
    const id = group === 'order' ? orderId : transactionId
    if (given === undefined) continue
    const text = typeof given === 'number' ? String(given) : given
    if (text !== id)
      return invalidField(
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
