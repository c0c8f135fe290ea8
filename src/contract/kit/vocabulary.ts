// The API as plain data: the words in which groups/ and operations/ declare fields. Validation, TypeScript
// types, projection, OpenAPI and the reference are all derived from the declarations.
//
// A field that came with a version: `note: optional(text(1, 100), 'What it is.', { since: 101 })`.

export type FieldType = Scalar | Group | List | Dictionary | Versioned

/** One value. A scalar validates and describes itself, so that no reader branches on a concrete type. */
export interface Scalar<T = unknown> {
  readonly kind: 'scalar'
  readonly name: string
  readonly json: 'string' | 'integer' | 'number' | 'boolean'
  /** Length in code points for text, bounds for numbers. */
  readonly min?: number
  readonly max?: number
  /** Linear in the length of the value, always. */
  readonly pattern?: RegExp
  readonly values?: readonly string[]
  /**
   * Values that a later version added: below it they are refused in requests, and shown in answers as the
   * older value that comes nearest, `elder`.
   */
  readonly newer?: Readonly<Record<string, { readonly since: number; readonly elder?: string }>>
  /** Checks that no pattern can make: calendar dates, currencies that exist. */
  readonly holds?: (value: string) => boolean
  /** What a valid value looks like, as a sentence: the second half of every error explanation. */
  readonly sentence: string
  /** Why a value of the right length is invalid, as a sentence; it must not quote the value. */
  readonly whyNot?: (value: string) => string | undefined
  /** A decimal that is an amount of money in the order's currency. */
  readonly money?: true
  /**
   * Whether a valid value is forwarded to counterparties. One that is not is stored with the request, but
   * neither forwarded nor shown in answers: it must not cause a payment to be declined.
   */
  readonly isForwarded?: (value: unknown) => boolean
  /** Turns different spellings of the same value into one. */
  readonly canonical?: (value: string) => string
  /** Stored text as the answer's JSON shows it. */
  readonly show?: (value: unknown) => unknown
  /** Never set: carries the TypeScript type of the value. */
  readonly value?: T
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

/** A type under a name: whether it is required, since which version, what it means, who may see it. */
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
   * the tags that tell the card. sealed: never stored and never shown, but part of the request's identity.
   */
  readonly secret?: FieldSecret
  /** Of a number: shown whole to a caller who may ask for that, and does. */
  readonly unmaskable?: true
  /** Belongs to the one call: neither stored nor part of the request's identity. */
  readonly transient?: true
  /** In answers: where beside it the record holds the value (dotted), when the answer renames it. */
  readonly from?: string
  /** In answers: the neighbour that is appended to the value, cut at the field's length (spec 2.7). */
  readonly joins?: string
  /** Where some versions write it otherwise than the model does; see wireForms.ts. */
  readonly wire?: readonly WireForm[]
}

/** How some versions write one field of the model: what stands in its place, and both directions. */
export interface WireForm {
  readonly since?: number
  readonly until?: number
  /** What stands in the group instead of the field. */
  readonly fields: (name: string, field: Field) => Shape
  /** The path, below the group, by which a finding about the field is told. */
  readonly path: (name: string) => string
  /** From the wire to the model; the wire has at least one of the fields. */
  readonly raise: (written: Readonly<Record<string, unknown>>, name: string) => unknown
  /** From the model to the wire. */
  readonly lower: (value: unknown, name: string) => Readonly<Record<string, unknown>>
}

export type FieldSecret = 'number' | 'authentication' | 'password' | 'emv' | 'sealed'

/** Neither stored nor shown, not even in part. */
export const isWithheld = (secret: FieldSecret | undefined): boolean =>
  secret === 'authentication' || secret === 'password' || secret === 'sealed'

export type ValueOf<T> =
  T extends Scalar<infer V>
    ? V
    : T extends Group<infer S>
      ? ValuesOf<S>
      : T extends List<infer E>
        ? readonly ValueOf<E>[]
        : T extends Dictionary<infer E>
          ? Readonly<Record<string, ValueOf<E>>>
          : T extends Versioned<infer E>
            ? ValueOf<E>
            : never
/** Of any shape at all, nothing is known but that it has names. */
export type ValuesOf<S> = string extends keyof S
  ? Readonly<Record<string, unknown>>
  : Flat<
      { readonly [K in RequiredNames<S>]: FieldValue<S[K]> } & {
        readonly [K in Exclude<keyof S, RequiredNames<S>>]?: FieldValue<S[K]>
      }
    >
/** One object type instead of two that meet: without it a text would pass for a group of optional fields. */
type Flat<T> = { readonly [K in keyof T]: T[K] }
type FieldValue<F> = F extends Field<infer T> ? ValueOf<T> : never
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
/** Lists hold at most 99 elements unless said otherwise (line items: 1,000). */
export const list = <E extends FieldType>(each: E, max = 99): List<E> => ({ kind: 'list', each, max })
/** A list that has a meaning when it is empty. */
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

/** A type as one version sees it. */
export function typeAt(type: FieldType, version: number): Exclude<FieldType, Versioned> {
  if (type.kind !== 'versioned') return type
  const form = type.forms.findLast(({ since }) => since <= version)
  if (!form) throw new Error('A versioned type starts at version 0')
  return typeAt(form.type, version)
}
/** How a version writes a field that it does not write as the model does. */
export const wireFormAt = ({ wire }: Field, version: number): WireForm | undefined =>
  wire?.find(({ since = 0, until = Infinity }) => since <= version && version <= until)
/** A caller at a version older than the contract that serves it may still send fields removed before that. */
export const existsAt = (field: Field, version: number, asked = version): boolean =>
  version >= (field.since ?? 0) && asked <= (field.until ?? Infinity)
export const isRequiredAt = (field: Field, version: number, asked = version): boolean =>
  existsAt(field, version, asked) && (field.required || version >= (field.requiredSince ?? Infinity))
export const valuesAt = (scalar: Scalar, version: number): readonly string[] =>
  (scalar.values ?? []).filter(value => (scalar.newer?.[value]?.since ?? 0) <= version)
