// Declarations as they are at one version of the API, in the form over which validation, normalisation and
// projection iterate.

import { isAddressType } from './scalars.ts'
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

/** A type at one version, with what callers need precomputed. */
export type Resolved = ResolvedScalar | ResolvedGroup | ResolvedList | ResolvedDictionary
export type ResolvedScalar = {
  readonly kind: 'scalar'
  readonly scalar: Scalar
  /** Present for enumerations: the values at this version. */
  readonly values?: ReadonlySet<string> | undefined
  /**
   * The scalar's properties that are read for every value. V8 reads them fast if all objects have all of
   * them.
   */
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
  /** Fields of which some values are not forwarded, and groups that hold one at any depth. */
  readonly fieldsToFilter: readonly ResolvedField[]
  /** Fields that are addresses, and groups and lists that hold one at any depth. */
  readonly addressFields: readonly ResolvedField[]
  /** Whether one of its fields, in an answer, is taken from another path of the record. */
  readonly isComposed: boolean
  /** Fields of the model that this version writes differently. */
  readonly rewritten: readonly RewrittenField[]
  /** Whether it or a group inside it has such a field: if not, wire and model are the same. */
  readonly isRewritten: boolean
  /** The names of the model, in contract order. */
  readonly modelNames: readonly string[]
}
/** A field of the model, with the fields that replace it on the wire. */
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
  /** Its position in contract order. */
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
 * The declared fields that an object has, in contract order. Objects have few of the many fields that their
 * contract declares, so the loop is over the object; insertion sort, because few are out of order.
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

/** Versions are at most 100 and types are declared once, so the size of this cache is bounded. */
const resolvedTypes = new WeakMap<FieldType, Map<number, Resolved>>()

/** The names that a version writes, or those of the model, which all versions share. */
export type Naming = 'wire' | 'model'

/**
 * A type at the version that serves a request. `asked` is the version in the request's path, which matters
 * where fields were removed in between. Versions between which the type does not change share one result: a
 * caller who tries all of them would otherwise keep the process busy, and make it keep them all.
 */
export function resolve(
  type: FieldType,
  version: number,
  asked: number = version,
  naming: Naming = 'wire',
): Resolved {
  const key = keyOf({ version, asked, naming })
  const known = resolvedTypes.get(type) ?? new Map<number, Resolved>()
  const before = known.get(key)
  if (before) return before
  const shared = sharedResolution(type, { version, asked, naming })
  const resolved = known.get(keyOf(shared)) ?? resolveUncached(type, shared)
  known.set(keyOf(shared), resolved).set(key, resolved)
  resolvedTypes.set(type, known)
  return resolved
}

type Resolution = { readonly version: number; readonly asked: number; readonly naming: Naming }
const resolveInner = (type: FieldType, { version, asked, naming }: Resolution): Resolved =>
  resolve(type, version, asked, naming)

const versionsMax = 1_000
const keyOf = ({ version, asked, naming }: Resolution): number =>
  (version * versionsMax + asked) * 2 + (naming === 'wire' ? 0 : 1)

/** The first version at which the type is as it is at this one, and the last that may still ask for it. */
function sharedResolution(type: FieldType, { version, asked, naming }: Resolution): Resolution {
  const { begins, ends } = changesOf(type)
  return {
    version: begins.reduce((latest, begin) => (begin <= version ? Math.max(latest, begin) : latest), 0),
    asked: ends.reduce((next, end) => (end >= asked ? Math.min(next, end) : next), versionsMax - 1),
    naming,
  }
}

/** The versions with which a type, or one inside it, changes, and the last ones of what was removed. */
type Changes = { readonly begins: readonly number[]; readonly ends: readonly number[] }
const changesOfTypes = new WeakMap<FieldType, Changes>()

function changesOf(type: FieldType): Changes {
  const known = changesOfTypes.get(type)
  if (known) return known
  const found = changesIn(type)
  const changes = {
    begins: [...new Set(found.flatMap(({ begins }) => begins))],
    ends: [...new Set(found.flatMap(({ ends }) => ends))],
  }
  changesOfTypes.set(type, changes)
  return changes
}

function changesIn(type: FieldType): readonly Changes[] {
  switch (type.kind) {
    case 'scalar':
      return [{ begins: Object.values(type.newer ?? {}).map(({ since }) => since), ends: [] }]
    case 'list':
    case 'dictionary':
      return [changesOf(type.each)]
    case 'versioned':
      return type.forms.flatMap(form => [{ begins: [form.since], ends: [] }, changesOf(form.type)])
    case 'group':
      return Object.entries(type.fields).flatMap(([name, field]) => changesOfField(name, field))
  }
}

function changesOfField(name: string, field: Field): readonly Changes[] {
  const { since = 0, until, requiredSince = 0, wire = [] } = field
  return [
    { begins: [since, requiredSince], ends: until === undefined ? [] : [until] },
    changesOf(field.type),
    ...wire.flatMap(form => [
      { begins: [form.since ?? 0, (form.until ?? 0) + 1], ends: [] },
      changesOf(group(form.fields(name, field))),
    ]),
  ]
}

function resolveUncached(type: FieldType, resolution: Resolution): Resolved {
  const seen = typeAt(type, resolution.version)
  switch (seen.kind) {
    case 'scalar':
      return resolveScalar(seen, resolution.version)
    case 'list':
      return {
        kind: 'list',
        each: resolveInner(seen.each, resolution),
        max: seen.max,
        mayBeEmpty: seen.mayBeEmpty ?? false,
      }
    case 'dictionary':
      return { kind: 'dictionary', dictionary: seen, each: resolveScalar(seen.each, resolution.version) }
    case 'group':
      return resolveGroup(seen.fields, resolution)
  }
}

function resolveGroup(declared: Shape, resolution: Resolution): ResolvedGroup {
  const { version, asked, naming } = resolution
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
    type: resolveInner(field.type, resolution),
    isRequired: isRequiredAt(field, version, asked),
    secret: field.secret,
    index,
  }))
  return resolvedGroup(fields, { rewritten, modelNames: model.map(([name]) => name) })
}

/** A field that is moved into a group that is declared already is added to the fields of that group. */
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
  addressFields: fields.filter(({ type }) => holdsAddress(type)),
  isComposed: fields.some(({ field }) => field.from !== undefined || field.joins !== undefined),
})

function holdsAddress(type: Resolved): boolean {
  if (type.kind === 'scalar') return isAddressType(type.scalar)
  if (type.kind === 'list') return holdsAddress(type.each)
  return type.kind === 'group' && type.addressFields.length > 0
}

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

/** The group of a field, directly or as the element of a list. */
export const groupIn = (type: Resolved): ResolvedGroup | undefined =>
  type.kind === 'group' ? type : type.kind === 'list' ? groupIn(type.each) : undefined
