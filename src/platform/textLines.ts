// Lines of a text as its bytes come, no more than one and a chunk in memory. Node's readline ends lines at
// other characters too (a carriage return, since Node 24 U+2028 and U+2029), and a JSON text has those as
// they are.

export type LineForm = {
  /** Of this text alone: it remembers a character that is cut in two. */
  readonly decoder: InstanceType<typeof TextDecoder>
  /** In characters. */
  readonly longestLine: number
}

/** Why a text cannot be read on, and in which line, from 1. */
export class UnreadableLine extends Error {
  readonly trouble: 'tooLong' | 'undecodable'
  readonly line: number

  constructor(trouble: UnreadableLine['trouble'], line: number) {
    super(`line ${line} is ${trouble === 'tooLong' ? 'too long' : 'not in the encoding'}`)
    this.trouble = trouble
    this.line = line
  }
}

/** What ends with a line feed; and what is behind the last one, if anything is. */
export async function* textLines(
  bytes: AsyncIterable<Buffer>,
  { decoder, longestLine }: LineForm,
): AsyncGenerator<string> {
  let number = 1
  let line = ''
  const decoded = (chunk?: Buffer): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch {
      throw new UnreadableLine('undecodable', number)
    }
  }
  const append = (text: string): void => {
    if (line.length + text.length > longestLine) throw new UnreadableLine('tooLong', number)
    line += text
  }
  for await (const chunk of bytes) {
    const [rest = '', ...lines] = decoded(chunk).split('\n')
    append(rest)
    for (const next of lines) {
      yield line
      number += 1
      line = ''
      append(next)
    }
  }
  append(decoded())
  if (line !== '') yield line
}
