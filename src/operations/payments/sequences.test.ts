import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { operationOf } from '../../../test/stories/bodies.ts'
import { createMemoryOrder, type MemoryOrder } from '../../../test/stories/memoryStage.ts'
import { type Submitted, tellings, verbs } from '../../../test/stories/story.ts'
import { admits, operationNames } from '../../orders/admission.ts'
import { ordinaryProfile, type Profile } from '../../orders/merchant.ts'
import { percentOf, toDecimal } from '../../orders/money.ts'
import { stateOf, statusOf } from '../../orders/status.ts'
import { effectiveTransactions, excessOf, type Totals, totalsOf } from '../../orders/totals.ts'
import { effectiveAmount, isUnsettled, isVoid, type Transaction } from '../../orders/transaction.ts'
import { orderStatuses } from '../../standards/paymentCodes.ts'
import { askAgain } from '../followUps/originals.ts'
import type { ConcludedResult } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'

/** Either a request, or what recovery makes of one that had no outcome. */
type Move =
  | { readonly kind: 'submit'; readonly wish: Wish }
  | { readonly kind: 'later'; readonly hours: number }
  | { readonly kind: 'settle'; readonly which: number; readonly isApproved: boolean }
/** Amount and target are wished for in proportion to what the order has, so that many wishes just fit. */
type Wish = {
  readonly verb: Submitted['verb']
  readonly eighths: bigint
  readonly target: number | undefined
  readonly told: Submitted['told']
  readonly isWithCard: boolean
}

const wishes: fc.Arbitrary<Wish> = fc.record({
  verb: fc.constantFrom(...verbs, 'capture', 'capture', 'capture', 'refund', 'refund', 'void', 'void'),
  eighths: fc.oneof(fc.bigInt({ min: 1n, max: 4n }), fc.bigInt({ min: 1n, max: 12n })),
  target: fc.option(fc.nat(8), { nil: undefined, freq: 2 }),
  told: fc.constantFrom('approved', 'approved', 'approved', 'approved', 'approved', 'approved', ...tellings),
  isWithCard: fc.integer({ min: 0, max: 9 }).map(one => one === 0),
})

const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.oneof(
    { weight: 14, arbitrary: wishes.map(wish => ({ kind: 'submit', wish }) as const) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: 30 }).map(hours => ({ kind: 'later', hours }) as const),
    },
    {
      weight: 3,
      arbitrary: fc
        .record({ which: fc.nat(9), isApproved: fc.boolean() })
        .map(settled => ({ kind: 'settle', ...settled }) as const),
    },
  ),
  { minLength: 4, maxLength: 30, size: 'max' },
)

function stepOf({ verb, eighths, target, told, isWithCard }: Wish, { transactions }: MemoryOrder): Submitted {
  const { authorized, captured } = totalsOf(transactions)
  const whole = (verb === 'capture' && authorized) || (verb === 'refund' && captured) || 16n
  const amount = (whole * eighths) / 8n
  const named = String(((target ?? 0) % (transactions.length + 1)) + 1)
  const isNamed = verb === 'void' || (target !== undefined && (verb === 'refund' || verb === 'capture'))
  return {
    verb,
    ...(verb !== 'void' && verb !== 'referral' && { amount: toDecimal(amount > 0n ? amount : 1n, 'USD') }),
    currency: 'USD',
    ...(isNamed && { target: named }),
    told,
    ...(verb === 'refund' && isWithCard && { extra: 'a card' }),
  }
}

const profiles: fc.Arbitrary<Profile> = fc
  .record({ capture: fc.constantFrom(0, 0, 10, 33), refund: fc.constantFrom(0, 0, 10, 50) })
  .map(({ capture, refund }) => ({
    ...ordinaryProfile,
    captureExcessPercent: capture,
    refundExcessPercent: refund,
  }))

/** Most orders begin as orders do; some with a refund of their own, some with anything. */
const beginnings: fc.Arbitrary<readonly Move[]> = fc
  .constantFrom('authorize', 'authorize', 'authorize', 'pay', 'refund', 'none')
  .map(verb => {
    if (verb === 'none') return []
    const isWithCard = verb === 'refund'
    const wish = {
      verb,
      eighths: 8n,
      target: undefined,
      told: isWithCard ? 'pending' : 'approved',
      isWithCard,
    } as const
    return [{ kind: 'submit', wish }]
  })

test('whatever is asked in whatever order, money stays within its bounds', async () => {
  const visited = new Set<string>()
  await fc.assert(
    fc.asyncProperty(profiles, beginnings, moves, async (profile, begun, made) => {
      const order = createMemoryOrder(profile)
      for (const move of [...begun, ...made]) {
        const faults = [...(await make(order, move)), ...faultsOf(order, profile)]
        if (faults.length > 0) throw new Error(faults.join(', '))
        visited.add(stateOf(order.transactions))
      }
    }),
    { numRuns: 1_200 },
  )
  // A run that never got anywhere would prove nothing.
  const inReach = orderStatuses.filter(status => !/^AUTHENTICAT|^INITIATED/.test(status))
  expect([...visited].sort()).toEqual([...inReach, 'NEW'].sort())
})

/** Does it, and tells when something was done that the order's state does not admit. */
async function make(order: MemoryOrder, move: Move): Promise<readonly string[]> {
  if (move.kind === 'later') await order.later(move.hours * 3_600_000)
  if (move.kind === 'settle') {
    const open = order.transactions.filter(isUnsettled)
    const one = open[move.which % Math.max(open.length, 1)]
    if (one) order.settle(one.id, concludedLate(order, one, move.isApproved))
  }
  if (move.kind !== 'submit') return []
  const before = stateOf(order.transactions)
  const step = stepOf(move.wish, order)
  const seen = await order.submit(step, String(order.transactions.length + 1))
  const operation = operationNames.find(name => name === operationOf(step))
  const isAdmitted = operation !== undefined && admits(before, operation)
  return seen.kind === 'recorded' && !isAdmitted
    ? [`${operation} was done on an order that is ${before}`]
    : []
}

/** Recovery keeps no late approval of a payment beside another one. */
function concludedLate(
  { transactions }: MemoryOrder,
  one: Transaction,
  isApproved: boolean,
): ConcludedResult {
  const isTaken =
    isPayment(one) && effectiveTransactions(transactions).some(({ type }) => type !== 'VERIFICATION')
  const wasUsed = isPayment(one) && stateOf(transactions) === 'CANCELLED'
  return isApproved && !isTaken && !wasUsed
    ? { result: 'SUCCESS', gatewayCode: 'APPROVED' }
    : { result: 'FAILURE', gatewayCode: 'TIMED_OUT' }
}

function faultsOf(order: MemoryOrder, profile: Profile): readonly string[] {
  const { transactions, excess } = order
  const totals = totalsOf(transactions)
  const { authorized, captured, refunded } = totals
  const isStandalone = authorized === 0n && captured === 0n
  const capturable = authorized + percentOf(authorized, profile.captureExcessPercent)
  const refundable = captured + percentOf(captured, profile.refundExcessPercent)
  const claims: Readonly<Record<string, boolean>> = {
    'no total is negative': authorized >= 0n && captured >= 0n && refunded >= 0n,
    'no more is captured than may be': captured <= capturable,
    'no more is refunded than may be': isStandalone || refunded <= refundable,
    'the row holds what it checks': captured <= authorized + excess && refunded <= captured + excess,
    'the excess is enough': excessOf(totals) <= excess,
    'the status tells the totals':
      transactions.length === 0 || statusOf(transactions) === expectedStatus(transactions, totals),
    'nothing is undone twice': isEachOnce(undoneBy(transactions)),
    'one payment stands': effectiveTransactions(transactions).filter(isPayment).length <= 1,
    'what is owed as an advice can be asked again': transactions
      .filter(isUnsettled)
      .every(one => isAskedAlike(order, one)),
    'no capture is refunded too far': effectiveTransactions(transactions).every(one =>
      isWithinItself(one, transactions, profile),
    ),
  }
  return Object.keys(claims).filter(claim => claims[claim] === false)
}

/** From what was recorded alone, exactly as it was asked the first time. */
function isAskedAlike({ transactions, asked }: MemoryOrder, one: RecordedTransaction): boolean {
  if (one.type !== 'CAPTURE' && !isVoid(one.type)) return true
  const first = asked.get(one.id)
  const again = askAgain({ transactions }, one)
  const {
    isLast: _last,
    heldAmount: _held,
    ...toldFirst
  } = {
    ...{ isLast: undefined, heldAmount: undefined },
    ...first?.ask,
  }
  return isDeepStrictEqual(again?.ask, toldFirst) && again?.cardOf === first?.cardOf
}

const undoneBy = (transactions: readonly Transaction[]) =>
  transactions.filter(one => isVoid(one.type) && one.result === 'SUCCESS').map(({ targetId }) => targetId)
const isEachOnce = (ids: readonly unknown[]) => new Set(ids).size === ids.length
const isPayment = ({ type }: Transaction) => type === 'AUTHORIZATION' || type === 'PAYMENT'

function isWithinItself(one: Transaction, transactions: readonly Transaction[], profile: Profile): boolean {
  if (one.type !== 'CAPTURE' && one.type !== 'PAYMENT') return true
  const amount = effectiveAmount(one)
  const refunded = effectiveTransactions(transactions)
    .filter(({ type, targetId }) => type === 'REFUND' && targetId === one.id)
    .reduce((sum, refund) => sum + effectiveAmount(refund), 0n)
  return refunded <= amount + percentOf(amount, profile.refundExcessPercent)
}

/** Said from the totals alone, in other words than the code's. */
function expectedStatus(transactions: readonly Transaction[], totals: Totals): string {
  const { authorized, captured, refunded } = totals
  if (captured > 0n) {
    if (refunded > captured) return 'EXCESSIVELY_REFUNDED'
    if (refunded > 0n) return refunded === captured ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    return captured < authorized ? 'PARTIALLY_CAPTURED' : 'CAPTURED'
  }
  if (authorized > 0n) return 'AUTHORIZED'
  if (refunded > 0n) return 'REFUNDED'
  const succeeded = transactions.filter(({ result }) => result === 'SUCCESS')
  if (succeeded.some(({ type }) => isVoid(type))) return 'CANCELLED'
  return succeeded.length > 0 ? 'VERIFIED' : 'FAILED'
}
