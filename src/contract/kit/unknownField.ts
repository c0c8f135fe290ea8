// Finding a field by its path, and advice on one that a request may not have: of another version, misspelt,
// or in the wrong place.

import { nearest } from '../../standards/nearest.ts'
import { type Operation, requestAt, requestModel } from './operation.ts'
import type { Resolved, ResolvedField, ResolvedGroup } from './resolve.ts'

/** Undefined where nothing like it is known. It quotes names of the contract only. */
export function adviceOnUnknown(operation: Operation, version: number, path: string): string | undefined {
  if (path.length > pathMax) return undefined
  const { steps, name } = stepsOf(path)
  const above = steps.length > 0 ? `${path.slice(0, -name.length - 1)}.` : ''
  const known = groupAt(requestModel(operation), steps)?.names.get(name)?.field
  if (known?.since !== undefined && known.since > version) return `It exists from version ${known.since} on.`
  if (known?.until !== undefined && known.until < version) return `It exists up to version ${known.until}.`
  const shape = requestAt(operation, version)
  const meant = nearestField(shape, path)
  // One name with dots, where the contract has groups.
  if (above + meant === path) return `Nest it: write ${path.replaceAll('.', ' as an object with ')}.`
  if (meant !== undefined) return didYouMean(above + meant)
  const [elsewhere] = placesOf(shape, name)
  return elsewhere && didYouMean(elsewhere)
}

/** What the last name of a path was probably meant to be, among those of its group. */
export function nearestField(shape: ResolvedGroup, path: string): string | undefined {
  const { steps, name } = stepsOf(path)
  return name.length < nameMin ? undefined : nearest(name, [...(groupAt(shape, steps)?.names.keys() ?? [])])
}

/** The field at a path such as `order.item[0].unitPrice`. */
export function fieldAt(shape: ResolvedGroup, path: string): ResolvedField | undefined {
  const { steps, name } = stepsOf(path)
  return groupAt(shape, steps)?.names.get(name)
}

function stepsOf(path: string) {
  const steps = path.replaceAll(/\[\d+\]/g, '').split('.')
  return { steps, name: steps.pop() ?? '' }
}

const didYouMean = (path: string): string => `Did you mean '${path}'?`

/** Names of the contract are far shorter; and whoever sends names without end must not get work for them. */
const pathMax = 120
/** With fewer letters a suggestion would be a guess. */
const nameMin = 3

function groupAt(shape: ResolvedGroup, steps: readonly string[]): ResolvedGroup | undefined {
  let group: ResolvedGroup | undefined = shape
  for (const step of steps) {
    const field: ResolvedField | undefined = group?.names.get(step)
    group = field && innerGroup(field.type)
  }
  return group
}

const innerGroup = (type: Resolved): ResolvedGroup | undefined =>
  type.kind === 'group' ? type : type.kind === 'list' ? innerGroup(type.each) : undefined

/** Where fields of this name are, those nearest to the top first. */
function placesOf(shape: ResolvedGroup, name: string): readonly string[] {
  const found: string[] = []
  let level: readonly { readonly at: string; readonly group: ResolvedGroup }[] = [{ at: '', group: shape }]
  while (level.length > 0 && found.length === 0) {
    for (const { at, group } of level) if (group.names.has(name)) found.push(at + name)
    level = level.flatMap(({ at, group }) =>
      group.fields.flatMap(field => {
        const inner = innerGroup(field.type)
        return inner
          ? [{ at: `${at}${field.name}${field.type.kind === 'list' ? '[0]' : ''}.`, group: inner }]
          : []
      }),
    )
  }
  return found
}
