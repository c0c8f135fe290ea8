import type { About, Seen, Version } from './seen.ts'

/** What a value has to look like, with examples: one that is right, and some that break one rule each. */
export type Form = StringForm | BooleanForm | ArrayForm | ObjectForm | AnyForm

/** reserved: a value that the tables keep for later; isoCode: a number that ISO gave to nobody. */
export type StringFault = 'format' | 'reserved' | 'isoCode'

export interface StringForm {
  readonly type: 'string'
  readonly example: string
  readonly faults: readonly (readonly [wrong: string, fault: StringFault])[]
  faultOf(value: string, about: About): StringFault | undefined
}

export interface BooleanForm {
  readonly type: 'boolean'
  /** Some flags are said or left out, never denied. */
  readonly isTrueOnly: boolean
}

export interface ArrayForm {
  readonly type: 'array'
  readonly of: Form
  readonly min: number
  readonly max: number
}

export interface ObjectForm {
  readonly type: 'object'
  readonly rows: readonly Row[]
  readonly charactersMax?: number
}

/** Where the sheet names a field without its form, only its presence can be judged. */
export interface AnyForm {
  readonly type: 'any'
}

export type PerVersion<Each> = Readonly<Record<Version, Each>>

export type Need = 'required' | 'optional' | 'excluded'
export type Condition = (seen: Seen) => Need
/** absent: the version does not know the field, so receivers pass over it like over any extra one. */
export type Presence = Need | 'absent' | Condition

/** A line of a table: a field, and for each version its form and when it is there. */
export interface Row {
  readonly name: string
  /** How some write it. */
  readonly otherName?: string
  readonly form: PerVersion<Form>
  readonly presence: PerVersion<Presence>
}
