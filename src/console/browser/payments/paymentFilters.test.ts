import { expect, test } from 'vitest'
import { filterNames, filtersOf, queryOf, timesOf, withFilters } from './paymentFilters.ts'

test('the address holds every filter, and gives it back', () => {
  const all = {
    orderId: 'order 1&2',
    reference: 'cart=7',
    lastFour: '0008',
    email: 'ada+shop@example.com',
    amount: '10.00',
    currency: 'USD',
    brand: 'NETWORK_B',
    status: 'CAPTURED',
    gatewayCode: 'DECLINED',
    from: '2026-11-17T00:00Z',
    to: '2026-11-18T00:00:00.000Z',
  }
  expect(filtersOf(queryOf(all))).toEqual(all)
  expect(filtersOf(`?${queryOf(all)}`)).toEqual(all)
  expect(queryOf({ status: 'CAPTURED', lastFour: '0008' })).toBe(
    queryOf({ lastFour: '0008', status: 'CAPTURED' }),
  )
})

test('an address that somebody made up filters by what makes sense only', () => {
  const strange = new URLSearchParams({
    lastFour: '00081',
    amount: '1e9',
    currency: 'XXX',
    brand: '<script>',
    status: 'PAID',
    gatewayCode: 'toString',
    period: 'constructor',
    from: '2026-13-45T00:00Z',
    other: 'x',
    orderId: 'x'.repeat(41),
    email: 'a\u0000@b',
  })
  expect(filtersOf(strange.toString())).toEqual({})
  expect(queryOf({})).toBe('')
})

test('a newer wish replaces what contradicts it', () => {
  expect(withFilters({ amount: '5' }, { amountFrom: '1' })).toEqual({ amountFrom: '1' })
  expect(withFilters({ amountFrom: '1', amountTo: '2' }, { amount: '5' })).toEqual({ amount: '5' })
  expect(withFilters({ from: '2026-11-17T00:00Z' }, { period: '24h' })).toEqual({ period: '24h' })
  expect(withFilters({ period: '24h' }, { to: '2026-11-17T00:00Z' })).toEqual({ to: '2026-11-17T00:00Z' })
  expect(withFilters({ status: 'FAILED', lastFour: '0008' }, { status: '' })).toEqual({ lastFour: '0008' })
})

test('a period ends now, a range of times where it says', () => {
  const now = Date.parse('2026-11-17T12:00:00Z')
  expect(timesOf({ period: '24h' }, now)).toEqual({ from: '2026-11-16T12:00:00.000Z' })
  expect(timesOf({ to: '2026-11-17T00:00Z' }, now)).toEqual({ to: '2026-11-17T00:00Z' })
  expect(timesOf({}, now)).toEqual({})
  expect(filterNames).toContain('gatewayCode')
})
