// Translates between what a version writes and the model, so that no other module depends on how a version
// names its fields.

import { type Content, normalise } from './content.ts'
import { type Operation, requestAt, responseAt } from './operation.ts'
import { project } from './project.ts'
import { lower, lowerPath, raise, raisePath } from './wireForms.ts'

/** A request body, normalised and under the names of the model. It is not validated yet. */
export function readRequest(operation: Operation, version: number, body: Content): Content {
  const wire = requestAt(operation, version)
  return raise(wire, normalise(wire, body))
}

/** A record as an answer shows it at a version; see `project`. */
export function showRecord(
  operation: Operation,
  version: number,
  record: Content,
  isUnmasked = false,
): Content {
  const wire = responseAt(operation, version)
  return project(wire, lower(wire, record), isUnmasked) ?? {}
}

/** A request that the gateway itself makes, as a version writes it; the inverse of `readRequest`. */
export const writeRequest = (operation: Operation, version: number, content: Content): Content =>
  lower(requestAt(operation, version), content)

/** How a version names a field of a request. */
export const writtenField = (operation: Operation, version: number, field: string): string =>
  lowerPath(requestAt(operation, version), field)

/** The model's name of a field that a finding names as the version writes it. */
export const modelField = (operation: Operation, version: number, field: string): string =>
  raisePath(requestAt(operation, version), field)
