// Lines of separated values, read as they come. Stricter than RFC 4180 asks for, because such a file says
// what was paid: quotes stand around a whole value or not at all, and no value goes over the end of a line.
// Why it is ours: docs/decisions/031-reconciliation.md.

import { textLines, UnreadableLine } from '../../platform/textLines.ts'

export type CsvForm = {
  /** One character. */
  readonly separator: string
  /** Lines that begin with one of these are no records: headings and trailers of the file. */
  readonly skipped?: readonly string[]
  readonly encoding: 'utf-8' | 'latin1'
}

export type CsvLine = { readonly line: number; readonly cells: readonly string[] }

/** What is wrong with a file, and where. It never names a value: that could be a card number. */
export class ClearingFileError extends Error {
  override readonly name = 'ClearingFileError'

  constructor(reason: string, { line, column }: { readonly line: number; readonly column?: string }) {
    super(`line ${line}${column === undefined ? '' : `, column ${column}`}: ${reason}`)
  }
}

/** In characters: records of clearing files have a few hundred. */
export const longestLine = 10_000

/** An empty line at the end is none; anywhere else it is an error. */
export async function* csvLines(bytes: AsyncIterable<Buffer>, form: CsvForm): AsyncGenerator<CsvLine> {
  let line = 0
  let emptyLine: number | undefined
  for await (const text of linesOf(bytes, form.encoding)) {
    line += 1
    if (emptyLine !== undefined) throw new ClearingFileError('it is empty', { line: emptyLine })
    if (text === '') emptyLine = line
    else if (!form.skipped?.some(start => text.startsWith(start)))
      yield { line, cells: cellsOf(text, form.separator, line) }
  }
}

async function* linesOf(bytes: AsyncIterable<Buffer>, encoding: CsvForm['encoding']): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding === 'latin1' ? 'windows-1252' : 'utf-8', { fatal: true })
  try {
    for await (const text of textLines(bytes, { decoder, longestLine })) yield withoutReturn(text)
  } catch (error) {
    if (!(error instanceof UnreadableLine)) throw error
    const reason =
      error.trouble === 'tooLong'
        ? `it is longer than ${longestLine} characters`
        : `it is not ${encoding}, in this line or soon after it`
    throw new ClearingFileError(reason, { line: error.line })
  }
}

const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text)

function cellsOf(text: string, separator: string, line: number): readonly string[] {
  if (control.test(text)) throw new ClearingFileError('it has a control character', { line })
  if (!text.includes('"')) return text.split(separator)
  const cells: string[] = []
  for (let at = 0; at <= text.length; ) {
    const isQuoted = text[at] === '"'
    const end = isQuoted ? endOfQuoted(text, at) : endOfPlain(text, at, separator)
    const column = `${cells.length + 1}`
    if (end === undefined) throw new ClearingFileError('a quote is not closed', { line, column })
    if (end < text.length && text[end] !== separator)
      throw new ClearingFileError('something stands behind a closing quote', { line, column })
    const cell = text.slice(at, end)
    if (!isQuoted && cell.includes('"'))
      throw new ClearingFileError('a quote stands within a value', { line, column })
    cells.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    at = end + 1
  }
  return cells
}

/** A tab may be the separator; everything else of this kind is a sign of another format. */
const control = /[\0-\x08\x0b-\x1f\x7f]/

const endOfPlain = (text: string, at: number, separator: string): number => {
  const end = text.indexOf(separator, at)
  return end === -1 ? text.length : end
}

/** Behind the closing quote; two quotes are one of the value. */
function endOfQuoted(text: string, at: number): number | undefined {
  for (let next = at + 1; ; next += 2) {
    next = text.indexOf('"', next)
    if (next === -1) return undefined
    if (text[next + 1] !== '"') return next + 1
  }
}
