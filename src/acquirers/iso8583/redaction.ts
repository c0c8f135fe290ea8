// Messages as people may see them. Only what the dialect allows is shown, field by field and part by part;
// of everything else only the length is told. Secrets are not shown even where a dialect would.

import { holdsCardData } from '../../standards/cardDataInText.ts'
import {
  type AskedSecrets,
  mayHoldSecret,
  repeatsSecret,
  sharesDigits,
  withLongRunsMasked,
} from './cardInMessage.ts'
import type { Dialect, FieldForm, Part, Shown } from './dialect.ts'
import { parseFormat } from './formats.ts'
import { IsoFormatError, type IsoMessage } from './message.ts'
import { createParts, type FieldParts, keyedParts } from './parts.ts'
import { accountNumberField, secretFields, secretMeanings } from './secretMeanings.ts'

/** Keys are field numbers, or `48.92` for a part. */
export type Redaction = (message: IsoMessage, from?: MessageOfHost) => Readonly<Record<string, string>>

/** Of a message that came: what the question held that it answers, where it is at hand. */
export type MessageOfHost = { readonly asked: AskedSecrets | undefined }

export function createRedaction(dialect: Dialect): Redaction {
  const table: (Allowance | undefined)[] = []
  for (const [number, form] of Object.entries(dialect.fields))
    table[Number(number)] = allowanceOf(number, form)
  return ({ fields }, from) => {
    const shown: Record<string, string> = {}
    const about = aboutOf(fields[accountNumberField], from)
    // Faster than to enumerate what is there: that makes a text of every number.
    for (let number = 0; number <= lastField; number++) {
      const value = fields[number]
      if (value === undefined) continue
      const allowance = table[number]
      if (allowance?.parts === undefined) shown[number] = shownText(value, allowance, about)
      else showParts(shown, { number, value, parts: allowance.parts, about })
    }
    return shown
  }
}

type About = {
  /** The number that the message itself has. */
  readonly number: string | undefined
  readonly asked: AskedSecrets | undefined
  readonly isOfHost: boolean
}

const aboutOf = (number: string | undefined, from: MessageOfHost | undefined): About => ({
  ...{ number, asked: from?.asked, isOfHost: from !== undefined },
})

const lastField = 128

type Allowance = {
  /** Of a part, in what is shown: `48.92`. */
  readonly name?: string
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
    return { show: allowed(Number(number), form), isText: isText(form.format) }
  const allowances = new Map<string, Allowance>(
    keyedParts(form).map(([key, part]) => [
      key,
      { name: `${number}.${key}`, show: allowed(0, part), isText: isText(part.format) },
    ]),
  )
  return { show: 'length', isText: true, parts: { layout: createParts(form), allowances } }
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
  const { number, asked, isOfHost } = about
  if (sharesDigits(value, number) || repeatsSecret(value, asked)) return lengthOnly(value)
  const text = isOfHost ? withLongRunsMasked(value, asked === undefined) : value
  if (isOfHost && allowance.isText && mayHoldSecret(text, asked)) return lengthOnly(value)
  if (text === allowance.harmless || (!allowance.isText && text.length < shortestNumber)) return text
  if (holdsCardData(text)) return lengthOnly(value)
  allowance.harmless = text
  return text
}

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
  readonly number: number
  readonly value: string
  readonly parts: ShownParts
  readonly about: About
}

function showParts(shown: Record<string, string>, { number, value, parts, about }: PartsToShow): void {
  const { layout, allowances } = parts
  try {
    const values = layout.read(value)
    for (const key in values) {
      const allowance = allowances.get(key)
      shown[allowance?.name ?? `${number}.${key}`] = shownText(values[key] ?? '', allowance, about)
    }
  } catch (error) {
    // Not in its layout, so nobody knows what stands where.
    if (!(error instanceof IsoFormatError)) throw error
    shown[number] = lengthOnly(value)
  }
}
