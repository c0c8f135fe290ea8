import { type Content, normalise } from '../../contract/kit/content.ts'
import { type CallerPrivileges, type Operation, requestAt } from '../../contract/kit/operation.ts'
import type { ValidationFinding } from '../../contract/kit/validateFields.ts'
import type { Owner } from '../../orders/merchant.ts'
import type { Tokens } from '../../vault/port.ts'
import type { Pipeline } from '../pipeline/execution.ts'
import { withReadings } from '../requests/readings.ts'
import { type ResolvedRequest, resolveReferences } from '../requests/resolveReferences.ts'

export type AccountDependencies = Pick<
  Pipeline,
  'acquirer' | 'clock' | 'patienceMs' | 'sources' | 'vault'
> & {
  readonly tokens: Tokens
}

/** A request that is about no order, after the door has read it. */
export type AccountRequest = CallerPrivileges & {
  readonly owner: Owner
  readonly version: number
  readonly body: Content
}

/** The whole request, or what is wrong with it. It has no identity: sent again, it is done again. */
export function resolveAccountRequest<O extends Operation>(
  { sources }: Pick<AccountDependencies, 'sources'>,
  operation: O,
  { owner, version, body, mayUnmask }: AccountRequest,
): Promise<ResolvedRequest<O> | { readonly finding: ValidationFinding }> {
  const shape = requestAt(operation, version)
  const content = withReadings(shape, normalise(shape, body))
  return resolveReferences({ operation, version, content, mayUnmask }, owner, sources)
}
