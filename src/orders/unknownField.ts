// A field that nobody knows, with the one that may have been meant.

import { nearest } from '../standards/nearest.ts'
import { type Rejection, unsupported } from './rejection.ts'

/** `within` is the field that it stands in; empty at the top. */
export function unknownField(within: string, name: string, known: readonly string[]): Rejection {
  const meant = nearest(name, known)
  const at = (field: string) => (within === '' ? field : `${within}.${field}`)
  return unsupported(at(name), meant === undefined ? undefined : `Did you mean '${at(meant)}'?`)
}
