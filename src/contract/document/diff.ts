// How the contract differs between two versions: the comparison, and its text for terminals and Markdown.

import type { Operation } from '../kit/operation.ts'
import { groupIn, type ResolvedField } from '../kit/resolve.ts'
import type { Field } from '../kit/vocabulary.ts'

import { bodyAt, boundsOf, countValues, fieldsWithin, presenceOf, typeName, valuesOf } from './fields.ts'
import { code, plain } from './markdown.ts'
import type { ContractSide } from './schema.ts'

/** How one field changed from one version to another. */
type ContractChange = { readonly side: ContractSide; readonly field: string } & (
  | { readonly kind: 'added'; readonly type: string; readonly presence: string; readonly values?: number }
  | { readonly kind: 'removed'; readonly type: string; readonly values?: number }
  | { readonly kind: 'presence' | 'type' | 'bounds' | 'default'; readonly from: string; readonly to: string }
  | { readonly kind: 'values'; readonly added: readonly string[]; readonly removed: readonly string[] }
)
/**
 * By the declaration, one change that shows in several places is distinguished from changes that look alike.
 */
type FieldChange = { readonly declared: Field; readonly change: ContractChange }
type OperationChanges = { readonly operation: Operation; readonly changes: readonly FieldChange[] }

/** How each operation's contract differs between two versions. */
export const differences = (
  operations: readonly Operation[],
  from: number,
  to: number,
): readonly OperationChanges[] =>
  operations.map(operation => ({ operation, changes: changesOf(operation, from, to) }))

export function changesOf(operation: Operation, from: number, to: number): readonly FieldChange[] {
  const sides: readonly ContractSide[] = ['request', 'response']
  return sides.flatMap(side =>
    compareBodies(bodyAt(operation, side, from), bodyAt(operation, side, to), side),
  )
}

function compareBodies(older: ComparedBody, newer: ComparedBody, side: ContractSide): readonly FieldChange[] {
  const before = new Map([...fieldsWithin(older, side)].map(({ path, field }) => [path, field]))
  const after = new Map([...fieldsWithin(newer, side)].map(({ path, field }) => [path, field]))
  const found: FieldChange[] = []
  const report = (field: ResolvedField, ...changes: readonly ContractChange[]) => {
    for (const change of changes) found.push({ declared: field.field, change })
  }
  for (const [path, field] of after) {
    const was = before.get(path)
    if (was) report(field, ...fieldChanges({ side, field: path }, was, field))
    else if (!isInside(path, before, after)) report(field, added({ side, field: path }, field))
  }
  for (const [path, field] of before)
    if (!after.has(path) && !isInside(path, after, before))
      report(field, removed({ side, field: path }, field))
  return found
}
type ComparedBody = Parameters<typeof fieldsWithin>[0]
type FieldsByPath = ReadonlyMap<string, ResolvedField>
type ChangedField = { readonly side: ContractSide; readonly field: string }

/** Whether the whole group of a field was added or removed: then the field is not reported separately. */
function isInside(path: string, absent: FieldsByPath, present: FieldsByPath): boolean {
  const group = path.slice(0, Math.max(0, path.lastIndexOf('.')))
  return group !== '' && present.has(group) && !absent.has(group)
}

const added = (subject: ChangedField, field: ResolvedField): ContractChange => ({
  ...subject,
  kind: 'added',
  type: typeName(field.type),
  presence: presenceOf(field, subject.side),
  ...sizeOf(field, subject.side),
})
const removed = (subject: ChangedField, field: ResolvedField): ContractChange => ({
  ...subject,
  kind: 'removed',
  type: typeName(field.type),
  ...sizeOf(field, subject.side),
})
function sizeOf({ type }: ResolvedField, side: ContractSide) {
  const group = groupIn(type)
  return group ? { values: countValues(group, side) } : {}
}

function fieldChanges(
  subject: ChangedField,
  was: ResolvedField,
  is: ResolvedField,
): readonly ContractChange[] {
  const facts = [
    ['presence', presenceOf(was, subject.side), presenceOf(is, subject.side)],
    ['type', typeName(was.type), typeName(is.type)],
    ['bounds', boundsOf(was.type), boundsOf(is.type)],
    ['default', String(was.field.default ?? 'none'), String(is.field.default ?? 'none')],
  ] as const
  const changes: ContractChange[] = facts
    .filter(([, from, to]) => from !== to)
    .map(([kind, from, to]) => ({ ...subject, kind, from, to }))
  const [before, after] = [valuesOf(was.type), valuesOf(is.type)]
  const values = {
    added: after.filter(value => !before.includes(value)),
    removed: before.filter(value => !after.includes(value)),
  }
  if (values.added.length + values.removed.length > 0) changes.push({ ...subject, kind: 'values', ...values })
  return changes
}

/** The documented contract that serves a version: the newest at or below it, else the earliest. */
export const contractAt = ({ versions }: Operation, version: number): number =>
  versions.findLast(documented => documented <= version) ?? versions[0]

type DiffColours = { readonly isColoured: boolean }
type VersionSpan = { readonly from: number; readonly to: number }

/**
 * Differences for a terminal. A change that several operations share is listed once, under all their names,
 * so that changes of a single operation are easy to find.
 */
export function diffText(
  differences: readonly OperationChanges[],
  span: VersionSpan,
  paint: DiffColours,
): string {
  const pen = penFor(paint)
  const changed = differences.filter(({ changes }) => changes.length > 0)
  const same = differences.filter(({ changes }) => changes.length === 0)
  const title = pen.strong(`Version ${span.from} → ${span.to}`)
  const summary = `${changed.length} of ${differences.length} operations serve a different contract.`
  const head = [title, summary, ...documentedAnew(differences, span)].join('\n')
  const sections = bySharers(changed).map(section => sectionText(section, pen))
  const rest = same.length > 0 ? [pen.faint(wrapped(`Unchanged: ${titlesOf(same)}.`))] : []
  return `${[head, ...sections, ...rest].join('\n\n')}\n`
}

function documentedAnew(differences: readonly OperationChanges[], span: VersionSpan): readonly string[] {
  const steps = differences.flatMap(({ operation }) => {
    const [from, to] = [contractAt(operation, span.from), contractAt(operation, span.to)]
    return from === to ? [] : [`${operation.title} ${from} → ${to}`]
  })
  return steps.length > 0 ? [wrapped(`Documented anew: ${steps.join(', ')}.`)] : []
}

const titlesOf = (operations: readonly { readonly operation: Operation }[]) =>
  [...new Set(operations.map(({ operation }) => operation.title))].join(', ')

/** The changes of one declared field, and where it occurs. */
type DeclaredChange = {
  readonly changes: Map<string, ContractChange>
  readonly paths: Set<string>
  readonly operations: Set<Operation>
}
type DiffSection = {
  readonly side: ContractSide
  readonly operations: ReadonlySet<Operation>
  readonly changed: DeclaredChange[]
}

function bySharers(differences: readonly OperationChanges[]): readonly DiffSection[] {
  const sections = new Map<string, DiffSection>()
  for (const [side, change] of byDeclaration(differences)) {
    const key = [side, ...[...change.operations].map(({ name }) => name)].join()
    const section = sections.get(key) ?? { side, operations: change.operations, changed: [] }
    section.changed.push(change)
    sections.set(key, section)
  }
  return [...sections.values()].sort((left, right) => left.operations.size - right.operations.size)
}

function byDeclaration(
  differences: readonly OperationChanges[],
): readonly (readonly [ContractSide, DeclaredChange])[] {
  const found = { request: new Map<Field, DeclaredChange>(), response: new Map<Field, DeclaredChange>() }
  for (const { operation, changes } of differences)
    for (const { declared, change } of changes) {
      const declaredChange = found[change.side].get(declared) ?? {
        changes: new Map(),
        paths: new Set(),
        operations: new Set(),
      }
      found[change.side].set(declared, declaredChange)
      const { field, ...what } = change
      declaredChange.changes.set(JSON.stringify(what), change)
      declaredChange.paths.add(field)
      declaredChange.operations.add(operation)
    }
  return (['request', 'response'] as const).flatMap(side =>
    [...found[side].values()].map(declaredChange => [side, declaredChange] as const),
  )
}

function sectionText({ side, operations, changed }: DiffSection, pen: Pen): string {
  const titles = titlesOf([...operations].map(operation => ({ operation })))
  const lines = changed.map(each => `  ${changeLine(each, pen)}`)
  return [pen.strong(wrapped(`${side === 'request' ? 'Request' : 'Response'}: ${titles}`)), ...lines].join(
    '\n',
  )
}

function changeLine({ changes, paths }: DeclaredChange, pen: Pen): string {
  const [path = '', ...others] = paths
  const [first] = changes.values()
  const sign =
    first?.kind === 'added' ? pen.good('+') : first?.kind === 'removed' ? pen.bad('-') : pen.warm('~')
  const what = [...changes.values()].map(change => changeText(change, pen)).join('; ')
  const elsewhere = others.filter(other => !isNested(other, path) && !isNested(path, other))
  const also = elsewhere.length > 0 ? pen.faint(`  also ${elsewhere.join(', ')}`) : ''
  return `${sign} ${path}  ${what}${also}`
}

/** Whether a path is the same order or transaction nested in another answer: it need not be listed again. */
const isNested = (path: string, inner: string) => path.endsWith(`.${inner}`)

function changeText(change: ContractChange, pen: Pen): string {
  switch (change.kind) {
    case 'added':
      return pen.faint(`${change.type}${sizeText(change)}, ${change.presence}`)
    case 'removed':
      return pen.faint(`${change.type}${sizeText(change)}`)
    case 'values':
      return [
        ...change.added.map(value => pen.good(`+${value}`)),
        ...change.removed.map(value => pen.bad(`-${value}`)),
      ].join(' ')
    default:
      return `${labels[change.kind]}${change.from || 'none'} → ${change.to || 'none'}`
  }
}
const labels = { presence: '', type: 'type ', bounds: '', default: 'default ' } as const

const sizeText = ({ values }: { readonly values?: number }) =>
  values === undefined ? '' : ` with ${values} ${values === 1 ? 'field' : 'fields'}`

const width = 100

function wrapped(text: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}

type Pen = ReturnType<typeof penFor>
function penFor({ isColoured }: DiffColours) {
  const colour = (code: number) => (text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text)
  return { strong: colour(1), faint: colour(2), good: colour(32), bad: colour(31), warm: colour(33) }
}

/** One change as a line of Markdown. */
export function changeSentence(change: ContractChange): string {
  const field = `${code(change.field)}${change.side === 'response' ? ' in the answer' : ''}`
  switch (change.kind) {
    case 'added':
      return `${field} is new: ${change.type}, ${change.presence}${markdownSize(change)}.`
    case 'removed':
      return `${field} is gone${markdownSize(change)}.`
    case 'values':
      return `${field}: ${[
        ...(change.added.length > 0 ? [`new ${change.added.map(code).join(' ')}`] : []),
        ...(change.removed.length > 0 ? [`gone ${change.removed.map(code).join(' ')}`] : []),
      ].join('; ')}.`
    case 'presence':
      return `${field} is ${change.to}; it was ${change.from}.`
    default:
      return `${field}: ${change.kind} ${plain(change.from || 'none')} → ${plain(change.to || 'none')}.`
  }
}

const markdownSize = ({ values }: { readonly values?: number }) =>
  values === undefined ? '' : `, ${values} ${values === 1 ? 'field' : 'fields'}`
