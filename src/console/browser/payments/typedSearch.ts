// What somebody means who types into the search box: each reading is a change of the filters, the likeliest
// first. A card number is never a filter, only its last four digits are: it gets into no address and no log.

import { cardBrands } from '../../../standards/cardBrands.ts'
import { passesLuhn } from '../../../standards/cardNumber.ts'
import { isCurrency } from '../../../standards/currencies.ts'
import { gatewayCodes, orderStatuses } from '../../../standards/paymentCodes.ts'
import type { ConsoleLocale } from '../words/consoleLocales.ts'
import { type FilterName, isFilterAmount, type PaymentFilters } from './paymentFilters.ts'
import { readAmount, type WrittenAmount } from './writtenAmount.ts'

export type SearchReading = {
  /** What it was taken for: the name of its text. */
  readonly meaning: SearchMeaning
  readonly filters: PaymentFilters
}

export type SearchMeaning =
  | 'amount'
  | 'amountAtLeast'
  | 'amountAtMost'
  | 'amountBetween'
  | 'brand'
  | 'cardNumber'
  | 'day'
  | 'email'
  | 'gatewayCode'
  | 'lastFour'
  | 'orderId'
  | 'reference'
  | 'status'

/** Nothing for nothing; at least one reading for anything else. */
export function readingsOf(typed: string, locale: ConsoleLocale): readonly SearchReading[] {
  const text = typed.trim().slice(0, textMax)
  if (text === '') return []
  const number = cardNumberIn(text)
  if (number !== undefined) return [{ meaning: 'cardNumber', filters: { lastFour: number.slice(-4) } }]
  const named = namedReadings(text, locale)
  if (named.length > 0) return named
  const found = [
    ...emailReadings(text),
    ...cardReadings(text),
    ...wordReadings(text),
    ...dayReadings(text),
    ...amountReadings(text, locale),
  ]
  const isWhole = found.some(({ meaning }) => meaning === 'amountBetween' || meaning === 'amountAtLeast')
  return isWhole ? found : [...found, ...idReadings(text)]
}

const textMax = 300

/** 13 to 19 digits with a right check digit, however they are grouped. */
function cardNumberIn(text: string): string | undefined {
  if (!/^[\d\s-]+$/.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits) ? digits : undefined
}

/** `card:0008`, `ref:cart-7`: for who wants no guessing. */
function namedReadings(text: string, locale: ConsoleLocale): readonly SearchReading[] {
  const [, name = '', value = ''] = /^([a-z]+):\s*(.+)$/i.exec(text) ?? []
  return value === '' ? [] : (readingsByName.get(name.toLowerCase())?.(value, locale) ?? [])
}

type NamedReadings = (value: string, locale: ConsoleLocale) => readonly SearchReading[]

const plain =
  (meaning: SearchMeaning & FilterName): NamedReadings =>
  value => [{ meaning, filters: { [meaning]: value } }]

const words =
  (wanted: SearchMeaning): NamedReadings =>
  value =>
    wordReadings(value).filter(({ meaning }) => meaning === wanted)

const readingsByName: ReadonlyMap<string, NamedReadings> = new Map<string, NamedReadings>([
  ['order', plain('orderId')],
  ['ref', plain('reference')],
  ['reference', plain('reference')],
  ['email', plain('email')],
  ['mail', plain('email')],
  ['card', cardReadings],
  ['amount', amountReadings],
  ['status', words('status')],
  ['code', words('gatewayCode')],
  ['brand', words('brand')],
])

const emailReadings = (text: string): readonly SearchReading[] =>
  /^[^\s@]+@[^\s@]*$/.test(text) ? [{ meaning: 'email', filters: { email: text.toLowerCase() } }] : []

/** Four digits, also as receipts write them: `xxxx 0008`, `•••• 0008`, `512345xxxxxx0008`. */
function cardReadings(text: string): readonly SearchReading[] {
  const [, lastFour] = /^(?:[\dx*•.\s]*[x*•.]\s*)?(\d{4})$/i.exec(text) ?? []
  return lastFour === undefined ? [] : [{ meaning: 'lastFour', filters: { lastFour } }]
}

/** A status, a gateway code or a brand, in capitals or as one speaks: `insufficient funds`. */
function wordReadings(text: string): readonly SearchReading[] {
  const word = text.toUpperCase().replace(/[\s-]+/g, '_')
  const known = (meaning: 'brand' | 'gatewayCode' | 'status', values: readonly string[]) =>
    values.includes(word) ? [{ meaning, filters: { [meaning]: word } }] : []
  return [
    ...known('status', orderStatuses),
    ...known('gatewayCode', gatewayCodes),
    ...known('brand', cardBrands),
  ]
}

/** `2026-11-17`: that day, where the reader is. */
function dayReadings(text: string): readonly SearchReading[] {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined) return []
  const from = new Date(Number(year), Number(month) - 1, Number(day))
  if (from.getMonth() !== Number(month) - 1) return []
  const to = new Date(Number(year), Number(month) - 1, Number(day) + 1)
  return [{ meaning: 'day', filters: { from: from.toISOString(), to: to.toISOString() } }]
}

/** `12.30`, `12,30`, `1,234.50 EUR`, `>100`, `10-20`, `€ 12`. */
function amountReadings(text: string, locale: ConsoleLocale): readonly SearchReading[] {
  const { amounts, currency } = withoutCurrency(text)
  const money = currency === undefined ? {} : { currency }
  const decimals = (written: string) => decimalsOf({ text: written, locale }, currency)
  const [, sign = '', bound] = /^(>=?|<=?|≥|≤)\s*(.+)$/.exec(amounts) ?? []
  if (bound !== undefined)
    return decimals(bound).map(limit =>
      /[<≤]/.test(sign)
        ? { meaning: 'amountAtMost', filters: { amountTo: limit, ...money } }
        : { meaning: 'amountAtLeast', filters: { amountFrom: limit, ...money } },
    )
  const [, low = '', high = ''] = /^(.+?)\s*(?:-|–|\.\.)\s*(.+)$/.exec(amounts) ?? []
  const ranges = decimals(low).flatMap(amountFrom =>
    decimals(high).map(amountTo => ({ amountFrom, amountTo })),
  )
  if (ranges.length > 0)
    return ranges.map(range => ({ meaning: 'amountBetween', filters: { ...range, ...money } }))
  return decimals(amounts).map(amount => ({ meaning: 'amount', filters: { amount, ...money } }))
}

/** Both readings of what could be thousands as well as decimals. */
function decimalsOf(written: WrittenAmount, currency: string | undefined): readonly string[] {
  const read = readAmount(written, currency)
  if ('amount' in read) return [read.amount].filter(isFilterAmount)
  const { trouble } = read
  return trouble.name === 'ambiguous' ? [trouble.whole, trouble.fraction].filter(isFilterAmount) : []
}

const symbols: ReadonlyMap<string, string | undefined> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  // Of several currencies.
  ['$', undefined],
  ['¥', undefined],
])

function withoutCurrency(text: string): { readonly amounts: string; readonly currency: string | undefined } {
  const [, before = '', amounts = '', after = ''] =
    /^([a-z]{3}|[€£$¥])?\s*(.*?)\s*([a-z]{3}|[€£$¥])?$/i.exec(text) ?? []
  const sign = before || after
  const code = sign.toUpperCase()
  return { amounts, currency: isCurrency(code) ? code : symbols.get(sign) }
}

function idReadings(text: string): readonly SearchReading[] {
  return [
    ...(text.length <= 40 ? [{ meaning: 'orderId', filters: { orderId: text } } as const] : []),
    ...[{ meaning: 'reference', filters: { reference: text.slice(0, 200) } } as const],
  ]
}
