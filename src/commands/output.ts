import type { Rejection } from '../orders/rejection.ts'
import type { TerminalPaint } from './terminal.ts'

/** What came of a command, once for programs and once for people. */
export type CommandResult = {
  readonly json: unknown
  readonly text: (paint: TerminalPaint) => readonly string[]
  /** It did what it was asked for, and what it found is not as it should be. */
  readonly isBad?: boolean
}

/** Columns as wide as what is in them; the last one may be as long as it likes. */
export function tableLines(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  paint: TerminalPaint,
) {
  const widths = headings.map((heading, column) =>
    Math.max(...[heading, ...rows.map(row => row[column] ?? '')].map(lengthOf)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === cells.length - 1 ? cell : padded(cell, widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return [paint.bold(line(headings)), ...rows.map(line)]
}

/** Names at the left, values below each other. */
export function pairLines(rows: readonly (readonly [name: string, value: string])[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => lengthOf(name)))
  return rows.map(([name, value]) => `  ${padded(name, width)}  ${value}`.trimEnd())
}

/** Colours take no room. */
const lengthOf = (text: string): number => [...text.replaceAll(colour, '')].length
const colour = /\x1b\[\d+m/g
const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - lengthOf(text)))

/** By words; a word that is too long for the room stays whole. */
export function wrapText(text: string, room: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** To the second, in UTC like everything the gateway writes down. */
export const timeText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
export const isoTime = (ms: number): string => new Date(ms).toISOString()

export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/**
 * What others wrote, made harmless: it must neither move the cursor nor turn the line around, and it ends
 * where the room does.
 */
export function printable(text: unknown, lengthMax = 200): string {
  const characters = [...String(text ?? '').replace(unprintable, '?')]
  return characters.length <= lengthMax
    ? characters.join('')
    : `${characters.slice(0, lengthMax - 1).join('')}…`
}
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** As people at a terminal read it: the API names the field beside the words, here it is one of them. */
export function refusalText({ explanation, field = '' }: Pick<Rejection, 'explanation' | 'field'>): string {
  const { value, why } = apiForm.exec(explanation)?.groups ?? {}
  if (why === undefined) return explanation
  if (value === undefined) return why.replace(/^It (?=[a-z])/, `${field} `)
  const [, demand] = /^It (must be .*)\.$/s.exec(why) ?? []
  return demand === undefined ? `${field} '${value}': ${why}` : `${field} ${demand}, not '${value}'.`
}

const apiForm = /^Value(?: '(?<value>.*?)')? is invalid\. (?<why>.+)$/s
