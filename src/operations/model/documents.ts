import { isObject } from '../../contract/kit/content.ts'

/** One value of a stored JSON document, by its names from the top; undefined where it is not there. */
export function valueIn(document: string, ...names: readonly string[]): unknown {
  let value: unknown = JSON.parse(document)
  for (const name of names) value = isObject(value) ? value[name] : undefined
  return value
}
