// The values of answers by meaning, wherever a dialect has them.

import { type AskedSecrets, isCardData, mayHoldSecret, repeatsSecret } from './cardInMessage.ts'
import { chipDataWithoutCard } from './chipData.ts'
import type { Dialect, FieldForm } from './dialect.ts'
import type { Meaning } from './meanings.ts'
import { IsoFormatError, type IsoMessage } from './message.ts'
import { createParts, keyedParts } from './parts.ts'

/** What an answer says. Text has no spaces at its end, and what is nothing but spaces is absent. */
export type AnswerValues = {
  readonly said: { readonly [meaning in Meaning]?: string }
  /** What the host wants to get back, by field or part. */
  readonly memory: { readonly [place: string]: string }
  /** Fields whose parts could not be read. */
  readonly unreadable: readonly number[]
  /** Fields or parts that hold card data, where none belongs: they are left out. */
  readonly withCardData: readonly string[]
}

type Saying = { readonly [key: string]: Meaning }
type ReadField = { readonly meaning?: Meaning; readonly parts?: PartReading }
type PartReading = { readonly read: ReturnType<typeof createParts>['read']; readonly meanings: Saying }

/** The secrets are those of the question, where they are at hand. */
export type ReadValues = (answer: IsoMessage, secrets: AskedSecrets | undefined) => AnswerValues

/**
 * A field that cannot be read in parts is left out, and so is card data where none belongs, because what an
 * answer says is stored and shown: what else it says still counts.
 */
export function createAnswerReader(dialect: Dialect): ReadValues {
  const readers = new Map(Object.entries(dialect.fields).flatMap(([number, form]) => readerOf(number, form)))
  return ({ fields }, secrets) => {
    const said: { [meaning in Meaning]?: string } = {}
    const memory: { [place: string]: string } = {}
    const unreadable: number[] = []
    const withCardData: string[] = []
    const note = (meaning: Meaning, value: string, place: string) => {
      const text = meaning === 'chipData' ? (chipDataWithoutCard(value) ?? '') : value.trimEnd()
      if (text === '') return
      if (isToLeaveOut(meaning, text, secrets)) withCardData.push(place)
      else if (meaning === 'hostMemory') memory[place] = text
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
    return { said, memory, unreadable, withCardData }
  }
}

/**
 * Identifiers may look like the number of some card by chance, and later messages need them: where it is
 * known which card was asked about, only its own digits count.
 */
function isToLeaveOut(meaning: Meaning, text: string, secrets: AskedSecrets | undefined): boolean {
  if (notStored.has(meaning)) return false
  if (meaning === 'chipData') return repeatsSecret(text, secrets)
  if (identifiers.has(meaning) && secrets !== undefined) return repeatsSecret(text, secrets)
  return isCardData(text, secrets) || (freeTexts.has(meaning) && mayHoldSecret(text, secrets))
}

/** Compared, and nothing else. */
const notStored: ReadonlySet<Meaning> = new Set(['accountNumber', 'amount', 'localDateAndTime'])
/** Later messages need nothing of them. */
const freeTexts: ReadonlySet<Meaning> = new Set(['responseText', 'posData', 'paySvcData'])
const identifiers: ReadonlySet<Meaning> = new Set(['reference', 'transactionIdentifier'])

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
