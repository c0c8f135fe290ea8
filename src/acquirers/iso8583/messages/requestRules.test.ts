import { describe, expect, test } from 'vitest'
import {
  ask,
  followUpAsk,
  type IsoBench,
  identity,
  isoBench,
  originalOf,
  paymentAsk,
  reversalAsk,
  settingsFor,
  startMs,
} from '../../../../test/support/acquirers/isoBench.ts'
import type { AskedTransaction } from '../../port.ts'
import type { IsoMessage } from '../dialects/message.ts'
import { iso1987Ascii } from '../dialects/shipped/iso1987Ascii.ts'
import { iso1987Packed } from '../dialects/shipped/iso1987Packed.ts'
import { iso1993Packed } from '../dialects/shipped/iso1993Packed.ts'

const patient = new AbortController().signal

async function held(bench: IsoBench, amount = 1_000n) {
  const authorized = await ask(bench, paymentAsk({ amount }))
  return { authorized, original: originalOf(authorized) }
}

describe('in iso1993-packed', () => {
  const bench = () => isoBench(iso1993Packed)
  const original56 = '11000000012611170100450' + '6123456'

  test('a hold has the longer times, the point of service and a function code', async () => {
    const { message } = await ask(bench(), paymentAsk())
    expect(message).toEqual({
      type: '1100',
      fields: {
        ...{ 2: '5123450000000008', 3: '000000', 4: '000000001000', 7: '1116233045', 11: '000001' },
        ...{ 12: '261117010045', 14: '3901', 19: '276', 22: '100050100100', 24: '100', 26: '5411' },
        ...{ 32: '123456', 37: '632023000001', 41: 'TERM0001', 42: 'SHOP0001       ', 49: '978' },
        ...{ 43: 'Corner shop              Hamburg      DE', 63: '450131025104006600' },
      },
    })
  })

  test('a capture says whether it is of the amount that was held', async () => {
    const one = bench()
    const { original } = await held(one)
    expect((await ask(one, followUpAsk(original))).message).toMatchObject({
      type: '1220',
      fields: { 24: '201', 37: '632023000001', 38: 'ABC123', 56: original56 },
    })
    expect((await ask(one, followUpAsk(original, { amount: 1n }))).message).toMatchObject({
      fields: { 24: '202' },
    })
  })

  test('what is held by now decides that, also when the capture is repeated', async () => {
    const one = bench()
    const { original } = await held(one)
    const all = await ask(one, followUpAsk(original, { amount: 1_500n, heldAmount: 1_500n }))
    expect(all.message?.fields).toMatchObject({ 4: '000000001500', 24: '201' })
    const { heldAmount: _, ...again } = all.ask
    await one.acquirer.send({ ...again, repeat: 1 }, patient)
    expect(one.lastSent()).toMatchObject({ type: '1221', fields: { 24: '201' } })
    const first = await ask(one, followUpAsk(original, { amount: 1_000n, heldAmount: 1_500n }))
    expect(first.message?.fields).toMatchObject({ 24: '202' })
  })

  test('an advice says why it is one', async () => {
    const one = bench()
    const { original } = await held(one)
    const messages = [
      await ask(one, followUpAsk(original)),
      await ask(one, followUpAsk(original, { verb: 'refund' })),
      await ask(one, paymentAsk({ verb: 'credit' })),
      await ask(one, paymentAsk({ verb: 'credit', refundAuthorization: true })),
    ]
    expect(messages.map(({ message }) => [message?.type, message?.fields[25], message?.fields[39]])).toEqual([
      ['1220', '1004', '000'],
      ['1220', '1004', undefined],
      ['1220', '1004', undefined],
      ['1200', undefined, undefined],
    ])
  })

  test('a reversal says why in 25 and what in 56', async () => {
    const one = bench()
    const { original } = await held(one)
    await one.acquirer.send(reversalAsk(original), patient)
    expect(one.lastSent()).toMatchObject({
      type: '1420',
      fields: { 4: '000000001000', 11: '000002', 12: '261117010045', 24: '400', 25: '4021', 38: 'ABC123' },
    })
    expect(one.lastSent().fields[56]).toBe(original56)
    expect((await ask(one, followUpAsk(original, { verb: 'void' }))).message?.fields).toMatchObject({
      25: '4000',
    })
  })

  test('a smaller hold has what remains as its amount, and what was held in 30', async () => {
    const one = bench()
    const { original } = await held(one)
    const less = await ask(one, followUpAsk(original, { verb: 'update', amount: 300n, heldAmount: 1_500n }))
    expect(less.message).toMatchObject({
      type: '1420',
      fields: { 4: '000000000300', 24: '401', 30: '000000001500000000000000', 56: original56 },
    })
    await one.acquirer.send(reversalAsk(originalOf(less)), patient)
    expect(one.lastSent()).toMatchObject({ fields: { 4: '000000000300' } })
  })

  test('a card that was swiped is named by its track alone', async () => {
    const { message } = await ask(
      bench(),
      paymentAsk({ presented: { track2: ';5123450000000008=39011010000?3' } }),
    )
    expect(message?.fields[35]).toBe('5123450000000008=39011010000')
    expect([message?.fields[2], message?.fields[14]]).toEqual([undefined, undefined])
  })

  test('a repeat that proves nothing yet is not spent', async () => {
    const one = bench()
    const { original } = await held(one)
    const early = await one.acquirer.send(reversalAsk(original, { isEarly: true }), patient)
    expect(early).toMatchObject({ outcome: 'approved', isBlind: true, repeatsLeft: 3 })
    const { length } = one.sent
    expect(await one.acquirer.send(reversalAsk(original, { isEarly: true, repeat: 1 }), patient)).toEqual({
      ...{ outcome: 'unsent', reason: 'too early to repeat' },
    })
    expect(one.sent).toHaveLength(length)
    const busy = reversalAsk(original, { isBusy: true, repeat: 1 })
    expect(await one.acquirer.send(busy, patient)).toMatchObject({ reason: 'too early to repeat' })
    one.script(() => ({ state: 'silent' }))
    expect(await one.acquirer.send(reversalAsk(original, { repeat: 1 }), patient)).toMatchObject({
      ...{ outcome: 'silent', repeatsLeft: 2 },
    })
    const voided = await ask(one, followUpAsk(original, { verb: 'void' }))
    expect(voided.answer).toMatchObject({ outcome: 'silent', repeatsLeft: 3 })
    const captured = await ask(one, followUpAsk(original))
    expect(captured.answer).not.toHaveProperty('repeatsLeft')
  })

  test('after three repeats nothing is sent any more', async () => {
    const one = bench()
    const { original } = await held(one)
    for (const repeat of [1, 2, 3]) await one.acquirer.send(reversalAsk(original, { repeat }), patient)
    expect(one.lastSent().type).toBe('1421')
    const { length } = one.sent
    expect(await one.acquirer.send(reversalAsk(original, { repeat: 4 }), patient)).toEqual({
      ...{ outcome: 'unsent', reason: 'no repeat allowed any more' },
    })
    expect(one.sent).toHaveLength(length)
    expect(one.logged.join()).toContain('an operator has to settle it')
  })

  test('it cannot be inquired, and who does so all the same is not told that a payment failed', async () => {
    const one = bench()
    expect(one.acquirer.verbs.has('inquire')).toBe(false)
    const { original } = await held(one)
    const answer = await one.acquirer.send(reversalAsk(original, { verb: 'inquire' }), patient)
    expect(answer).toEqual({ outcome: 'unsent', reason: 'cannot be written' })
    expect(one.sent).toHaveLength(1)
  })
})

describe.each([iso1987Ascii, iso1987Packed, iso1993Packed])('in $name', dialect => {
  const amountIn = (message: IsoMessage | undefined) => message?.fields[4]

  test('what is undone has the amount of its message, also where a part was approved', async () => {
    const one = isoBench(dialect)
    const { original } = await held(one)
    await one.acquirer.send(reversalAsk(original, { amount: 600n }), patient)
    const { message } = await ask(one, followUpAsk(original, { verb: 'void', amount: 600n }))
    for (const undone of [one.sent[1], message])
      expect([undone?.fields[4], undone?.fields[30], undone?.fields[95]]).toEqual([
        ...['000000001000', undefined, undefined],
      ])
  })

  test('amounts are in minor units, and one digit more than fits is not sent', async () => {
    const one = isoBench(dialect)
    for (const [currency, number] of [
      ['JPY', '392'],
      ['KWD', '414'],
    ] as const) {
      const { message } = await ask(one, paymentAsk({ amount: 999_999_999_999n, currency }))
      expect([amountIn(message), message?.fields[49]]).toEqual(['999999999999', number])
    }
    const { length } = one.sent
    const { answer } = await ask(one, paymentAsk({ amount: 1_000_000_000_000n }))
    expect(answer).toMatchObject({ outcome: 'declined', gatewayCode: 'NOT_SUPPORTED' })
    expect(answer).toMatchObject({ acquirerMessage: 'Not sent: amount does not fit field 4' })
    const { answer: other } = await ask(one, paymentAsk({ currency: 'XTS' }))
    expect(other).toMatchObject({
      outcome: 'declined',
      acquirerMessage: 'Not sent: currency does not fit field 49',
    })
    expect(one.sent).toHaveLength(length)
  })

  test('a PIN block that does not fit is not left out: nothing is sent', async () => {
    const one = isoBench(dialect)
    const pinBlock = { payload: '00'.repeat(16) }
    const { answer } = await ask(one, paymentAsk({ presented: { pinBlock } }))
    expect(answer).toMatchObject({ outcome: 'declined', gatewayCode: 'NOT_SUPPORTED' })
    expect(one.sent).toHaveLength(0)
  })

  test('chip data beyond 255 bytes, or that cannot be read, is not sent', async () => {
    const one = isoBench(dialect)
    for (const emv of [`9F10${'820100'}${'AB'.repeat(256)}`, '9F2608AABB', 'nonsense']) {
      const { answer } = await ask(one, paymentAsk({ presented: { emv } }))
      expect(answer).toMatchObject({ outcome: 'declined' })
    }
    expect(one.sent).toHaveLength(0)
  })

  test('a merchant that was taken out is still reversed', async () => {
    const settings = settingsFor(dialect)
    const there = isoBench(dialect, { settings })
    const { original } = await held(there)
    const gone = isoBench(dialect, { settings, identities: [] })
    expect(await gone.acquirer.assign?.(paymentAsk())).toEqual({
      refused: 'Merchant SHOP has no identity at the acquirer link first.',
    })
    const answer = await gone.acquirer.send(reversalAsk(original), patient)
    expect(answer).toMatchObject({ outcome: 'approved' })
    expect(gone.lastSent().fields).toMatchObject({ 41: 'TERM0001', 42: 'SHOP0001       ' })
  })

  test('where reversals have the number of their original, voids have it, too', async () => {
    const reversals = { ...dialect.reversals, traceNumber: 'original' } as const
    const one = isoBench({ ...dialect, reversals })
    const { original } = await held(one)
    await one.acquirer.send(reversalAsk(original), patient)
    expect(one.lastSent().fields[11]).toBe('000001')
    expect((await ask(one, followUpAsk(original, { verb: 'void' }))).message?.fields[11]).toBe('000001')
    expect((await ask(one, followUpAsk(original))).message?.fields[11]).toBe('000002')
  })

  test('where repeats keep their time, the first one counts', async () => {
    const reversals = { ...dialect.reversals, transmissionTimeOfRepeats: 'kept' } as const
    const one = isoBench({ ...dialect, reversals })
    const { original } = await held(one)
    one.state.nowMs = startMs + 90_000
    for (const repeat of [0, 1]) {
      await one.acquirer.send(reversalAsk(original, { repeat }), patient)
      expect(one.lastSent().fields[7]).toBe('1116233115')
    }
    await ask(one, followUpAsk(original, { repeat: 1 }))
    expect(one.lastSent().fields[7]).toBe('1116233145')
  })

  test('names beyond their places are not cut', async () => {
    const one = isoBench(dialect, { identities: [{ ...identity, acceptor: 'SIXTEEN CHARACTE' }] })
    const { answer } = await ask(one, paymentAsk())
    expect(answer).toMatchObject({ acquirerMessage: 'Not sent: card acceptor does not fit field 42' })
  })
})

test.each([iso1987Ascii, iso1987Packed, iso1993Packed])(
  'two decreases of a hold in one second are two messages, also by what a host knows them by ($name)',
  async dialect => {
    const bench = isoBench(dialect)
    const original = originalOf(await ask(bench, paymentAsk()))
    const update = { verb: 'update', startedAtMs: startMs + 500 } as const
    const steps = [
      { ...update, transactionId: '2', amount: 800n, heldAmount: 1_000n },
      { ...update, transactionId: '3', amount: 600n, heldAmount: 800n },
    ]
    const identities: string[] = []
    for (const step of steps) {
      const { message } = await ask(bench, followUpAsk(original, step))
      identities.push([7, 11, 32, 41].map(field => message?.fields[field]).join(' '))
      const remains = `000000000${step.amount}`
      expect(message?.fields[dialect.generation === '1993' ? 4 : 95]?.slice(0, 12)).toBe(remains)
    }
    expect(new Set(identities).size).toBe(2)
  },
)

test.each([iso1987Ascii, iso1987Packed, iso1993Packed])(
  'voids of one payment in one second are so many messages, also where they have its number ($name)',
  async dialect => {
    const reversals = { traceNumber: 'original', transmissionTimeOfRepeats: 'kept' } as const
    const one = isoBench({ ...dialect, reversals: { ...dialect.reversals, ...reversals } })
    const { original } = await held(one)
    const began = { verb: 'void', startedAtMs: startMs + 500 } as const
    const first = await ask(one, followUpAsk(original, { ...began, transactionId: '2' }))
    const second = await ask(
      one,
      followUpAsk(original, { ...began, transactionId: '3', earlierVoid: earlierIn(first.ask) }),
    )
    const third = await ask(
      one,
      followUpAsk(original, { ...began, transactionId: '4', earlierVoid: earlierIn(second.ask) }),
    )
    const messages = [first, second, third].map(({ message }) => message?.fields)
    expect(messages.map(fields => fields?.[11])).toEqual(['000001', '000001', '000001'])
    expect(messages.map(fields => fields?.[7])).toEqual(['1116233045', '1116233046', '1116233047'])
    expect(messages.map(fields => fields?.[12]?.slice(-2))).toEqual(['45', '46', '47'])
    one.state.nowMs += 60_000
    await one.acquirer.send({ ...second.ask, repeat: 1 }, patient)
    expect(one.lastSent().fields[7]).toBe('1116233046')
    const later = followUpAsk(original, { ...began, startedAtMs: one.state.nowMs, transactionId: '5' })
    const last = await ask(one, { ...later, earlierVoid: earlierIn(third.ask) })
    expect(last.message?.fields[7]).toBe('1116233145')
  },
)

const earlierIn = ({ trace, startedAtMs = 0 }: AskedTransaction) => ({ trace: trace ?? '', startedAtMs })

test('a field of nothing but constants is sent where it is needed, and only there', async () => {
  const parts = {
    layout: 'tagged',
    tagDigits: 2,
    lengthDigits: 3,
    parts: { '01': { name: 'software', format: 'ans..10', constant: 'GATEWAY' } },
  } as const
  const fields = { ...iso1987Ascii.fields, '60': { name: 'private', format: 'LLL ans..99', parts } }
  const { authorize } = iso1987Ascii.asks
  if (authorize === undefined) throw new Error('The dialect has no holds')
  const sent = async (form: object) => {
    const asks = { ...iso1987Ascii.asks, authorize: { ...authorize, ...form } }
    return (await ask(isoBench({ ...iso1987Ascii, fields, asks }), paymentAsk())).message?.fields[60]
  }
  expect(await sent({ send: `${authorize.send} 60` })).toBe('01007GATEWAY')
  expect(await sent({ sendIfKnown: `${authorize.sendIfKnown} 60` })).toBeUndefined()
})
