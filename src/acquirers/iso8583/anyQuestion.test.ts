import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  bigInt,
  boolean,
  constantFrom,
  integer,
  oneof,
  option,
  record,
  string,
} from 'fast-check'
import { expect, test } from 'vitest'
import {
  ask,
  followUpAsk,
  isoBench,
  originalOf,
  paymentAsk,
  reversalAsk,
  startMs,
} from '../../../test/support/acquirers/isoBench.ts'
import { currencies } from '../../standards/currencies.ts'
import { transactionSources } from '../../standards/paymentCodes.ts'
import { iso1987Ascii } from './dialects/shipped/iso1987Ascii.ts'
import { iso1987Packed } from './dialects/shipped/iso1987Packed.ts'
import { iso1993Packed } from './dialects/shipped/iso1993Packed.ts'

const maybe = <Value>(value: Arbitrary<Value>) => option(value, { nil: undefined })
const digits = (minLength: number, maxLength: number) =>
  array(integer({ min: 0, max: 9 }), { minLength, maxLength }).map(each => each.join(''))

const mostly = <Value>(usual: Arbitrary<Value>, odd: Arbitrary<Value>) =>
  oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd })

/** Some of it cannot be sent: letters in a security code, too much money, tokens of any length. */
const anyPayment = record({
  verb: constantFrom('authorize', 'pay', 'verify', 'credit'),
  amount: mostly(bigInt({ min: 0n, max: 999_999_999_999n }), bigInt({ min: 0n, max: 10_000_000_000_000n })),
  currency: constantFrom(...currencies),
  number: digits(12, 19),
  securityCode: maybe(mostly(digits(3, 4), string({ maxLength: 5 }))),
  name: maybe(string({ unit: 'binary', maxLength: 60 })),
  street: maybe(string({ unit: 'binary', maxLength: 200 })),
  postcode: maybe(string({ unit: 'grapheme', maxLength: 20 })),
  token: maybe(mostly(string({ maxLength: 32 }), string({ maxLength: 60 }))),
  eci: maybe(digits(1, 2)),
  channel: constantFrom(undefined, ...transactionSources),
  acceptPartialAmount: boolean(),
  startedAtMs: integer({ min: startMs, max: startMs + 400 * 24 * 60 * 60_000 }),
})

test.each([iso1987Ascii, iso1987Packed, iso1993Packed])(
  'in $name any question is sent as it was meant, or declined without sending',
  async dialect => {
    const bench = isoBench(dialect)
    await assert(
      asyncProperty(anyPayment, async drawn => {
        const { number, securityCode, name, street, postcode, token, eci, channel, ...rest } = drawn
        const before = bench.sent.length
        const paid = await ask(
          bench,
          paymentAsk({
            ...rest,
            card: {
              number,
              ...(securityCode !== undefined && { securityCode }),
              ...(name && { nameOnCard: name }),
            },
            billing: { ...(street && { street }), ...(postcode && { postcodeZip: postcode }) },
            authentication: { ...(token !== undefined && { token }), ...(eci !== undefined && { eci }) },
            ...(channel !== undefined && { channel }),
          }),
        )
        if (bench.sent.length === before) {
          expect(paid.answer).toMatchObject({ outcome: 'declined', acquirerCode: 'NOT SENT' })
          return
        }
        const amount = drawn.verb === 'verify' ? 0n : drawn.amount
        expect(paid.message?.fields).toMatchObject({ 2: number, 4: String(amount).padStart(12, '0') })
        await bench.acquirer.send(reversalAsk(originalOf(paid)), new AbortController().signal)
        const { fields } = bench.lastSent()
        if (dialect.generation === '1987') expect(fields[90]).toMatch(/^\d{42}$/)
        else expect(fields[56]).toMatch(/^\d{4}\d{6}\d{12}06123456$/)
        expect(fields[37]).toBe(paid.message?.fields[37])
        expect(fields[12]).toBe(paid.message?.fields[12])
        if (drawn.verb === 'verify') return
        const captured = await ask(bench, followUpAsk(originalOf(paid), { amount: drawn.amount }))
        expect(captured.message?.fields[37]).toBe(paid.message?.fields[37])
      }),
      { numRuns: 150 },
    )
    expect(bench.sent.length).toBeGreaterThan(150)
  },
)
