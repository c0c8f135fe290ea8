// A message of a link as people read it: what it is, and its fields in order, as the adapter redacted them.

import { dialectNamed } from '../acquirers/iso8583/dialects.ts'
import { type Content, isObject } from '../contract/kit/content.ts'
import { printable } from './output.ts'

/** The fields of a message by number, and parts (`48.92`) where their field stands. */
function shownFields(message: Content): readonly (readonly [number: string, value: string])[] {
  const { fields } = message
  const shown = Object.entries(isObject(fields) ? fields : {}).map(
    ([number, value]) => [number, String(value)] as const,
  )
  return shown.sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
}

/** A line for each field: its number, its name in the standard, its value. */
export function fieldLines(message: Content): readonly string[] {
  const rows = shownFields(message).map(([number, value]) => ({
    ...{ number, value, name: fieldName(message.type, number) },
  }))
  const width = Math.max(...rows.map(({ name }) => name.length))
  return rows.map(
    ({ number, name, value }) =>
      `${printable(number).padStart(6)}  ${name.padEnd(width)}  ${printable(value)}`,
  )
}

/** `sent 0100 over first-bank: authorization request`. */
export function messageHeading({ direction, type, link }: Content): string {
  const words = typeWords(String(type))
  return printable(`${direction} ${type} over ${link}${words === undefined ? '' : `: ${words}`}`)
}

/** Parts and private fields are each host's own: their names are in `link dialect`. */
function fieldName(type: unknown, number: string): string {
  const fields = String(type).startsWith('1') ? fieldsOf1993 : fieldsOf1987
  const { name, meaning } = fields?.[number] ?? {}
  return meaning === undefined || Number(number) > lastOfStandard ? '' : (name ?? '')
}
const fieldsOf1987 = dialectNamed('iso1987-ascii')?.fields
const fieldsOf1993 = dialectNamed('iso1993-packed')?.fields
/** Behind it stands what countries and hosts agree on among themselves. */
const lastOfStandard = 104

/** What the digits of a type say in all generations: class, task, and whether it is repeated. */
function typeWords(type: string): string | undefined {
  const [, kind = '', task = '', origin = ''] = type
  const [what, words] = [classWords[kind], taskWords[task]]
  if (what === undefined || words === undefined) return undefined
  return `${words.replace('…', what)}${/[135]/.test(origin) ? ', repeated' : ''}`
}
const classWords: Readonly<Record<string, string>> = {
  ...{ 1: 'authorization', 2: 'payment', 4: 'reversal', 5: 'totals', 6: 'administration', 8: 'network' },
}
const taskWords: Readonly<Record<string, string>> = {
  ...{ 0: '… request', 1: 'answer to … request', 2: '… advice', 3: 'answer to … advice' },
}
