import { expect, expectTypeOf, test } from 'vitest'
import { mergeRecords } from './kit/records.ts'
import type { OrderRecord, RequestRecord, SessionRecord, TransactionRecord } from './model.ts'

test('records are typed by the contract, and any field may be absent', () => {
  expectTypeOf<RequestRecord>().toHaveProperty('sourceOfFunds')
  type Card = NonNullable<NonNullable<NonNullable<RequestRecord['sourceOfFunds']>['provided']>['card']>
  expectTypeOf<Card['number']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<OrderRecord['reference']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<NonNullable<TransactionRecord['transaction']>['id']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<NonNullable<SessionRecord['order']>['reference']>().toEqualTypeOf<string | undefined>()
})

test('merging records keeps their type and merges groups', () => {
  const below: TransactionRecord = { order: { id: 'one', reference: 'before' }, merchant: 'TEST' }
  const merged = mergeRecords(below, { order: { reference: 'after' } })
  expectTypeOf(merged).toEqualTypeOf<TransactionRecord>()
  expect(merged).toEqual({ order: { id: 'one', reference: 'after' }, merchant: 'TEST' })
})
