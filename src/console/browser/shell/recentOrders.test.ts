import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetOrders, keepOrdersOf, recentOrders, rememberOrder } from './recentOrders.ts'

/** What a tab keeps, also over a page that is loaded again. */
let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the newest come first, each once, by merchant, for as long as the same user is there', () => {
  keepOrdersOf('ada')
  for (const orderId of ['1', '2', '1']) rememberOrder('SHOP', orderId)
  rememberOrder('OTHER', '3')
  keepOrdersOf('ada')
  expect(recentOrders('SHOP')).toEqual(['1', '2'])
  expect(recentOrders('OTHER')).toEqual(['3'])
})

test('who comes after somebody else in the same tab sees nothing of theirs', () => {
  keepOrdersOf('ada')
  rememberOrder('SHOP', '1')
  keepOrdersOf('bob')
  expect(recentOrders('SHOP')).toEqual([])
  keepOrdersOf('ada')
  expect(recentOrders('SHOP')).toEqual([])
})

test('nothing is kept of nobody', () => {
  rememberOrder('SHOP', '1')
  keepOrdersOf('ada')
  rememberOrder('SHOP', '2')
  forgetOrders()
  rememberOrder('SHOP', '3')
  expect(recentOrders('SHOP')).toEqual([])
})

test.each(['', '[{"merchantId":"SHOP","orderId":"1"}]', '{"userId":"ada","orders":[null]}', 'null'])(
  'what a release before or a stranger has left is nothing: %s',
  text => {
    kept.set('tollgate-console-recent', text)
    expect(recentOrders('SHOP')).toEqual([])
    keepOrdersOf('ada')
    rememberOrder('SHOP', '2')
    expect(recentOrders('SHOP')).toEqual(['2'])
  },
)
