// The body of a call that recorded a transaction, as the version of the call writes it: from what is
// recorded, so numbers are masked and secrets absent.

import { catalogue } from '../../contract/catalogue.ts'
import type { Explanation } from '../../contract/explanation.ts'
import { writeRequest } from '../../contract/kit/atVersion.ts'
import { type Content, onlyKnownFields } from '../../contract/kit/content.ts'
import { requestAt, requestModelAt } from '../../contract/kit/operation.ts'

/** Undefined where there is no such operation. */
export function writtenBody(
  called: { readonly operation?: string | undefined; readonly version: number },
  { request, values }: { readonly request: Content } & Pick<Explanation, 'values'>,
): Content | undefined {
  const { version } = called
  const operation = catalogue.find(({ name }) => name === called.operation)
  if (!operation) return undefined
  // A follow-up is recorded with the card of what it follows, which it did not send.
  const { sourceOfFunds: _, ...others } = request
  const sent = values.cardOfTransaction === undefined ? request : others
  // Records have what only answers declare, and not always the name of their operation.
  const known = onlyKnownFields(requestModelAt(operation, version), sent)
  const isNamed = requestAt(operation, version).names.has('apiOperation')
  return { ...(isNamed && { apiOperation: operation.name }), ...writeRequest(operation, version, known) }
}
