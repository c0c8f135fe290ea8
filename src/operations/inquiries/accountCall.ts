import type { Finding } from '../../contract/kit/judge.ts'
import { type Content, normalise } from '../../contract/kit/normalise.ts'
import { type Operation, type Privileges, requestAt } from '../../contract/kit/operation.ts'
import type { Owner } from '../../orders/owner.ts'
import type { Tokens } from '../../vault/port.ts'
import type { Road } from '../pipeline/execution.ts'
import { withReadings } from '../pipeline/readings.ts'
import { type Gathered, gather } from '../pipeline/resolveReferences.ts'

export type AccountParts = Pick<Road, 'acquirer' | 'clock' | 'patienceMs' | 'sources' | 'vault'> & {
  readonly tokens: Tokens
}

/** A request that is about no order, after the door has read it. */
export type AccountCall = Privileges & {
  readonly owner: Owner
  readonly version: number
  readonly body: Content
}

/** The whole request, or what is wrong with it. It has no identity: sent again, it is done again. */
export function gatherCall<O extends Operation>(
  { sources }: Pick<AccountParts, 'sources'>,
  operation: O,
  { owner, version, body, mayUnmask }: AccountCall,
): Promise<Gathered<O> | { readonly finding: Finding }> {
  const shape = requestAt(operation, version)
  const content = withReadings(shape, normalise(shape, body))
  return gather({ operation, version, content, mayUnmask }, owner, sources)
}
