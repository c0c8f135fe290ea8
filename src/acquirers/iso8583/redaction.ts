// Messages as people may see them. Only what the dialect allows is shown, field by field and part by part;
// of everything else only the length is told. Secrets are not shown even where a dialect would.

import { holdsCardData } from '../../standards/cardDataInText.ts'
import type { Dialect, FieldForm, Part, Shown } from './dialect.ts'
import { parseFormat } from './formats.ts'
import { IsoFormatError, type IsoMessage } from './message.ts'
import { createParts, type FieldParts } from './parts.ts'
import { accountNumberField, secretFields, secretMeanings } from './secretMeanings.ts'

/** Keys are field numbers, or `48.92` for a part. */
export type Redaction = (message: IsoMessage) => Readonly<Record<string, string>>

export function createRedaction(dialect: Dialect): Redaction {
  const table: (Allowance | undefined)[] = []
  for (const [number, form] of Object.entries(dialect.fields))
    table[Number(number)] = allowanceOf(number, form)
  return ({ fields }) => {
    const shown: Record<string, string> = {}
    for (const number in fields) {
      const value = String(fields[Number(number)])
      const allowance = table[Number(number)]
      if (allowance?.parts === undefined) shown[number] = shownText(value, allowance)
      else showParts(shown, number, value, allowance.parts)
    }
    return shown
  }
}

type Allowance = {
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
    Object.entries(parts.parts).map(([key, part]) => [
      parts.layout === 'fixed' ? String(Number(key) + 1) : key,
      { show: allowed(0, part), isText: isText(part.format) },
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

function shownText(value: string, allowance: Allowance | undefined): string {
  switch (allowance?.show) {
    case 'whole':
      return allowance.isText ? harmlessText(value, allowance) : value
    case 'firstSixLastFour':
      return firstSixLastFour(value)
    default:
      return lengthOnly(value)
  }
}

function harmlessText(value: string, allowance: Allowance): string {
  if (value === allowance.harmless) return value
  if (holdsCardData(value)) return lengthOnly(value)
  allowance.harmless = value
  return value
}

const lengthOnly = (value: string): string =>
  value.length === 1 ? '(1 character)' : `(${value.length} characters)`

/** Nothing of a number that is too short to leave something out. */
const firstSixLastFour = (value: string): string =>
  value.length < 13
    ? lengthOnly(value)
    : `${value.slice(0, 6)}${'x'.repeat(value.length - 10)}${value.slice(-4)}`

function showParts(
  shown: Record<string, string>,
  number: string,
  value: string,
  { layout, allowances }: ShownParts,
): void {
  try {
    const values = layout.read(value)
    for (const key in values) shown[`${number}.${key}`] = shownText(values[key] ?? '', allowances.get(key))
  } catch (error) {
    // Not in its layout, so nobody knows what stands where.
    if (!(error instanceof IsoFormatError)) throw error
    shown[number] = lengthOnly(value)
  }
}
