import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentOf } from './money.ts'
import { boundsOf, excessOf, totalsOf } from './totals.ts'
import { isUnsettled, isVoid, type Transaction, type TransactionResult } from './transaction.ts'

const results: fc.Arbitrary<TransactionResult> = fc.constantFrom(
  'SUCCESS',
  'SUCCESS',
  'FAILURE',
  'PENDING',
  'UNKNOWN',
)

/** An order that was authorized, and anything that may follow. */
const followed: fc.Arbitrary<readonly Transaction[]> = fc
  .array(
    fc.record({
      type: fc.constantFrom('CAPTURE', 'REFUND', 'AUTHORIZATION_UPDATE', 'VOID_CAPTURE', 'VOID_REFUND'),
      result: results,
      amount: fc.bigInt({ min: 1n, max: 100n }),
      target: fc.nat(8),
    }),
    { maxLength: 8 },
  )
  .map(list => {
    const all = list.map(({ target, ...rest }, index): Transaction => {
      const ids = { id: String(index + 1), targetId: String(target) }
      return { ...rest, ...ids, gatewayCode: 'APPROVED', currency: 'USD' }
    })
    return [first, ...all.filter(one => !isVoid(one.type) || undoesItsKind(one, all))]
  })
const undoesItsKind = ({ type, targetId }: Transaction, all: readonly Transaction[]): boolean =>
  all.some(target => target.id === targetId && type === `VOID_${target.type}`)
const first: Transaction = {
  ...{ id: '0', type: 'AUTHORIZATION', result: 'SUCCESS', gatewayCode: 'APPROVED' },
  ...{ amount: 100n, currency: 'USD' },
}

test('however what is unsettled turns out, the totals lie within the bounds', () => {
  fc.assert(
    fc.property(followed, fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), (transactions, turns) => {
      const { least, most } = boundsOf(transactions)
      const settled = totalsOf(
        transactions.map((one, index) =>
          isUnsettled(one) ? { ...one, result: turns[index] ? 'SUCCESS' : 'FAILURE' } : one,
        ),
      )
      for (const name of ['authorized', 'captured', 'refunded'] as const)
        expect(least[name] <= settled[name] && settled[name] <= most[name], name).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('what is settled is what it is', () => {
  fc.assert(
    fc.property(followed, transactions => {
      const settled = transactions.filter(one => !isUnsettled(one))
      expect(boundsOf(settled)).toEqual({ least: totalsOf(settled), most: totalsOf(settled) })
    }),
  )
})

test('an excess is what totals go beyond, and a per cent of an amount is rounded down', () => {
  expect(excessOf({ authorized: 100n, captured: 100n, refunded: 100n })).toBe(0n)
  expect(excessOf({ authorized: 100n, captured: 107n, refunded: 0n })).toBe(7n)
  expect(excessOf({ authorized: 100n, captured: 107n, refunded: 120n })).toBe(13n)
  expect(excessOf({ authorized: 0n, captured: 0n, refunded: 50n })).toBe(50n)
  expect([0n, 9n, 10n, 19n, 1_000n].map(amount => percentOf(amount, 10))).toEqual([0n, 0n, 1n, 1n, 100n])
})
