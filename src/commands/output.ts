// How results are printed: tables, times, wrapped text, and text from outside made safe.

import { type Content, isObject } from '../contract/kit/content.ts'
import type { Rejection } from '../orders/rejection.ts'
import type { TerminalPaint } from './terminal.ts'

/** The result of a command, as JSON for programs and as text for people. */
export type CommandResult = {
  readonly json: unknown
  readonly text: (paint: TerminalPaint) => readonly string[]
  /** The command worked, but what it found is not in order: exit code 1. */
  readonly isBad?: boolean
  /** The command worked, and found a difference, as it was asked to: exit code 2, unless it is bad. */
  readonly isDifferent?: boolean
}

/** Columns as wide as their content; the last one is not padded. */
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

/** Without colour codes, which take no columns. */
const lengthOf = (text: string): number => [...text.replaceAll(colour, '')].length
const colour = /\x1b\[\d+m/g
const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - lengthOf(text)))

/** Wraps at spaces; a word longer than the width stays whole. */
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

/** To the second, in UTC like all recorded times. */
export const timeText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
export const isoTime = (ms: number): string => new Date(ms).toISOString()

/** How long something lasts, as people say it: two units at most. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`
  const seconds = Math.floor(ms / 1_000)
  const first = durationUnits.findIndex(([, of]) => seconds >= of)
  const [unit, of] = durationUnits[first] ?? ['s', 1]
  const [next, ofNext] = durationUnits[first + 1] ?? ['', seconds + 1]
  const rest = Math.floor((seconds % of) / ofNext)
  return `${Math.floor(seconds / of)} ${unit}${rest > 0 ? ` ${rest} ${next}` : ''}`
}
const durationUnits = [
  ...[['d', 86_400] as const, ['h', 3_600] as const, ['min', 60] as const, ['s', 1] as const],
] as const

export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/**
 * A recorded value that can be put into a text. JavaScript throws where the text of an object is wanted that
 * has a field called `toString`: such an object becomes its JSON, wherever it is.
 */
export function tellable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tellable)
  if (!isObject(value)) return value
  return Object.hasOwn(value, 'toString') ? JSON.stringify(value) : tellableFields(value)
}

export const tellableFields = (fields: Content): Content =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, tellable(value)]))

/**
 * Text from outside, made safe to print: control and bidirectional characters are replaced, and it is cut to
 * a maximum length.
 */
export function printable(text: unknown, lengthMax = 200): string {
  const characters = [...String(text ?? '').replace(unprintable, '?')]
  return characters.length <= lengthMax
    ? characters.join('')
    : `${characters.slice(0, lengthMax - 1).join('')}…`
}
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A rejection as text: the API has the field beside the explanation, here it is part of the sentence. */
export function refusalText({ explanation, field = '' }: Pick<Rejection, 'explanation' | 'field'>): string {
  const { value, why } = apiForm.exec(explanation)?.groups ?? {}
  if (why === undefined) return explanation
  if (value === undefined) return why.replace(/^It (?=[a-z])/, `${field} `)
  const [, demand] = /^It (must be .*)\.$/s.exec(why) ?? []
  return demand === undefined ? `${field} '${value}': ${why}` : `${field} ${demand}, not '${value}'.`
}

const apiForm = /^Value(?: '(?<value>.*?)')? is invalid\. (?<why>.+)$/s

/** A group of some content, such as a response; empty where there is none. */
export const groupIn = (content: Content, name: string): Content => {
  const value = content[name]
  return isObject(value) ? value : {}
}
