import { type Content, isObject } from './normalise.ts'

/** Group by group; what is on top wins. */
export function merged(below: Content, top: Content): Content {
  if (Object.keys(top).length === 0) return below
  // A literal that starts with a spread and then grows costs a microsecond for every field it gains.
  const result: Record<string, unknown> = { ...{}, ...below, ...top }
  for (const name in top) {
    const under = below[name]
    const value = top[name]
    if (isObject(under) && isObject(value)) result[name] = merged(under, value)
  }
  return result
}
