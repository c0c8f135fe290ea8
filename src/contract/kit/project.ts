// What leaves the gateway: the fields an answer shows at a version, and the values of a request that are
// forwarded to counterparties.

import { maskedNumber } from '../../standards/cardNumber.ts'
import { publicEmv } from '../../standards/emv.ts'
import { type Content, isObject } from './content.ts'
import {
  fieldsIn,
  type Resolved,
  type ResolvedField,
  type ResolvedGroup,
  type ResolvedScalar,
} from './resolve.ts'
import { numbersOf } from './storable.ts'

type Shown = Record<string, unknown>

/**
 * What one version of the API shows of a record: declared fields only, secrets masked; card numbers unmasked
 * only for callers with that privilege. All answers pass through this function, so an undeclared field cannot
 * leak.
 */
export function project(
  group: ResolvedGroup,
  record: Readonly<Shown>,
  isUnmasked = false,
): Shown | undefined {
  const result: Shown = {}
  let kept = 0
  const fields = group.isComposed ? group.fields : fieldsIn(group, record)
  for (const field of fields) {
    const value = group.isComposed ? sourceOf(field, record) : record[field.name]
    if (value === undefined || value === null) continue
    const seen =
      field.secret === 'emv' && typeof value === 'string'
        ? publicEmv(value, numbersOf(group, record))
        : show(field, value, isUnmasked)
    if (seen === undefined) continue
    result[field.name] = seen
    kept++
  }
  return kept === 0 ? undefined : result
}

function sourceOf({ field, name, type }: ResolvedField, record: Readonly<Shown>): unknown {
  if (field.from) return field.from.split('.').reduce(step, record)
  const value = record[name]
  if (!field.joins || type.kind !== 'scalar') return value
  const joined = [value, record[field.joins]].filter(part => typeof part === 'string').join(', ')
  const { max = Infinity } = type.scalar
  // A text never has more code points than code units, so a short one need not be counted.
  if (joined.length > max) return Array.from(joined).slice(0, max).join('')
  return joined === '' ? undefined : joined
}
const step = (at: unknown, name: string): unknown => (isObject(at) ? at[name] : undefined)

function show({ secret, type, field }: ResolvedField, value: unknown, isUnmasked: boolean): unknown {
  if (secret === undefined) return view(type, value, isUnmasked)
  if (typeof value !== 'string') return undefined
  if (secret !== 'number') return undefined
  return isUnmasked && field.unmaskable ? value : maskedNumber(value)
}

function view(type: Resolved, value: unknown, isUnmasked: boolean): unknown {
  switch (type.kind) {
    case 'scalar':
      return viewScalar(type, value)
    case 'group':
      return isObject(value) ? project(type, value, isUnmasked) : undefined
    case 'list':
      return Array.isArray(value) ? value.map(each => view(type.each, each, isUnmasked)) : undefined
    case 'dictionary':
      return isObject(value) ? { ...value } : undefined
  }
}

/** A value that this version does not have is shown as its closest older value, or left out. */
function viewScalar({ scalar, quick = scalar, values }: ResolvedScalar, value: unknown): unknown {
  const { show } = quick
  const seen = show ? show(value) : value
  if (!values || (typeof seen === 'string' && values.has(seen))) return seen
  const elder = typeof seen === 'string' ? scalar.newer?.[seen]?.elder : undefined
  return elder !== undefined && values.has(elder) ? elder : undefined
}

/** The content without values that are not forwarded; the same object where there are none. */
export function forwardedContent(group: ResolvedGroup, content: Content): Content {
  let result = content
  for (const field of group.fieldsToFilter) {
    const { name, type } = field
    const value = content[name]
    if (isNotForwarded(field, value)) {
      const { [name]: _, ...others } = result
      result = others
    } else if (type.kind === 'group' && isObject(value)) {
      const inner = forwardedContent(type, value)
      if (inner !== value) result = { ...result, [name]: inner }
    }
  }
  return result
}

/** The paths of the values that are not forwarded. */
export function unforwardedFields(group: ResolvedGroup, content: Content, at = ''): readonly string[] {
  return group.fieldsToFilter.flatMap(field => {
    const { name, type } = field
    const value = content[name]
    if (isNotForwarded(field, value)) return [at + name]
    return type.kind === 'group' && isObject(value) ? unforwardedFields(type, value, `${at}${name}.`) : []
  })
}

const isNotForwarded = ({ type }: ResolvedField, value: unknown): boolean =>
  value !== undefined && type.kind === 'scalar' && type.scalar.isForwarded?.(value) === false
