/** 6.4 masking; a number shorter than 13 digits shows its last four only. Masking twice changes nothing. */
export function maskedNumber(number: string): string {
  if (number.length < 13) return 'x'.repeat(Math.max(0, number.length - 4)) + number.slice(-4)
  return number.slice(0, 6) + 'x'.repeat(number.length - 10) + number.slice(-4)
}
