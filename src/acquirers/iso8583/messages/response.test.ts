import { describe, expect, test } from 'vitest'
import {
  ask,
  followUpAsk,
  isoBench,
  originalOf,
  paymentAsk,
  reversalAsk,
  startMs,
} from '../../../../test/support/acquirers/isoBench.ts'
import type { FollowUpAsk, PaymentAsk } from '../../port.ts'
import { iso1987Ascii } from '../dialects/shipped/iso1987Ascii.ts'
import { iso1987Packed } from '../dialects/shipped/iso1987Packed.ts'
import { iso1993Packed } from '../dialects/shipped/iso1993Packed.ts'

const patient = new AbortController().signal
const dialects = [iso1987Ascii, iso1987Packed, iso1993Packed]

/** What becomes of a payment that is answered with these fields. */
async function answered(
  dialect: (typeof dialects)[number],
  fields: Readonly<Record<number, string>>,
  changes: Partial<PaymentAsk> = {},
) {
  const bench = isoBench(dialect)
  bench.script(() => fields)
  const { answer } = await ask(bench, paymentAsk(changes))
  return { bench, answer }
}

test.each([
  ['  AB12', 'AB12'],
  ['12 345', '12345'],
  ['      ', ''],
])('what merchants get of the authorization code "%s" is letters and digits', async (said, code) => {
  const { answer } = await answered(iso1987Ascii, { 38: said, 39: '00' })
  expect(answer).toMatchObject({ outcome: 'approved', authorizationCode: code })
})

test('the host gets its authorization code back as it wrote it', async () => {
  const bench = isoBench(iso1987Ascii)
  bench.script(() => ({ 38: ' 12 34', 39: '00' }))
  const paid = await ask(bench, paymentAsk())
  const { message } = await ask(bench, followUpAsk(originalOf(paid)))
  expect(message?.fields[38]).toBe(' 12 34')
})

test('an approval of 1987 carries the codes that merchants and receipts show', async () => {
  const { answer } = await answered(iso1987Ascii, {
    ...{ 15: '1117', 38: 'AB12  ', 39: '00', 44: ' X       M  2', 61: '1025104006600' },
    ...{ 62: 'F000000000000000YT23456789012345V234M', 63: '05008APPROVED', 127: 'memory' },
    54: '0002978C000000012300',
  })
  expect(answer).toEqual({
    ...{ outcome: 'approved', gatewayCode: 'APPROVED', amount: 1_000n, authorizationCode: 'AB12' },
    ...{ acquirerCode: '00', acquirerMessage: 'APPROVED', receipt: '632023000001' },
    hostMemory: '{"t":"T23456789012345","d":"1117","p":[["127","memory"]]}',
    cardSecurityCode: { acquirerCode: 'M', gatewayCode: 'MATCH' },
    avs: { acquirerCode: 'X', gatewayCode: 'ADDRESS_ZIP_MATCH' },
    availableBalance: { funds: { amount: 12_300n, currency: 'EUR' } },
    acquirer: {
      ...{ id: 'first', merchantId: 'SHOP0001', batch: 20_261_117, date: '1117', timeZone: '+0130' },
      transactionId: 'T23456789012345',
    },
    authorizationResponse: {
      ...{ marketSpecificData: 'M', posData: '1025104006600', posEntryMode: '812', processingCode: '000000' },
      ...{ responseCode: '00', responseMessage: 'APPROVED', returnAci: 'Y', stan: '000001', time: '010045' },
      ...{ timezone: '+0130', transactionIdentifier: 'T23456789012345', validationCode: 'V234' },
      vpasResponse: '2',
    },
    messages: [
      expect.objectContaining({ link: 'first', direction: 'sent', type: '0100' }),
      expect.objectContaining({ link: 'first', direction: 'received', type: '0110' }),
    ],
  })
})

test('an approval of 1993 has three digits and twelve characters', async () => {
  const { answer } = await answered(iso1993Packed, {
    15: '261231',
    38: 'ABC123',
    39: '000',
    44: 'OK',
    62: 'm',
  })
  expect(answer).toMatchObject({
    ...{ outcome: 'approved', gatewayCode: 'APPROVED', acquirerCode: '000', acquirerMessage: 'OK' },
    acquirer: { date: '1231', batch: 20_261_231, transactionId: '632023000001' },
    authorizationResponse: { posData: '100050100100', responseCode: '000', time: '010045' },
  })
})

test.each([
  ['51', { outcome: 'declined', gatewayCode: 'INSUFFICIENT_FUNDS', acquirerMessage: 'INSUFFICIENT FUNDS' }],
  ['ZZ', { outcome: 'declined', gatewayCode: 'UNSPECIFIED_FAILURE' }],
  ['68', { outcome: 'unknown' }],
  ['32', { outcome: 'unknown' }],
  ['94', { outcome: 'unknown' }],
  ['09', { outcome: 'pending' }],
  ['85', { outcome: 'approved', gatewayCode: 'APPROVED' }],
  ['25', { outcome: 'declined', gatewayCode: 'DECLINED' }],
])('response code %s of an original', async (code, expected) => {
  expect((await answered(iso1987Ascii, { 39: code })).answer).toMatchObject(expected)
})

test.each([
  ['00', { outcome: 'approved', authorizationCode: 'ABC123' }],
  ['25', { outcome: 'noOriginal', acquirerCode: '25' }],
  ['21', { outcome: 'noOriginal' }],
  ['76', { outcome: 'noOriginal' }],
  ['12', { outcome: 'declined' }],
  ['09', { outcome: 'unknown' }],
])('response code %s of a reversal', async (code, expected) => {
  const bench = isoBench(iso1987Ascii)
  const original = originalOf(await ask(bench, paymentAsk()))
  bench.script(() => ({ 39: code }))
  const answer = await bench.acquirer.send(reversalAsk(original), patient)
  expect(answer).toMatchObject(expected)
  expect(answer).not.toHaveProperty('isBlind')
})

test.each([
  ['00', { outcome: 'approved', authorizationCode: 'ABC123' }],
  ['05', { outcome: 'declined', gatewayCode: 'DECLINED' }],
  ['51', { outcome: 'declined', gatewayCode: 'INSUFFICIENT_FUNDS' }],
  ['09', { outcome: 'pending' }],
  ['25', { outcome: 'noOriginal' }],
  ['91', { outcome: 'unknown', acquirerCode: '91' }],
  ['96', { outcome: 'unknown' }],
  ['30', { outcome: 'unknown' }],
  ['12', { outcome: 'unknown' }],
  ['03', { outcome: 'unknown' }],
  ['57', { outcome: 'unknown' }],
  ['58', { outcome: 'unknown' }],
  ['63', { outcome: 'unknown' }],
  ['ZZ', { outcome: 'unknown' }],
])(
  'response code %s of an inquiry: trouble with the question says nothing of the payment',
  async (code, expected) => {
    const bench = isoBench(iso1987Ascii)
    const original = originalOf(await ask(bench, paymentAsk()))
    bench.script(() => ({ 39: code }))
    const inquiry = reversalAsk(original, { verb: 'inquire' })
    expect(await bench.acquirer.send(inquiry, patient)).toMatchObject(expected)
  },
)

test.each(['110', '115', '119', '120', '122', '902'])(
  'that an inquiry is refused says nothing of the payment in 1993 either (%s)',
  async code => {
    const { authorize } = iso1993Packed.asks
    if (authorize === undefined) throw new Error('The dialect has no holds')
    const bench = isoBench({ ...iso1993Packed, asks: { ...iso1993Packed.asks, inquire: authorize } })
    const original = originalOf(await ask(bench, paymentAsk()))
    bench.script(() => ({ 39: code }))
    const inquiry = reversalAsk(original, { verb: 'inquire' })
    expect(await bench.acquirer.send(inquiry, patient)).toMatchObject({ outcome: 'unknown' })
  },
)

test('that the host had a repeat before is an approval of the repeat', async () => {
  const bench = isoBench(iso1987Ascii)
  const original = originalOf(await ask(bench, paymentAsk()))
  bench.script(() => ({ 39: '94' }))
  expect((await ask(bench, followUpAsk(original, { repeat: 1 }))).answer).toMatchObject({
    ...{ outcome: 'approved', gatewayCode: 'APPROVED', amount: 1_000n, authorizationCode: 'ABC123' },
  })
  expect((await ask(bench, followUpAsk(original))).answer).toMatchObject({ outcome: 'unknown' })
})

test('an acknowledgement of a host that looks only later is blind', async () => {
  const bench = isoBench(iso1993Packed)
  const original = originalOf(await ask(bench, paymentAsk()))
  bench.script(() => ({ 39: '400' }))
  expect(await bench.acquirer.send(reversalAsk(original), patient)).toMatchObject({
    ...{ outcome: 'approved', gatewayCode: 'APPROVED', isBlind: true },
  })
})

test.each([
  ['923', 'in progress'],
  ['911', 'issuer timed out'],
])('without an inquiry nothing stays open (%s, %s): it is reversed, and a check is declined', async code => {
  const { answer } = await answered(iso1993Packed, { 39: code })
  expect(answer).toMatchObject({ outcome: 'unknown' })
  const checked = await answered(iso1993Packed, { 39: code }, { verb: 'verify' })
  expect(checked.answer).toMatchObject({ outcome: 'declined', gatewayCode: 'ACQUIRER_SYSTEM_ERROR' })
})

test('an answer without a response code is none, and an operator hears of it', async () => {
  const { answer, bench } = await answered(iso1987Ascii, { 38: 'ABC123' })
  expect(answer).toMatchObject({ outcome: 'silent' })
  expect(bench.logged.join()).toContain('without a response code')
})

test('codes that say that we are wrong alarm an operator', async () => {
  const { bench } = await answered(iso1987Ascii, { 39: '30' })
  expect(bench.logged.join()).toContain('response code 30: format error')
})

test('a private field without its layout does not spoil the answer', async () => {
  const { answer, bench } = await answered(iso1987Ascii, { 38: 'ABC123', 39: '00', 63: 'rubbish' })
  expect(answer).toMatchObject({ outcome: 'approved' })
  expect(bench.logged.join()).toContain('field 63')
})

describe.each(dialects)('in $name', dialect => {
  const partial = dialect.generation === '1993' ? '002' : '10'
  const inPart = (amount: string, changes: Partial<PaymentAsk> = {}) =>
    answered(dialect, { 4: amount, 39: partial }, { acceptPartialAmount: true, ...changes })

  test('a part that was asked for is approved, one unit less as well as half', async () => {
    for (const [amount, part] of [
      ['000000000999', 999n],
      ['000000000500', 500n],
    ] as const)
      expect((await inPart(amount)).answer).toMatchObject({
        ...{ outcome: 'approved', gatewayCode: 'PARTIALLY_APPROVED', amount: part },
      })
  })

  test('a part that is the whole is an approval', async () => {
    expect((await inPart('000000001000')).answer).toMatchObject({
      ...{ outcome: 'approved', gatewayCode: 'APPROVED', amount: 1_000n },
    })
  })

  test('a part that is more, or nothing, or that nobody asked for, is undone', async () => {
    for (const amount of ['000000001001', '000000000000']) {
      const { answer, bench } = await inPart(amount)
      expect(answer).toMatchObject({ outcome: 'unknown' })
      expect(bench.logged.join()).toContain('an amount that nobody asked for')
    }
    expect((await inPart('000000000500', { acceptPartialAmount: false })).answer).toMatchObject({
      outcome: 'unknown',
    })
  })

  test('a check and an update answer with what was asked for', async () => {
    const bench = isoBench(dialect)
    expect((await ask(bench, paymentAsk({ verb: 'verify' }))).answer).toMatchObject({ amount: 1_000n })
    const original = originalOf(await ask(bench, paymentAsk()))
    for (const amount of [400n, 1_000n, 1_500n]) {
      const { answer } = await ask(
        bench,
        followUpAsk(original, { verb: 'update', amount, heldAmount: 1_000n }),
      )
      expect(answer).toMatchObject({ outcome: 'approved', amount })
    }
  })

  test('a balance is told where the host tells it', async () => {
    const bench = isoBench(dialect)
    const asked = { verb: 'balance', merchantId: 'SHOP', currency: 'EUR', card: paymentAsk().card } as const
    const { generation } = dialect
    const approved = generation === '1993' ? '000' : '00'
    bench.script(() => ({ 39: approved, 54: '9602978C0000000001009802978C000000000200' }))
    expect(await bench.acquirer.send(asked, patient)).toMatchObject({
      gatewayCode: 'BALANCE_AVAILABLE',
      availableBalance: {
        ebt: [
          { type: 'CASH_BENEFITS_AVAILABLE_BALANCE', amount: 100n, currency: 'EUR' },
          { type: 'SNAP_AVAILABLE_BALANCE', amount: 200n, currency: 'EUR' },
        ],
      },
    })
    bench.script(() => ({ 39: approved }))
    expect(await bench.acquirer.send(asked, patient)).toMatchObject({ gatewayCode: 'BALANCE_UNKNOWN' })
  })

  test('nothing of the card is in what is shown, logged or kept', async () => {
    const canaries = [
      '5123450000000008',
      '39011010000',
      'AABBCCDDEEFF0011',
      '7391',
      'Q2FuYXJ5',
      'JANE CANARY',
    ]
    const bench = isoBench(dialect)
    bench.script(() => ({ state: 'silent' }))
    const { trace, answer } = await ask(
      bench,
      paymentAsk({
        card: { ...paymentAsk().card, securityCode: '7391', nameOnCard: 'JANE CANARY' },
        authentication: { token: 'Q2FuYXJ5' },
        presented: {
          ...{
            track2: ';5123450000000008=39011010000?3',
            emv: '5A085123450000000008950500000000009F3602AABB',
          },
          ...{
            pinBlock: { payload: 'AABBCCDDEEFF0011' },
            track1: '%B5123450000000008^CANARY/JANE^39011010000?',
          },
        },
      }),
    )
    const late = bench.answerTo(bench.lastSent(), { 39: dialect.generation === '1993' ? '904' : '30' })
    bench.options.at(-1)?.onLate?.(late)
    const shown = JSON.stringify([trace, answer, bench.late, bench.logged], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(bench.late).toHaveLength(1)
    expect(shown).toContain('\\n35 (28 characters)\\n')
    // The reference that the host repeats is ours.
    expect(shown).not.toContain('holds card data')
    for (const canary of canaries) expect(shown).not.toContain(canary)
  })
})

test('late answers are heard with their ask, without the card', async () => {
  const bench = isoBench(iso1987Ascii)
  bench.script(() => ({ state: 'silent' }))
  const { answer, trace } = await ask(bench, paymentAsk({ cell: 3 }))
  expect(answer).toMatchObject({ outcome: 'silent', messages: [{ direction: 'sent' }] })
  bench.options[0]?.onLate?.(bench.answerTo(bench.lastSent(), { 38: 'ABC123', 39: '00' }))
  expect(bench.late).toEqual([
    {
      ask: {
        ...{ verb: 'authorize', merchantId: 'SHOP', orderId: 'O', transactionId: '1', amount: 1_000n },
        ...{ currency: 'EUR', card: { number: '' }, acceptPartialAmount: false, startedAtMs: startMs },
        ...{ cell: 3, trace },
      },
      answer: expect.objectContaining({ outcome: 'approved', authorizationCode: 'ABC123' }),
    },
  ])
})

test('an approval that is said of other messages is none of a payment', async () => {
  for (const code of ['400', '500', '800', '900', '901']) {
    const { answer } = await answered(iso1993Packed, { 39: code, 38: 'AB1234' })
    expect(answer.outcome, code).toBe('unknown')
  }
  const bench = isoBench(iso1993Packed)
  bench.script(() => ({ 38: 'AB1234', 39: '000' }))
  const original = originalOf(await ask(bench, paymentAsk({ verb: 'authorize' })))
  const outcomeOf = async (code: string, question: FollowUpAsk) => {
    bench.script(() => ({ 39: code }))
    return (await ask(bench, question)).answer.outcome
  }
  expect(await outcomeOf('900', followUpAsk(original))).toBe('approved')
  expect(await outcomeOf('400', followUpAsk(original))).toBe('unknown')
  expect(await outcomeOf('400', followUpAsk(original, { verb: 'void' }))).toBe('approved')
  bench.script(() => ({ 39: '400' }))
  expect(await bench.acquirer.send(reversalAsk(original), patient)).toMatchObject({ outcome: 'approved' })
})
