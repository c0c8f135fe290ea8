import { type Content, normalise } from './content.ts'
import { type Operation, requestAt, responseAt } from './operation.ts'
import { project } from './project.ts'
import { lower, lowerPath, raise, raisePath } from './wireForms.ts'

// Between what a version writes and the model: nothing inside the gateway knows how a version names a field.

/** What a request says, normalised, under the names of the model. Judged is it later. */
export function readRequest(operation: Operation, version: number, body: Content): Content {
  const wire = requestAt(operation, version)
  return raise(wire, normalise(wire, body))
}

/** What a version shows of a record: see project. */
export function showRecord(
  operation: Operation,
  version: number,
  record: Content,
  isUnmasked = false,
): Content {
  const wire = responseAt(operation, version)
  return project(wire, lower(wire, record), isUnmasked) ?? {}
}

/** A request of the gateway's own making, as the version writes it: what readRequest makes the same of. */
export const writeRequest = (operation: Operation, version: number, content: Content): Content =>
  lower(requestAt(operation, version), content)

/** How a version names a field of a request. */
export const writtenField = (operation: Operation, version: number, field: string): string =>
  lowerPath(requestAt(operation, version), field)

/** The name in the model of a field that a finding names as the version does. */
export const modelField = (operation: Operation, version: number, field: string): string =>
  raisePath(requestAt(operation, version), field)
