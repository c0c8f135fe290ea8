// Which part of a request may be stored: numbers masked, secrets removed or separated.

import { maskedNumber } from '../../standards/cardNumber.ts'
import { publicEmv } from '../../standards/emv.ts'
import { type Content, isObject } from './content.ts'
import { recordOf } from './records.ts'
import type { Resolved, ResolvedGroup } from './resolve.ts'
import { type FieldSecret, isWithheld } from './vocabulary.ts'

type StorableContent = {
  /**
   * Card numbers masked; without sensitive authentication data, passwords and fields of the single call.
   */
  readonly content: Content
  /**
   * The numbers that were masked and the sealed readings that were removed, in contract order: a keyed hash
   * of them is part of the request's fingerprint.
   */
  readonly numbers: readonly string[]
}

export function storable(group: ResolvedGroup, content: Content): StorableContent {
  const numbers: string[] = []
  return { content: copyGroup(group, content, numbers), numbers }
}

function copyGroup(group: ResolvedGroup, content: Content, numbers: string[]): Content {
  const result: Record<string, unknown> = {}
  // Normalised content is in contract order already.
  for (const name in content) {
    const known = group.names.get(name)
    const value = content[name]
    if (!known || value === undefined || known.field.transient) continue
    const { secret } = known
    if (secret === 'number' || secret === 'sealed') numbers.push(asText(value))
    if (isWithheld(secret)) continue
    const kept =
      secret === undefined
        ? copy(known.type, value, numbers)
        : publicPart(secret, asText(value), () => numbersOf(group, content))
    if (kept !== undefined) result[name] = kept
  }
  return result
}

function copy(type: Resolved, value: unknown, numbers: string[]): unknown {
  if (type.kind === 'group') return isObject(value) ? copyGroup(type, value, numbers) : undefined
  if (type.kind === 'list' && Array.isArray(value)) return value.map(each => copy(type.each, each, numbers))
  return value
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const publicPart = (
  secret: FieldSecret,
  value: string,
  known: () => readonly string[],
): string | undefined => (secret === 'emv' ? publicEmv(value, known()) : maskedNumber(value))

/** The card numbers that a group has in plain text; needed because EMV tags may repeat them in any place. */
export const numbersOf = ({ fields }: ResolvedGroup, content: Content): readonly string[] =>
  fields
    .filter(({ secret }) => secret === 'number')
    .map(({ name }) => content[name])
    .filter(number => typeof number === 'string')
    .filter(number => number.length >= numberLengthMin)
const numberLengthMin = 9

/** A record in two parts: merging them gives the original without its transient fields. */
export type SplitRecord<R> = {
  /** May be stored as long as it is needed; contains card numbers. */
  readonly lasting: R
  /** Sensitive authentication data, passwords and what a terminal read; absent when there is none. */
  readonly secrets?: R
}

/** Lists go to the lasting part: no list of the contract has a secret in its elements. */
export function splitSecrets<R extends Content>(group: ResolvedGroup, content: R): SplitRecord<R> {
  const lasting: Record<string, unknown> = {}
  const fleeting: Record<string, unknown> = {}
  for (const name in content) {
    const field = group.names.get(name)
    const value = content[name]
    if (!field || value === undefined || field.field.transient) continue
    if (isWithheld(field.secret) || field.secret === 'emv') fleeting[name] = value
    else if (field.type.kind === 'group' && isObject(value)) {
      const inner = splitSecrets(field.type, value)
      if (Object.keys(inner.lasting).length > 0) lasting[name] = inner.lasting
      if (inner.secrets) fleeting[name] = inner.secrets
    } else lasting[name] = value
  }
  return {
    lasting: recordOf(lasting),
    ...(Object.keys(fleeting).length > 0 && { secrets: recordOf<R>(fleeting) }),
  }
}
