// How the contract differs between two versions, what of it can break a caller, and who shares a change.

import type { Operation } from '../kit/operation.ts'
import { groupIn, type ResolvedField } from '../kit/resolve.ts'
import type { Field } from '../kit/vocabulary.ts'

import { bodyAt, boundsOf, countValues, fieldsWithin, presenceOf, typeName, valuesOf } from './fields.ts'
import type { ContractSide } from './schema.ts'

/** How one field changed from one version to another. */
export type ContractChange = { readonly side: ContractSide; readonly field: string } & (
  | { readonly kind: 'added'; readonly type: string; readonly presence: string; readonly values?: number }
  | { readonly kind: 'removed'; readonly type: string; readonly values?: number }
  | { readonly kind: 'presence' | 'type' | 'bounds' | 'default'; readonly from: string; readonly to: string }
  | { readonly kind: 'values'; readonly added: readonly string[]; readonly removed: readonly string[] }
)
/**
 * By the declaration, one change that shows in several places is distinguished from changes that look alike.
 */
type FieldChange = {
  readonly declared: Field
  readonly change: ContractChange
  /** Whether a caller who does everything right at the one version can fail at the other. */
  readonly canBreak: boolean
}
export type VersionSpan = { readonly from: number; readonly to: number }
export type OperationChanges = { readonly operation: Operation; readonly changes: readonly FieldChange[] }

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
  const report = (
    field: ResolvedField,
    was: ResolvedField | undefined,
    changes: readonly ContractChange[],
  ) => {
    for (const change of changes)
      found.push({ declared: field.field, change, canBreak: canBreak(change, was, field) })
  }
  for (const [path, field] of after) {
    const was = before.get(path)
    if (was) report(field, was, fieldChanges({ side, field: path }, was, field))
    else if (!isInside(path, before, after)) report(field, undefined, [added({ side, field: path }, field)])
  }
  for (const [path, field] of before)
    if (!after.has(path) && !isInside(path, after, before))
      report(field, undefined, [removed({ side, field: path }, field)])
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

/** The operations that were documented anew between two versions, and the contracts they follow. */
export const documentedAnew = (compared: readonly OperationChanges[], span: VersionSpan) =>
  compared.flatMap(({ operation }) => {
    const [from, to] = [contractAt(operation, span.from), contractAt(operation, span.to)]
    return from === to ? [] : [{ operation, from, to }]
  })

/** Several operations may have one title: it is named once. */
export const titlesOf = (operations: Iterable<Operation>): string =>
  [...new Set([...operations].map(({ title }) => title))].join(', ')

/** The documented contract that serves a version: the newest at or below it, else the earliest. */
export const contractAt = ({ versions }: Operation, version: number): number =>
  versions.findLast(documented => documented <= version) ?? versions[0]

/**
 * Of a request: what was accepted can be refused. Of an answer: what was there can be missing, or something
 * be there that could not be before.
 */
function canBreak(change: ContractChange, was: ResolvedField | undefined, is: ResolvedField): boolean {
  const isRequest = change.side === 'request'
  switch (change.kind) {
    case 'added':
      return isRequest && change.presence === 'required'
    case 'removed':
      return true
    case 'default':
      return isRequest
    case 'presence':
      return isRequest ? change.to === 'required' : change.to === 'conditional'
    case 'values':
      return (isRequest ? change.removed : change.added).length > 0
    case 'type':
      return isRequest ? !admitsAll(is, was) : scalarOf(is)?.json !== scalarOf(was)?.json
    case 'bounds':
      // A longer text in an answer is one that a request had.
      return isRequest && !admitsAll(is, was)
  }
}

/** Whether whatever the one admits the other does, too; false where that is not easily said. */
function admitsAll(wider: ResolvedField | undefined, narrower: ResolvedField | undefined): boolean {
  const [wide, narrow] = [scalarOf(wider), scalarOf(narrower)]
  if (!wide || !narrow || wide.holds !== narrow.holds) return false
  const isSamePattern = wide.pattern === undefined || wide.pattern.source === narrow.pattern?.source
  return isSamePattern && (wide.min ?? 0) <= (narrow.min ?? 0) && (wide.max ?? 0) >= (narrow.max ?? 0)
}

const scalarOf = (field: ResolvedField | undefined) =>
  field?.type.kind === 'scalar' ? field.type.scalar : undefined

/** The changes of one declared field, and where it occurs. */
export type DeclaredChange = {
  readonly changes: Map<string, ContractChange>
  canBreak: boolean
  readonly paths: Set<string>
  readonly operations: Set<Operation>
}
export type DiffSection = {
  readonly side: ContractSide
  readonly operations: ReadonlySet<Operation>
  readonly changed: DeclaredChange[]
}

/** A change that several operations share is listed once, under all of them; those of few come first. */
export function bySharers(differences: readonly OperationChanges[]): readonly DiffSection[] {
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
    for (const { declared, change, canBreak } of changes) {
      const declaredChange = found[change.side].get(declared) ?? {
        changes: new Map(),
        canBreak: false,
        paths: new Set(),
        operations: new Set(),
      }
      found[change.side].set(declared, declaredChange)
      const { field, ...what } = change
      declaredChange.changes.set(JSON.stringify(what), change)
      declaredChange.canBreak ||= canBreak
      declaredChange.paths.add(field)
      declaredChange.operations.add(operation)
    }
  return (['request', 'response'] as const).flatMap(side =>
    [...found[side].values()].map(declaredChange => [side, declaredChange] as const),
  )
}
