import { expect, test } from 'vitest'
import { shortPath, toneOfCall } from './callParts.tsx'

test('paths are shown without what all of them begin with', () => {
  const path = '/api/rest/version/100/merchant/SHOP/order/shop-1/transaction/1'
  expect(shortPath(path)).toBe('/order/shop-1/transaction/1')
  expect(shortPath('/api/rest/version/100/information')).toBe('/information')
  expect(shortPath('/api/rest/version/100/merchant/SHOP')).toBe('/')
})

test('a decline is an answer, a refusal can be mended, a failure is ours', () => {
  expect(toneOfCall({ outcome: 'ANSWERED', result: 'SUCCESS' })).toBe('good')
  expect(toneOfCall({ outcome: 'ANSWERED', result: 'FAILURE' })).toBe('plain')
  expect(toneOfCall({ outcome: 'REFUSED' })).toBe('wait')
  expect(toneOfCall({ outcome: 'FAILED' })).toBe('bad')
})
