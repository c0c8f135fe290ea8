import { isArray, isObject, type Json, type JsonObject } from './json.ts'

/** A message with one fault, or with something that is none. */
export interface Mutant {
  readonly name: string
  readonly text: string
  /** What the tables demand first, then what they leave open; empty where the message has to be taken. */
  readonly codes: readonly string[]
  readonly fields: readonly string[]
  /** A receiver that takes it all the same reads the tables in a way that can be defended. */
  readonly mayPass: boolean
}

export type Path = readonly (string | number)[]

/** Names only: places in arrays have no name in an Erro. */
export const fieldAt = (path: Path): string => path.filter(step => typeof step === 'string').join('.')

/** The message with another value at a place; undefined takes it away. */
export function replaced(within: Json, [step, ...rest]: Path, value: Json | undefined): Json {
  if (step === undefined) return value ?? null
  if (isArray(within)) {
    const inner = within.map((each, index) => (index === step ? replaced(each, rest, value) : each))
    return inner
  }
  if (!isObject(within)) return within
  const next = rest.length === 0 ? value : replaced(within[step] ?? null, rest, value)
  return { ...within, [step]: next }
}

const marker = 'written twice'

/** The message as text with a name twice: no object can hold that. */
export function writtenTwice(message: JsonObject, path: Path, value: Json): string {
  const name = String(path.at(-1))
  const text = JSON.stringify(replaced(message, [...path.slice(0, -1), marker], value))
  return text.replace(`${JSON.stringify(marker)}:`, `${JSON.stringify(name)}:`)
}
