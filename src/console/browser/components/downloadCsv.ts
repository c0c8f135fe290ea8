// Downloading a whole list: it comes as a stream, so that one sees how far it is and can stop it.

import { exportPath } from '../../api/apiPath.ts'
import type { ExportName } from '../../api/exports.ts'
import { failureIn } from '../callAnswer.ts'
import { callSentence } from '../callServer.ts'

export type CsvDownload = {
  readonly list: ExportName
  readonly query: Readonly<Record<string, unknown>>
  readonly fileName: string
  readonly signal: AbortSignal
  /** How many rows have arrived. */
  readonly onProgress: (rows: number) => void
}

/** How many rows there were. */
export async function downloadCsv(download: CsvDownload): Promise<number> {
  const { list, query, fileName, signal, onProgress } = download
  const response = await fetch(`${exportPath}/${list}?${new URLSearchParams(textsOf(query))}`, { signal })
  if (!response.ok || !response.body) throw failureIn(response.status, await response.text(), callSentence)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let lines = 0
  const reader = response.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value)
    lines += linesIn(read.value)
    onProgress(rowsOf(lines))
  }
  save(new Blob(parts, { type: 'text/csv' }), fileName)
  return rowsOf(lines)
}

/** What is not given is in no address. */
const textsOf = (query: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )

/** The first line names the columns. */
const rowsOf = (lines: number): number => Math.max(0, lines - 1)

function linesIn(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) count += 1
  return count
}
const newline = 10

function save(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
