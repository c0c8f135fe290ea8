import type { Operation } from '../kit/operation.ts'
import type { ResolvedField } from '../kit/resolve.ts'
import type { Field } from '../kit/vocabulary.ts'
import { groupWithin } from './components.ts'
import { bodyAt, countValues, fieldsWithin } from './fields.ts'
import { boundsOf, presenceOf, typeName, valuesOf } from './labels.ts'
import type { Side } from './schema.ts'

/** What one field became from one version to another. */
export type Change = { readonly side: Side; readonly field: string } & (
  | { readonly kind: 'added'; readonly type: string; readonly presence: string; readonly values?: number }
  | { readonly kind: 'removed'; readonly type: string; readonly values?: number }
  | { readonly kind: 'presence' | 'type' | 'bounds' | 'default'; readonly from: string; readonly to: string }
  | { readonly kind: 'values'; readonly added: readonly string[]; readonly removed: readonly string[] }
)
/** The declared field tells changes of one thing in several places from changes that only look alike. */
export type FieldChange = { readonly declared: Field; readonly change: Change }
export type OperationChanges = { readonly operation: Operation; readonly changes: readonly FieldChange[] }

/** How each operation's contract differs between two versions. */
export const differences = (
  operations: readonly Operation[],
  from: number,
  to: number,
): readonly OperationChanges[] =>
  operations.map(operation => ({ operation, changes: changesOf(operation, from, to) }))

export function changesOf(operation: Operation, from: number, to: number): readonly FieldChange[] {
  const sides: readonly Side[] = ['request', 'response']
  return sides.flatMap(side => compare(bodyAt(operation, side, from), bodyAt(operation, side, to), side))
}

function compare(older: Body, newer: Body, side: Side): readonly FieldChange[] {
  const before = new Map([...fieldsWithin(older, side)].map(({ path, field }) => [path, field]))
  const after = new Map([...fieldsWithin(newer, side)].map(({ path, field }) => [path, field]))
  const found: FieldChange[] = []
  const tell = (field: ResolvedField, ...changes: readonly Change[]) => {
    for (const change of changes) found.push({ declared: field.field, change })
  }
  for (const [path, field] of after) {
    const was = before.get(path)
    if (was) tell(field, ...fieldChanges({ side, field: path }, was, field))
    else if (!isInside(path, before, after)) tell(field, added({ side, field: path }, field))
  }
  for (const [path, field] of before)
    if (!after.has(path) && !isInside(path, after, before)) tell(field, removed({ side, field: path }, field))
  return found
}
type Body = Parameters<typeof fieldsWithin>[0]
type Fields = ReadonlyMap<string, ResolvedField>
type Subject = { readonly side: Side; readonly field: string }

/** A field whose whole group came or went is not told of again. */
function isInside(path: string, absent: Fields, present: Fields): boolean {
  const group = path.slice(0, Math.max(0, path.lastIndexOf('.')))
  return group !== '' && present.has(group) && !absent.has(group)
}

const added = (subject: Subject, field: ResolvedField): Change => ({
  ...subject,
  kind: 'added',
  type: typeName(field.type),
  presence: presenceOf(field, subject.side),
  ...sizeOf(field, subject.side),
})
const removed = (subject: Subject, field: ResolvedField): Change => ({
  ...subject,
  kind: 'removed',
  type: typeName(field.type),
  ...sizeOf(field, subject.side),
})
function sizeOf({ type }: ResolvedField, side: Side) {
  const group = groupWithin(type)
  return group ? { values: countValues(group, side) } : {}
}

function fieldChanges(subject: Subject, was: ResolvedField, is: ResolvedField): readonly Change[] {
  const facts = [
    ['presence', presenceOf(was, subject.side), presenceOf(is, subject.side)],
    ['type', typeName(was.type), typeName(is.type)],
    ['bounds', boundsOf(was.type), boundsOf(is.type)],
    ['default', String(was.field.default ?? 'none'), String(is.field.default ?? 'none')],
  ] as const
  const changes: Change[] = facts
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
