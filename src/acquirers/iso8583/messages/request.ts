// Questions as messages: which fields a dialect sends, filled by meaning. What does not fit is refused, and
// never cut.

import type { GatewayCode } from '../../../orders/transaction.ts'
import { createParts, keyedParts } from '../codec/parts.ts'
import { type AskForm, type Dialect, type FieldForm, fieldNumbers, wiredAsks } from '../dialects/dialect.ts'
import { allowedClasses, characterClasses, type Format, fitted, parseFormat } from '../dialects/formats.ts'
import type { Meaning } from '../dialects/meanings.ts'
import { IsoFormatError, type IsoMessage } from '../dialects/message.ts'
import type { Question } from './question.ts'
import { mayBeShortened, type QuestionValue, questionValues } from './questionValues.ts'

/** Why a question cannot be a message of this dialect: nothing is sent. */
export type UnfitQuestion = { readonly unfit: string; readonly gatewayCode: GatewayCode }

export type WriteQuestion = (question: Question) => IsoMessage | UnfitQuestion

/** Everything that can be known of the messages of a dialect is worked out here, once. */
export function createQuestionWriter(dialect: Dialect): WriteQuestion {
  const forms = new Map(
    wiredAsks.flatMap(wired => {
      const form = dialect.asks[wired]
      return form === undefined ? [] : [[wired, formWriter(dialect, form)] as const]
    }),
  )
  return question => {
    const { form, wired, ask } = question
    const fields: { [number: number]: string } = {}
    const { writers, track2, notWithTrack2 } = forms.get(wired) ?? noForm
    for (const { number, name, isNeeded, write } of writers) {
      const value = write(question)
      if (value === unfit)
        return { unfit: `${name} does not fit field ${number}`, gatewayCode: 'NOT_SUPPORTED' }
      if (value !== undefined) fields[number] = value
      else if (isNeeded)
        return { unfit: `${name} is missing for field ${number}`, gatewayCode: 'UNSPECIFIED_FAILURE' }
    }
    if (track2 !== undefined && fields[track2] !== undefined)
      for (const number of notWithTrack2) delete fields[number]
    const isRepeat = 'repeat' in ask && ask.repeat > 0
    return { type: isRepeat ? (form.repeatType ?? form.type) : form.type, fields }
  }
}

type FormWriter = {
  readonly writers: readonly NumberedWriter[]
  readonly track2: number | undefined
  readonly notWithTrack2: readonly number[]
}

const noForm: FormWriter = { writers: [], track2: undefined, notWithTrack2: [] }

const formWriter = (dialect: Dialect, form: AskForm): FormWriter => ({
  writers: fieldWriters(dialect, form),
  track2: Object.keys(dialect.fields)
    .map(Number)
    .find(number => dialect.fields[number]?.meaning === 'track2'),
  notWithTrack2: fieldNumbers(form.notWithTrack2),
})

/** Some fields by themselves, as a question of the dialect would have them: what a message is found by. */
export function createFieldWriter(dialect: Dialect, numbers: readonly number[]) {
  const writers = numbers.flatMap(number => {
    const form = dialect.fields[number]
    return form === undefined ? [] : [{ number, write: fieldWriter(form, number, false) }]
  })
  return (question: Question): IsoMessage['fields'] => {
    const fields: { [number: number]: string } = {}
    for (const { number, write } of writers) {
      const value = write(question)
      if (value !== undefined && value !== unfit) fields[number] = value
    }
    return fields
  }
}

const unfit = Symbol('does not fit')
type WrittenField = string | undefined | typeof unfit
type WriteField = (question: Question) => WrittenField

type NumberedWriter = {
  readonly number: number
  readonly name: string
  readonly isNeeded: boolean
  readonly write: WriteField
}

function fieldWriters(dialect: Dialect, form: AskForm): readonly NumberedWriter[] {
  const needed = new Set(fieldNumbers(form.send))
  const constants = new Map(Object.entries(form.constants ?? {}).map(([key, value]) => [Number(key), value]))
  const numbers = new Set([...needed, ...fieldNumbers(form.sendIfKnown), ...constants.keys()])
  return [...numbers]
    .sort((one, other) => one - other)
    .map(number => {
      const field = dialect.fields[number]
      if (field === undefined) throw new IsoFormatError(`the dialect has no such field`, { field: number })
      const constant = constants.get(number)
      return {
        ...{ number, name: field.name, isNeeded: needed.has(number) },
        write: constant === undefined ? fieldWriter(field, number, needed.has(number)) : () => constant,
      }
    })
}

function fieldWriter(form: FieldForm, number: number, isNeeded: boolean): WriteField {
  if (form.parts !== undefined) return partsWriter(form, number, isNeeded)
  return valueWriter(form, parseFormat(form.format), String(number)) ?? (() => undefined)
}

/** Undefined for what has no meaning in questions. */
function valueWriter(
  { meaning }: { readonly meaning?: Meaning },
  format: Format,
  place: string,
): WriteField | undefined {
  const valueFor: QuestionValue | undefined = meaning && questionValues[meaning]
  if (meaning === undefined || valueFor === undefined) return undefined
  if (mayBeShortened.has(meaning))
    return question => {
      const value = valueFor(question, place)
      const short = value === undefined ? '' : shortened(format, value)
      return short === '' ? undefined : fitted(format, short)
    }
  return question => {
    const value = valueFor(question, place)
    return value === undefined ? undefined : (fitted(format, value) ?? unfit)
  }
}

/** Without accents and what else the field cannot hold, and no longer than it is. */
function shortened({ characters, longest }: Format, value: string): string {
  const allowed = allowedClasses[characters]
  if (value.length <= longest && isAllowed(value, allowed)) return value.trim()
  let kept = ''
  for (const character of value.normalize('NFD')) {
    const code = character.charCodeAt(0)
    if (code < 128 && ((characterClasses[code] ?? 0) & allowed) !== 0) kept += character
    if (kept.length === longest) break
  }
  return kept.trim()
}

function isAllowed(value: string, allowed: number): boolean {
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index)
    if (code > 127 || ((characterClasses[code] ?? 0) & allowed) === 0) return false
  }
  return true
}

/** A field whose parts have nothing to say but constants is sent only where it is needed. */
function partsWriter(form: FieldForm, number: number, isNeeded: boolean): WriteField {
  const parts = createParts(form)
  const { longest } = parseFormat(form.format)
  const writers = keyedParts(form).flatMap(([key, part]) => {
    const write =
      part.constant === undefined && valueWriter(part, parseFormat(part.format), `${number}.${key}`)
    return write ? [[key, write] as const] : []
  })
  const hasConstants = keyedParts(form).some(([, { constant }]) => constant !== undefined)
  const alone = isNeeded && hasConstants ? written(parts, {}) : undefined
  return question => {
    let values: { [key: string]: string } | undefined
    for (const [key, write] of writers) {
      const value = write(question)
      if (value === unfit) return unfit
      if (value === undefined) continue
      values ??= {}
      values[key] = value
    }
    const field = values ? written(parts, values) : alone
    return typeof field === 'string' && field.length > longest ? unfit : field
  }
}

function written(
  parts: ReturnType<typeof createParts>,
  values: { readonly [key: string]: string },
): WrittenField {
  try {
    return parts.write(values)
  } catch (error) {
    if (error instanceof IsoFormatError) return unfit
    throw error
  }
}
