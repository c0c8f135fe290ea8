import { expect, test } from 'vitest'
import { mergeContent } from './content.ts'

test('groups are merged field by field, what is on top wins, and neither side is changed', () => {
  const below = { order: { id: '1', amount: '1.00' }, list: [1, 2], kept: true }
  const top = { order: { amount: '2.00', status: 'NEW' }, list: [3], added: { deep: { very: 1 } } }
  expect(mergeContent(below, top)).toEqual({
    order: { id: '1', amount: '2.00', status: 'NEW' },
    list: [3],
    kept: true,
    added: { deep: { very: 1 } },
  })
  expect(below.order).toEqual({ id: '1', amount: '1.00' })
  expect(top.order).toEqual({ amount: '2.00', status: 'NEW' })
})
