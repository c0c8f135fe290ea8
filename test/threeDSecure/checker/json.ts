/** What a message can hold. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json | undefined
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** A text as JSON with the names that occur twice in one object, which JSON.parse passes over in silence. */
export interface ReadText {
  readonly value: Json
  readonly twice: readonly string[]
}

/** Undefined where the text is no JSON. */
export function readText(text: string): ReadText | undefined {
  try {
    const value: Json = JSON.parse(text)
    return { value, twice: namesTwice(text) }
  } catch {
    return undefined
  }
}

/** What encloses a place in the text: an object with its names so far, or an array. */
interface Enclosing {
  readonly path: string
  readonly names: Set<string> | undefined
  isNameNext: boolean
  name: string
}

/** The text is valid JSON, so quotes, brackets and commas tell where names are. Places as parent.child. */
function namesTwice(text: string): readonly string[] {
  const twice = new Set<string>()
  const open: Enclosing[] = []
  for (const token of text.match(/"(?:[^"\\]|\\.)*"|[{}[\],]/g) ?? []) {
    const inner = open.at(-1)
    if (token === '{' || token === '[') open.push(enclosing(token === '{', inner))
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',' && inner) inner.isNameNext = inner.names !== undefined
    else if (inner?.isNameNext && inner.names) {
      inner.name = token.includes('\\') ? JSON.parse(token) : token.slice(1, -1)
      inner.isNameNext = false
      if (inner.names.has(inner.name)) twice.add(childPath(inner.path, inner.name))
      inner.names.add(inner.name)
    }
  }
  return [...twice]
}

function enclosing(isObject: boolean, outer: Enclosing | undefined): Enclosing {
  const path = outer ? (outer.names ? childPath(outer.path, outer.name) : outer.path) : ''
  return { path, names: isObject ? new Set() : undefined, isNameNext: isObject, name: '' }
}

export const childPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
