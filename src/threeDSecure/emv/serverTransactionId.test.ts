import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellOfServerTransactionId, newServerTransactionId } from './serverTransactionId.ts'

test('the cell of a merchant is found in the id, in either case of its letters', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 32_767 }), cell => {
      const id = newServerTransactionId(cell)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect([cellOfServerTransactionId(id), cellOfServerTransactionId(id.toUpperCase())]).toEqual([
        cell,
        cell,
      ])
    }),
  )
})

test('what others made up names no cell', () => {
  expect(cellOfServerTransactionId('ffffffff-0000-4000-8000-000000000000')).toBeUndefined()
  expect(cellOfServerTransactionId("0001'; drop table")).toBeUndefined()
})
