// The model has one name and one type for each field, the declared one. Where a version writes it otherwise,
// the field declares that in its note `wire`, by one of the forms below. Reading a request raises it to the
// model; showing a record lowers it to a version. Where nothing differs, both return the same object.

import { type Content, isObject, mergeContent, setField } from './content.ts'
import { groupIn, type Resolved, type ResolvedGroup } from './resolve.ts'
import type { Field, FieldType, Shape, WireForm } from './vocabulary.ts'

type Versions = Pick<WireForm, 'since' | 'until'>

/** The same field under another name. */
export const renamed = (to: string, versions: Versions): WireForm => ({
  ...versions,
  fields: (_, field) => ({ [to]: withoutForms(field) }),
  path: () => to,
  raise: written => written[to],
  lower: value => ({ [to]: value }),
})

/** The same field inside a sibling group; the group may be declared already. */
export const movedInto = (into: string, versions: Versions): WireForm => ({
  ...versions,
  fields: (name, field) => ({
    [into]: {
      type: { kind: 'group', fields: { [name]: withoutForms(field) } },
      required: false,
      doc: field.doc,
    },
  }),
  path: name => `${into}.${name}`,
  raise: (written, name) => {
    const inner = written[into]
    return isObject(inner) ? inner[name] : undefined
  },
  lower: (value, name) => ({ [into]: { [name]: value } }),
})

/** The same name with another type. */
export const retyped = (
  type: FieldType,
  { raise, lower, ...versions }: Versions & BothWays<unknown>,
): WireForm => ({
  ...versions,
  fields: (name, field) => ({ [name]: { ...withoutForms(field), type } }),
  path: name => name,
  raise: (written, name) => raise(written[name]),
  lower: (value, name) => ({ [name]: lower(value) }),
})

/** One field of the model written as several; a finding about it names the first. */
export const split = (
  parts: Shape,
  { raise, lower, ...versions }: Versions & BothWays<Content>,
): WireForm => ({
  ...versions,
  fields: () => parts,
  path: () => Object.keys(parts)[0] ?? '',
  raise,
  lower,
})

type BothWays<Written> = {
  readonly raise: (written: Written) => unknown
  readonly lower: (value: unknown) => Written
}

function withoutForms({ wire: _, ...field }: Field): Field {
  return field
}

/** Converts content from a version's names to those of the model, in the model's order. */
export function raise(wire: ResolvedGroup, content: Content): Content {
  if (!wire.isRewritten) return content
  const rest = inEachGroup(wire, content, raise)
  const raised: Record<string, unknown> = {}
  for (const { name, form, written } of wire.rewritten) {
    const taken = take(rest, written)
    if (Object.keys(taken).length === 0) continue
    const value = form.raise(taken, name)
    if (value !== undefined) raised[name] = value
  }
  const known: ReadonlySet<string> = new Set(wire.modelNames)
  for (const name of Object.keys(rest)) {
    // A name that only other versions write must not be taken for the field: it is reported as unknown.
    const isForeign = known.has(name) && !wire.names.has(name)
    setField(raised, isForeign ? name + foreignMark : name, rest[name])
  }
  return inOrder(wire.modelNames, raised)
}

/** No field name of a request can contain it: NUL is refused when the JSON is parsed. */
const foreignMark = '\u0000'

/** Converts content from the names of the model to those of a version. */
export function lower(wire: ResolvedGroup, content: Content): Content {
  if (!wire.isRewritten) return content
  let written: Content = {}
  const rest: Record<string, unknown> = {}
  for (const name of Object.keys(content)) {
    const rewritten = wire.rewritten.find(field => field.name === name)
    const value = content[name]
    if (rewritten && value !== undefined) written = mergeContent(written, rewritten.form.lower(value, name))
    else setField(rest, name.endsWith(foreignMark) ? name.slice(0, -1) : name, value)
  }
  return inEachGroup(wire, mergeContent(rest, written), lower)
}

/** A version's path of a field of the model, such as `order.item[0].name`. */
export function lowerPath(wire: ResolvedGroup, path: string): string {
  const name = firstName(path)
  const rewritten = wire.rewritten.find(field => field.name === name)
  const written = rewritten ? rewritten.form.path(name) : name
  return written + within(wire, written, path.slice(name.length), lowerPath)
}

/** The model's path of a field that a version writes. */
export function raisePath(wire: ResolvedGroup, path: string): string {
  const rewritten = wire.rewritten.find(({ name, form }) => isAtOrBelow(path, form.path(name)))
  const written = rewritten ? rewritten.form.path(rewritten.name) : firstName(path)
  return (rewritten?.name ?? written) + within(wire, written, path.slice(written.length), raisePath)
}

const firstName = (path: string): string => /^[^.[]*/.exec(path)?.[0] ?? path
const isAtOrBelow = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && /^(?:[.[]|$)/.test(path.slice(prefix.length))

/** Converts the rest of a path, after one name, by the group of that name. */
function within(
  wire: ResolvedGroup,
  name: string,
  rest: string,
  turn: (wire: ResolvedGroup, path: string) => string,
): string {
  const dot = rest.indexOf('.')
  const type = wire.names.get(name)?.type
  const inner = type && groupIn(type)
  return dot === -1 || !inner ? rest : rest.slice(0, dot + 1) + turn(inner, rest.slice(dot + 1))
}

/**
 * Removes the wanted fields from the content and returns them; from a nested group, only its wanted fields.
 */
function take(rest: Record<string, unknown>, wanted: Shape): Content {
  const taken: Record<string, unknown> = {}
  for (const [name, { type }] of Object.entries(wanted)) {
    const value = rest[name]
    if (value === undefined) continue
    if (type.kind !== 'group' || !isObject(value)) {
      taken[name] = value
      delete rest[name]
      continue
    }
    const left = { ...value }
    const inner = take(left, type.fields)
    if (Object.keys(inner).length > 0) taken[name] = inner
    if (Object.keys(left).length > 0) rest[name] = left
    else delete rest[name]
  }
  return taken
}

type Turn = (wire: ResolvedGroup, content: Content) => Content

/** A copy in which each group, also in lists, was converted. */
function inEachGroup(wire: ResolvedGroup, content: Content, turn: Turn): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const name of Object.keys(content)) {
    const type = wire.names.get(name)?.type
    setField(result, name, type ? turned(type, content[name], turn) : content[name])
  }
  return result
}

function turned(type: Resolved, value: unknown, turn: Turn): unknown {
  if (type.kind === 'group') return isObject(value) ? turn(type, value) : value
  return type.kind === 'list' && Array.isArray(value)
    ? value.map(each => turned(type.each, each, turn))
    : value
}

function inOrder(names: readonly string[], content: Content): Content {
  const result: Record<string, unknown> = {}
  for (const name of names) if (content[name] !== undefined) result[name] = content[name]
  for (const name of Object.keys(content)) if (!(name in result)) setField(result, name, content[name])
  return result
}
