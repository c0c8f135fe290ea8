import { describe, expect, test } from 'vitest'
import {
  ask,
  followUpAsk,
  type IsoBench,
  isoBench,
  missing,
  originalOf,
  paymentAsk,
  reversalAsk,
  startMs,
} from '../../../../test/support/acquirers/isoBench.ts'
import { createParts } from '../codec/parts.ts'
import type { IsoMessage } from '../dialects/message.ts'
import { iso1987Ascii } from '../dialects/shipped/iso1987Ascii.ts'
import { iso1987Packed } from '../dialects/shipped/iso1987Packed.ts'

const patient = new AbortController().signal

/** Half past eleven at night in UTC is one in the morning where the acquirer is. */
const times = { 7: '1116233045', 12: '010045', 13: '1117' }

async function held(bench: IsoBench, amount = 1_000n) {
  const authorized = await ask(bench, paymentAsk({ amount }))
  return { authorized, original: originalOf(authorized) }
}

/** The same rules of reversals for both: each rule has stories of its own below. */
const { reversals } = iso1987Ascii
const privateParts = createParts(iso1987Ascii.fields['63'] ?? missing('1987 has a field 63'))
const partsOf = (message: IsoMessage | undefined) => privateParts.read(message?.fields[63] ?? '')

describe.each([iso1987Ascii, { ...iso1987Packed, reversals }])('in $name', dialect => {
  const bench = () => isoBench(dialect)

  test('a hold has amount, times, numbers and who asks', async () => {
    const { message } = await ask(bench(), paymentAsk())
    expect(message).toEqual({
      type: '0100',
      fields: {
        ...{ 2: '5123450000000008', 3: '000000', 4: '000000001000', ...times, 11: '000001', 14: '3901' },
        ...{ 18: '5411', 19: '276', 22: '812', 25: '59', 32: '123456', 37: '632023000001' },
        ...{ 41: 'TERM0001', 42: 'SHOP0001       ', 49: '978', 61: '1025104006600' },
        43: 'Corner shop              Hamburg      DE',
      },
    })
  })

  test.each([
    ['pay', {}, { type: '0200', 3: '000000', 4: '000000001000' }],
    ['verify', {}, { type: '0100', 3: '000000', 4: '000000000000', 25: '51' }],
    ['credit', {}, { type: '0220', 3: '200000', 4: '000000001000' }],
    ['credit', { refundAuthorization: true }, { type: '0200', 3: '200000', 4: '000000001000' }],
  ] as const)('%s says what it is (%j)', async (verb, changes, expected) => {
    const { message } = await ask(bench(), paymentAsk({ verb, ...changes }))
    const { type, ...fields } = expected
    expect(message).toMatchObject({ type, fields })
  })

  test('a repeated capture says what it said first about being the last', async () => {
    const one = bench()
    const { original } = await held(one)
    const first = await ask(one, followUpAsk(original, { amount: 400n, isLast: true }))
    const { isLast: _, ...again } = first.ask
    await one.acquirer.send({ ...again, repeat: 1 }, new AbortController().signal)
    expect(one.sent.at(-1)).toMatchObject({ type: '0221', fields: { 63: '070011' } })
  })

  test('a capture has the code, reference and terminal of its hold, and a number of its own', async () => {
    const one = bench()
    const { original } = await held(one)
    const { message } = await ask(one, followUpAsk(original, { amount: 400n, isLast: true }))
    expect(message).toMatchObject({
      type: '0220',
      fields: {
        ...{
          3: '000000',
          4: '000000000400',
          7: '1116233145',
          11: '000003',
          25: '06',
          38: 'ABC123',
          39: '00',
        },
        ...{ 37: '632023000001', 41: 'TERM0001', 63: '070011' },
        90: '010000000111162330450000012345600000000000',
      },
    })
  })

  test('a refund names its original by reference and not by original data', async () => {
    const one = bench()
    const paid = await ask(one, paymentAsk({ verb: 'pay' }))
    const { message } = await ask(one, followUpAsk(originalOf(paid), { verb: 'refund', amount: 1n }))
    expect(message).toMatchObject({
      type: '0220',
      fields: { 3: '200000', 4: '000000000001', 37: '632023000001' },
    })
    expect(message?.fields[90]).toBeUndefined()
  })

  test('a void is a reversal of its original', async () => {
    const one = bench()
    const { original } = await held(one)
    const { message } = await ask(one, followUpAsk(original, { verb: 'void' }))
    expect(message).toMatchObject({
      type: '0400',
      fields: { 4: '000000001000', 11: '000003', 90: '010000000111162330450000012345600000000000' },
    })
  })

  test('a silent original is reversed with its own data, byte for byte', async () => {
    const one = bench()
    one.script(() => ({ state: 'silent' }))
    const { original } = await held(one)
    one.state.nowMs = startMs + 40_000
    await one.acquirer.send(reversalAsk(original), patient)
    expect(one.lastSent()).toMatchObject({
      type: '0420',
      fields: {
        ...{
          2: '5123450000000008',
          3: '000000',
          4: '000000001000',
          7: '1116233125',
          11: '000002',
          12: '010045',
        },
        ...{ 13: '1117', 22: '812', 25: '59', 37: '632023000001', 39: '68', 41: 'TERM0001' },
        90: '010000000111162330450000012345600000000000',
      },
    })
    expect(one.lastSent().fields[38]).toBeUndefined()
    expect(one.lastSent().fields[95]).toBeUndefined()
    one.state.nowMs = startMs + 90_000
    await one.acquirer.send(reversalAsk(original, { repeat: 1 }), patient)
    expect(one.lastSent()).toMatchObject({
      type: '0421',
      fields: { 7: '1116233215', 11: '000002', 90: '010000000111162330450000012345600000000000' },
    })
  })

  test('an update asks for the difference, for nothing, or names what remains', async () => {
    const one = bench()
    const { original } = await held(one)
    const update = (amount: bigint, heldAmount: bigint) =>
      ask(one, followUpAsk(original, { verb: 'update', amount, heldAmount }))
    expect((await update(1_500n, 1_000n)).message).toMatchObject({
      type: '0100',
      fields: { 4: '000000000500' },
    })
    expect((await update(1_500n, 1_500n)).message).toMatchObject({
      type: '0100',
      fields: { 4: '000000000000' },
    })
    expect((await update(300n, 1_500n)).message).toMatchObject({
      type: '0420',
      fields: {
        ...{ 4: '000000001500', 95: '000000000300000000000000D00000000D00000000' },
        90: '010000000111162330450000012345600000000000',
      },
    })
  })

  test('the reversal of an increase is of the difference, and that of a check of nothing', async () => {
    const one = bench()
    const { original } = await held(one)
    const more = await ask(one, followUpAsk(original, { verb: 'update', amount: 1_500n, heldAmount: 1_200n }))
    await one.acquirer.send(reversalAsk(originalOf(more)), patient)
    expect(one.lastSent().fields[4]).toBe('000000000300')
    const checked = await ask(one, paymentAsk({ verb: 'verify' }))
    await one.acquirer.send(reversalAsk(originalOf(checked)), patient)
    expect(one.lastSent().fields[4]).toBe('000000000000')
  })

  test('an inquiry and a balance have numbers of their own', async () => {
    const one = bench()
    const { original } = await held(one)
    await one.acquirer.send(reversalAsk(original, { verb: 'inquire' }), patient)
    expect(one.lastSent()).toMatchObject({ type: '0100', fields: { 3: '360000', 11: '000003' } })
    const asked = { verb: 'balance', merchantId: 'SHOP', currency: 'EUR', card: paymentAsk().card } as const
    await one.acquirer.send(asked, patient)
    expect(one.lastSent()).toMatchObject({
      type: '0100',
      fields: { 3: '310000', 4: '000000000000', 11: '000004', 49: '978' },
    })
  })

  test('what the host gave to remember goes back with the next message', async () => {
    const one = bench()
    one.script(() => ({ 38: 'ABC123', 39: '00', 62: '6000000000000000T23456789012345V234', 127: 'item 7' }))
    const { original } = await held(one)
    const captured = await ask(one, followUpAsk(original))
    expect(captured.message?.fields).toMatchObject({
      62: '6000000000000000T23456789012345V234',
      127: 'item 7',
    })
    one.script(() => ({ 39: '00' }))
    const again = await ask(one, followUpAsk(original))
    const refunded = await ask(one, followUpAsk(originalOf(again), { verb: 'refund' }))
    expect(refunded.message?.fields).toMatchObject({ 127: 'item 7' })
  })

  test('what a terminal reads travels in its own fields, without what names the card twice', async () => {
    const { message } = await ask(
      bench(),
      paymentAsk({
        channel: 'CARD_PRESENT',
        presented: {
          emv: '9F2608AABBCCDDEEFF00115A0851234500000000085F2003414243950500000000009F360200017004AABBCCDD',
          track1: '%B5123450000000008^DOE/JANE^39011010000?',
          track2: ';5123450000000008=39011010000?3',
          pinBlock: { payload: 'aabbccddeeff0011', keySerialNumber: 'ffff9876543210e00001' },
          sequenceNumber: '1',
          accountType: 'SAVINGS',
          terminal: {
            ...{ entryMode: '051', attended: 'UNATTENDED', pinLengthCapability: 6, serialNumber: 'S-1' },
            ...{ location: 'MERCHANT_TERMINAL_ON_PREMISES', lane: 'L1', inputCapability: 'CHIP' },
          },
        },
      }),
    )
    expect(message?.fields).toMatchObject({
      ...{ 3: '001000', 22: '051', 23: '001', 25: '02', 26: '06', 35: '5123450000000008=39011010000' },
      ...{ 45: 'B5123450000000008^DOE/JANE^39011010000', 52: 'AABBCCDDEEFF0011' },
      55: '9F2608AABBCCDDEEFF0011950500000000009F360200017004AABBCCDD',
      61: '1000004000900',
    })
    expect(partsOf(message)).toEqual({
      ...{ '01': 'FFFF9876543210E00001', '41': 'S-1', '42': 'MERCHANT_TERMINAL_ON_PREMISES', '43': 'L1' },
    })
  })

  test('security code, address, proof and series travel in their parts', async () => {
    const { message } = await ask(
      bench(),
      paymentAsk({
        card: { ...paymentAsk().card, securityCode: '123', nameOnCard: 'Jörg Müller' },
        billing: { street: '12 Straße des 17. Juni', postcodeZip: 'AB1 2CD' },
        acceptPartialAmount: true,
        isOfAgreement: true,
        authentication: {
          ...{ eci: '05', token: 'AAABBBCCCDDD', transactionId: 'ds-1', transactionStatus: 'Y' },
          protocolVersion: '2.2.0',
        },
      }),
    )
    expect(message?.fields).toMatchObject({
      48: 'T420701032124312AAABBBCCCDDD610119203123',
      120: 'AB12CD    12 Strae des 17. Juni',
    })
    const parts = { '08': '1', '11': '05', '12': 'ds-1', '13': '2', '16': 'Jorg Muller' }
    expect(partsOf(message)).toEqual(parts)
  })
})
