// The journal of the books as a file: one JSON document a line, only ever appended to. A line is with the
// operating system before its answer is sent, so it survives the end of the process; the disk is not awaited.

import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode, UseRefusal } from '../platform/errors.ts'
import type { BookLine, HostPosting } from './hostBooks.ts'

export type BookJournal = {
  /** The lines of earlier runs, in order. */
  read(): Iterable<BookLine>
  add(line: BookLine): void
  /** Hands what was added to the operating system. */
  flush(): void
  close(): void
}

export const noJournal: BookJournal = {
  read: () => [],
  add: () => undefined,
  flush: () => undefined,
  close: () => undefined,
}

export function openBookJournal(path: string): BookJournal {
  const file = opened(path)
  let waiting = ''
  const flush = () => {
    if (waiting === '') return
    const bytes = Buffer.from(waiting)
    waiting = ''
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
  }
  return {
    read: () => readLines(file, path),
    add(line) {
      waiting += `${JSON.stringify(line.line === 'post' ? withTexts(line) : line)}\n`
    },
    flush,
    close() {
      flush()
      closeSync(file)
    },
  }
}

function opened(path: string): number {
  try {
    mkdirSync(dirname(path), { recursive: true })
    return openSync(path, 'a+', 0o600)
  } catch (error) {
    throw new UseRefusal(`The journal ${path} cannot be opened (${errorCode(error)}).`)
  }
}

/** A bigint is no JSON. */
function withTexts({ line, entryNo, posting }: Extract<BookLine, { line: 'post' }>): StoredLine {
  const { amount, asked, ...rest } = posting
  return { line, entryNo, posting: { ...rest, amount: String(amount), asked: String(asked) } }
}

const chunkBytes = 1 << 20

/** A last line without an end was cut off by a crash before its answer was sent: it never happened. */
function* readLines(file: number, path: string): Generator<BookLine> {
  const chunk = Buffer.alloc(chunkBytes)
  let rest = Buffer.alloc(0)
  let lineNo = 0
  let wholeBytes = 0
  for (let at = 0; ; ) {
    const count = readSync(file, chunk, 0, chunkBytes, at)
    if (count === 0) break
    at += count
    rest = Buffer.concat([rest, chunk.subarray(0, count)])
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      lineNo += 1
      wholeBytes += end + 1
      yield readLine(rest.toString('utf8', 0, end), { path, lineNo })
      rest = rest.subarray(end + 1)
    }
  }
  if (wholeBytes < fstatSync(file).size) ftruncateSync(file, wholeBytes)
}

function readLine(text: string, place: { readonly path: string; readonly lineNo: number }): BookLine {
  const line = parsed(text)
  if (line === undefined)
    throw new UseRefusal(`${place.path}, line ${place.lineNo}: it is no line of an acquirer host's journal.`)
  return line
}

function parsed(text: string): BookLine | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isLine(value) ? withAmounts(value) : undefined
  } catch {
    return undefined
  }
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
