import { passesLuhn } from '../standards/cardNumber.ts'

const keptAtStart = 6
const keptAtEnd = 4
/** A shorter number would be told by its first six and last four digits: then only the last four are kept. */
const wholeNumberMin = 13

/**
 * A token for a card number: as long, with as many of its digits as a masked number shows, and with a wrong
 * check digit, so that nothing takes it for a card. What is hidden comes from the given random bytes.
 */
export function tokenDigits(number: string, random: Buffer): string {
  const start = number.length < wholeNumberMin ? '' : number.slice(0, keptAtStart)
  const end = number.slice(-keptAtEnd)
  const hiddenLength = number.length - start.length - end.length
  const hidden = (random.readBigUInt64BE(0) % 10n ** BigInt(hiddenLength))
    .toString()
    .padStart(hiddenLength, '0')
  const token = start + hidden + end
  return passesLuhn(token) ? start + nextDigit(hidden) + end : token
}

/** One digit that differs is enough to break the check. */
function nextDigit(digits: string): string {
  return digits.slice(0, -1) + String((Number(digits.slice(-1)) + 1) % 10)
}
