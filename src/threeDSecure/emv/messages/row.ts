// Rows of the message tables, and their compilation.

import { type Condition, type ConditionName, conditions, type Fields, type Setting } from '../conditions.ts'
import type { ProtocolVersion } from '../settings.ts'
import type { Compiling, Form, ReportFault, ValueCheck } from './form.ts'

/**
 * A letter for each of 2.1.0, 2.2.0 and 2.3.1. R: required (with `when`: if that holds). C: as R with `when`,
 * and up to the sender without. O: up to the sender. -: not in this version.
 */
type Letter = 'R' | 'C' | 'O' | '-'
export type PresenceLetters = `${Letter}${Letter}${Letter}`

type RowRules = {
  /** Required only if this holds. */
  readonly when?: ConditionName
  /** Wrong if it is there and this holds. */
  readonly not?: ConditionName
  /** Read leniently: what is wrong is left out of what is read. We write it as it should be. */
  readonly isLenient?: true
}

export type MessageRow<Value, IsCertain extends boolean = boolean> = {
  readonly presence: PresenceLetters
  readonly form: Form<Value>
  readonly rules: RowRules
  /** Never there: it tells the compiler whether every message of every version has this field. */
  readonly isCertain?: IsCertain
}
export type MessageRows = Readonly<Record<string, MessageRow<unknown>>>

export function row<const Letters extends PresenceLetters, Value>(
  presence: Letters,
  form: Form<Value>,
): MessageRow<Value, Letters extends 'RRR' ? true : false>
export function row<Value>(
  presence: PresenceLetters,
  form: Form<Value>,
  rules: RowRules,
): MessageRow<Value, false>
export function row(presence: PresenceLetters, form: Form<unknown>, rules: RowRules = {}) {
  return { presence, form, rules }
}

/** What a message has by its table. */
export type FieldsOf<Rows> = {
  readonly [Name in CertainNames<Rows>]: ValueOf<Rows[Name]>
} & {
  readonly [Name in Exclude<keyof Rows, CertainNames<Rows>>]?: ValueOf<Rows[Name]> | undefined
}
type CertainNames<Rows> = {
  [Name in keyof Rows]: Rows[Name] extends MessageRow<unknown, true> ? Name : never
}[keyof Rows]
type ValueOf<Row> = Row extends MessageRow<infer Value> ? Value : never

export type CompiledRow = {
  readonly name: string
  readonly check: ValueCheck
  readonly isRequired: Condition
  readonly isExcluded: Condition | undefined
  readonly isLenient: boolean
}

const letterOf: Readonly<Record<ProtocolVersion, number>> = { '2.1.0': 0, '2.2.0': 1, '2.3.1': 2 }
const always: Condition = () => true
const never: Condition = () => false

/** The rows of one version, ready to check. */
export function compileRows(rows: MessageRows, compiling: Compiling): readonly CompiledRow[] {
  return Object.entries(rows).flatMap(([name, { presence, form, rules }]) => {
    const letter = presence[letterOf[compiling.version]]
    if (letter === '-') return []
    const isRequired = rules.when === undefined ? (letter === 'R' ? always : never) : conditions[rules.when]
    return {
      name,
      check: form.compile(compiling),
      isRequired: letter === 'O' ? never : isRequired,
      isExcluded: rules.not === undefined ? undefined : conditions[rules.not],
      isLenient: rules.isLenient === true && !compiling.isStrict,
    }
  })
}

/** Empty values count as missing where one is required, and are wrong elsewhere. */
export function checkRow(
  row: CompiledRow,
  fields: Fields,
  setting: Setting,
  path: string,
  report: ReportFault,
) {
  const value = fields[row.name]
  if (isEmpty(value)) {
    if (row.isRequired(fields, setting)) report('201', path)
    else if (value !== undefined) report('203', path)
  } else if (row.isExcluded?.(fields, setting)) report('203', path)
  else row.check(value, path, report)
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (typeof value !== 'object') return false
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0
}

/** An object with rows of its own. */
export const objectOf = <const Rows extends MessageRows>(rows: Rows): Form<FieldsOf<Rows>> => ({
  compile: compiling => {
    const compiled = compileRows(rows, compiling)
    const names = new Set(compiled.map(({ name }) => name))
    return (value, path, report) => {
      if (!isFields(value)) return report('203', path)
      for (const each of compiled) checkRow(each, value, {}, `${path}.${each.name}`, report)
      if (compiling.isStrict)
        for (const name of Object.keys(value)) if (!names.has(name)) report('203', `${path}.${name}`)
    }
  },
})

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
