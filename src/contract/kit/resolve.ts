// Declarations as one version of the API sees them. Everything that reads a request or writes an answer walks
// over this form.

import {
  type Dictionary,
  existsAt,
  type Field,
  type FieldType,
  group,
  isRequiredAt,
  type Scalar,
  type Shape,
  typeAt,
  valuesAt,
  type WireForm,
  wireFormAt,
} from './vocabulary.ts'

/** A type as one version sees it, with names looked up once: what the readers of a request walk over. */
export type Resolved = ResolvedScalar | ResolvedGroup | ResolvedList | ResolvedDictionary
export type ResolvedScalar = {
  readonly kind: 'scalar'
  readonly scalar: Scalar
  /** Present for enumerations: the values this version knows. */
  readonly values?: ReadonlySet<string> | undefined
  /** What the scalar says that is read for every value; V8 reads it fast where all objects have all of it. */
  readonly quick?: QuickScalar
}
type QuickScalar = { readonly [Name in QuickName]?: Scalar[Name] | undefined }
type QuickName = 'json' | 'min' | 'max' | 'pattern' | 'holds' | 'money' | 'canonical' | 'show'
export type ResolvedGroup = {
  readonly kind: 'group'
  readonly fields: readonly ResolvedField[]
  readonly names: ReadonlyMap<string, ResolvedField>
  readonly requiredCount: number
  /** Fields with a default, and groups that hold one at any depth. */
  readonly fieldsWithDefaults: readonly ResolvedField[]
  /** Fields of which some values are not passed on, and groups that hold one at any depth. */
  readonly fieldsToFilter: readonly ResolvedField[]
  /** Whether an answer takes one of its fields from elsewhere in the record. */
  readonly isComposed: boolean
  /** Fields of the model that this version writes otherwise. */
  readonly rewritten: readonly RewrittenField[]
  /** Whether it has one, or a group in it at any depth: else wire and model are the same. */
  readonly isRewritten: boolean
  /** The names of the model, in contract order. */
  readonly modelNames: readonly string[]
}
/** A field of the model, with the fields that stand in its place on the wire. */
export type RewrittenField = {
  readonly name: string
  readonly form: WireForm
  readonly written: Shape
}
export type ResolvedField = {
  readonly name: string
  readonly type: Resolved
  readonly isRequired: boolean
  readonly field: Field
  readonly secret: Field['secret'] | undefined
  /** Its place in contract order. */
  readonly index: number
}
export type ResolvedList = {
  readonly kind: 'list'
  readonly each: Resolved
  readonly max: number
  readonly mayBeEmpty: boolean
}
export type ResolvedDictionary = {
  readonly kind: 'dictionary'
  readonly dictionary: Dictionary
  readonly each: ResolvedScalar
}

/**
 * The declared fields that an object has, in contract order. Objects hold few of the many fields their
 * contract knows, so the object is walked; sorting is by insertion, because few are out of order.
 */
export function fieldsIn(group: ResolvedGroup, object: object): readonly ResolvedField[] {
  const present: ResolvedField[] = []
  for (const name in object) {
    const field = group.names.get(name)
    if (field === undefined) continue
    let at = present.length
    for (; at > 0; at--) {
      const before = present[at - 1] as ResolvedField
      if (before.index < field.index) break
      present[at] = before
    }
    present[at] = field
  }
  return present
}

/** Versions are at most 100 and types are declared once, so this memory is bounded by the contract. */
const resolvedTypes = new WeakMap<FieldType, Map<number, Resolved>>()

/** The names that a version writes, or those of the model, which all versions share. */
export type Naming = 'wire' | 'model'

/** At the version that serves it; and the one that was asked for, where fields went away in between. */
export function resolve(
  type: FieldType,
  version: number,
  asked: number = version,
  naming: Naming = 'wire',
): Resolved {
  const place = (version * versionsMax + asked) * 2 + (naming === 'wire' ? 0 : 1)
  const known = resolvedTypes.get(type)?.get(place)
  if (known) return known
  const resolved = resolveAnew(type, { version, asked, naming })
  const versions = resolvedTypes.get(type) ?? new Map<number, Resolved>()
  versions.set(place, resolved)
  resolvedTypes.set(type, versions)
  return resolved
}

type Sight = { readonly version: number; readonly asked: number; readonly naming: Naming }
const resolveSeen = (type: FieldType, { version, asked, naming }: Sight): Resolved =>
  resolve(type, version, asked, naming)

const versionsMax = 1_000

function resolveAnew(type: FieldType, sight: Sight): Resolved {
  const seen = typeAt(type, sight.version)
  switch (seen.kind) {
    case 'scalar':
      return resolveScalar(seen, sight.version)
    case 'list':
      return {
        kind: 'list',
        each: resolveSeen(seen.each, sight),
        max: seen.max,
        mayBeEmpty: seen.mayBeEmpty ?? false,
      }
    case 'dictionary':
      return { kind: 'dictionary', dictionary: seen, each: resolveScalar(seen.each, sight.version) }
    case 'group':
      return resolveGroup(seen.fields, sight)
  }
}

function resolveGroup(declared: Shape, sight: Sight): ResolvedGroup {
  const { version, asked, naming } = sight
  const model = Object.entries(declared).filter(([, field]) => existsAt(field, version, asked))
  const rewritten: RewrittenField[] = []
  let shape: Shape = {}
  for (const [name, field] of model) {
    const form = naming === 'wire' ? wireFormAt(field, version) : undefined
    const written = form?.fields(name, field)
    if (form && written) rewritten.push({ name, form, written })
    shape = joined(shape, written ?? { [name]: field })
  }
  const fields = Object.entries(shape).map(([name, field], index) => ({
    name,
    field,
    type: resolveSeen(field.type, sight),
    isRequired: isRequiredAt(field, version, asked),
    secret: field.secret,
    index,
  }))
  return resolvedGroup(fields, { rewritten, modelNames: model.map(([name]) => name) })
}

/** A field that moves into a group that is there already joins its fields. */
function joined(shape: Shape, more: Shape): Shape {
  const both = Object.entries(more).map(([name, field]) => {
    const there = shape[name]
    if (there?.type.kind !== 'group' || field.type.kind !== 'group') return [name, field] as const
    return [name, { ...there, type: group(joined(there.type.fields, field.type.fields)) }] as const
  })
  return { ...shape, ...Object.fromEntries(both) }
}

const resolvedGroup = (
  fields: readonly ResolvedField[],
  written: Pick<ResolvedGroup, 'modelNames' | 'rewritten'>,
): ResolvedGroup => ({
  kind: 'group',
  fields,
  ...written,
  isRewritten: written.rewritten.length > 0 || fields.some(({ type }) => groupIn(type)?.isRewritten),
  names: new Map(fields.map(field => [field.name, field])),
  requiredCount: fields.filter(({ isRequired }) => isRequired).length,
  fieldsWithDefaults: fields.filter(
    ({ field, type }) =>
      field.default !== undefined || (type.kind === 'group' && type.fieldsWithDefaults.length > 0),
  ),
  fieldsToFilter: fields.filter(
    ({ type }) =>
      (type.kind === 'scalar' && type.scalar.isForwarded !== undefined) ||
      (type.kind === 'group' && type.fieldsToFilter.length > 0),
  ),
  isComposed: fields.some(({ field }) => field.from !== undefined || field.joins !== undefined),
})

const resolveScalar = (scalar: Scalar, version: number): ResolvedScalar => ({
  kind: 'scalar',
  scalar,
  values: scalar.values && new Set(valuesAt(scalar, version)),
  quick: {
    json: scalar.json,
    min: scalar.min,
    max: scalar.max,
    pattern: scalar.pattern,
    holds: scalar.holds,
    money: scalar.money,
    canonical: scalar.canonical,
    show: scalar.show,
  },
})

/** The group that a field holds, itself or in a list. */
export const groupIn = (type: Resolved): ResolvedGroup | undefined =>
  type.kind === 'group' ? type : type.kind === 'list' ? groupIn(type.each) : undefined
