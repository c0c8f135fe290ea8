import { type Content, isObject } from './normalise.ts'
import type { ResolvedGroup } from './resolve.ts'

/** Declared defaults, filled in inside the groups that are present. */
export function withDefaults(group: ResolvedGroup, content: Content): Content {
  if (group.defaulting.length === 0) return content
  const result: Record<string, unknown> = { ...{}, ...content }
  for (const { name, type, field } of group.defaulting) {
    const value = result[name]
    if (value === undefined) {
      if (field.default !== undefined) result[name] = field.default
    } else if (type.kind === 'group' && isObject(value)) result[name] = withDefaults(type, value)
  }
  return result
}
