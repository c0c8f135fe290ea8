import { expect, expectTypeOf, test } from 'vitest'
import type { Content } from './kit/content.ts'
import type { ResponseOf } from './kit/operation.ts'
import { mergeRecords } from './kit/records.ts'
import type {
  OrderRecord,
  RequestRecord,
  SessionAnswerRecord,
  SessionRecord,
  TransactionRecord,
} from './model.ts'
import type { pay } from './operations/payment.ts'

test('records are typed by the contract, and any field may be absent', () => {
  expectTypeOf<RequestRecord>().toHaveProperty('sourceOfFunds')
  type Card = NonNullable<NonNullable<NonNullable<RequestRecord['sourceOfFunds']>['provided']>['card']>
  expectTypeOf<Card['number']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<OrderRecord['reference']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<NonNullable<TransactionRecord['transaction']>['id']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<NonNullable<SessionRecord['order']>['reference']>().toEqualTypeOf<string | undefined>()
})

test('decimals are texts in records, although answers show numbers', () => {
  expectTypeOf<OrderRecord['amount']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<NonNullable<TransactionRecord['transaction']>['taxAmount']>().toEqualTypeOf<
    string | undefined
  >()
  expectTypeOf<NonNullable<ResponseOf<typeof pay>['order']>['amount']>().toEqualTypeOf<number>()
})

test('a session has values for either kind, secrets too, and nothing of the call that gave them', () => {
  type Card = NonNullable<NonNullable<NonNullable<SessionRecord['sourceOfFunds']>['provided']>['card']>
  expectTypeOf<Card['securityCode']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<SessionRecord>().toHaveProperty('interaction')
  expectTypeOf<SessionRecord>().not.toHaveProperty('session')
  expectTypeOf<NonNullable<SessionAnswerRecord['session']>['aes256Key']>().toEqualTypeOf<string | undefined>()
})

test('a record is content, but content is no record until recordOf says so', () => {
  expectTypeOf<SessionRecord>().toExtend<Content>()
  expectTypeOf<Content>().not.toExtend<SessionRecord>()
  expectTypeOf<{ order: Content }>().not.toExtend<TransactionRecord>()
  expectTypeOf<{ order: { amount: string } }>().toExtend<SessionRecord>()
})

test('merging records keeps their type and merges groups', () => {
  const below: TransactionRecord = { order: { id: 'one', reference: 'before' }, merchant: 'TEST' }
  const merged = mergeRecords(below, { order: { reference: 'after' } })
  expectTypeOf(merged).toEqualTypeOf<TransactionRecord>()
  expect(merged).toEqual({ order: { id: 'one', reference: 'after' }, merchant: 'TEST' })
})
