import { type Content, isObject } from './normalise.ts'
import type { Resolved, ResolvedGroup } from './resolve.ts'

/**
 * What of some content a contract has a place for. A session holds values for several operations, and each
 * takes its own.
 */
export function known(group: ResolvedGroup, content: Content): Content {
  return knownIn(group, content) ?? {}
}

function knownIn(group: ResolvedGroup, content: Content): Content | undefined {
  const result: Record<string, unknown> = {}
  let kept = 0
  for (const name in content) {
    const field = group.names.get(name)
    const value = field && knownOf(field.type, content[name])
    if (value === undefined) continue
    result[name] = value
    kept++
  }
  return kept === 0 ? undefined : result
}

function knownOf(type: Resolved, value: unknown): unknown {
  if (type.kind === 'group') return isObject(value) ? knownIn(type, value) : undefined
  if (type.kind === 'list' && type.each.kind === 'group' && Array.isArray(value))
    return value.map(each => knownOf(type.each, each) ?? {})
  return value
}
