import { maskedNumber } from '../../standards/maskedNumber.ts'
import { type Content, isObject } from './normalise.ts'
import type { Resolved, ResolvedGroup } from './resolve.ts'

export type Storable = {
  /**
   * Card numbers masked; sensitive authentication data, passwords and what belongs to this one call left out.
   */
  readonly content: Content
  /**
   * The numbers that were masked, in contract order: they enter the request's fingerprint as a keyed hash.
   */
  readonly numbers: readonly string[]
}

/** What may be written down of a request. */
export function storable(group: ResolvedGroup, content: Content): Storable {
  const numbers: string[] = []
  return { content: copyGroup(group, content, numbers), numbers }
}

function copyGroup(group: ResolvedGroup, content: Content, numbers: string[]): Content {
  const result: Record<string, unknown> = {}
  // Normalised content is in contract order already.
  for (const name in content) {
    const known = group.names.get(name)
    const value = content[name]
    if (!known || value === undefined || known.field.transient || isNeverStored(known.secret)) continue
    if (known.secret === 'number') {
      const number = typeof value === 'string' ? value : JSON.stringify(value)
      numbers.push(number)
      result[name] = maskedNumber(number)
    } else result[name] = copy(known.type, value, numbers)
  }
  return result
}

function copy(type: Resolved, value: unknown, numbers: string[]): unknown {
  if (type.kind === 'group') return isObject(value) ? copyGroup(type, value, numbers) : undefined
  if (type.kind === 'list' && Array.isArray(value)) return value.map(each => copy(type.each, each, numbers))
  return value
}

const isNeverStored = (secret: string | undefined) => secret === 'authentication' || secret === 'password'
