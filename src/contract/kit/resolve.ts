import {
  type Dictionary,
  existsAt,
  type Field,
  type FieldType,
  isRequiredAt,
  type Scalar,
  typeAt,
  valuesAt,
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

/** At the version that serves it; and the one that was asked for, where fields went away in between. */
export function resolve(type: FieldType, version: number, asked = version): Resolved {
  const place = version * versionsMax + asked
  const known = resolvedTypes.get(type)?.get(place)
  if (known) return known
  const resolved = resolveAnew(type, version, asked)
  const versions = resolvedTypes.get(type) ?? new Map<number, Resolved>()
  versions.set(place, resolved)
  resolvedTypes.set(type, versions)
  return resolved
}

const versionsMax = 1_000

function resolveAnew(type: FieldType, version: number, asked: number): Resolved {
  const seen = typeAt(type, version)
  switch (seen.kind) {
    case 'scalar':
      return resolveScalar(seen, version)
    case 'list':
      return {
        kind: 'list',
        each: resolve(seen.each, version, asked),
        max: seen.max,
        mayBeEmpty: seen.mayBeEmpty ?? false,
      }
    case 'dictionary':
      return { kind: 'dictionary', dictionary: seen, each: resolveScalar(seen.each, version) }
    case 'group': {
      const fields = Object.entries(seen.fields)
        .filter(([, field]) => existsAt(field, version, asked))
        .map(([name, field], index) => ({
          name,
          field,
          type: resolve(field.type, version, asked),
          isRequired: isRequiredAt(field, version, asked),
          secret: field.secret,
          index,
        }))
      return resolvedGroup(fields)
    }
  }
}

const resolvedGroup = (fields: readonly ResolvedField[]): ResolvedGroup => ({
  kind: 'group',
  fields,
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
