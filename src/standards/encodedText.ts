/**
 * A text as it stands and as it reads once decoded: escapes resolved, stretches of hexadecimal and Base64
 * turned into text, and escapes in those resolved. One level of each, lazily; ten times the text at most.
 */
export function* readingsOf(text: string): Generator<string> {
  yield text
  const plain = withoutEscapes(text)
  if (plain !== text) yield plain
  for (const decoded of decodedStretches(plain)) {
    yield decoded
    const unescaped = withoutEscapes(decoded)
    if (unescaped !== decoded) yield unescaped
  }
}

const escapes = /\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|%([0-9a-f]{2})|\\[nrtbfv]|\\(["'/\\])/gi

export function withoutEscapes(text: string): string {
  if (!text.includes('\\') && !text.includes('%')) return text
  return text.replace(escapes, (_, unicode?: string, hex?: string, percent?: string, literal?: string) => {
    const code = unicode ?? hex ?? percent
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    return literal ?? ' '
  })
}

/** Shortest stretches that can hold thirteen digits; both may be broken into lines or groups. */
const hexStretch = /[0-9a-f][0-9a-f\s:-]{24,}/gi
const base64Stretch = /[\w+/-][\w+/\s-]{17,}/g

/** Where a stretch really begins is unknown when it follows other letters, so every alignment is tried. */
export function* decodedStretches(text: string): Generator<string> {
  for (const [stretch] of text.matchAll(hexStretch)) {
    const digits = stretch.replace(/[\s:-]+/g, '')
    for (let skip = 0; skip < 2; skip++) yield Buffer.from(digits.slice(skip), 'hex').toString('utf8')
  }
  for (const [stretch] of text.matchAll(base64Stretch)) {
    const letters = stretch.replace(/\s+/g, '')
    for (let skip = 0; skip < 4; skip++) yield Buffer.from(letters.slice(skip), 'base64').toString('utf8')
  }
}
