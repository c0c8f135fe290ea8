// The form of a rule: texts that people write, and the rule that they make. Which conditions there are, and
// what each is made of, is read from the declaration of the rule itself: a condition that is declared has its
// fields here, and is kept when a rule is changed.

import { type Content, isObject } from '../../../contract/kit/content.ts'
import { readStrictMessage } from '../../../contract/kit/strictMessage.ts'
import type { FieldType, Scalar, Shape } from '../../../contract/kit/vocabulary.ts'
import { rejectionOf } from '../../../orders/rejection.ts'
import type { ConsoleInput } from '../../api/calls.ts'
import { lateConditions, riskCalls, type ShownRules } from '../../api/risk.ts'

export type WrittenRule = ConsoleInput<'saveRule'>['rule']
export type KnownRule = ShownRules['rules'][number]
export type RuleConditions = WrittenRule['when']
export type RuleConditionName = keyof RuleConditions

const declaredRule = riskCalls.saveRule.input.fields.rule.type
const declared = declaredRule.fields.when.type.fields

const isCondition = (name: string): name is RuleConditionName => name in declared
export const conditionNames: readonly RuleConditionName[] = Object.keys(declared).filter(isCondition)

/** What a condition is written with. */
export type ConditionInput =
  | { readonly kind: 'choice' | 'choices'; readonly values: readonly string[] }
  /** Several, with commas or spaces between them. */
  | { readonly kind: 'texts'; readonly each: Scalar }
  /** Rows of fields, as many as `max`. */
  | { readonly kind: 'rows'; readonly fields: Shape; readonly max: number; readonly isList: boolean }

export const inputOf = (name: RuleConditionName): ConditionInput => inputFor(name, declared[name].type)

function inputFor(name: string, type: FieldType): ConditionInput {
  if (type.kind === 'scalar' && type.values) return { kind: 'choice', values: type.values }
  if (type.kind === 'group') return { kind: 'rows', fields: type.fields, max: 1, isList: false }
  if (type.kind === 'list' && type.each.kind === 'group')
    return { kind: 'rows', fields: type.each.fields, max: type.max, isList: true }
  if (type.kind === 'list' && type.each.kind === 'scalar')
    return type.each.values
      ? { kind: 'choices', values: type.each.values }
      : { kind: 'texts', each: type.each }
  throw new Error(`The form does not know how to write ${name}`)
}

/** The texts of one row by the names of their fields; a condition without fields has one, `value`. */
export type FormRow = Readonly<Record<string, string>>
export type FormRows = readonly FormRow[]

export type RuleForm = {
  readonly name: string
  readonly recommendation: WrittenRule['recommendation']
  readonly stage: WrittenRule['stage']
  readonly score: string
  readonly when: { readonly [Name in RuleConditionName]?: FormRows | undefined }
}

export const emptyForm: RuleForm = {
  ...{ name: '', recommendation: 'REVIEW', stage: 'BEFORE', score: '', when: {} },
}

/** What only an issuer says is known after the acquirer was asked. */
export const isLate = ({ when }: Pick<RuleForm, 'when'>): boolean =>
  lateConditions.some(name => when[name] !== undefined)

/** The fields of a condition that is added: what is chosen from a list has its first value. */
export function emptyRows(name: RuleConditionName): FormRows {
  const input = inputOf(name)
  return input.kind === 'rows' ? [emptyRow(input.fields)] : [{ value: '' }]
}

export const emptyRow = (fields: Shape): FormRow =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { type }]) => [
      name,
      type.kind === 'scalar' ? (type.values?.[0] ?? '') : '',
    ]),
  )

/** Of a draft that is changed. */
export function formOf({ name, recommendation, stage, score, when }: WrittenRule): RuleForm {
  const written = conditionNames.flatMap(condition => {
    const value: unknown = when[condition]
    return value === undefined ? [] : [[condition, rowsOf(inputOf(condition), value)] as const]
  })
  return {
    ...{ name, recommendation, stage, score: score === undefined ? '' : String(score) },
    when: Object.fromEntries(written),
  }
}

function rowsOf(input: ConditionInput, value: unknown): FormRows {
  if (input.kind === 'choice') return [{ value: String(value) }]
  if (input.kind !== 'rows') return [{ value: itemsOf(value).map(String).join(', ') }]
  const { fields, isList } = input
  return (isList ? itemsOf(value) : [value]).map(item =>
    Object.fromEntries(
      Object.keys(fields).map(name => {
        const given = isObject(item) ? item[name] : undefined
        return [name, given === undefined ? '' : String(given)]
      }),
    ),
  )
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const partsOf = (text: string): readonly string[] => text.split(/[\s,;]+/).filter(part => part !== '')

/** The rule that a form makes, or what is wrong with it. Conditions that are left empty do not matter. */
export function ruleOf(form: RuleForm, id: string): { readonly rule: WrittenRule } | FormProblem {
  const { name, recommendation, score, when } = form
  const conditions = conditionNames.flatMap(condition => {
    const rows = when[condition]
    const value = rows && givenBy(inputOf(condition), rows)
    return value === undefined ? [] : [[condition, value] as const]
  })
  const read = readStrictMessage<WrittenRule>(declaredRule, {
    ...{ id, name: name.trim(), recommendation, stage: isLate(form) ? 'AFTER' : form.stage },
    ...(score.trim() !== '' && { score: scalarOf(declaredRule.fields.score.type, score) }),
    when: Object.fromEntries(conditions),
  })
  if ('values' in read) return { rule: read.values }
  const { explanation, field = '' } = rejectionOf(read.finding)
  return { problem: explanation, field }
}

type FormProblem = { readonly problem: string; readonly field: string }

/** The condition of a field that an error names: `when.velocity[1].minutes`, `rule.when.amount`. */
export function conditionAt(field: string | undefined): RuleConditionName | undefined {
  const name = /\bwhen\.(\w+)/.exec(field ?? '')?.[1]
  return name !== undefined && isCondition(name) ? name : undefined
}

function givenBy(input: ConditionInput, rows: FormRows): unknown {
  const [{ value = '' } = {}] = rows
  if ('values' in input)
    return input.kind === 'choices' ? some(partsOf(value)) : value === '' ? undefined : value
  if ('each' in input) return some(partsOf(value).map(part => scalarOf(input.each, part)))
  const written = rows.map(row => contentOf(input.fields, row)).filter(row => !isLeftEmpty(input.fields, row))
  return input.isList ? some(written) : written[0]
}

const some = (items: readonly unknown[]) => (items.length === 0 ? undefined : items)

function contentOf(fields: Shape, row: FormRow): Content {
  const given = Object.entries(fields).flatMap(([name, { type }]) => {
    const text = (row[name] ?? '').trim()
    return text === '' || type.kind !== 'scalar' ? [] : [[name, scalarOf(type, text)] as const]
  })
  return Object.fromEntries(given)
}

/** What a list has chosen by itself is nothing that anybody wrote, unless there is nothing else to write. */
function isLeftEmpty(fields: Shape, row: Content): boolean {
  const written = Object.entries(fields).filter(([, { type }]) => type.kind === 'scalar' && !type.values)
  const names = written.length > 0 ? written.map(([name]) => name) : Object.keys(fields)
  return names.every(name => row[name] === undefined)
}

/** Codes are written in capitals; what is no number stays a text, which is then refused by its field. */
function scalarOf({ json, name }: Scalar, text: string): string | number {
  const plain = text.trim()
  if (json === 'integer') return /^\d{1,15}$/.test(plain) ? Number(plain) : plain
  return codes.has(name) ? plain.toUpperCase() : plain
}

const codes: ReadonlySet<string> = new Set(['Country', 'Currency'])

/** Made from the name, so that explanations can be read; unique among those that are there. */
export function idFor(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 26)
  const base = plain === '' ? 'rule' : plain
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!taken.includes(id)) return id
  }
}
