// Reading a file that people wrote: every value is checked where it stands, and every mistake is collected
// with its place, so that one look at the file can mend them all.

import { nearest } from '../standards/nearest.ts'
import { withoutLongNumbers } from './shownValue.ts'

/** One kind of value: what it must be, in words, and how it is read. */
export type PlacedForm<Value> = {
  readonly expects: string
  readonly read: (value: unknown) => Value | undefined
}

/** The members of one object of the file. */
export type PlacedGroup = {
  readonly place: string
  /** Undefined after a mistake, which was noted. */
  readonly required: <Value>(key: string, form: PlacedForm<Value>) => Value | undefined
  readonly optional: <Value>(key: string, form: PlacedForm<Value>) => Value | undefined
  /** The objects of a list; none where it is absent. */
  readonly groups: (key: string, keys: readonly string[]) => readonly PlacedGroup[]
  /** An object within it; undefined where it is absent. */
  readonly group: (key: string, keys: readonly string[]) => PlacedGroup | undefined
  readonly value: (key: string) => unknown
  /** Notes a mistake in one of its members. */
  readonly object: (key: string, what: string) => undefined
}

export type PlacedValues = {
  readonly whole: (value: unknown, keys: readonly string[]) => PlacedGroup | undefined
  /** One line for each mistake: where, and what. */
  readonly findings: readonly string[]
}

export function createPlacedValues(): PlacedValues {
  const findings: string[] = []
  const note = (place: string, what: string): undefined => {
    findings.push(withoutLongNumbers(place === '' ? what : `${place}: ${what}`))
  }
  const groupAt = (value: unknown, place: string, keys: readonly string[]): PlacedGroup | undefined => {
    if (!isMembers(value)) return note(place, `must be an object with ${inWords(keys)}`)
    for (const key of Object.keys(value)) {
      if (keys.includes(key)) continue
      const near = nearest(key, keys)
      note(
        at(place, key),
        `is not known here; ${near ? `did you mean ${near}?` : `there are ${inWords(keys)}`}`,
      )
    }
    return members(value, place)
  }
  const members = (value: Members, place: string): PlacedGroup => {
    const read = <Value>(key: string, form: PlacedForm<Value>): Value | undefined => {
      const found = form.read(value[key])
      return found === undefined ? note(at(place, key), `must be ${form.expects}`) : found
    }
    return {
      place,
      required: read,
      optional: (key, form) => (value[key] === undefined ? undefined : read(key, form)),
      groups(key, keys) {
        const list = value[key]
        if (!Array.isArray(list)) return note(at(place, key), 'must be a list') ?? []
        return list.flatMap((each, index) => groupAt(each, `${at(place, key)}[${index}]`, keys) ?? [])
      },
      group: (key, keys) =>
        value[key] === undefined ? undefined : groupAt(value[key], at(place, key), keys),
      value: key => value[key],
      object: (key, what) => note(at(place, key), what),
    }
  }
  return { whole: (value, keys) => groupAt(value, '', keys), findings }
}

type Members = { readonly [key: string]: unknown }

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const at = (place: string, key: string): string => (place === '' ? key : `${place}.${key}`)

const inWords = (keys: readonly string[]): string => keys.join(', ')

export const matchingText = (pattern: RegExp, expects: string): PlacedForm<string> => ({
  expects,
  read: value => (typeof value === 'string' && pattern.test(value) ? value : undefined),
})

export const numberBetween = (min: number, max: number): PlacedForm<number> => ({
  expects: `a whole number from ${min} to ${max}`,
  read: value =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined,
})

/** A list with at least one value, none of them twice. */
export const listOf = <Value>(one: PlacedForm<Value>): PlacedForm<readonly Value[]> => ({
  expects: `a list without repetitions, with at least one, each ${one.expects}`,
  read(value) {
    if (!Array.isArray(value) || value.length === 0 || new Set(value).size < value.length) return undefined
    const read = value.flatMap(each => one.read(each) ?? [])
    return read.length === value.length ? read : undefined
  },
})
