import { describe, expect, test } from 'vitest'
import { filtersOf, queryOf } from './paymentFilters.ts'
import { readingsOf } from './typedSearch.ts'

const first = (typed: string) => readingsOf(typed, 'en')[0]?.filters
const meanings = (typed: string) => readingsOf(typed, 'en').map(({ meaning }) => meaning)

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
    expect(readingsOf(typed, 'en')).toEqual([{ meaning: 'cardNumber', filters: { lastFour: '0008' } }])
    expect(JSON.stringify(readingsOf(typed, 'en'))).not.toContain('5123')
  }
})

test('a day is the whole day where the reader is', () => {
  const { from = '', to = '' } = first('2026-11-17') ?? {}
  expect(new Date(from).getHours()).toBe(0)
  expect(new Date(to).getTime() - new Date(from).getTime()).toBe(86_400_000)
  expect(meanings('2026-02-31')).not.toContain('day')
})

test.each([
  ['1.050', [{ amount: '1050' }, { amount: '1.050' }]],
  ['amount:1,050', [{ amount: '1050' }, { amount: '1.050' }]],
  ['> 1.050', [{ amountFrom: '1050' }, { amountFrom: '1.050' }]],
  [
    '20-1.050',
    [
      { amountFrom: '20', amountTo: '1050' },
      { amountFrom: '20', amountTo: '1.050' },
    ],
  ],
  ['1.050 JPY', [{ amount: '1050', currency: 'JPY' }]],
  ['1.234.567', [{ amount: '1234567' }]],
  ['\u0661\u0662\u066b\u0665\u0660', [{ amount: '12.50' }]],
  ['12.', []],
  ['1234567890123.00', []],
] as const)('%s is read as forms read it, and what could be two amounts as both', (typed, amounts) => {
  const readings = readingsOf(typed, 'de').filter(({ meaning }) => meaning.startsWith('amount'))
  expect(readings.map(({ filters }) => filters)).toEqual(amounts)
})
