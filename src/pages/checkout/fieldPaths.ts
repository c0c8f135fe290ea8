// Reads values of untyped content by path.

import { type Content, isObject } from '../../contract/kit/content.ts'

/** The value at a path of groups, if any. */
export function valueAt(content: unknown, ...path: readonly string[]): unknown {
  let value = content
  for (const name of path) value = isObject(value) ? value[name] : undefined
  return value
}

/** Undefined if the value is not a text, or empty. */
export function textAt(content: unknown, ...path: readonly string[]): string | undefined {
  const value = valueAt(content, ...path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function groupAt(content: unknown, ...path: readonly string[]): Content {
  const value = valueAt(content, ...path)
  return isObject(value) ? value : {}
}
