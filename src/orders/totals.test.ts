import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transactionResults } from '../standards/paymentCodes.ts'
import { statusOf } from './status.ts'
import { orderAmountOf, type Totals, totalsOf, voidedIds } from './totals.ts'
import { type Transaction, transactionTypes } from './transaction.ts'

/** Any list at all, also ones no gateway would let happen. */
const anyTransactions: fc.Arbitrary<readonly Transaction[]> = fc
  .array(
    fc.record({
      type: fc.constantFrom(...transactionTypes),
      result: fc.constantFrom(...transactionResults),
      gatewayCode: fc.constantFrom('APPROVED', 'DECLINED', 'SUBMITTED', 'PARTIALLY_APPROVED'),
      amount: fc.bigInt({ min: 0n, max: 1_000_000n }),
      target: fc.nat(11),
    }),
    { maxLength: 12 },
  )
  .map(list =>
    list.map(({ target, ...rest }, index) => ({
      ...rest,
      id: String(index),
      targetId: String(target),
      currency: 'USD',
    })),
  )

const approved = (
  id: string,
  rest: Pick<Transaction, 'type' | 'amount'> & { targetId?: string },
): Transaction => ({
  id,
  result: 'SUCCESS',
  gatewayCode: 'APPROVED',
  currency: 'USD',
  ...rest,
})

test('no total is ever negative, whatever the list', () => {
  fc.assert(
    fc.property(anyTransactions, transactions => {
      const { authorized, captured, refunded } = totalsOf(transactions)
      expect([authorized, captured, refunded].every(total => total >= 0n)).toBe(true)
    }),
  )
})

test('what did not succeed changes neither totals nor voids', () => {
  fc.assert(
    fc.property(anyTransactions, transactions => {
      const successful = transactions.filter(({ result }) => result === 'SUCCESS')
      expect(totalsOf(transactions)).toEqual(totalsOf(successful))
      expect(voidedIds(transactions)).toEqual(voidedIds(successful))
    }),
    { numRuns: 300 },
  )
})

test('a browser payment that is only submitted counts for nothing', () => {
  fc.assert(
    fc.property(anyTransactions, fc.constantFrom('AUTHORIZATION', 'PAYMENT'), (transactions, type) => {
      const submitted: Transaction = { ...approved('new', { type, amount: 5n }), gatewayCode: 'SUBMITTED' }
      expect(totalsOf([...transactions, submitted])).toEqual(totalsOf(transactions))
    }),
  )
})

test('a successful void takes back exactly what its target did', () => {
  const pairs = fc.constantFrom(
    ['PAYMENT', 'VOID_PAYMENT'] as const,
    ['CAPTURE', 'VOID_CAPTURE'] as const,
    ['REFUND', 'VOID_REFUND'] as const,
    ['AUTHORIZATION', 'VOID_AUTHORIZATION'] as const,
  )
  fc.assert(
    fc.property(
      anyTransactions,
      pairs,
      fc.bigInt({ min: 1n, max: 1000n }),
      (before, [type, voiding], amount) => {
        const done = approved('done', { type, amount })
        const undone = approved('undone', { type: voiding, amount, targetId: 'done' })
        expect(totalsOf([...before, done, undone])).toEqual(totalsOf(before))
      },
    ),
  )
})

test('an order is for what was approved, and until then for what was last asked for', () => {
  const declined = { ...approved('1', { type: 'AUTHORIZATION', amount: 1000n }), result: 'FAILURE' } as const
  const second = approved('2', { type: 'AUTHORIZATION', amount: 2500n })
  const capture = approved('3', { type: 'CAPTURE', amount: 700n })
  expect(orderAmountOf([declined, second, capture])).toBe(2500n)
  expect(orderAmountOf([second, declined])).toBe(2500n)
  expect(orderAmountOf([{ ...declined, amount: 300n }, declined])).toBe(1000n)
  expect(orderAmountOf([])).toBeUndefined()
  const authenticated = approved('4', { type: 'AUTHENTICATION', amount: 800n })
  const verified = { ...approved('5', { type: 'VERIFICATION', amount: 0n }), wholeAmount: 900n }
  const verifiedOnly = approved('6', { type: 'VERIFICATION', amount: 0n })
  const initiated = { ...authenticated, id: '7', amount: 0n }
  expect(orderAmountOf([authenticated, verified, verifiedOnly, initiated])).toBe(900n)
  expect(orderAmountOf([verified, authenticated, verifiedOnly])).toBe(800n)
  expect(orderAmountOf([verified, second])).toBe(2500n)
  expect(orderAmountOf([verifiedOnly])).toBeUndefined()
  expect(orderAmountOf([declined, verified, verifiedOnly])).toBe(900n)
  expect(orderAmountOf([verified, declined])).toBe(1000n)
  expect(orderAmountOf([second, verified])).toBe(2500n)
  // For the rest of what a part was taken of, which was given back.
  expect(orderAmountOf([declined, authenticated])).toBe(1000n)
})

test('an amount approved in part counts as approved', () => {
  const partial: Transaction = { ...approved('1', { type: 'PAYMENT', amount: 100n }), approvedAmount: 40n }
  expect(totalsOf([partial])).toEqual({ authorized: 40n, captured: 40n, refunded: 0n })
})

type Step = { readonly move: 'CAPTURE' | 'REFUND' | 'AUTHORIZATION_UPDATE' | 'VOID'; readonly amount: bigint }

const steps = fc.array(
  fc.record({
    move: fc.constantFrom('CAPTURE', 'REFUND', 'AUTHORIZATION_UPDATE', 'VOID'),
    amount: fc.bigInt({ min: 1n, max: 100n }),
  }),
  { maxLength: 15 },
)

test('an order led by its rules is never captured or refunded beyond what it may', () => {
  fc.assert(
    fc.property(steps, taken => {
      let transactions = [approved('0', { type: 'AUTHORIZATION', amount: 100n })]
      for (const step of taken) {
        transactions = [...transactions, ...ruled(transactions, step)]
        const { authorized, captured, refunded } = totalsOf(transactions)
        expect(captured <= authorized && refunded <= captured).toBe(true)
        expect(statusOf(transactions)).toBe(expectedStatus({ authorized, captured, refunded }))
      }
    }),
    { numRuns: 500 },
  )
})

/** The step as a transaction, or none where the rules forbid it. A void takes the newest that stands. */
function ruled(transactions: readonly Transaction[], { move, amount }: Step): readonly Transaction[] {
  const id = String(transactions.length)
  const { authorized, captured, refunded } = totalsOf(transactions)
  if (move === 'CAPTURE' && captured + amount <= authorized) return [approved(id, { type: move, amount })]
  if (move === 'REFUND' && refunded + amount <= captured) return [approved(id, { type: move, amount })]
  if (move === 'AUTHORIZATION_UPDATE' && captured === 0n && authorized > 0n) {
    return [approved(id, { type: move, amount })]
  }
  if (move !== 'VOID') return []
  const voided = voidedIds(transactions)
  const standing = transactions.filter(one => !voided.has(one.id))
  const newest = standing.findLast(
    ({ type }) => type === 'REFUND' || type === 'CAPTURE' || type === 'AUTHORIZATION',
  )
  if (newest === undefined) return []
  const type = `VOID_${newest.type}`
  const voidType = transactionTypes.find(name => name === type)
  return voidType === undefined
    ? []
    : [approved(id, { type: voidType, amount: newest.amount, targetId: newest.id })]
}

function expectedStatus({ authorized, captured, refunded }: Totals): string {
  if (authorized === 0n) return 'CANCELLED'
  if (captured === 0n) return 'AUTHORIZED'
  if (refunded > 0n) return refunded === captured ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  return captured < authorized ? 'PARTIALLY_CAPTURED' : 'CAPTURED'
}
