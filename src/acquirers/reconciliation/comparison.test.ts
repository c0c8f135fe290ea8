import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysAfter } from './businessDate.ts'
import { type ComparisonOptions, createComparison } from './comparison.ts'
import { type DifferenceType, differenceAdvice } from './differences.ts'
import { type ClearingMovement, type GatewayMovement, identityNames } from './movements.ts'

const date = '2026-11-15'
const options: ComparisonOptions = { date, identity: identityNames, reversed: 'listed' }

const payment: GatewayMovement = {
  ...{ merchantId: 'SHOP', orderId: 'order', transactionId: '1', type: 'PAYMENT', state: 'counted', date },
  identity: { reference: '631912000001', traceNumber: '000001', terminal: 'TERM0001', acceptor: 'ACCEPTOR' },
  ...{ kind: 'debit', amount: 1_000n, currency: 'EUR', startedAtMs: 0 },
}
const voiding: GatewayMovement = {
  ...{ ...payment, transactionId: '2', type: 'VOID_PAYMENT', kind: 'debitReversed' },
  identity: { ...payment.identity, traceNumber: '000002' },
}
const failed: GatewayMovement = { ...payment, state: 'failed' }

const lineOf = ({ identity, kind, amount, currency }: GatewayMovement, line = 2): ClearingMovement => ({
  ...{ line, identity, kind, amount, currency, date },
})

function compare(
  gateway: readonly GatewayMovement[],
  lines: readonly ClearingMovement[],
  changes: Partial<ComparisonOptions> = {},
) {
  const comparison = createComparison({ ...options, ...changes })
  for (const line of lines) comparison.addLine(line)
  for (const movement of gateway) comparison.addGateway(movement)
  return comparison.finish()
}
const typesOf = (...compared: Parameters<typeof compare>) =>
  compare(...compared).differences.map(({ type }) => type)

const dayBefore = '2026-11-14'
const agreements: [story: string, GatewayMovement[], ClearingMovement[]][] = [
  ['nothing happened', [], []],
  ['a payment', [payment], [lineOf(payment)]],
  ['a payment that was voided', [payment, voiding], [lineOf(payment), lineOf(voiding)]],
  ['a decline', [failed], []],
  ['a silence, booked and reversed', [failed], [lineOf(payment), lineOf(voiding)]],
  ['a payment of the day before', [{ ...payment, date: dayBefore }], []],
  ['its line of that day', [{ ...payment, date: dayBefore }], [{ ...lineOf(payment), date: dayBefore }]],
  [
    'a payment of the day before that is voided on this one',
    [{ ...payment, date: dayBefore }, voiding],
    [lineOf(voiding), { ...lineOf(payment, 3), date: dayBefore }],
  ],
]
test.each(agreements)('%s: both say the same', (_story, gateway, lines) => {
  expect(typesOf(gateway, lines)).toEqual([])
})

const open: GatewayMovement = { ...payment, state: 'open', owed: 'reversal' }
const line = lineOf(payment)
const ofDayBefore: GatewayMovement = { ...payment, date: dayBefore }
const earlier: ClearingMovement = { ...line, date: dayBefore }
const disagreements: [type: DifferenceType, story: string, GatewayMovement[], ClearingMovement[]][] = [
  ['MISSING_AT_HOST', 'approved, and not in the file', [payment], []],
  ['MISSING_AT_GATEWAY', 'nobody asked for it', [], [line]],
  ['OTHER_AMOUNT', 'one cent', [payment], [{ ...line, amount: 1_001n }]],
  ['OTHER_CURRENCY', 'dollars', [payment], [{ ...line, currency: 'USD' }]],
  ['OTHER_TYPE', 'given back instead of taken', [payment], [{ ...line, kind: 'credit' }]],
  ['OTHER_DATE', 'later in the file', [payment], [{ ...line, date: '2026-11-16' }]],
  ['OTHER_DATE', 'earlier here', [{ ...payment, date: '2026-11-14' }], [line]],
  ['TWICE_AT_HOST', 'booked twice', [payment], [line, { ...line, line: 3 }]],
  [
    'OTHER_AMOUNT',
    'beside a line of the day before',
    [payment, ofDayBefore],
    [{ ...line, amount: 1n }, earlier],
  ],
  ['TWICE_AT_HOST', 'on the day before', [ofDayBefore], [earlier, { ...earlier, line: 3 }]],
  ['REVERSED_AT_HOST_ONLY', 'undone behind our back', [payment], [line, lineOf(voiding)]],
  [
    'REVERSED_AT_HOST_ONLY',
    'by a void that failed',
    [payment, { ...voiding, state: 'failed' }],
    [line, lineOf(voiding)],
  ],
  ['NOT_REVERSED_AT_HOST', 'voided here', [payment, voiding], [line]],
  ['NOT_REVERSED_AT_HOST', 'failed here', [failed], [line]],
  ['STILL_OPEN', 'a reversal is owed, and the host has it', [open], [line]],
  ['STILL_OPEN', 'a reversal is owed', [open], []],
  ['STILL_OPEN', 'the host has reversed it, and nobody here has heard of it', [open], [lineOf(voiding)]],
  ['OTHER_DATE', 'booked on the date before, reversed on this one', [failed], [lineOf(voiding)]],
]
test.each(disagreements)('%s: %s', (type, _story, gateway, lines) => {
  expect(typesOf(gateway, lines)).toEqual([type])
})

test('a difference names both sides', () => {
  const { differences } = compare([payment], [{ ...line, amount: 1_001n }])
  expect(differences).toEqual([
    {
      ...{ type: 'OTHER_AMOUNT', explanation: 'The amounts differ.', advice: differenceAdvice.OTHER_AMOUNT },
      ...{ identity: payment.identity },
      gateway: {
        ...{ merchantId: 'SHOP', orderId: 'order', transactionId: '1', type: 'PAYMENT', state: 'counted' },
        ...{ amount: 1_000n, currency: 'EUR', date },
      },
      file: { line: 2, kind: 'debit', amount: 1_001n, currency: 'EUR', date },
    },
  ])
})

test('captures that share a reference are told apart by what is left', () => {
  const captures = [100n, 200n, 300n].map((amount, n) => ({
    ...{ ...payment, amount, transactionId: String(n), type: 'CAPTURE' as const },
    identity: { reference: '631912000001' },
  }))
  const lines = captures.map(capture => lineOf(capture)).reverse()
  const byReference: Partial<ComparisonOptions> = { identity: ['reference'] }
  expect(typesOf(captures, lines, byReference)).toEqual([])
  const { differences } = compare(captures, lines.slice(1), byReference)
  expect(differences).toMatchObject([{ type: 'MISSING_AT_HOST', gateway: { amount: 300n } }])
})

test('a file that leaves reversed payments out is not asked for them', () => {
  const leftOut: Partial<ComparisonOptions> = { reversed: 'leftOut' }
  expect(typesOf([payment, voiding], [], leftOut)).toEqual([])
  expect(typesOf([payment, voiding], [])).toEqual(['MISSING_AT_HOST', 'MISSING_AT_HOST'])
  expect(typesOf([payment, voiding], [lineOf(payment)], leftOut)).toEqual(['NOT_REVERSED_AT_HOST'])
})

/** A day of any payments, refunds and voids, each with an identity of its own. */
const day = fc
  .array(
    fc.record({
      type: fc.constantFrom('PAYMENT', 'CAPTURE', 'REFUND'),
      amount: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      currency: fc.constantFrom('EUR', 'USD', 'JPY'),
      isVoided: fc.boolean(),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map(payments =>
    payments.flatMap(({ type, amount, currency, isVoided }, n): GatewayMovement[] => {
      const reference = String(n).padStart(12, '0')
      const kind = type === 'REFUND' ? 'credit' : 'debit'
      const first: GatewayMovement = {
        ...{ ...payment, transactionId: `${n}`, type, kind, amount, currency },
        identity: { ...payment.identity, reference, traceNumber: String(2 * n).padStart(6, '0') },
      }
      const second: GatewayMovement = {
        ...{ ...first, transactionId: `${n}v`, type: type === 'REFUND' ? 'VOID_REFUND' : 'VOID_PAYMENT' },
        kind: type === 'REFUND' ? 'creditReversed' : 'debitReversed',
        identity: { ...first.identity, traceNumber: String(2 * n + 1).padStart(6, '0') },
      }
      return isVoided ? [first, second] : [first]
    }),
  )

test('a day that both have is the same, in any order, and its totals are equal', () => {
  const shuffled = day.chain(movements =>
    fc.tuple(fc.constant(movements), fc.shuffledSubarray(movements, { minLength: movements.length })),
  )
  fc.assert(
    fc.property(shuffled, ([movements, others]) => {
      const { differences, same, gateway, file } = compare(
        movements,
        others.map((each, n) => lineOf(each, n + 2)),
      )
      expect(differences).toEqual([])
      expect(same).toBe(movements.length)
      expect(file).toEqual(gateway)
    }),
  )
})

type Injection = (
  movements: readonly GatewayMovement[],
  lines: readonly ClearingMovement[],
  n: number,
) => [readonly GatewayMovement[], readonly ClearingMovement[]]
const changed =
  (change: (line: ClearingMovement) => ClearingMovement): Injection =>
  (movements, lines, n) => [movements, lines.map((each, at) => (at === n ? change(each) : each))]
const mirrored = {
  debit: 'credit',
  credit: 'debit',
  debitReversed: 'creditReversed',
  creditReversed: 'debitReversed',
} as const

const injections: [DifferenceType, Injection][] = [
  [
    'MISSING_AT_GATEWAY',
    (movements, lines) => [
      movements,
      [...lines, { ...line, identity: { ...line.identity, reference: 'STRAY' } }],
    ],
  ],
  ['OTHER_AMOUNT', changed(each => ({ ...each, amount: each.amount + 1n }))],
  ['OTHER_CURRENCY', changed(each => ({ ...each, currency: 'GBP' }))],
  ['OTHER_DATE', changed(each => ({ ...each, date: daysAfter(date, 1) }))],
  ['OTHER_TYPE', changed(each => ({ ...each, kind: mirrored[each.kind] }))],
  ['TWICE_AT_HOST', (movements, lines, n) => [movements, [...lines, ...lines.slice(n, n + 1)]]],
  [
    'STILL_OPEN',
    (movements, lines, n) => [
      movements.map((each, at) => (at === n ? { ...each, state: 'open' } : each)),
      lines,
    ],
  ],
]
test.each(injections)('one difference in a day is found, and nothing but it: %s', (type, inject) => {
  fc.assert(
    fc.property(day, fc.nat(), (movements, some) => {
      const lines = movements.map((each, n) => lineOf(each, n + 2))
      const [gateway, file] = inject(movements, lines, some % movements.length)
      expect(typesOf(gateway, file)).toEqual([type])
    }),
  )
})

test('a line that is gone is missing, or not reversed where its original is still there', () => {
  fc.assert(
    fc.property(day, fc.nat(), (movements, some) => {
      const n = some % movements.length
      const lines = movements.map((each, at) => lineOf(each, at + 2))
      const isVoid = movements[n]?.kind.endsWith('Reversed')
      const expected = isVoid ? 'NOT_REVERSED_AT_HOST' : 'MISSING_AT_HOST'
      expect(typesOf(movements, lines.toSpliced(n, 1))).toEqual([expected])
    }),
  )
})
