// The values of answers by meaning, wherever a dialect has them.

import type { Dialect, FieldForm } from './dialect.ts'
import type { Meaning } from './meanings.ts'
import { IsoFormatError, type IsoMessage } from './message.ts'
import { createParts } from './parts.ts'
import { keyedParts } from './request.ts'

/** What an answer says. Text has no spaces at its end, and what is nothing but spaces is absent. */
export type AnswerValues = {
  readonly said: { readonly [meaning in Meaning]?: string }
  /** What the host wants to get back, by field or part. */
  readonly memory: { readonly [place: string]: string }
  /** Fields whose parts could not be read. */
  readonly unreadable: readonly number[]
}

type Saying = { readonly [key: string]: Meaning }
type ReadField = { readonly meaning?: Meaning; readonly parts?: PartReading }
type PartReading = { readonly read: ReturnType<typeof createParts>['read']; readonly meanings: Saying }

/** A field that cannot be read in parts is left out: what else the answer says still counts. */
export function createAnswerReader(dialect: Dialect): (answer: IsoMessage) => AnswerValues {
  const readers = new Map(Object.entries(dialect.fields).flatMap(([number, form]) => readerOf(number, form)))
  return ({ fields }) => {
    const said: { [meaning in Meaning]?: string } = {}
    const memory: { [place: string]: string } = {}
    const unreadable: number[] = []
    const note = (meaning: Meaning, value: string, place: string) => {
      const text = value.trimEnd()
      if (text === '') return
      if (meaning === 'hostMemory') memory[place] = text
      else said[meaning] ??= text
    }
    for (const number in fields) {
      const reader = readers.get(number)
      const value = fields[number]
      if (reader === undefined || value === undefined) continue
      if (reader.meaning !== undefined) note(reader.meaning, value, number)
      const values = reader.parts && readParts(reader.parts, value)
      if (reader.parts && values === undefined) unreadable.push(Number(number))
      for (const key in values) {
        const meaning = reader.parts?.meanings[key]
        const part = values[key]
        if (meaning !== undefined && part !== undefined) note(meaning, part, `${number}.${key}`)
      }
    }
    return { said, memory, unreadable }
  }
}

function readerOf(number: string, form: FieldForm): readonly (readonly [string, ReadField])[] {
  const meanings = Object.fromEntries(
    keyedParts(form).flatMap(([key, { meaning }]) =>
      meaning === undefined ? [] : [[key, meaning] as const],
    ),
  )
  const parts = form.parts && { read: createParts(form).read, meanings }
  if (form.meaning === undefined && Object.keys(meanings).length === 0) return []
  return [[number, { ...(form.meaning && { meaning: form.meaning }), ...(parts && { parts }) }]]
}

function readParts({ read }: PartReading, value: string): { readonly [key: string]: string } | undefined {
  try {
    return read(value)
  } catch (error) {
    if (error instanceof IsoFormatError) return undefined
    throw error
  }
}
