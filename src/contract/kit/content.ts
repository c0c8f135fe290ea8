// Bodies as untyped JSON, between the wire and the domain: normalising a request, filling in defaults,
// merging, and selecting the fields that a contract declares.

import { fieldsIn, type Resolved, type ResolvedGroup, type ResolvedScalar } from './resolve.ts'

/**
 * A JSON number whose text is not its shortest decimal form (1.0, 1e2, 9007199254740993, -0): kept as
 * written.
 */
export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

declare const untyped: unique symbol

/** A JSON object whose fields are not typed. */
export type Content = Readonly<Record<string, unknown>> & { readonly [untyped]?: unknown }

/**
 * Part of every record: all of its fields may be absent, so the compiler would accept any content for one.
 * There is no such field at run time.
 */
export type NotContent = { readonly [untyped]?: never }

/**
 * Brings a request body into one form, because clients differ: null counts as an absent field, an empty
 * group or list as an absent one, a number where text is expected as its shortest decimal text. The result
 * is in contract order, so equal requests give equal content.
 */
export const normalise = (group: ResolvedGroup, body: Content): Content =>
  isObject(body) ? (normaliseGroup(group, body) ?? {}) : {}

function normaliseValue(type: Resolved, value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  switch (type.kind) {
    case 'scalar':
      return normaliseScalar(type, value)
    case 'group':
      if (Array.isArray(value) && value.length === 0) return undefined
      return isObject(value) ? normaliseGroup(type, value) : value
    case 'list':
      if (Array.isArray(value) && value.length === 0 && !type.mayBeEmpty) return undefined
      // A list that is too long is refused for its length, so its elements need not be read.
      if (Array.isArray(value) && value.length > type.max) return value
      // An empty element is kept: it counts, and its missing fields are reported with its index.
      return Array.isArray(value) ? value.map(each => normaliseValue(type.each, each) ?? {}) : value
    case 'dictionary':
      if (Array.isArray(value) && value.length === 0) return undefined
      return isObject(value) ? normaliseDictionary(type.each, value) : value
  }
}

function normaliseGroup(group: ResolvedGroup, value: Content): Content | undefined {
  const result: Record<string, unknown> = {}
  let kept = 0
  for (const { name, type } of fieldsIn(group, value)) {
    const content = normaliseValue(type, value[name])
    if (content === undefined) continue
    result[name] = content
    kept++
  }
  for (const name in value) {
    if (group.names.has(name)) continue
    const left = prune(value[name])
    if (left === undefined) continue
    setField(result, name, left)
    kept++
  }
  return kept === 0 ? undefined : result
}

function normaliseDictionary(each: ResolvedScalar, value: Content): Content | undefined {
  const result: Record<string, unknown> = {}
  const names = Object.keys(value).sort()
  let kept = 0
  for (const name of names) {
    const content = normaliseValue(each, value[name])
    if (content === undefined) continue
    setField(result, name, content)
    kept++
  }
  return kept === 0 ? undefined : result
}

function normaliseScalar({ scalar, quick = scalar }: ResolvedScalar, value: unknown): unknown {
  const { json, canonical } = quick
  if (json !== 'string') return value instanceof JsonNumber ? asNumber(value) : value
  const spelled = typeof value === 'number' || value instanceof JsonNumber ? shortestText(value) : value
  return canonical && typeof spelled === 'string' ? canonical(spelled) : spelled
}

/** A number that a double cannot represent exactly stays as it is, to be refused by validation. */
export function shortestText(value: number | JsonNumber): string | JsonNumber {
  if (typeof value === 'number') return plainText(value)
  const nearest = Number(value.text)
  return Number.isFinite(nearest) && sameDecimal(value.text, plainText(nearest)) ? plainText(nearest) : value
}

/** 7.0 and 7e0 are 7. */
function asNumber(value: JsonNumber): number | JsonNumber {
  const spelled = shortestText(value)
  return typeof spelled === 'string' ? Number(spelled) : value
}

const plainText = (value: number): string => {
  const shortest = String(value)
  return /e/i.test(shortest) ? expand(shortest) : shortest
}
const sameDecimal = (left: string, right: string) => significant(expand(left)) === significant(expand(right))

/** Without trailing zeros of a fraction. A pattern for this would take quadratic time on hostile input. */
function significant(text: string): string {
  if (!text.includes('.')) return text
  let end = text.length
  while (text[end - 1] === '0') end--
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}

/** 1.5e3 → 1500. With more than a thousand digits no field accepts it, so it is left as it is. */
function expand(text: string): string {
  const parts = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(text)
  const exponent = Number(parts?.[4] ?? 0)
  if (!parts || Math.abs(exponent) > 1000) return text
  const [, sign = '', whole = '', fraction = ''] = parts
  const digits = whole + fraction
  const point = whole.length + exponent
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const at = point <= 0 ? 1 : point
  const integer = padded.slice(0, at).replace(/^0+(?=[0-9])/, '')
  return sign + integer + (padded.length > at ? `.${padded.slice(at)}` : '')
}

/** An unknown field's value; undefined when it is empty at all depths, as it then counts as absent. */
function prune(value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value
  if (!isObject(value) || value instanceof JsonNumber) return value
  return Object.values(value).every(inner => prune(inner) === undefined) ? undefined : value
}

/** Plain assignment would let a field named __proto__ replace the prototype. */
export function setField(result: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') result[name] = value
  else Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true })
}

export const isObject = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)

/** Merges group by group; values of `top` replace those of `below`. */
export function mergeContent(below: Content, top: Content): Content {
  if (Object.keys(top).length === 0) return below
  const result: Record<string, unknown> = { ...below, ...top }
  for (const name in top) {
    const under = below[name]
    const value = top[name]
    if (isObject(under) && isObject(value)) result[name] = mergeContent(under, value)
  }
  return result
}

/** The fields of some content that a contract declares: a session has values for several operations. */
export function onlyKnownFields(group: ResolvedGroup, content: Content): Content {
  return knownIn(group, content) ?? {}
}

function knownIn(group: ResolvedGroup, content: Content): Content | undefined {
  const result: Record<string, unknown> = {}
  let kept = 0
  for (const name in content) {
    const field = group.names.get(name)
    const value = field && knownOf(field.type, content[name])
    if (value === undefined) continue
    result[name] = value
    kept++
  }
  return kept === 0 ? undefined : result
}

function knownOf(type: Resolved, value: unknown): unknown {
  if (type.kind === 'group') return isObject(value) ? knownIn(type, value) : undefined
  if (type.kind === 'list' && type.each.kind === 'group' && Array.isArray(value))
    return value.map(each => knownOf(type.each, each) ?? {})
  return value
}

/** Declared defaults, filled in inside the groups that are present. */
export function withDefaults(group: ResolvedGroup, content: Content): Content {
  if (group.fieldsWithDefaults.length === 0) return content
  const result: Record<string, unknown> = { ...content }
  for (const { name, type, field } of group.fieldsWithDefaults) {
    const value = result[name]
    if (value === undefined) {
      if (field.default !== undefined) result[name] = field.default
    } else if (type.kind === 'group' && isObject(value)) result[name] = withDefaults(type, value)
  }
  return result
}
