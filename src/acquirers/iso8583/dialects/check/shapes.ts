// What a JSON value has to look like. Each mistake becomes one line that names its place.

import { withoutLongNumbers } from '../../../../platform/shownValue.ts'
import { nearest } from '../../../../standards/nearest.ts'

export type Finding = (place: string, what: string) => void
export type JsonShape = (value: unknown, place: string, find: Finding) => void

export const textShape =
  (pattern: RegExp, what: string): JsonShape =>
  (value, place, find) => {
    if (typeof value !== 'string' || !pattern.test(value)) find(place, `must be ${what}`)
  }

export const oneOf =
  (...choices: readonly unknown[]): JsonShape =>
  (value, place, find) => {
    if (choices.includes(value)) return
    const near = typeof value === 'string' ? nearest(value, choices.map(String)) : undefined
    const known = choices.length <= 12 ? `must be ${choices.map(quoted).join(' or ')}` : 'is not known'
    find(place, near === undefined ? known : `${known}; did you mean ${quoted(near)}?`)
  }
const quoted = (choice: unknown): string => JSON.stringify(choice)

export const wholeNumber =
  (min: number, max: number): JsonShape =>
  (value, place, find) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
      find(place, `must be a whole number from ${min} to ${max}`)
  }

export const listOf =
  (shape: JsonShape): JsonShape =>
  (value, place, find) => {
    if (!Array.isArray(value)) return find(place, 'must be a list')
    for (const [index, each] of value.entries()) shape(each, `${place}[${index}]`, find)
  }

/** The members of a type that must be there, and those that may be. */
type OptionalKey<Form> = {
  [Key in keyof Form]-?: Record<never, never> extends Pick<Form, Key> ? Key : never
}[keyof Form]
type RequiredShapes<Form> = { readonly [Key in Exclude<keyof Form, OptionalKey<Form>>]: JsonShape }
type OptionalShapes<Form> = { readonly [Key in OptionalKey<Form>]: JsonShape }

/**
 * An object with the members of a type, and no others: what is added to the type has to be added here, or it
 * does not compile.
 */
export const objectOf =
  <Form>(required: RequiredShapes<Form>, optional: OptionalShapes<Form>): JsonShape =>
  (value, place, find) => {
    const members = membersOf(value)
    if (members === undefined) return find(place, 'must be an object')
    const known: Readonly<Record<string, JsonShape>> = { ...required, ...optional }
    for (const key of Object.keys(required)) if (!members.has(key)) find(joined(place, key), 'is missing')
    for (const [key, member] of members) {
      const shape = Object.hasOwn(known, key) ? known[key] : undefined
      if (shape !== undefined) shape(member, joined(place, key), find)
      else find(joined(place, key), unknownKey(key, Object.keys(known)))
    }
  }

const unknownKey = (key: string, known: readonly string[]): string => {
  const near = nearest(key, known)
  return near === undefined ? 'is not known here' : `is not known here; did you mean ${near}?`
}

/** An object whose keys are data. */
export const recordOf =
  (isKey: (key: string) => boolean, keyText: string, shape: JsonShape): JsonShape =>
  (value, place, find) => {
    const members = membersOf(value)
    if (members === undefined) return find(place, 'must be an object')
    for (const [key, member] of members)
      if (isKey(key)) shape(member, joined(place, key), find)
      else find(joined(place, key), `its key must be ${keyText}`)
  }

function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return new Map<string, unknown>(Object.entries(value))
}

/** Keys of a file may be anything: what is shown of them is short and printable. */
const joined = (place: string, key: string): string => {
  const shown = withoutLongNumbers(key.replace(/[^ -~]/g, '?')).slice(0, 40)
  return place === '' ? shown : `${place}.${shown}`
}
