import { expect, test } from 'vitest'
import { emptyState, parseState, withExchanges } from './walkthrough.ts'

const exchange = {
  title: 'Ask',
  by: 'server',
  method: 'PUT',
  path: '/api',
  request: { order: { amount: '22.00' } },
  status: 201,
  answer: { result: 'SUCCESS' },
  ms: 12,
} as const

test('a state that was saved is the same when it is loaded again', () => {
  const state = { order: 'demo-fields-000000000001', session: 'SESSION1', exchanges: [exchange] }
  expect(parseState(JSON.stringify(state))).toEqual(state)
})

test('what somebody else put there is left out', () => {
  const odd = { order: 7, address: ['x'], exchanges: [{ ...exchange, by: 'nobody' }, 'x', null, exchange] }
  expect(parseState(JSON.stringify(odd))).toEqual({ exchanges: [exchange] })
  expect(parseState('[]')).toEqual(emptyState)
})

test('a long state drops its oldest exchanges', () => {
  const many = Array.from({ length: 60 }, (_, ms) => ({ ...exchange, ms }))
  const { exchanges } = withExchanges(emptyState, many)
  expect([exchanges.length, exchanges[0]?.ms]).toEqual([40, 20])
})
