import { expect, test } from 'vitest'
import { requestFilters } from './requestFilters.ts'

test('the address is the filter', () => {
  const search = {
    ...{ outcome: 'REFUSED', operation: 'PAY', orderId: 'a b', correlationId: 'c', other: 'x' },
    ...{ from: '2026-11-17T00:00:00.000Z', until: '2026-11-18T00:00:00Z' },
  }
  expect(requestFilters(search)).toEqual({
    ...{ outcome: 'REFUSED', operation: 'PAY', orderId: 'a b', correlationId: 'c' },
    ...{ from: '2026-11-17T00:00:00.000Z', until: '2026-11-18T00:00:00.000Z' },
  })
})

test('what an address has wrong is left out', () => {
  expect(requestFilters({ outcome: 'LOST', orderId: 'x'.repeat(41), from: 'now', operation: '' })).toEqual({})
})
