// What an API call would come to at another version, without executing it: what would be refused by the
// contract, and what would be different in its answer.

import { catalogue } from '../../contract/catalogue.ts'
import { modelField, readRequest, showRecord } from '../../contract/kit/atVersion.ts'
import { type Content, isObject } from '../../contract/kit/content.ts'
import { withNumbers } from '../../contract/kit/maskedBody.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { allFindings } from '../../contract/kit/validate.ts'
import type { ValidationFinding } from '../../contract/kit/validateFields.ts'
import type { LoggedCall } from './port.ts'

/** A call with its body as its version writes it, masked. */
export type ReplayableCall = Pick<LoggedCall, 'body' | 'operation' | 'version'> & {
  /** What it was answered from, where it recorded a transaction. */
  readonly answered?: object | undefined
}

export type AnswerDifference = {
  readonly kind: 'changed' | 'gone' | 'new'
  readonly field: string
  readonly from?: string
  readonly to?: string
}

export type ReplayedCall = {
  /** What the other version refuses and this one does not. */
  readonly refused: readonly ValidationFinding[]
  /** Whether the other version takes what this one refused. */
  readonly isTaken: boolean
  readonly answers: readonly AnswerDifference[]
}

/** Undefined where nothing of the call is kept that could be replayed. */
export function replayedAt(call: ReplayableCall, version: number): ReplayedCall | undefined {
  const operation = catalogue.find(({ name }) => name === call.operation)
  if (!operation) return undefined
  const body = takesNoBody(operation) ? {} : call.body
  if (!isObject(body)) return undefined
  const sent = withNumbers(body)
  const before = findingsAt(operation, call.version, sent)
  const after = findingsAt(operation, version, sent)
  const known = new Set(before.map(({ key }) => key))
  return {
    refused: after.filter(({ key }) => !known.has(key)).map(({ finding }) => finding),
    isTaken: before.length > 0 && after.length === 0,
    answers: isObject(call.answered) ? answersOf(operation, call.answered, [call.version, version]) : [],
  }
}

const takesNoBody = ({ method }: Operation): boolean => method === 'GET' || method === 'DELETE'

/** A finding is the same at both versions if it is about the same field of the model. */
function findingsAt(operation: Operation, version: number, body: Content) {
  return allFindings(operation, version, readRequest(operation, version, body)).map(finding => ({
    finding,
    key: `${modelField(operation, version, finding.field)} ${finding.validationType}`,
  }))
}

function answersOf(
  operation: Operation,
  record: Content,
  [was, is]: readonly [number, number],
): readonly AnswerDifference[] {
  const before = leavesOf(showRecord(operation, was, record))
  const after = leavesOf(showRecord(operation, is, record))
  const found: AnswerDifference[] = []
  for (const [field, from] of before) {
    const to = after.get(field)
    if (to === undefined) found.push({ kind: 'gone', field, from })
    else if (to !== from) found.push({ kind: 'changed', field, from, to })
  }
  for (const [field, to] of after) if (!before.has(field)) found.push({ kind: 'new', field, to })
  return found
}

function leavesOf(content: Content, at = '', leaves = new Map<string, string>()) {
  for (const [name, value] of Object.entries(content)) {
    const path = `${at}${name}`
    if (Array.isArray(value))
      for (const [index, each] of value.entries()) leavesOf({ [`${path}[${index}]`]: each }, '', leaves)
    else if (isObject(value)) leavesOf(value, `${path}.`, leaves)
    else leaves.set(path, String(value))
  }
  return leaves
}
