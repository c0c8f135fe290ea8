// Finds the operation that a request means among those that share its method and path.

import type { Content } from './kit/content.ts'
import { type Operation, requestAt } from './kit/operation.ts'
import type { ResolvedField } from './kit/resolve.ts'
import { invalid, missing, type ValidationFinding } from './kit/validateFields.ts'

/**
 * Operations may share a method and a path; then the body's apiOperation distinguishes them. It may be absent
 * for at most one of them.
 */
export function dispatch(
  operations: readonly Operation[],
  version: number,
  body: Content,
): Operation | ValidationFinding {
  const asked = body.apiOperation ?? undefined
  const [only] = operations
  if (asked === undefined) {
    const unnamed = operations.find(operation => !nameField(operation, version)?.isRequired)
    return unnamed ?? missing('apiOperation')
  }
  if (only && operations.length === 1 && !nameField(only, version)) return only
  const name = typeof asked === 'string' ? asked : ''
  const named = operations.find(operation => acceptedNames(operation, version).has(name))
  if (named) return named
  const known = operations.flatMap(operation => [...acceptedNames(operation, version)])
  return invalid('apiOperation', `It must be one of ${known.join(', ')}.`, shown(asked))
}

export const isOperation = (found: Operation | ValidationFinding): found is Operation => 'path' in found

const nameField = (operation: Operation, version: number): ResolvedField | undefined =>
  requestAt(operation, version).names.get('apiOperation')

function acceptedNames(operation: Operation, version: number): ReadonlySet<string> {
  const type = nameField(operation, version)?.type
  return (type?.kind === 'scalar' && type.values) || new Set()
}

const shown = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
