/** EMV tags a terminal may pass on; all others are refused, among them those that hold a PIN. */
const permittedTags: ReadonlySet<string> = new Set(
  [
    '50 56 57 5A 5F24 5F2A 5F34 82 84 8A 8E 91 95 9A 9B 9C',
    '9F02 9F03 9F06 9F07 9F09 9F0D 9F0E 9F0F 9F10 9F1A 9F1C 9F1E 9F21 9F26 9F27',
    '9F33 9F34 9F35 9F36 9F37 9F39 9F41 9F53 9F66 9F6E 9F7C',
  ].flatMap(line => line.split(' ')),
)

export const isEmvRequest = (text: string): boolean => readEmv(text) !== undefined

/**
 * Tag, length, value, one after another in hexadecimal, no tag twice. A request is too short for lengths of
 * more than one byte, so those, and the indefinite one, are mistakes. Values are in upper case.
 */
export function readEmv(text: string): ReadonlyMap<string, string> | undefined {
  if (text === '' || !/^(?:[0-9a-fA-F]{2})*$/.test(text)) return undefined
  const values = new Map<string, string>()
  for (let at = 0; at < text.length; ) {
    const tag = tagAt(text, at)
    const start = at + tag.length + 2
    const length = Number.parseInt(text.slice(at + tag.length, start), 16)
    if (!permittedTags.has(tag) || values.has(tag) || !(length < 0x80)) return undefined
    at = start + length * 2
    if (at > text.length) return undefined
    values.set(tag, text.slice(start, at).toUpperCase())
  }
  return values
}

/** A first byte that ends in five ones goes on with a second one. */
function tagAt(text: string, at: number): string {
  const goesOn = (Number.parseInt(text.slice(at, at + 2), 16) & 0x1f) === 0x1f
  return text.slice(at, at + (goesOn ? 4 : 2)).toUpperCase()
}
