// Card numbers: check digit and mask.

/** Whether the last digit is the Luhn check digit of those before it. Anything but digits fails. */
export function passesLuhn(digits: string): boolean {
  return digits.length > 1 && luhnSum(digits, false) % 10 === 0
}

/** The check digit that makes `digits` followed by it pass. */
export function luhnDigit(digits: string): string {
  const sum = luhnSum(digits, true)
  if (Number.isNaN(sum)) throw new RangeError('a check digit needs digits')
  return String((10 - (sum % 10)) % 10)
}

/** The weighted sum from the right; NaN as soon as something is not a digit. */
function luhnSum(digits: string, doubleLast: boolean): number {
  let sum = 0
  let doubles = doubleLast
  for (let at = digits.length - 1; at >= 0; at--) {
    const digit = digits.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    const weighted = doubles ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
    doubles = !doubles
  }
  return sum
}

/** Whether a text is a card number as it is masked. */
export const isMaskedNumber = (text: string): boolean => /^\d{0,6}x{2,}\d{4}$/.test(text)

/** Some number that looks like a masked one, of the same length, that passes the check digit. */
export const numberLike = (masked: string): string =>
  Array.from({ length: 10 }, (_, digit) => masked.replace('x', String(digit)).replaceAll('x', '0')).find(
    passesLuhn,
  ) ?? masked

/** 6.4 masking; a number shorter than 13 digits shows its last four only. Masking twice changes nothing. */
export function maskedNumber(number: string): string {
  if (number.length < 13) return 'x'.repeat(Math.max(0, number.length - 4)) + number.slice(-4)
  return number.slice(0, 6) + 'x'.repeat(number.length - 10) + number.slice(-4)
}
