// Amounts without floating point: whole minor units (cents, yen, mills) as bigint, and the texts of requests.

import { currencyExponent } from '../standards/currencies.ts'

/** `amountOf(1050n, 'USD')` is `'10.50'`, `amountOf(1050n, 'JPY')` is `'1050'`. */
export function amountOf(minorUnits: bigint, currency: string): string {
  const places = placesOf(currency)
  if (minorUnits < 0n) throw new RangeError('An amount is not negative: a refund has an operation of its own')
  const digits = String(minorUnits).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return places === 0 ? whole : `${whole}.${digits.slice(-places)}`
}

/**
 * `minorUnitsOf('10.50', 'USD')` is `1050n`. Takes the JSON numbers of answers too: they have fewer digits
 * than a JavaScript number holds exactly.
 */
export function minorUnitsOf(amount: string | number, currency: string): bigint {
  const places = placesOf(currency)
  const [, whole, fraction = ''] = /^([0-9]{1,15})(?:\.([0-9]{1,3}))?$/.exec(String(amount)) ?? []
  if (whole === undefined)
    throw new RangeError(`${amount} is not an amount: digits, and a point between digits`)
  if (/[1-9]/.test(fraction.slice(places)))
    throw new RangeError(`${amount} has more decimals than ${currency}, which has ${places}`)
  return BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
}

function placesOf(currency: string): number {
  const places = currencyExponent(currency)
  if (places === undefined) throw new RangeError(`${currency} is not a currency that can be paid in`)
  return places
}
