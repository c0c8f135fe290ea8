import { exampleOf } from './forms.ts'
import { isArray, isObject, type Json, type JsonObject } from './json.ts'
import { fieldAt, type Mutant, type Path, replaced, writtenTwice } from './mutant.ts'
import { needOf } from './rows.ts'
import type { Seen } from './seen.ts'
import type { ArrayForm, Form, Need, Row, StringFault } from './shapes.ts'

/** Faults of single fields: away, empty, of another type or form, twice, or out of place. */
export function rowMutants(rows: readonly Row[], within: JsonObject, seen: Seen, path: Path = []): Mutant[] {
  return rows.flatMap(row => {
    const need = needOf(row, seen)
    const value = within[row.name]
    const isAlone = path.length > 0 && Object.keys(within).length === 1
    const field: Field = { path: [...path, row.name], form: row.form[seen.version], need, isAlone, seen }
    if (value === undefined) return ofAbsent(field)
    return need === 'absent' || need === 'excluded' ? [] : ofPresent({ ...field, need }, value)
  })
}

interface Field {
  readonly path: Path
  readonly form: Form
  readonly need: Need | 'absent'
  /** Without it nothing is left of what encloses it. */
  readonly isAlone: boolean
  readonly seen: Seen
}

interface Expected {
  readonly codes: readonly string[]
  readonly mayPass?: boolean
}

/** Without the first two nobody knows by which table to read, without the last which fields are missing. */
const openWhenWrong: ReadonlyMap<string, readonly string[]> = new Map([
  ['messageType', ['101', '102', '201', '203']],
  ['messageVersion', ['101', '102', '201', '203']],
  ['deviceChannel', ['201', '203']],
])

function mutant(field: Field, what: string, value: Json | undefined, expected: Expected): Mutant {
  const open = openWhenWrong.get(fieldAt(field.path)) ?? []
  return {
    name: `${fieldAt(field.path)}: ${what}`,
    text: JSON.stringify(replaced(field.seen.message, field.path, value)),
    codes: [...new Set([...expected.codes, ...open])],
    fields: [fieldAt(field.path)],
    // What is wrong with an error is told to nobody.
    mayPass: expected.mayPass ?? field.seen.kind === 'Erro',
  }
}

/** What the directory server adds itself, and a proof beside a refusal, may be passed over. */
function ofAbsent(field: Field): readonly Mutant[] {
  const { form, need, seen } = field
  if (need === 'absent') return [mutant(field, 'of another version', 'x', { codes: [] })]
  if (need !== 'excluded') return []
  const mayPass = form.type === 'any' || fieldAt(field.path) === 'authenticationValue'
  return [mutant(field, 'has no place here', exampleOf(form, seen.version), { codes: ['203'], mayPass })]
}

function ofPresent(field: Field & { readonly need: Need }, value: Json): readonly Mutant[] {
  const { form, need, path, seen } = field
  const empty = need === 'required' ? '201' : '203'
  return [
    mutant(field, 'missing', undefined, { codes: codesOfMissing(field) }),
    mutant(field, 'null', null, { codes: [empty] }),
    ...(form.type === 'array' ? [mutant(field, 'empty', [], { codes: [...new Set([empty, '203'])] })] : []),
    ...(form.type === 'string' ? [mutant(field, 'empty', '', { codes: [empty] })] : []),
    ...ofType(field),
    ...ofForm(field),
    { ...mutant(field, 'twice', value, { codes: ['204'] }), text: writtenTwice(seen.message, path, value) },
    ...ofInner(field, value),
  ]
}

function codesOfMissing({ need, isAlone }: Field): readonly string[] {
  if (isAlone) return need === 'required' ? ['201', '203'] : ['203', '201']
  return need === 'required' ? ['201'] : []
}

/** A number for a string is what lenient readers let pass. */
function ofType(field: Field): readonly Mutant[] {
  const { form } = field
  if (form.type === 'any') return []
  if (form.type === 'string') {
    return [
      mutant(field, 'a number', 7, { codes: ['203'] }),
      mutant(field, 'an object', { of: form.example }, { codes: ['203'] }),
    ]
  }
  return [mutant(field, 'a string', 'true', { codes: ['203'] })]
}

function ofForm(field: Field): readonly Mutant[] {
  const { form, seen } = field
  if (form.type !== 'string') return []
  return form.faults.map(([wrong, fault]) =>
    mutant(field, `${fault} ${wrong.slice(0, 20)}`, wrong, { codes: codesOf(fault, seen) }),
  )
}

function codesOf(fault: StringFault, { version }: Seen): readonly string[] {
  if (fault === 'isoCode') return ['304']
  return fault === 'reserved' && version === '2.3.1' ? ['207', '203'] : ['203']
}

/** Of an array the first element stands for all. */
function ofInner(field: Field, value: Json): readonly Mutant[] {
  const { form, path, seen } = field
  if (form.type === 'object' && isObject(value)) return rowMutants(form.rows, value, seen, path)
  if (form.type !== 'array' || !isArray(value)) return []
  const [first] = value
  const inner = isObject(first) && form.of.type === 'object' ? form.of.rows : []
  const elements = isObject(first) ? rowMutants(inner, first, seen, [...path, 0]) : []
  return [...elements, ...ofElements(field, form, value)]
}

function ofElements(field: Field, form: ArrayForm, value: readonly Json[]): readonly Mutant[] {
  const [first = null] = value
  const isRecent = field.seen.version === '2.3.1'
  const ofTexts = form.of.type === 'string'
  const many = form.max < 10_000 ? [tooMany(form, field.seen)] : []
  return [
    mutant(field, 'an empty element', [null, ...value.slice(1)], { codes: ['203'] }),
    ...many.map(elements =>
      mutant(field, 'too many elements', elements, { codes: isRecent && ofTexts ? ['203', '204'] : ['203'] }),
    ),
    ...(isRecent && ofTexts && form.max > 1
      ? [mutant(field, 'an element twice', [first, first], { codes: ['204', '203'] })]
      : []),
  ]
}

function tooMany(form: ArrayForm, { version }: Seen): readonly Json[] {
  return Array.from({ length: form.max + 1 }, () => exampleOf(form.of, version))
}
