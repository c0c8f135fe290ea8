// The values of answers by meaning, wherever a dialect has them.

import { type AskedSecrets, isCardData, mayHoldSecret, repeatsSecret } from '../codec/cardInMessage.ts'
import { createParts, keyedParts } from '../codec/parts.ts'
import type { Dialect, FieldForm } from '../dialects/dialect.ts'
import { type Meaning, meanings } from '../dialects/meanings.ts'
import { IsoFormatError, type IsoMessage } from '../dialects/message.ts'
import { isInGroups } from './additionalAmounts.ts'
import { chipDataWithoutCard } from './chipData.ts'
import { type HostMemory, noPlaces } from './hostMemory.ts'

/** What an answer says. Text has no spaces at its end, and what is nothing but spaces is absent. */
export type AnswerValues = {
  readonly said: { readonly [meaning in Meaning]?: string | undefined }
  /** What the host wants to get back, by field or part. */
  readonly memory: HostMemory['places']
  /** Fields whose parts could not be read. */
  readonly unreadable: readonly number[]
  /** Fields or parts that hold card data, where none belongs: they are left out. */
  readonly withCardData: readonly string[]
}

type ReadField = {
  readonly number: number
  readonly meaning: Meaning | undefined
  /** Whether it may be shown, so that a question's own value was found harmless. */
  readonly isShown: boolean
  readonly parts: PartReading | undefined
}
type PartReading = {
  readonly pairs: ReturnType<typeof createParts>['pairs']
  readonly meanings: ReadonlyMap<string, Meaning>
}

export type ReadValues = (answer: IsoMessage, about: AnswerAbout) => AnswerValues

/** What is known of the question: its fields and secrets only while they are at hand. */
export type AnswerAbout = {
  readonly reference: string
  readonly question: IsoMessage['fields'] | undefined
  readonly secrets: AskedSecrets | undefined
}

/**
 * A field that cannot be read in parts is left out, and so is card data where none belongs, because what an
 * answer says is stored and shown: what else it says still counts.
 */
export function createAnswerReader(dialect: Dialect): ReadValues {
  const readers = Object.entries(dialect.fields).flatMap(([number, form]) => readerOf(Number(number), form))
  return ({ fields }, about) => {
    const heard: OpenValues = { said: { ...nothingSaid }, memory: noPlaces, unreadable: [], withCardData: [] }
    for (const { number, meaning, isShown, parts } of readers) {
      const value = fields[number]
      if (value === undefined) continue
      // What we sent and show ourselves is no news: the host only repeats it.
      const isKnown = isShown && value === about.question?.[number]
      if (meaning !== undefined)
        note(heard, { meaning, value, about, isKnown, field: number, part: undefined })
      if (parts === undefined) continue
      const pairs = readParts(parts, value)
      if (pairs === undefined) heard.unreadable.push(number)
      else
        for (let at = 0; at + 1 < pairs.length; at += 2) {
          const part = pairs[at] ?? ''
          const ofPart = parts.meanings.get(part)
          if (ofPart !== undefined)
            note(heard, {
              meaning: ofPart,
              value: pairs[at + 1] ?? '',
              about,
              isKnown: false,
              field: number,
              part,
            })
        }
    }
    return heard
  }
}

/** Every meaning has its place from the start: an object that grows costs more than all that is read. */
const nothingSaid = Object.fromEntries(Object.keys(meanings).map(meaning => [meaning, undefined]))

type OpenValues = {
  readonly said: { [meaning in Meaning]?: string | undefined }
  memory: HostMemory['places']
  readonly unreadable: number[]
  readonly withCardData: string[]
}

type NotedValue = {
  readonly meaning: Meaning
  readonly value: string
  readonly about: AnswerAbout
  readonly isKnown: boolean
  readonly field: number
  readonly part: string | undefined
}

function note(heard: OpenValues, noted: NotedValue): void {
  const { meaning, value, about } = noted
  const text = meaning === 'chipData' ? (chipDataWithoutCard(value) ?? '') : value.trimEnd()
  if (text === '') return
  if (!noted.isKnown && isToLeaveOut(meaning, text, about)) heard.withCardData.push(placeOf(noted))
  else if (meaning === 'hostMemory') heard.memory = new Map([...heard.memory, [placeOf(noted), text]])
  else heard.said[meaning] ??= text
}

const placeOf = ({ field, part }: NotedValue): string =>
  part === undefined ? String(field) : `${field}.${part}`

/**
 * Identifiers may look like the number of some card by chance, and later messages need them: where it is
 * known which card was asked about, only its own digits count.
 */
function isToLeaveOut(meaning: Meaning, text: string, { reference, secrets }: AnswerAbout): boolean {
  if (notStored.has(meaning) || (meaning === 'reference' && text === reference)) return false
  if (meaning === 'chipData') return repeatsSecret(text, secrets)
  // An amount and the first digits of the next group are as long as the number of a card.
  if (meaning === 'additionalAmounts' && isInGroups(text)) return repeatsSecret(text, secrets)
  if (identifiers.has(meaning) && secrets !== undefined) return repeatsSecret(text, secrets)
  return isCardData(text, secrets) || (freeTexts.has(meaning) && mayHoldSecret(text, secrets))
}

/** Compared, and nothing else. */
const notStored: ReadonlySet<Meaning> = new Set(['accountNumber', 'amount', 'localDateAndTime'])
/** Later messages need nothing of them. */
const freeTexts: ReadonlySet<Meaning> = new Set(['responseText', 'posData', 'paySvcData'])
const identifiers: ReadonlySet<Meaning> = new Set(['reference', 'transactionIdentifier'])

function readerOf(number: number, form: FieldForm): readonly ReadField[] {
  const meanings = new Map(
    keyedParts(form).flatMap(([key, { meaning }]) =>
      meaning === undefined ? [] : [[key, meaning] as const],
    ),
  )
  if (form.meaning === undefined && meanings.size === 0) return []
  return [
    {
      ...{ number, meaning: form.meaning, isShown: form.show === 'whole' },
      parts: form.parts && { pairs: createParts(form).pairs, meanings },
    },
  ]
}

function readParts({ pairs }: PartReading, value: string): readonly string[] | undefined {
  try {
    return pairs(value)
  } catch (error) {
    if (error instanceof IsoFormatError) return undefined
    throw error
  }
}
