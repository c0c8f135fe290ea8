// Chip data as it may be sent, and as it may be passed on to merchants.

/** Card number, tracks and name: they have fields of their own, or none. */
const leftOut: ReadonlySet<string> = new Set(['56', '57', '5A', '5F20'])

/** BER-TLV in hexadecimal without what identifies the card. Undefined for what cannot be read to its end. */
export function chipDataWithoutCard(text: string): string | undefined {
  const hexadecimal = text.toUpperCase()
  if (hexadecimal.length % 2 !== 0 || !/^[0-9A-F]+$/.test(hexadecimal)) return undefined
  let kept = ''
  for (let at = 0; at < hexadecimal.length; ) {
    const tagEnd = endOfTag(hexadecimal, at)
    const valueEnd = endOfValue(hexadecimal, tagEnd)
    if (valueEnd === undefined || valueEnd > hexadecimal.length) return undefined
    if (!leftOut.has(hexadecimal.slice(at, tagEnd))) kept += hexadecimal.slice(at, valueEnd)
    at = valueEnd
  }
  return kept
}

const byteAt = (hexadecimal: string, at: number): number => Number.parseInt(hexadecimal.slice(at, at + 2), 16)

/** If the first byte ends in five ones, more bytes follow; the last one has its highest bit clear. */
function endOfTag(hexadecimal: string, at: number): number {
  let end = at + 2
  if ((byteAt(hexadecimal, at) & 0x1f) !== 0x1f) return end
  while (end < hexadecimal.length && byteAt(hexadecimal, end) >= 0x80) end += 2
  return end + 2
}

/** A length of one byte, or its number of bytes with the highest bit set before it. */
function endOfValue(hexadecimal: string, at: number): number | undefined {
  const first = byteAt(hexadecimal, at)
  if (first < 0x80) return at + 2 + first * 2
  if (first !== 0x81 && first !== 0x82) return undefined
  const from = at + 2 + (first - 0x80) * 2
  const length = Number.parseInt(hexadecimal.slice(at + 2, from), 16)
  return Number.isNaN(length) ? undefined : from + length * 2
}
