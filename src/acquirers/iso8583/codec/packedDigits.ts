// Two digits in a byte. An odd count is filled with 0 or F, on the side that the dialect says. The separator
// of track 2, `=`, is the nibble D.

const zero = 0x30
const equals = 0x3d
const separator = 0xd

export type Packing = {
  readonly mayHaveSeparator: boolean
  readonly fillsLeft: boolean
  /** The nibble of the fill. */
  readonly fill: number
}

export const packedBytes = (digits: number): number => (digits + 1) >> 1

/** Writes a value whose characters were not looked at yet. False where one of them is no digit. */
export function writePacked(
  target: Buffer,
  at: number,
  value: string,
  { from, mayHaveSeparator, fillsLeft, fill }: Packing & { readonly from: number },
): boolean {
  const { length } = value
  const isOdd = ((length - from) & 1) === 1
  let nibbleAt = at * 2
  if (isOdd && fillsLeft) target[nibbleAt++ >> 1] = fill << 4
  for (let index = from; index < length; index++, nibbleAt++) {
    const code = value.charCodeAt(index)
    let nibble = code - zero
    if (nibble < 0 || nibble > 9) {
      if (!mayHaveSeparator || code !== equals) return false
      nibble = separator
    }
    const byte = nibbleAt >> 1
    target[byte] = (nibbleAt & 1) === 0 ? nibble << 4 : (target[byte] ?? 0) | nibble
  }
  if (isOdd && !fillsLeft) target[nibbleAt >> 1] = (target[nibbleAt >> 1] ?? 0) | fill
  return true
}

/** Text of so many digits is assembled here: reading happens in one go, so one is enough. */
const assembled = Buffer.alloc(10_000)

/** Digits whose bounds were checked. Undefined where a nibble is no digit, or the fill another one. */
export function readPacked(
  source: Buffer,
  at: number,
  digits: number,
  { mayHaveSeparator, fillsLeft, fill }: Packing,
): string | undefined {
  let nibbleAt = at * 2
  if ((digits & 1) === 1) {
    const found = fillsLeft ? (source[at] ?? 0) >> 4 : (source[at + (digits >> 1)] ?? 0) & 0xf
    if (found !== fill) return undefined
    if (fillsLeft) nibbleAt++
  }
  for (let index = 0; index < digits; index++, nibbleAt++) {
    const byte = source[nibbleAt >> 1] ?? 0
    const nibble = (nibbleAt & 1) === 0 ? byte >> 4 : byte & 0xf
    if (nibble > 9 && !(mayHaveSeparator && nibble === separator)) return undefined
    assembled[index] = nibble > 9 ? equals : zero + nibble
  }
  return assembled.toString('latin1', 0, digits)
}
