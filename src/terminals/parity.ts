/** The lowest bit of each byte of a TDES key is for its parity: encryption does not look at it. */
export const withoutParity = (key: Buffer): Buffer => Buffer.from(key.map(byte => byte & 0xfe))

/** As standards write a TDES key: an odd number of ones in each byte. */
export const withOddParity = (key: Buffer): Buffer =>
  Buffer.from(key.map(byte => (byte & 0xfe) | (isOdd(byte & 0xfe) ? 0 : 1)))

function isOdd(byte: number): boolean {
  const nibbles = byte ^ (byte >> 4)
  const pairs = nibbles ^ (nibbles >> 2)
  return ((pairs ^ (pairs >> 1)) & 1) === 1
}
