// The journal of the books as a file: amounts are texts in it.

import { type LineJournal, noLineJournal, openLineJournal } from '../platform/lineJournal.ts'
import type { BookLine, HostPosting } from './hostBooks.ts'

export type BookJournal = LineJournal<BookLine>

export const noJournal: BookJournal = { ...noLineJournal, read: () => [] }

export const openBookJournal = (path: string): BookJournal =>
  openLineJournal(path, {
    read: value => (isLine(value) ? withAmounts(value) : undefined),
    write: line => (line.line === 'post' ? withTexts(line) : line),
    owner: 'an acquirer host',
  })

/** A bigint is no JSON. */
function withTexts({ line, entryNo, posting }: Extract<BookLine, { line: 'post' }>): StoredLine {
  const { amount, asked, ...rest } = posting
  return { line, entryNo, posting: { ...rest, amount: String(amount), asked: String(asked) } }
}

/** Written by this file only: its kind is checked, not every member. */
function isLine(value: unknown): value is StoredLine {
  if (typeof value !== 'object' || value === null || !('line' in value)) return false
  if (value.line !== 'post') return value.line === 'settle' || value.line === 'early' || value.line === 'date'
  return 'posting' in value && typeof value.posting === 'object' && value.posting !== null
}

type StoredLine =
  | Exclude<BookLine, { line: 'post' }>
  | { readonly line: 'post'; readonly entryNo: number; readonly posting: StoredPosting }
type StoredPosting = Omit<HostPosting, 'amount' | 'asked'> & {
  readonly amount: string
  readonly asked: string
}

function withAmounts(line: StoredLine): BookLine {
  if (line.line !== 'post') return line
  const { amount, asked, ...posting } = line.posting
  return { ...line, posting: { ...posting, amount: BigInt(amount), asked: BigInt(asked) } }
}
