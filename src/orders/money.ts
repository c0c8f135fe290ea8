// Amounts in minor units, percentages of them, and caps on refunds.

import { currencyExponent } from '../standards/currencies.ts'

/** A decimal in minor units: `toMinor('12.30', 'USD')` is 1230n. It must fit the currency. */
export function toMinor(decimal: string, currency: string): bigint {
  if (!fitsCurrency(decimal, currency)) throw new RangeError('an amount must be checked before it is counted')
  const point = decimal.indexOf('.')
  if (point < 0) return BigInt(decimal + '0'.repeat(exponentOf(currency)))
  const decimals = decimal.slice(point + 1)
  return BigInt(decimal.slice(0, point) + decimals.padEnd(exponentOf(currency), '0'))
}

/** Minor units as a decimal with all the decimals of the currency: `toDecimal(1230n, 'USD')` is '12.30'. */
export function toDecimal(minor: bigint, currency: string): string {
  const exponent = exponentOf(currency)
  const sign = minor < 0n ? '-' : ''
  const digits = String(minor < 0n ? -minor : minor).padStart(exponent + 1, '0')
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/** Whether this is a plain decimal (spec 2.2) with no more decimals than the currency has. */
export function fitsCurrency(decimal: string, currency: string): boolean {
  const exponent = currencyExponent(currency)
  if (exponent === undefined || decimal.length > decimalLengthMax || !plainDecimal.test(decimal)) return false
  const point = decimal.indexOf('.')
  return point < 0 || decimal.length - point - 1 <= exponent
}

/** No sign, no exponent, no leading zero, digits on both sides of a point. */
const plainDecimal = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/
const decimalLengthMax = 17

function exponentOf(currency: string): number {
  const exponent = currencyExponent(currency)
  if (exponent === undefined) throw new RangeError('money must be of a known currency')
  return exponent
}

/** A percentage of an amount, rounded down to the minor unit, so that a limit is never exceeded. */
export function percentOf(amount: bigint, percent: number): bigint {
  return (amount * BigInt(percent)) / 100n
}

/**
 * Whether a value is a maximum for refunds without an earlier payment, in one currency: `USD:500.00`.
 * Currencies without one allow no such refund, unless `ANY:1000` applies to them, in units of each currency.
 */
export function isRefundCap(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const [currency = '', amount = '', ...more] = value.split(':')
  if (more.length > 0) return false
  return currency === anyCurrency ? wholeAmount.test(amount) : isCapOf(amount, currency)
}

/** The maximum in minor units: the smallest of several; undefined if such refunds are not allowed. */
export function refundCap(caps: readonly string[], currency: string): bigint | undefined {
  const own = capsOf(caps, currency, currency)
  const all = own.length > 0 ? own : capsOf(caps, anyCurrency, currency)
  return all.reduce<bigint | undefined>(
    (least, cap) => (least === undefined || cap < least ? cap : least),
    undefined,
  )
}

/** The largest amount in every currency: for the sandbox. */
export const uncappedRefunds: readonly string[] = ['ANY:1000000000000']

const capsOf = (caps: readonly string[], name: string, currency: string): readonly bigint[] =>
  caps.filter(cap => cap.startsWith(`${name}:`)).map(cap => toMinor(cap.slice(name.length + 1), currency))

const isCapOf = (amount: string, currency: string): boolean =>
  currencyExponent(currency) !== undefined && fitsCurrency(amount, currency) && toMinor(amount, currency) > 0n

const anyCurrency = 'ANY'
const wholeAmount = /^(?:[1-9][0-9]{0,11}|1000000000000)$/
