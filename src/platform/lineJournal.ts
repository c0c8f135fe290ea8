// A journal as a file: one JSON document a line, only ever appended to. What was flushed is with the
// operating system, so it survives the end of the process; the disk is not awaited.

import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode, UseRefusal } from './errors.ts'

export type LineJournal<Line> = {
  /** The lines of earlier runs, in order. */
  read(): Iterable<Line>
  add(line: Line): void
  /** Hands what was added to the operating system. */
  flush(): void
  close(): void
}

export const noLineJournal: LineJournal<unknown> = {
  read: () => [],
  add: () => undefined,
  flush: () => undefined,
  close: () => undefined,
}

type LineForm<Line> = {
  /** Undefined where it is no line of this journal. */
  readonly read: (value: unknown) => Line | undefined
  readonly write: (line: Line) => unknown
  /** Whose journal it is, for refusals: `an acquirer host`. */
  readonly owner: string
}

export function openLineJournal<Line>(path: string, form: LineForm<Line>): LineJournal<Line> {
  const file = opened(path)
  let waiting = ''
  const flush = () => {
    if (waiting === '') return
    const bytes = Buffer.from(waiting)
    waiting = ''
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
  }
  return {
    read: () => readLines(file, path, form),
    add(line) {
      waiting += `${JSON.stringify(form.write(line))}\n`
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

const chunkBytes = 1 << 20

/** A last line without an end was cut off by a crash before its answer was sent: it never happened. */
function* readLines<Line>(file: number, path: string, form: LineForm<Line>): Generator<Line> {
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
      const line = form.read(parsed(rest.toString('utf8', 0, end)))
      if (line === undefined)
        throw new UseRefusal(`${path}, line ${lineNo}: it is no line of ${form.owner}'s journal.`)
      yield line
      rest = rest.subarray(end + 1)
    }
  }
  if (wholeBytes < fstatSync(file).size) ftruncateSync(file, wholeBytes)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
