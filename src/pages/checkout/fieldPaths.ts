import { type Content, isObject } from '../../contract/kit/content.ts'

/** What stands at the end of a path of groups, if anything does. */
export function valueAt(content: unknown, ...path: readonly string[]): unknown {
  let value = content
  for (const name of path) value = isObject(value) ? value[name] : undefined
  return value
}

/** Nothing for what is no text, and for text without a character. */
export function textAt(content: unknown, ...path: readonly string[]): string | undefined {
  const value = valueAt(content, ...path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function groupAt(content: unknown, ...path: readonly string[]): Content {
  const value = valueAt(content, ...path)
  return isObject(value) ? value : {}
}
