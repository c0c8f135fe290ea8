/**
 * The line of a mistake in JSON, where it can be told. The parser's own message must not be repeated: it
 * quotes the text, which may hold secrets.
 */
export function lineOfJsonMistake(error: unknown, text: string): number | undefined {
  const [, position] = /position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
  const at = position === undefined ? firstStrangeWord(text) : Number(position)
  return at === undefined ? undefined : text.slice(0, at).split('\n').length
}

/** Some messages have no position: then it is mostly a word that JSON does not have. */
function firstStrangeWord(text: string): number | undefined {
  const token = /\s*(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|(?:true|false|null)\b|[{}[\],:]|$)/y
  while (token.lastIndex < text.length) {
    const from = token.lastIndex
    if (!token.test(text)) return from + text.slice(from).search(/\S/)
  }
  return undefined
}
