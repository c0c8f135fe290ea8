// The API as plain data: the types and functions with which groups/ and operations/ declare fields.
// Validation, TypeScript types, projection, OpenAPI and the reference are all derived from the declarations.
//
// A field that was added with a version: `note: optional(text(1, 100), 'What it is.', { since: 101 })`.

export type FieldType = Scalar | Group | List | Dictionary | Versioned

/**
 * One value. It carries its own checks and description, so that no caller branches on a concrete type. `R` is
 * its type in records, where `show` converts it for answers.
 */
export interface Scalar<T = unknown, R = T> {
  readonly kind: 'scalar'
  readonly name: string
  readonly json: 'string' | 'integer' | 'number' | 'boolean'
  /** Length in code points for text, bounds for numbers. */
  readonly min?: number
  readonly max?: number
  /** Must take linear time in the length of the value. */
  readonly pattern?: RegExp
  readonly values?: readonly string[]
  /**
   * Values that a later version added: below it they are refused in requests, and shown in answers as the
   * closest older value, `elder`.
   */
  readonly newer?: Readonly<Record<string, { readonly since: number; readonly elder?: string }>>
  /** Checks that no pattern can make: calendar dates, currencies that exist. */
  readonly holds?: (value: string) => boolean
  /** What a valid value looks like, as a sentence: the second half of every error explanation. */
  readonly sentence: string
  /** Explains why a value of the right length is invalid, as a sentence; it must not quote the value. */
  readonly whyNot?: (value: string) => string | undefined
  /** A decimal that is an amount of money in the order's currency. */
  readonly money?: true
  /**
   * Whether a valid value is forwarded to counterparties. One that is not is stored with the request, but
   * neither forwarded nor shown in answers: it must not cause a payment to be declined.
   */
  readonly isForwarded?: (value: unknown) => boolean
  /** Converts different spellings of the same value into one. */
  readonly canonical?: (value: string) => string
  /** Converts stored text to the value in the JSON of an answer. */
  readonly show?: (value: unknown) => unknown
  /** Never set: they carry the TypeScript type of the value, on the wire and in records. */
  readonly value?: T
  readonly recorded?: R
}
export interface Group<S = Shape> {
  readonly kind: 'group'
  readonly fields: S
}
export interface List<E = FieldType> {
  readonly kind: 'list'
  readonly each: E
  readonly max: number
  /** An empty list has a meaning here; anywhere else it counts as an absent field. */
  readonly mayBeEmpty?: true
}
/** Fields whose names the merchant chooses. */
export interface Dictionary<E = Scalar> {
  readonly kind: 'dictionary'
  readonly names: RegExp
  readonly namesSentence: string
  readonly each: E
  readonly max: number
}
/** A type whose bounds changed with a version; the first form is the oldest. */
export interface Versioned<T = FieldType> {
  readonly kind: 'versioned'
  readonly forms: readonly { readonly since: number; readonly type: T }[]
}

/**
 * A type with what its name adds: whether it is required, since which version, its meaning, who may see it.
 */
export interface Field<T = FieldType, Required = boolean> extends FieldNotes {
  readonly type: T
  readonly required: Required
  readonly doc: string
}
export interface Shape {
  readonly [name: string]: Field
}
interface FieldNotes {
  readonly since?: number
  readonly until?: number
  readonly requiredSince?: number
  /** Applied inside a group that is present; documented everywhere. */
  readonly default?: string | number | boolean
  /**
   * number: a card or account number, stored sealed and shown masked. authentication: sensitive
   * authentication data, never stored and never shown. password: never shown. emv: stored and shown without
   * the tags that identify the card. sealed: never stored and never shown, but part of the request's
   * identity.
   */
  readonly secret?: FieldSecret
  /** For numbers: shown unmasked to a caller who is allowed to request that, and does. */
  readonly unmaskable?: true
  /**
   * Data of a person who pays: gone from what is stored once that person is erased (see personalFields.ts).
   * Where a field is required, the text that takes its place.
   */
  readonly personal?: true | string
  /** Between the merchant and the gateway: nobody else is told. */
  readonly internal?: true
  /** Belongs to the single call: neither stored nor part of the request's identity. */
  readonly transient?: true
  /** In answers that rename a field: the dotted path of the value in the record, relative to the group. */
  readonly from?: string
  /** In answers: the sibling field that is appended to the value; cut at the maximum length (spec 2.7). */
  readonly joins?: string
  /** For versions that write the field differently from the model; see wireForms.ts. */
  readonly wire?: readonly WireForm[]
}

/** How some versions write one field of the model: the fields that replace it, and both conversions. */
export interface WireForm {
  readonly since?: number
  readonly until?: number
  /** The fields that the group has instead of it. */
  readonly fields: (name: string, field: Field) => Shape
  /** The path, relative to the group, under which a finding about the field is reported. */
  readonly path: (name: string) => string
  /** From the wire to the model; called only if at least one of the fields is present. */
  readonly raise: (written: Readonly<Record<string, unknown>>, name: string) => unknown
  /** From the model to the wire. */
  readonly lower: (value: unknown, name: string) => Readonly<Record<string, unknown>>
}

export type FieldSecret = 'number' | 'authentication' | 'password' | 'emv' | 'sealed'

/** Neither stored nor shown, not even in part. */
export const isWithheld = (secret: FieldSecret | undefined): boolean =>
  secret === 'authentication' || secret === 'password' || secret === 'sealed'

/** Where a value is: on the wire, or in a record of the gateway. */
type Place = 'wire' | 'record'

export type ValueOf<T, P extends Place = 'wire'> =
  T extends Scalar<infer V, infer R>
    ? P extends 'wire'
      ? V
      : R
    : T extends Group<infer S>
      ? ValuesOf<S, P>
      : T extends List<infer E>
        ? readonly ValueOf<E, P>[]
        : T extends Dictionary<infer E>
          ? Readonly<Record<string, ValueOf<E, P>>>
          : T extends Versioned<infer E>
            ? ValueOf<E, P>
            : never
/** For the general `Shape`, whose field names are not known, the result is a record of unknown values. */
export type ValuesOf<S, P extends Place = 'wire'> = string extends keyof S
  ? Readonly<Record<string, unknown>>
  : Flat<
      { readonly [K in RequiredNames<S>]: FieldValue<S[K], P> } & {
        readonly [K in Exclude<keyof S, RequiredNames<S>>]?: FieldValue<S[K], P>
      }
    >
/** Flattens an intersection: otherwise a string would be assignable to a group of only optional fields. */
type Flat<T> = { readonly [K in keyof T]: T[K] }
type FieldValue<F, P extends Place> = F extends Field<infer T> ? ValueOf<T, P> : never
type RequiredNames<S> = { [K in keyof S]: S[K] extends Field<unknown, true> ? K : never }[keyof S]

export const required = <T extends FieldType>(
  type: T,
  doc: string,
  notes: FieldNotes = {},
): Field<T, true> => ({
  type,
  required: true,
  doc,
  ...notes,
})
export const optional = <T extends FieldType>(
  type: T,
  doc: string,
  notes: FieldNotes = {},
): Field<T, false> => ({
  type,
  required: false,
  doc,
  ...notes,
})

export const group = <const S extends Shape>(fields: S): Group<S> => ({ kind: 'group', fields })
/** Data of a person who pays: all fields of the group, but for those that are kept on purpose. */
export const personal = <S extends Shape>(of: Group<S>, ...kept: readonly (keyof S)[]): Group<S> =>
  group(
    Object.fromEntries(
      Object.entries(of.fields).map(([name, field]) => [
        name,
        kept.includes(name) ? field : { ...field, personal: field.personal ?? true },
      ]),
    ),
  ) as unknown as Group<S>
/** Lists hold at most 99 elements unless `max` is given (line items: 1,000). */
export const list = <E extends FieldType>(each: E, max = 99): List<E> => ({ kind: 'list', each, max })
/** A list that may be empty: an empty one differs from an absent one. */
export const listOrNone = <E extends FieldType>(each: E, max = 99): List<E> => ({
  ...list(each, max),
  mayBeEmpty: true,
})
/** The same field with other bounds from a version on. */
export const changedAt = <A extends FieldType, B extends FieldType>(
  since: number,
  before: A,
  after: B,
): Versioned<A | B> => ({
  kind: 'versioned',
  forms: [
    { since: 0, type: before },
    { since, type: after },
  ],
})

export const pick = <S extends Shape, K extends keyof S>(
  from: Group<S>,
  ...names: readonly K[]
): Pick<S, K> => Object.fromEntries(names.map(name => [name, from.fields[name]])) as Pick<S, K>
export const omit = <S extends Shape, K extends keyof S>(
  from: Group<S>,
  ...names: readonly K[]
): Omit<S, K> =>
  Object.fromEntries(Object.entries(from.fields).filter(([name]) => !names.includes(name as K))) as Omit<S, K>

/** The form of a type at a version. */
export function typeAt(type: FieldType, version: number): Exclude<FieldType, Versioned> {
  if (type.kind !== 'versioned') return type
  const form = type.forms.findLast(({ since }) => since <= version)
  if (!form) throw new Error('A versioned type starts at version 0')
  return typeAt(form.type, version)
}
/** The wire form of a field at a version; undefined if that version writes it as the model does. */
export const wireFormAt = ({ wire }: Field, version: number): WireForm | undefined =>
  wire?.find(({ since = 0, until = Infinity }) => since <= version && version <= until)
/**
 * Whether a field exists at the version that serves a request. `asked` is the version in the request's path:
 * it may be older than the contract that serves it, and may then still have fields that were removed in
 * between.
 */
export const existsAt = (field: Field, version: number, asked = version): boolean =>
  version >= (field.since ?? 0) && asked <= (field.until ?? Infinity)
export const isRequiredAt = (field: Field, version: number, asked = version): boolean =>
  existsAt(field, version, asked) && (field.required || version >= (field.requiredSince ?? Infinity))
export const valuesAt = (scalar: Scalar, version: number): readonly string[] =>
  (scalar.values ?? []).filter(value => (scalar.newer?.[value]?.since ?? 0) <= version)
