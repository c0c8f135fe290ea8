import { type Operation, requestAt, responseAt } from '../kit/operation.ts'
import type { ResolvedField, ResolvedGroup } from '../kit/resolve.ts'
import { groupWithin } from './components.ts'
import { pathName } from './labels.ts'
import { type Side, shownFields } from './schema.ts'

/** A field of a body with its dotted path, its group before it. */
export type Place = { readonly path: string; readonly field: ResolvedField }

export const bodyAt = (operation: Operation, side: Side, version: number): ResolvedGroup =>
  side === 'request' ? requestAt(operation, version) : responseAt(operation, version)

/** Every field of a group and of the groups within, in contract order. */
export function* fieldsWithin(group: ResolvedGroup, side: Side, at = ''): Generator<Place> {
  for (const field of shownFields(group, side)) {
    const path = at + pathName(field)
    yield { path, field }
    const inner = groupWithin(field.type)
    if (inner) yield* fieldsWithin(inner, side, `${path}.`)
  }
}

const counts = {
  request: new WeakMap<ResolvedGroup, number>(),
  response: new WeakMap<ResolvedGroup, number>(),
}

/** How many values a group can hold: groups themselves hold none. */
export function countValues(group: ResolvedGroup, side: Side): number {
  const known = counts[side].get(group)
  if (known !== undefined) return known
  let count = 0
  for (const { type } of shownFields(group, side)) {
    const inner = groupWithin(type)
    count += inner ? countValues(inner, side) : 1
  }
  counts[side].set(group, count)
  return count
}
