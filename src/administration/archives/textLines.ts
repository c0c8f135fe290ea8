// Lines of a text as its bytes come. Node's readline ends lines at other characters too (a carriage return,
// since Node 24 U+2028 and U+2029), and a JSON text has those as they are.

/** What ends with a line feed; and what is behind the last one, if anything is. */
export async function* textLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let line = ''
  for await (const chunk of bytes) {
    const [rest = '', ...lines] = decoder.decode(chunk, { stream: true }).split('\n')
    line += rest
    for (const next of lines) {
      yield line
      line = next
    }
  }
  line += decoder.decode()
  if (line !== '') yield line
}
