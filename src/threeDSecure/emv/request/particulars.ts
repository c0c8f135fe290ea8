// What merchants sent along, under the API's field names.

import { isFields } from '../messages/row.ts'

export type Particulars = {
  /** On one line, without space around it; undefined if nothing is left. */
  text(path: string): string | undefined
  integer(path: string): number | undefined
  flag(path: string): boolean | undefined
}

export function readParticulars(particulars: object): Particulars {
  const valueAt = (path: string): unknown => {
    let value: unknown = particulars
    for (const name of stepsOf(path)) value = isFields(value) ? value[name] : undefined
    return value
  }
  return {
    text: path => {
      const value = valueAt(path)
      return typeof value === 'string' ? onOneLine(value) : undefined
    },
    integer: path => {
      const value = valueAt(path)
      return typeof value === 'number' && Number.isInteger(value) ? value : undefined
    },
    flag: path => {
      const value = valueAt(path)
      return typeof value === 'boolean' ? value : undefined
    },
  }
}

/** Paths are written in code: there are not many. */
const steps = new Map<string, readonly string[]>()
function stepsOf(path: string): readonly string[] {
  const known = steps.get(path)
  if (known) return known
  const split = path.split('.')
  steps.set(path, split)
  return split
}

const onOneLine = (value: string): string | undefined =>
  value.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim() || undefined

/** The beginning of a text, never half a character. */
export function cutTo(longest: number, text: string): string {
  if (text.length <= longest) return text
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(longest - 1))
  return text.slice(0, isSplit ? longest - 1 : longest).trimEnd()
}
