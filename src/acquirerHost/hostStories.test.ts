import { expect, test } from 'vitest'
import { authorization, signedOn, start } from '../../test/support/acquirerHost/hostStory.ts'
import { type RawFields, writeAscii } from '../../test/support/acquirerHost/rawClient.ts'

/** A message of the same life: the reference of the hold stays, the trace number is its own. */
const message = (type: string, traceNumber: string, changes: RawFields = {}): string =>
  writeAscii({
    ...{ 0: type, 3: '003000', 4: '000000012345', 7: '1115123100', 11: traceNumber, 12: '123045' },
    ...{ 13: '1115', 25: '59', 32: '123456', 37: '631912000001', 41: 'TG000001' },
    ...{ 42: 'TESTMERCHANT001', 49: '840', ...changes },
  })

/** What names an earlier message: type, trace number, time, 32 and 33 filled with zeros. */
const of = (type: string, traceNumber: string, time = '1115123100'): string =>
  `${type}${traceNumber}${time}0000012345600000000000`
const hold = of('0100', '000001', '1115123045')
const left = (amount: string): string => `${amount.padStart(12, '0')}000000000000C00000000C00000000`

test('a hold grows, shrinks, is captured in parts and released with the last one', async () => {
  const host = await start()
  const client = await signedOn(host)
  const held = () => {
    const [{ authorized, captured, state } = {}] = host.control.entries()
    return { authorized, captured, state }
  }
  client.send(authorization('000001'))
  const { 127: memory = '' } = await client.answer()
  expect(held()).toEqual({ authorized: 12_345n, captured: 0n, state: 'posted' })

  client.send(message('0100', '000002', { 4: '000000002000', 127: memory }))
  expect(await client.answer()).toMatchObject({ 0: '0110', 39: '00', 4: '000000002000' })
  expect(held()).toMatchObject({ authorized: 14_345n })

  client.send(message('0420', '000003', { 4: '000000014345', 90: hold, 95: left('10000') }))
  expect(await client.answer()).toMatchObject({ 0: '0430', 39: '00' })
  expect(held()).toMatchObject({ authorized: 10_000n })

  client.send(message('0220', '000004', { 4: '000000004000', 38: 'A1B2C3', 39: '00', 90: hold }))
  expect(await client.answer()).toMatchObject({ 0: '0230', 39: '00', 38: 'A1B2C3' })
  client.send(message('0220', '000005', { 4: '000000003000', 39: '00', 63: '070011', 90: hold }))
  expect(await client.answer()).toMatchObject({ 0: '0230', 39: '00' })
  expect(held()).toEqual({ authorized: 7_000n, captured: 7_000n, state: 'posted' })

  client.send(message('0400', '000006', { 4: '000000003000', 90: of('0220', '000005') }))
  expect(await client.answer()).toMatchObject({ 0: '0410', 39: '00' })
  expect(held()).toEqual({ authorized: 10_000n, captured: 4_000n, state: 'posted' })
  expect(host.control.totals()).toMatchObject({
    ...{ debits: { count: 2, amount: 7_000n }, debitsReversed: { count: 1, amount: 3_000n }, net: 4_000n },
  })
  expect(host.control.comparisons()).toMatchObject({ matched: 4, mismatched: 0, unknown: 0 })
})

test('a capture that is repeated with another time is booked once', async () => {
  const host = await start()
  const client = await signedOn(host)
  const capture = { 4: '000000004000', 39: '00', 90: hold }
  client.send(authorization('000001'), message('0220', '000002', capture))
  client.send(message('0221', '000002', { ...capture, 7: '1115124000' }))
  const [, first, again] = [await client.answer(), await client.answer(), await client.answer()]
  expect([again[0], again[38], again[39]]).toEqual(['0230', first[38], '00'])
  expect(host.control.entries().map(({ kind }) => kind)).toEqual(['hold', 'capture'])
})

test('a void is refused where nothing is left to undo, a reversal is acknowledged', async () => {
  const client = await signedOn(await start())
  const undo = (type: string, traceNumber: string, reason: RawFields = {}) =>
    message(type, traceNumber, { 90: hold, ...reason })
  client.send(authorization('000001'), undo('0400', '000002'), undo('0400', '000003'))
  client.send(undo('0420', '000004', { 39: '68' }), message('0220', '000005', { 39: '00', 90: hold }))
  const codes = []
  for (let count = 0; count < 5; count += 1) codes.push((await client.answer())[39])
  expect(codes).toEqual(['00', '00', '12', '00', '12'])
})

test('the reversal of another amount than was asked or approved is refused', async () => {
  const host = await start()
  const client = await signedOn(host)
  client.send(authorization('000001'), message('0420', '000002', { 4: '000000012344', 39: '68', 90: hold }))
  expect([(await client.answer())[39], (await client.answer())[39]]).toEqual(['00', '64'])
  expect(host.control.entries()).toMatchObject([{ state: 'posted' }])
})

test('a part is approved where the question accepts it, with what was asked beside it', async () => {
  const client = await signedOn(await start())
  client.send(authorization('000001', { 14: '3904', 48: 'T61011' }), authorization('000002', { 14: '3904' }))
  expect(await client.answer()).toMatchObject({
    ...{ 39: '10', 4: '000000006172', 54: '0057840C000000012345' },
  })
  expect(await client.answer()).toMatchObject({ 39: '05', 4: '000000012345' })
})

test('what is pending is booked when somebody inquires', async () => {
  const host = await start()
  const client = await signedOn(host)
  const inquiry = (traceNumber: string, original: string) =>
    message('0100', traceNumber, { 3: '360000', 90: original })
  client.send(authorization('000001', { 0: '0200', 14: '3908' }))
  expect(await client.answer()).toMatchObject({ 0: '0210', 39: '09' })
  expect(host.control.totals().debits.count).toBe(0)
  client.send(inquiry('000002', of('0200', '000001', '1115123045')), inquiry('000003', of('0200', '000009')))
  expect(await client.answer()).toMatchObject({ 39: '00', 4: '000000012345' })
  expect(await client.answer()).toMatchObject({ 39: '25' })
  expect(host.control.totals()).toMatchObject({ debits: { count: 1, amount: 12_345n } })
})

test('totals of a date are compared, and the next date begins at cut-over', async () => {
  const host = await start()
  const client = await signedOn(host)
  client.send(
    authorization('000001', { 0: '0200' }),
    message('0220', '000002', { 3: '200000', 4: '000000000345' }),
  )
  await client.answer()
  expect(await client.answer()).toMatchObject({ 0: '0230', 15: '1115' })
  const counted = { 74: '0000000001', 75: '0000000000', 76: '0000000001', 77: '0000000000' }
  const amounts = {
    86: digits(345),
    87: digits(0),
    88: digits(12_345),
    89: digits(0),
    97: `D${digits(12_000)}`,
  }
  const asked = { 0: '0500', 7: '1115130000', 11: '000003', 15: '1115', 32: '123456', 50: '840' }
  client.send(writeAscii({ ...asked, ...counted, ...amounts }))
  expect(await client.answer()).toMatchObject({ 0: '0510', 11: '000003', 39: '00', ...counted, ...amounts })
  client.send(writeAscii({ ...asked, ...counted, ...amounts, 88: digits(12_344) }))
  expect(await client.answer()).toMatchObject({ 39: '95', 88: digits(12_345) })

  expect(host.control.cutOver()).toBe('20261116')
  expect(await client.answer()).toMatchObject({ 0: '0800', 70: '201' })
  client.send(authorization('000004', { 0: '0200' }))
  expect(await client.answer()).toMatchObject({ 15: '1116' })
  expect(host.control.totals({ businessDate: '20261116' }).debits).toEqual({ count: 1, amount: 12_345n })
  expect(host.control.clearing('20261115').split('\n')).toEqual([
    expect.stringMatching(/^businessDate,type,reference/),
    expect.stringMatching(
      /^20261115,sale,631912000001,000001,TG000001,TESTMERCHANT001,123456,\w+,840,12345,1,$/,
    ),
    expect.stringMatching(/^20261115,refund,631912000001,000002,.*,840,345,2,1$/),
    '',
  ])
})

const digits = (amount: number): string => String(amount).padStart(16, '0')

test('a gift card answers with what is left on it', async () => {
  const client = await signedOn(await start())
  client.send(authorization('000001', { 2: '6035710050000000000', 14: '3901', 4: '000000001000' }))
  expect(await client.answer()).toMatchObject({ 39: '00', 54: '0002840C000000004000' })
  client.send(authorization('000002', { 2: '6035710050000000000', 3: '310000', 4: '000000000000' }))
  expect(await client.answer()).toMatchObject({ 39: '00', 54: '0002840C000000005000' })
})

test('a script overrules the card, answer by answer', async () => {
  const host = await start()
  const client = await signedOn(host)
  host.control.script({
    match: { amount: 12_345n },
    answers: [{ gatewayCode: 'INSUFFICIENT_FUNDS' }, { responseCode: '61' }, { fault: 'drop-request' }],
  })
  for (const traceNumber of ['000001', '000002', '000003', '000004']) client.send(authorization(traceNumber))
  const answers = [await client.answer(), await client.answer(), await client.answer()]
  expect(answers.map(answer => [answer[11], answer[39]])).toEqual([
    ...[
      ['000001', '51'],
      ['000002', '61'],
      ['000004', '00'],
    ],
  ])
})

test('a script overrules captures and voids too', async () => {
  const host = await start()
  const client = await signedOn(host)
  client.send(authorization('000001'))
  await client.answer()
  host.control.script({ answers: [{ gatewayCode: 'DECLINED' }, { responseCode: '61' }] })
  client.send(message('0400', '000002', { 90: hold }), message('0220', '000003', { 39: '00', 90: hold }))
  client.send(message('0400', '000004', { 90: hold }))
  const codes = []
  for (let count = 0; count < 3; count += 1) codes.push((await client.answer())[39])
  expect(codes).toEqual(['05', '61', '00'])
  expect(host.control.entries().map(({ kind, state }) => [kind, state])).toEqual([
    ...[
      ['hold', 'undone'],
      ['void', 'posted'],
    ],
  ])
})

test('no message that is shown has a card number, a track or a security code', async () => {
  const host = await start()
  const client = await signedOn(host)
  client.send(authorization('000001', { 48: 'T9203987' }))
  await client.answer()
  const shown = JSON.stringify(host.control.messages())
  expect(host.control.messages().map(({ direction, type }) => `${direction} ${type}`)).toEqual([
    ...['received 0800', 'sent 0810', 'received 0100', 'sent 0110'],
  ])
  expect(shown).not.toContain('5123450000000008')
  expect(shown).not.toContain('987')
})
