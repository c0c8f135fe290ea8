// Reading answers from a connection, however their bytes come.

export type Heard = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Nothing more comes on this connection. */
  readonly isLast: boolean
}

/** What came so far; an answer is taken out of it once it is whole. */
export type Hearing = { bytes: Buffer }

/** The first answer that is whole; undefined while it is not. Throws where it is no HTTP. */
export function nextAnswer(hearing: Hearing, hasBody = true): Heard | undefined {
  const { bytes } = hearing
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const [line = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1])
  if (Number.isNaN(status)) throw new Error(`no HTTP: ${line.slice(0, 80)}`)
  const headers: Record<string, string> = {}
  for (const each of lines) {
    const colon = each.indexOf(':')
    headers[each.slice(0, colon).toLowerCase()] = each.slice(colon + 2)
  }
  const start = headEnd + 4
  // Interim: the answer itself follows.
  if (status === 100) return afterInterim(hearing, start, hasBody)
  const content =
    hasBody && status !== 204 && status !== 304 ? contentOf(headers, bytes, start) : empty(start)
  if (!content) return undefined
  hearing.bytes = bytes.subarray(content.end)
  return { status, headers, text: content.text, isLast: headers.connection?.toLowerCase() === 'close' }
}

function afterInterim(hearing: Hearing, start: number, hasBody: boolean): Heard | undefined {
  hearing.bytes = hearing.bytes.subarray(start)
  return nextAnswer(hearing, hasBody)
}

type Content = { readonly text: string; readonly end: number }

const empty = (start: number): Content => ({ text: '', end: start })

function contentOf(
  headers: Readonly<Record<string, string>>,
  bytes: Buffer,
  start: number,
): Content | undefined {
  if (headers['transfer-encoding'] === 'chunked') return chunkedContent(bytes, start)
  const end = start + Number(headers['content-length'] ?? 0)
  return bytes.length < end ? undefined : { text: bytes.toString('utf8', start, end), end }
}

function chunkedContent(bytes: Buffer, start: number): Content | undefined {
  const chunks: Buffer[] = []
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return undefined
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const next = lineEnd + 2 + length + 2
    if (bytes.length < next) return undefined
    if (length === 0) return { text: Buffer.concat(chunks).toString(), end: next }
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length))
    at = next
  }
}
