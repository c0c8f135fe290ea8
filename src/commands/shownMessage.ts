// A message of a link as people read it: what it is, and its fields in order, as the adapter redacted them.

import { type Content, isObject } from '../contract/kit/content.ts'
import { hostFieldName, hostMessageWords } from '../standards/hostMessageNames.ts'
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
    ...{ number, value, name: hostFieldName(String(message.type), number) },
  }))
  const width = Math.max(...rows.map(({ name }) => name.length))
  return rows.map(
    ({ number, name, value }) =>
      `${printable(number).padStart(6)}  ${name.padEnd(width)}  ${printable(value)}`,
  )
}

/** `sent 0100 over first-bank: authorization request`. */
export function messageHeading({ direction, type, link }: Content): string {
  const words = hostMessageWords(String(type))
  return printable(`${direction} ${type} over ${link}${words === undefined ? '' : `: ${words}`}`)
}
