import { currencyExponent } from '../standards/currencies.ts'
import { fitsCurrency, toMinor } from './money.ts'

/**
 * The most that a refund without an earlier payment may be, by currency: `USD:500.00`. Currencies that are
 * not named have none, and so no such refund, unless `ANY:1000` speaks for them, in units of each.
 */
export function isRefundCap(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const [currency = '', amount = '', ...more] = value.split(':')
  if (more.length > 0) return false
  return currency === anyCurrency ? wholeAmount.test(amount) : isCapOf(amount, currency)
}

/** In minor units; of several for one currency the smallest. Nothing where there is no such refund at all. */
export function refundCap(caps: readonly string[], currency: string): bigint | undefined {
  const own = capsOf(caps, currency, currency)
  const all = own.length > 0 ? own : capsOf(caps, anyCurrency, currency)
  return all.reduce<bigint | undefined>(
    (least, cap) => (least === undefined || cap < least ? cap : least),
    undefined,
  )
}

/** Whatever an amount can be, in every currency: where everything is rehearsed. */
export const uncapped: readonly string[] = ['ANY:1000000000000']

const capsOf = (caps: readonly string[], name: string, currency: string): readonly bigint[] =>
  caps.filter(cap => cap.startsWith(`${name}:`)).map(cap => toMinor(cap.slice(name.length + 1), currency))

const isCapOf = (amount: string, currency: string): boolean =>
  currencyExponent(currency) !== undefined && fitsCurrency(amount, currency) && toMinor(amount, currency) > 0n

const anyCurrency = 'ANY'
const wholeAmount = /^(?:[1-9][0-9]{0,11}|1000000000000)$/
