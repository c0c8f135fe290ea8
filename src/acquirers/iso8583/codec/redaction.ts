// Messages as people may see them. Only what the dialect allows is shown, field by field and part by part;
// of everything else only the length is told. Secrets are not shown even where a dialect would.

import { holdsCardData } from '../../../standards/cardDataInText.ts'
import type { Dialect, FieldForm, Part, Shown } from '../dialects/dialect.ts'
import { parseFormat } from '../dialects/formats.ts'
import { IsoFormatError, type IsoMessage } from '../dialects/message.ts'
import { accountNumberField, secretFields, secretMeanings } from '../dialects/secretMeanings.ts'
import {
  type AskedSecrets,
  hasHalf,
  hasPiece,
  mayHoldSecret,
  repeatsSecret,
  telltalePieces,
  withLongRunsMasked,
} from './cardInMessage.ts'
import { createParts, type FieldParts, keyedParts } from './parts.ts'

/** Keys are field numbers, or `48.92` for a part. */
export type Redaction = (message: IsoMessage, from?: MessageOfHost) => Readonly<Record<string, string>>

/**
 * The same as text, a line for each: made for every payment, where a record of numbers is far dearer. What an
 * answer repeats of its question is as it was shown there: one line beginning with `=` names those fields.
 */
export type RedactionInLines = (message: IsoMessage, from?: AnswerOfHost) => string

/** Of a message that came: what the question held that it answers, where it is at hand. */
export type MessageOfHost = { readonly asked: AskedSecrets | undefined }
export type AnswerOfHost = MessageOfHost & { readonly question?: IsoMessage['fields'] | undefined }

export function createRedaction(dialect: Dialect): Redaction {
  const show = createShowing(dialect)
  return (message, from) => {
    const shown: Record<string, string> = {}
    show(message, from, ({ name }, value) => {
      shown[name] = value
    })
    return shown
  }
}

export function createRedactionInLines(dialect: Dialect): RedactionInLines {
  const show = createShowing(dialect)
  let repeated = ''
  let lines = ''
  const add: Tell = ({ line }, value) => {
    lines += line
    lines += value
  }
  const repeat = (number: number) => {
    repeated += ` ${number}`
  }
  return (message, from) => {
    repeated = ''
    lines = ''
    show(message, from, add, from?.question && { question: from.question, repeat })
    return repeated === '' ? lines.slice(1) : `=${repeated}${lines}`
  }
}

type Tell = (place: Place, value: string) => void

/** Fields that are as they were in the question need not be looked at again. */
type Echo = { readonly question: IsoMessage['fields']; readonly repeat: (number: number) => void }

/** Where a value stands: `48`, or `48.92` for a part; and how its line begins. */
type Place = { readonly name: string; readonly line: string }
const placeNamed = (name: string): Place => ({ name, line: `\n${name} ` })

/** Tells every field or part that is there, in their order, as people may see it. */
function createShowing(dialect: Dialect) {
  const table: (Allowance | undefined)[] = []
  for (const [number, form] of Object.entries(dialect.fields))
    table[Number(number)] = allowanceOf(number, form)
  return ({ fields }: IsoMessage, from: MessageOfHost | undefined, tell: Tell, echo?: Echo): void => {
    const about = aboutOf(fields[accountNumberField], from)
    // Faster than to enumerate what is there: that makes a text of every number.
    for (let number = 0; number <= lastField; number++) {
      const value = fields[number]
      if (value === undefined) continue
      const allowance = table[number]
      if (echo !== undefined && value === echo.question[number]) echo.repeat(number)
      else if (allowance?.parts === undefined)
        tell(allowance?.place ?? placeNamed(String(number)), shownText(value, allowance, about))
      else showParts(tell, { place: allowance.place, value, parts: allowance.parts, about })
    }
  }
}

type About = {
  /** Of the number that the message itself has, where it is not the one that was asked about. */
  readonly pieces: readonly string[]
  readonly asked: AskedSecrets | undefined
  readonly isOfHost: boolean
}

const aboutOf = (number: string | undefined, from: MessageOfHost | undefined): About => ({
  pieces: number === undefined || number === from?.asked?.number ? [] : telltalePieces(number),
  asked: from?.asked,
  isOfHost: from !== undefined,
})

const lastField = 128

type Allowance = {
  readonly place: Place
  readonly show: Shown
  /** Texts that others write may hold what does not belong there. */
  readonly isText: boolean
  /** The harmless text that was looked at last: names and ids are the same in message after message. */
  harmless?: string
  readonly parts?: ShownParts
}
type ShownParts = { readonly layout: FieldParts; readonly allowances: ReadonlyMap<string, Allowance> }

function allowanceOf(number: string, form: FieldForm): Allowance {
  const { parts } = form
  if (parts === undefined || secretFields.has(Number(number)))
    return { place: placeNamed(number), show: allowed(Number(number), form), isText: isText(form.format) }
  const allowances = new Map<string, Allowance>(
    keyedParts(form).map(([key, part]) => [
      key,
      { place: placeNamed(`${number}.${key}`), show: allowed(0, part), isText: isText(part.format) },
    ]),
  )
  return {
    place: placeNamed(number),
    show: 'length',
    isText: true,
    parts: { layout: createParts(form), allowances },
  }
}

function allowed(number: number, { meaning, show = 'length' }: FieldForm | Part): Shown {
  if (secretFields.has(number) || (meaning !== undefined && secretMeanings.has(meaning))) return 'length'
  if (number === accountNumberField || meaning === 'accountNumber')
    return show === 'length' ? 'length' : 'firstSixLastFour'
  return show
}

const isText = (format: string): boolean => ['a', 'an', 'ns', 'ans'].includes(parseFormat(format).characters)

function shownText(value: string, allowance: Allowance | undefined, about: About): string {
  switch (allowance?.show) {
    case 'whole':
      return harmlessText(value, allowance, about)
    case 'firstSixLastFour':
      return firstSixLastFour(value)
    default:
      return lengthOnly(value)
  }
}

function harmlessText(value: string, allowance: Allowance, about: About): string {
  const { pieces, asked, isOfHost } = about
  if (hasPiece(value, pieces) || repeatsSecret(value, asked)) return lengthOnly(value)
  const text = isOfHost ? withLongRunsMasked(value, asked === undefined) : value
  if (isOfHost && isSuspicious(text, allowance, asked)) return lengthOnly(value)
  if (text === allowance.harmless || (!allowance.isText && text.length < shortestNumber)) return text
  if (holdsCardData(text)) return lengthOnly(value)
  allowance.harmless = text
  return text
}

const isSuspicious = (text: string, { isText }: Allowance, asked: AskedSecrets | undefined): boolean =>
  isText ? mayHoldSecret(text, asked) : asked !== undefined && hasHalf(text, asked.number)

/** Fields of fewer digits cannot hold a whole card number. */
const shortestNumber = 13

const lengths: readonly string[] = Array.from({ length: 1_000 }, (_, length) =>
  length === 1 ? '(1 character)' : `(${length} characters)`,
)
const lengthOnly = ({ length }: string): string => lengths[length] ?? `(${length} characters)`

/** Nothing of a number that is too short to leave something out. */
const firstSixLastFour = (value: string): string =>
  value.length < 13
    ? lengthOnly(value)
    : `${value.slice(0, 6)}${'x'.repeat(value.length - 10)}${value.slice(-4)}`

type PartsToShow = {
  readonly place: Place
  readonly value: string
  readonly parts: ShownParts
  readonly about: About
}

function showParts(tell: Tell, { place, value, parts, about }: PartsToShow): void {
  const { layout, allowances } = parts
  const pairs = readSafely(layout, value)
  // Where it has not its layout, nobody knows what stands where.
  if (pairs === undefined) tell(place, lengthOnly(value))
  else
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const key = pairs[at] ?? ''
      const allowance = allowances.get(key)
      const ofPart = allowance?.place ?? placeNamed(`${place.name}.${key}`)
      tell(ofPart, shownText(pairs[at + 1] ?? '', allowance, about))
    }
}

function readSafely(layout: FieldParts, value: string): readonly string[] | undefined {
  try {
    return layout.pairs(value)
  } catch (error) {
    if (error instanceof IsoFormatError) return undefined
    throw error
  }
}
