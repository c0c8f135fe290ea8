// What the list of payments is narrowed to, and how the address of the page writes it: a link shows a
// colleague the same list.

import { cardBrands } from '../../../standards/cardBrands.ts'
import { isCurrency } from '../../../standards/currencies.ts'
import { gatewayCodes, orderStatuses } from '../../../standards/paymentCodes.ts'

/** The filters, all of which an order must meet. Amounts are decimals. */
export type PaymentFilters = { readonly [name in FilterName]?: string }

/** How long the periods before now are, for lists that move on with the time. */
export const periods = {
  '1h': 3_600_000,
  '24h': 86_400_000,
  '7d': 604_800_000,
  '30d': 2_592_000_000,
} as const
export type Period = keyof typeof periods

export const isPeriod = (text: string | undefined): text is Period =>
  text !== undefined && Object.hasOwn(periods, text)

const isOneOf =
  (values: readonly string[]) =>
  (text: string): boolean =>
    values.includes(text)

/** Whether a plain decimal is what a filter of amounts takes. */
export const isFilterAmount = (text: string): boolean => /^(?:0|[1-9]\d{0,11})(?:\.\d{1,3})?$/.test(text)
const isShortText =
  (max: number) =>
  (text: string): boolean =>
    text.length <= max && !hasControl.test(text)
const hasControl = /[\u0000-\u001f\u007f]/
const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{3})?)?Z$/.test(text) && !Number.isNaN(Date.parse(text))

/** What each filter may be: an address is written by anybody, so what is none is left out. */
const filterForms = {
  orderId: isShortText(40),
  reference: isShortText(200),
  lastFour: text => /^\d{4}$/.test(text),
  email: isShortText(254),
  amount: isFilterAmount,
  amountFrom: isFilterAmount,
  amountTo: isFilterAmount,
  currency: isCurrency,
  brand: isOneOf(cardBrands),
  status: isOneOf(orderStatuses),
  gatewayCode: isOneOf(gatewayCodes),
  period: isPeriod,
  from: isTime,
  to: isTime,
} as const satisfies Readonly<Record<string, (text: string) => boolean>>

export type FilterName = keyof typeof filterForms
export const filterNames: readonly FilterName[] = Object.keys(filterForms).filter(isFilterName)

function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(filterForms, name)
}

/** The filters in the query of an address. */
export function filtersOf(query: string): PaymentFilters {
  const given = new URLSearchParams(query)
  return cleaned(Object.fromEntries(filterNames.map(name => [name, given.get(name) ?? ''])))
}

/** The query of an address: always in the same order, so that equal filters are equal addresses. */
export function queryOf(filters: PaymentFilters): string {
  const query = new URLSearchParams()
  const clean = cleaned(filters)
  for (const name of filterNames) {
    const value = clean[name]
    if (value !== undefined) query.set(name, value)
  }
  return query.toString()
}

/** The filters with some changed; an empty text takes one away. */
export function withFilters(filters: PaymentFilters, changes: PaymentFilters): PaymentFilters {
  const merged: { [name in FilterName]?: string } = { ...filters, ...changes }
  const isChanged = (name: FilterName) => changes[name] !== undefined && changes[name] !== ''
  // One amount or a range of them, one period or a range of times: the newer wish replaces the older.
  if (isChanged('amount')) {
    merged.amountFrom = ''
    merged.amountTo = ''
  } else if (isChanged('amountFrom') || isChanged('amountTo')) merged.amount = ''
  if (isChanged('period')) {
    merged.from = ''
    merged.to = ''
  } else if (isChanged('from') || isChanged('to')) merged.period = ''
  return cleaned(merged)
}

function cleaned(filters: PaymentFilters): PaymentFilters {
  const clean: { [name in FilterName]?: string } = {}
  for (const name of filterNames) {
    const value = filters[name]?.trim()
    if (value !== undefined && value !== '' && filterForms[name](value)) clean[name] = value
  }
  return clean
}

/** From when to when: what a period means now. */
export function timesOf(
  filters: PaymentFilters,
  nowMs: number,
): { readonly from?: string; readonly to?: string } {
  const { period, from, to } = filters
  if (isPeriod(period)) return { from: new Date(nowMs - periods[period]).toISOString() }
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}
