import { type Content, isObject } from '../contract/kit/normalise.ts'

/** Group by group; what is on top wins. */
export function merged(below: Content, top: Content): Content {
  // A literal that starts with a spread and then grows costs a microsecond for every field it gains.
  const result: Record<string, unknown> = { ...{}, ...below, ...top }
  for (const name of Object.keys(top)) {
    const [under, value] = [below[name], top[name]]
    if (isObject(under) && isObject(value)) result[name] = merged(under, value)
  }
  return result
}
