import { type Content, isObject } from './normalise.ts'
import type { ResolvedGroup } from './resolve.ts'
import { isWithheld } from './vocabulary.ts'

/** Two halves of one shape: merged again they are what they were, less what belongs to one call alone. */
export type Parted = {
  /** What may be kept as long as it is needed. Card numbers are in it. */
  readonly lasting: Content
  /** Sensitive authentication data, passwords and what a terminal read; absent when there is none. */
  readonly fleeting?: Content
}

/** Lists go with the lasting half: none of the contract's holds a secret in its elements. */
export function parted(group: ResolvedGroup, content: Content): Parted {
  const lasting: Record<string, unknown> = {}
  const fleeting: Record<string, unknown> = {}
  for (const name in content) {
    const field = group.names.get(name)
    const value = content[name]
    if (!field || value === undefined || field.field.transient) continue
    if (isWithheld(field.secret) || field.secret === 'emv') fleeting[name] = value
    else if (field.type.kind === 'group' && isObject(value)) {
      const inner = parted(field.type, value)
      if (Object.keys(inner.lasting).length > 0) lasting[name] = inner.lasting
      if (inner.fleeting) fleeting[name] = inner.fleeting
    } else lasting[name] = value
  }
  return { lasting, ...(Object.keys(fleeting).length > 0 && { fleeting }) }
}
