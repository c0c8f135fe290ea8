import { describe, expect, test } from 'vitest'
import { filtersOf, queryOf } from './paymentFilters.ts'
import { decimalOf, readingsOf } from './typedSearch.ts'

const first = (typed: string) => readingsOf(typed)[0]?.filters
const meanings = (typed: string) => readingsOf(typed).map(({ meaning }) => meaning)

describe('what is typed is taken for', () => {
  test.each([
    ['0008', { lastFour: '0008' }],
    ['xxxx 0008', { lastFour: '0008' }],
    ['512345xxxxxx0008', { lastFour: '0008' }],
    ['•••• 0008', { lastFour: '0008' }],
    ['card:0008', { lastFour: '0008' }],
    ['ada@example.com', { email: 'ada@example.com' }],
    ['Ada@Example.com', { email: 'ada@example.com' }],
    ['12.30', { amount: '12.30' }],
    ['12,30 EUR', { amount: '12.30', currency: 'EUR' }],
    ['€ 1.234,50', { amount: '1234.50', currency: 'EUR' }],
    ['$12', { amount: '12' }],
    ['usd 7', { amount: '7', currency: 'USD' }],
    ['>100', { amountFrom: '100' }],
    ['<= 50.5 gbp', { amountTo: '50.5', currency: 'GBP' }],
    ['10-20', { amountFrom: '10', amountTo: '20' }],
    ['captured', { status: 'CAPTURED' }],
    ['partially refunded', { status: 'PARTIALLY_REFUNDED' }],
    ['insufficient funds', { gatewayCode: 'INSUFFICIENT_FUNDS' }],
    ['NETWORK_B', { brand: 'NETWORK_B' }],
    ['status:failed', { status: 'FAILED' }],
    ['code:cancelled', { gatewayCode: 'CANCELLED' }],
    ['ref:4711', { reference: '4711' }],
    ['order:4711', { orderId: '4711' }],
    ['order-eb8b5d40', { orderId: 'order-eb8b5d40' }],
    ['  order-1  ', { orderId: 'order-1' }],
  ])('%s', (typed, filters) => {
    expect(first(typed)).toEqual(filters)
    expect(filtersOf(queryOf(first(typed) ?? {}))).toEqual(filters)
  })
})

test('what may mean several things offers each of them', () => {
  expect(meanings('4711')).toEqual(['lastFour', 'amount', 'orderId', 'reference'])
  expect(meanings('cancelled')).toEqual(['status', 'gatewayCode', 'orderId', 'reference'])
  expect(meanings('2026-11-17')).toEqual(['day', 'orderId', 'reference'])
  expect(meanings('')).toEqual([])
})

test('a card number is never looked for: its last four digits are', () => {
  for (const typed of ['5123450000000008', '5123 4500 0000 0008', '5123-4500-0000-0008']) {
    expect(readingsOf(typed)).toEqual([{ meaning: 'cardNumber', filters: { lastFour: '0008' } }])
    expect(JSON.stringify(readingsOf(typed))).not.toContain('5123')
  }
})

test('a day is the whole day where the reader is', () => {
  const { from = '', to = '' } = first('2026-11-17') ?? {}
  expect(new Date(from).getHours()).toBe(0)
  expect(new Date(to).getTime() - new Date(from).getTime()).toBe(86_400_000)
  expect(meanings('2026-02-31')).not.toContain('day')
})

test('decimals as people write them', () => {
  expect(decimalOf('1,234')).toBe('1234')
  expect(decimalOf('1.234.567')).toBe('1234567')
  expect(decimalOf("1'234.5")).toBe('1234.5')
  expect(decimalOf('0.125')).toBe('0.125')
  expect(decimalOf('007')).toBe('7')
  expect(decimalOf('1.2345')).toBeUndefined()
  expect(decimalOf('12.')).toBeUndefined()
  expect(decimalOf('twelve')).toBeUndefined()
})
